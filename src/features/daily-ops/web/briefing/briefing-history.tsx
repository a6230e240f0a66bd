import { ChevronDown } from "lucide-react";
import type { briefings } from "../api.ts";
import { formatDay } from "../format-day.ts";
import styles from "./briefing-history.module.css";

type PastBriefing = Awaited<ReturnType<typeof briefings.list.call>>["items"][number];
type BriefingHistoryProps = {
  days: readonly PastBriefing[];
  /** The day that is open above. */
  shown: string;
  onOpen(date: string): void;
};

/** Earlier briefings with their numbers; one opens in place of the one above. */
export function BriefingHistory({ days, shown, onOpen }: BriefingHistoryProps) {
  const others = days.filter(({ briefingDate }) => briefingDate !== shown);
  if (others.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary className={styles.summary}>
        Earlier briefings
        <span className={styles.count}>{others.length}</span>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      </summary>
      <ul className={styles.days}>
        {others.map(({ id, briefingDate, tasksSummary, calendarSummary, emailSummary }) => (
          <li key={id}>
            <button type="button" className={styles.day} onClick={() => onOpen(briefingDate)}>
              <span>{formatDay(briefingDate)}</span>
              <span className={styles.facts}>
                {tasksSummary.total} tasks, {tasksSummary.overdue} overdue · {calendarSummary.total_events}{" "}
                events · {emailSummary.unread} unread
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
