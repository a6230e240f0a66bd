import { useNavigate, useSearch } from "@tanstack/react-router";
import { type CalendarAddress, parseCalendarAddress, rememberView } from "./calendar-address.ts";

export type ChangeAddress = (parts: Partial<CalendarAddress>, options?: { replace?: boolean }) => void;

/** What the address holds, and how to change parts of it. A view that is chosen is remembered. */
export function useCalendarAddress(): { address: CalendarAddress; change: ChangeAddress } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, options = {}) => {
    if (parts.view) rememberView(parts.view);
    void navigate({
      to: "/calendar",
      search: (before: Record<string, unknown>) => ({ ...parseCalendarAddress(before), ...parts }),
      replace: options.replace ?? false,
      resetScroll: false,
    });
  };
  return { address: parseCalendarAddress(search), change };
}
