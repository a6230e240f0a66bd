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

/** The search parameters of the page. Unknown values are dropped. */
const DailyOpsAddress = z.object({
  tab: z
    .enum(TABS.map(({ value }) => value))
    .optional()
    .catch(undefined),
  /** The day of the shown briefing; today if absent. */
  date: z.iso.date().optional().catch(undefined),
  /** Which notifications are listed. */
  show: z.enum(["unread", "all", "scheduled", "held"]).optional().catch(undefined),
  /** Set by the command palette to generate a briefing; removed from the address when generation starts. */
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
