import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { aDate, isTrue, oneOf, readParams } from "#platform/client/read-params.ts";

export const TABS = [
  { value: "briefing", label: t`Morning Briefing` },
  { value: "weather", label: t`Weather` },
  { value: "traffic", label: t`Traffic` },
  { value: "news", label: t`News` },
  { value: "notifications", label: t`Notifications` },
  { value: "voice", label: t`Voice Commands` },
] as const;
export type Tab = (typeof TABS)[number]["value"];

/** The search parameters of the page. Unknown values are dropped. */
const PARAMS = {
  tab: oneOf(TABS.map(({ value }) => value)),
  /** The day of the shown briefing; today if absent. */
  date: aDate,
  /** Which notifications are listed. */
  show: oneOf(["unread", "all", "scheduled", "held"]),
  /** Set by the command palette to generate a briefing; removed from the address when generation starts. */
  generate: isTrue,
};
const parseDailyOpsAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);
export type DailyOpsAddress = ReturnType<typeof parseDailyOpsAddress>;

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
  return { address: parseDailyOpsAddress(search), go };
}
