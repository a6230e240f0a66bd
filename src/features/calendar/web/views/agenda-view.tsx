import { CalendarPlus } from "lucide-react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { addDays, addMonths, type Day, dayAt, startOfMonth } from "../days.ts";
import { EventRow } from "../events/event-row.tsx";
import { byDay, inOrderOfDay } from "../events/occurrence.ts";
import { formatFullDay } from "../format-events.ts";
import styles from "./agenda-view.module.css";
import type { EventWindow } from "./use-event-window.ts";

type AgendaViewProps = { day: Day; window: EventWindow; onShowDay(day: Day): void };

/** Days that the agenda shows; never beyond the end of the next month, because later events are not loaded. */
const DAYS = 42;

/** From the chosen day on, one day below the other; empty days are left out. */
export function AgendaView({ day, window: { events, phase }, onShowDay }: AgendaViewProps) {
  const read = addMonths(startOfMonth(day), 2);
  const today = dayAt(new Date());
  const days = [...byDay(events, day, addDays(day, DAYS - 1))]
    .filter(([date]) => date < read)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (days.length === 0 && phase === "loading") return <SkeletonRows count={8} label={t`Loading events`} />;
  if (days.length === 0)
    return (
      <EmptyState
        icon={CalendarPlus}
        title={t`Nothing planned`}
        message={t`No events in the six weeks from ${formatFullDay(day)}.`}
      />
    );
  return (
    <section className={styles.agenda} aria-label={t`Agenda`}>
      {days.map(([date, dayEvents]) => (
        <section key={date} className={styles.day} aria-label={formatFullDay(date)}>
          <Row
            as="h3"
            size="list"
            pad="10px 16px 2px"
            gap={10}
            className={styles.head}
            data-today={date === today || undefined}
          >
            <button type="button" onClick={() => onShowDay(date)}>
              {formatFullDay(date)}
            </button>
            {date === today && (
              <Text as="span" tone="faint" size="label">
                {t`Today`}
              </Text>
            )}
            {date === addDays(today, 1) && (
              <Text as="span" tone="faint" size="label">
                {t`Tomorrow`}
              </Text>
            )}
          </Row>
          <ul className={styles.list}>
            {dayEvents.toSorted(inOrderOfDay).map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
