import { useLocation, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** How many entries of the history before this one the list is from which the record was opened. */
    listDepth?: number;
    /** What it was opened from, where that is not the list of its records. */
    openedFrom?: string;
  }
}

/** The address of a list, and what it is called on the way back. */
export type ListAddress = { to: string; search?: Record<string, string>; label: string };

/** The state of a link from a list to the page of a record. */
export const FROM_LIST = { listDepth: 1 };

/**
 * From the page of a record to its list: where it was opened from the list, back in the history, so that the list is
 * where it was. `list` has the name of what it was opened from. `linkState` is the state of a link to another record.
 */
export function useWayBack(list: ListAddress) {
  const { to, search = {}, label } = list;
  const { listDepth, openedFrom } = useLocation().state;
  const router = useRouter();
  return {
    list: { ...list, label: openedFrom ?? label },
    leave: () => (listDepth ? router.history.go(-listDepth) : void router.navigate({ to, search })),
    linkState: listDepth ? { listDepth: listDepth + 1, ...(openedFrom && { openedFrom }) } : {},
  };
}
