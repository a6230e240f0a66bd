import { ChevronDown } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { briefings } from "../api.ts";
import { formatDay } from "../format-day.ts";
import styles from "./briefing-history.module.css";

type PastBriefing = Awaited<ReturnType<typeof briefings.list.call>>["items"][number];
type BriefingHistoryProps = {
  days: readonly PastBriefing[];
  /** The day that is open above. */
  openDate: string;
  onOpen(date: string): void;
};

/** Earlier briefings with their figures; a click shows one in place of the current one. */
export function BriefingHistory({ days, openDate, onOpen }: BriefingHistoryProps) {
  const others = days.filter(({ briefingDate }) => briefingDate !== openDate);
  if (others.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary className={styles.summary}>
        {t`Earlier briefings`}
        <Text as="span" tone="faint" size="label">
          {others.length}
        </Text>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      </summary>
      <ul>
        {others.map((briefing) => (
          <li key={briefing.id}>
            <PlainButton focusInside className={styles.day} onClick={() => onOpen(briefing.briefingDate)}>
              <span>{formatDay(briefing.briefingDate)}</span>
              <Text as="span" tone="soft" size="list">
                {figuresOf(briefing)}
              </Text>
            </PlainButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

function figuresOf({ tasksSummary, calendarSummary, emailSummary }: PastBriefing): string {
  const { total, overdue } = tasksSummary;
  const { total_events: events } = calendarSummary;
  const { unread } = emailSummary;
  const late = plural(overdue, { one: `${overdue} overdue`, other: `${overdue} overdue` });
  return [
    `${plural(total, { one: `${total} tasks`, other: `${total} tasks` })}, ${late}`,
    plural(events, { one: `${events} events`, other: `${events} events` }),
    plural(unread, { one: `${unread} unread`, other: `${unread} unread` }),
  ].join(" · ");
}
