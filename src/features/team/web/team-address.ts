import { useNavigate, useSearch } from "@tanstack/react-router";
import { anId, isTrue, oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";

/** Search parameters of the page's URL. Unknown and default values are left out. */
const PARAMS = {
  tab: oneOf(["workspaces", "decisions"]),
  /** The workspace whose members or decisions are shown; on the workspaces tab, the highlighted one. */
  workspace: anId,
  status: oneOf(["pending", "completed"]),
  search: textUpTo(200),
  /** Deleted decisions are shown. */
  trash: isTrue,
  /** The decision that is open. */
  decision: anId,
  create: oneOf(["invitation", "workspace", "decision"]),
  /** Initial title and description of a new decision. */
  title: textUpTo(500),
  description: textUpTo(5000),
};
export type TeamAddress = ReturnType<typeof parseTeamAddress>;

export const parseTeamAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

export type ChangeAddress = (parts: Partial<TeamAddress>, options?: { replace?: boolean }) => void;

export function useTeamAddress(): { address: TeamAddress; change: ChangeAddress } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) =>
    void navigate({
      to: "/team",
      search: (before: Record<string, unknown>) => ({ ...parseTeamAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseTeamAddress(search), change };
}
