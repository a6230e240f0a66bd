import { t } from "#i18n/message.ts";
import { formatDateRange } from "#ui/dates.ts";
import { Text } from "#ui/layout/text.tsx";
import type { EventOnWire } from "../../model.ts";
import type { CalendarView } from "../calendar-address.ts";
import { addDays, addMonths, type Day, noonOf, startOfMonth, weekOf } from "../days.ts";
import { byDay, inOrderOfDay } from "../events/occurrence.ts";
import { describeTimes, formatFullDay, formatMonth, titleOf } from "../format-events.ts";
import styles from "./printed-agenda.module.css";

type PrintedAgendaProps = { view: CalendarView; day: Day; weekStart: number; events: readonly EventOnWire[] };

/** Days of the agenda on paper, as many as on the screen. */
const AGENDA_DAYS = 42;

/** The days of any view on paper, one below the other, with all that a meeting needs: time, title, place and people. */
export function PrintedAgenda({ view, day, weekStart, events }: PrintedAgendaProps) {
  const { first, last, title } = periodOf(view, day, weekStart);
  const days = [...byDay(events, first, last)].sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <section className={styles.agenda} aria-label={t`Printed agenda`}>
      <h2 className={styles.period}>{title}</h2>
      {days.length === 0 && <Text>{t`Nothing planned.`}</Text>}
      {days.map(([date, dayEvents]) => (
        <section key={date} aria-label={formatFullDay(date)}>
          <h3 className={styles.day}>{formatFullDay(date)}</h3>
          <ul>
            {dayEvents.toSorted(inOrderOfDay).map((event) => (
              <PrintedEvent key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function PrintedEvent({ event }: { event: EventOnWire }) {
  const { location, meetingLink, attendees } = event;
  const place = [location, meetingLink].filter(Boolean).join(" · ");
  return (
    <li className={styles.event}>
      <span className={styles.times}>{describeTimes(event)}</span>
      <div className={styles.words}>
        <p className={styles.title}>{titleOf(event)}</p>
        {place && <p>{place}</p>}
        {attendees.length > 0 && <p>{t`With ${attendees.join(", ")}`}</p>}
      </div>
    </li>
  );
}

type Period = { first: Day; last: Day; title: string };

/** What is on the screen; the agenda never goes beyond the end of the next month, because later events are not loaded. */
function periodOf(view: CalendarView, day: Day, weekStart: number): Period {
  if (view === "day") return { first: day, last: day, title: formatFullDay(day) };
  const month = startOfMonth(day);
  if (view === "month")
    return { first: month, last: addDays(addMonths(month, 1), -1), title: formatMonth(day) };
  if (view === "week") {
    const days = weekOf(day, weekStart);
    return rangeOf(days[0] ?? day, days[6] ?? day);
  }
  const [end, read] = [addDays(day, AGENDA_DAYS - 1), addDays(addMonths(month, 2), -1)];
  return rangeOf(day, end < read ? end : read);
}

const rangeOf = (first: Day, last: Day): Period => ({
  first,
  last,
  title: formatDateRange(noonOf(first), noonOf(last)),
});
