import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { type CalendarAddress, parseCalendarAddress, rememberView } from "./calendar-address.ts";

export type ChangeAddress = (parts: Partial<CalendarAddress>, options?: { replace?: boolean }) => void;

/** The search parameters, and how to change some of them. A chosen view is saved. */
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

/** The latest search parameters, rendered or not: keys may follow each other faster than the page renders. */
export function useLatestAddress(): () => CalendarAddress {
  const router = useRouter();
  return () => parseCalendarAddress(router.latestLocation.search);
}
