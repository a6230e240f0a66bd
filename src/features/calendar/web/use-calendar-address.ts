import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
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

/** The address as it was changed last, whether or not that is drawn yet: keys follow each other faster than pages are drawn. */
export function useLatestAddress(): () => CalendarAddress {
  const router = useRouter();
  return () => parseCalendarAddress(router.latestLocation.search);
}
