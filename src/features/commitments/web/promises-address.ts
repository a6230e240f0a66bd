import { useNavigate, useSearch } from "@tanstack/react-router";
import { oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";

/** The search parameters of the page. Unknown and default values are dropped. */
const PARAMS = {
  /** Who owes: the person, if absent. */
  tab: oneOf(["them"]),
  /** Only what is between the person and these addresses or accounts of one person, with commas between them. */
  party: textUpTo(2_000),
  create: oneOf(["promise"]),
};
type PromisesAddress = ReturnType<typeof parseAddress>;

const parseAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

export function usePromisesAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: { [K in keyof PromisesAddress]?: PromisesAddress[K] | undefined }) =>
    void navigate({
      to: "/promises",
      search: (before: Record<string, unknown>) => ({ ...parseAddress(before), ...parts }),
      replace: true,
      resetScroll: false,
    });
  return { address: parseAddress(search), change };
}
