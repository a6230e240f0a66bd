import { useNavigate, useSearch } from "@tanstack/react-router";
import { anId, isTrue, oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";

/** The search parameters of the page. Unknown and default values are dropped. */
const PARAMS = {
  tab: oneOf(["contacts"]),
  search: textUpTo(200),
  archived: isTrue,
  favorites: isTrue,
  /** Shows deleted contacts instead of the others. */
  trash: isTrue,
  /** The conversation that is open. */
  conversation: anId,
  /** The message to scroll to, if it is not the last one. */
  message: anId,
  /** A message whose thread is open. */
  thread: anId,
  /** The contact whose dialog is open. */
  contact: anId,
  /** The person whose direct conversation to open; `call` also starts a call. */
  with: anId,
  call: anId,
  create: oneOf(["contact", "conversation"]),
};
export type CommunicationAddress = ReturnType<typeof parseCommunicationAddress>;

export const parseCommunicationAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

export type ChangeAddress = (
  parts: { [K in keyof CommunicationAddress]?: CommunicationAddress[K] | undefined },
  options?: { replace?: boolean },
) => void;

/** The search parameters, and a function to change some of them. */
export function useCommunicationAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) =>
    void navigate({
      to: "/communication",
      search: (before: Record<string, unknown>) => ({ ...parseCommunicationAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseCommunicationAddress(search), change };
}
