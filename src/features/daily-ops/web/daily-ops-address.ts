import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";

export const TABS = [
  { value: "briefing", label: "Morning Briefing" },
  { value: "weather", label: "Weather" },
  { value: "traffic", label: "Traffic" },
  { value: "news", label: "News" },
  { value: "notifications", label: "Notifications" },
  { value: "voice", label: "Voice Commands" },
] as const;
export type Tab = (typeof TABS)[number]["value"];

/** What the address of the page holds. What it does not know is left out. */
const DailyOpsAddress = z.object({
  tab: z
    .enum(TABS.map(({ value }) => value))
    .optional()
    .catch(undefined),
  /** The day whose briefing is open; today where it is not given. */
  date: z.iso.date().optional().catch(undefined),
  /** Which notifications are listed. */
  show: z.enum(["unread", "all", "scheduled", "held"]).optional().catch(undefined),
  /** The palette's way to ask for a briefing; taken out of the address when it has begun. */
  generate: z.literal(true).optional().catch(undefined),
});
export type DailyOpsAddress = z.infer<typeof DailyOpsAddress>;

export function useDailyOpsAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (address: DailyOpsAddress, { replace = false } = {}) =>
    void navigate({
      to: "/daily-ops",
      search: Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)),
      replace,
      resetScroll: false,
    });
  return { address: DailyOpsAddress.parse(search), go };
}
