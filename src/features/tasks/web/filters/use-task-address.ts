import { useNavigate, useSearch } from "@tanstack/react-router";
import { parseTaskAddress, type TaskAddress } from "./task-address.ts";

/** What the address holds, and how to change parts of it. A change that is typed replaces the history entry. */
export function useTaskAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: Partial<TaskAddress>, options: { replace?: boolean } = {}) =>
    void navigate({
      to: "/tasks",
      search: (before: Record<string, unknown>) => ({ ...parseTaskAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  return { address: parseTaskAddress(search), change };
}
