import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { allWorkspaces, workspaceRecords } from "../records.ts";

/** All workspaces of the reader, newest first; and the active ones that the reader administers. */
export function useWorkspaces() {
  const list = useRecordList(workspaceRecords, allWorkspaces.key, allWorkspaces.source);
  const all = useRecords(workspaceRecords, list.ids);
  const administered = all.filter(({ myRole, isActive }) => myRole === "admin" && isActive);
  return { list, all, administered };
}
