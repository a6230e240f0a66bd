import { useNavigate, useSearch } from "@tanstack/react-router";
import { parseTaskAddress, type TaskAddress } from "./task-address.ts";

/** The search parameters, and how to change some of them. Changes by typing replace the history entry. */
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
