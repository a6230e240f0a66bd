import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { allWorkspaces, workspaceRecords } from "../records.ts";

/** All workspaces of the reader, newest first; and the active ones that the reader administers. */
export function useWorkspaces() {
  const list = useRecordList(workspaceRecords, allWorkspaces.key, allWorkspaces.source);
  const all = useRecords(workspaceRecords, list.ids);
  const administered = all.filter(({ myRole, isActive }) => myRole === "admin" && isActive);
  return { list, all, administered };
}

/** The chosen workspace: without a choice the only one there is. */
export const chosenOf = <W extends { id: string }>(workspaces: readonly W[], chosen: string): W | undefined =>
  workspaces.find(({ id }) => id === chosen) ?? (workspaces.length === 1 ? workspaces[0] : undefined);
