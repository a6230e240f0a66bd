import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { wallClock } from "#platform/time/time-zone.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { bookings } from "../api.ts";
import {
  addDays,
  addMonths,
  type Day,
  FIRST_WEEKDAY,
  monthOf,
  noonOf,
  startOfMonth,
  weeksOfMonth,
} from "../days.ts";
import { TIME_ZONES } from "../settings/time-zones.ts";
import styles from "./booking-page.module.css";

type BookingTimesProps = {
  slug: string;
  /** Of the booking that is moved: its own time counts as free. */
  token: string | null;
  daysAhead: number;
  timeZone: string;
  onZone(timeZone: string): void;
  onPick(start: string): void;
};

/** A month of days with free times, and the times of one of them on the visitor's clocks. */
export function BookingTimes({ slug, token, daysAhead, timeZone, onZone, onPick }: BookingTimesProps) {
  const today = dayIn(new Date(), timeZone);
  const [month, setMonth] = useState(startOfMonth(today));
  const [chosen, setChosen] = useState<Day | null>(null);
  const { data, isPending, isError, refetch } = useQuery({
    ...bookings.slots.query({ slug, token, ...rangeOf(month) }),
    retry: false,
    staleTime: 0,
  });
  const byDay = Map.groupBy(data?.items ?? [], (start) => dayIn(new Date(start), timeZone));
  const free = [...byDay.keys()].filter((day) => monthOf(day) === monthOf(month));
  const day = chosen !== null && byDay.has(chosen) ? chosen : free[0];
  const isLast = addMonths(month, 1) > addDays(today, daysAhead);
  return (
    <section className={styles.choice} aria-label="Choose a time">
      <div>
        <div className={styles.month}>
          <h2 aria-live="polite">{named(month, { month: "long", year: "numeric" })}</h2>
          <IconButton
            label="Previous month"
            icon={ChevronLeft}
            disabled={month <= startOfMonth(today)}
            onClick={() => setMonth(addMonths(month, -1))}
          />
          <IconButton
            label="Next month"
            icon={ChevronRight}
            disabled={isLast}
            onClick={() => setMonth(addMonths(month, 1))}
          />
        </div>
        <MonthTable {...{ month, byDay }} chosen={day} onChoose={setChosen} />
        <NativeSelect
          label="Times are shown for"
          value={timeZone}
          onChange={({ target }) => onZone(target.value)}
          data={TIME_ZONES}
        />
      </div>
      <div className={styles.times}>
        {isPending && <SkeletonRows count={5} label="Loading free times" />}
        {isError && (
          <div className={styles.nothing} role="alert">
            <p>The free times could not be read</p>
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {data && !day && (
          <div className={styles.nothing} role="status">
            <p>No free times this month.</p>
            {!isLast && (
              <Button variant="default" onClick={() => setMonth(addMonths(month, 1))}>
                Show next month
              </Button>
            )}
          </div>
        )}
        {day && (
          <>
            <h2>{named(day, { weekday: "long", month: "long", day: "numeric" })}</h2>
            <ul className={styles.slots} aria-label="Free times">
              {byDay.get(day)?.map((start) => (
                <li key={start}>
                  <Button variant="default" fullWidth onClick={() => onPick(start)}>
                    {clockIn(start, timeZone)}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

type MonthTableProps = {
  month: Day;
  byDay: ReadonlyMap<Day, readonly string[]>;
  chosen: Day | undefined;
  onChoose(day: Day): void;
};

function MonthTable({ month, byDay, chosen, onChoose }: MonthTableProps) {
  const weeks = weeksOfMonth(month, FIRST_WEEKDAY);
  return (
    <table className={styles.table} aria-label={named(month, { month: "long", year: "numeric" })}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={named(day, { weekday: "long" })}>
              {named(day, { weekday: "short" }).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {monthOf(day) === monthOf(month) && (
                  <button
                    type="button"
                    className={styles.day}
                    disabled={!byDay.has(day)}
                    aria-pressed={day === chosen}
                    aria-label={`${named(day, { weekday: "long", month: "long", day: "numeric" })}, ${byDay.get(day)?.length ?? 0} free`}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const named = (day: Day, format: Intl.DateTimeFormatOptions) =>
  noonOf(day).toLocaleDateString(undefined, format);

const clockIn = (start: string, timeZone: string) =>
  new Date(start).toLocaleTimeString(undefined, { hour: "numeric", minute: "2-digit", timeZone });

function dayIn(at: Date, timeZone: string): Day {
  const { year, month, day } = wallClock(at, timeZone);
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A day more on both sides: the visitor's month is not the server's. */
const rangeOf = (month: Day) => ({
  from: `${addDays(month, -1)}T00:00:00Z`,
  to: `${addDays(addMonths(month, 1), 1)}T00:00:00Z`,
});
