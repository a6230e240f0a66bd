import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { readerFirstWeekday } from "#platform/time/reader-clock.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import {
  formatMonth,
  formatShortWeekday,
  formatTime,
  formatWeekday,
  formatWeekdayAndDay,
} from "#ui/dates.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { bookings } from "../api.ts";
import { addDays, addMonths, type Day, monthOf, noonOf, startOfMonth, weeksOfMonth } from "../days.ts";
import { TIME_ZONES } from "../settings/time-zones.ts";
import styles from "./booking-page.module.css";

type BookingTimesProps = {
  slug: string;
  /** The token of the booking that is being moved: its own time counts as free. */
  token: string | null;
  daysAhead: number;
  timeZone: string;
  onZone(timeZone: string): void;
  onPick(start: string): void;
};

/** A month of days with free times, and the times of one day in the visitor's time zone. */
export function BookingTimes({ slug, token, daysAhead, timeZone, onZone, onPick }: BookingTimesProps) {
  const today = dayInZone(new Date(), timeZone);
  const [month, setMonth] = useState(startOfMonth(today));
  const [chosen, setChosen] = useState<Day | null>(null);
  const { data, isPending, isError, refetch } = useQuery({
    ...bookings.slots.query({ slug, token, ...rangeOf(month) }),
    retry: false,
    staleTime: 0,
  });
  const byDay = Map.groupBy(data?.items ?? [], (start) => dayInZone(new Date(start), timeZone));
  const free = [...byDay.keys()].filter((day) => monthOf(day) === monthOf(month));
  const day = chosen !== null && byDay.has(chosen) ? chosen : free[0];
  const isLast = addMonths(month, 1) > addDays(today, daysAhead);
  return (
    <section className={styles.choice} aria-label={t`Choose a time`}>
      <div>
        <MonthHead
          month={month}
          hasEarlier={month > startOfMonth(today)}
          hasLater={!isLast}
          onMonth={setMonth}
        />
        <MonthTable {...{ month, byDay }} chosen={day} onChoose={setChosen} />
        <NativeSelect
          label={t`Times are shown for`}
          value={timeZone}
          onChange={({ target }) => onZone(target.value)}
          data={TIME_ZONES}
        />
      </div>
      <div className={styles.times}>
        {isPending && <SkeletonRows count={5} label={t`Loading free times`} />}
        {isError && (
          <Stack gap={12} align="start" pad="8px 0px 0px" role="alert">
            <Text tone="soft">{t`The free times could not be read`}</Text>
            <Button variant="default" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </Stack>
        )}
        {data && !day && (
          <Stack gap={12} align="start" pad="8px 0px 0px" role="status">
            <Text tone="soft">{t`No free times this month.`}</Text>
            {!isLast && (
              <Button variant="default" onClick={() => setMonth(addMonths(month, 1))}>
                {t`Show next month`}
              </Button>
            )}
          </Stack>
        )}
        {day && <Slots {...{ day, timeZone, onPick }} starts={byDay.get(day) ?? []} />}
      </div>
    </section>
  );
}

type MonthHeadProps = { month: Day; hasEarlier: boolean; hasLater: boolean; onMonth(month: Day): void };

const MonthHead = ({ month, hasEarlier, hasLater, onMonth }: MonthHeadProps) => (
  <Row gap={4} margin="0 0 8px" className={styles.month}>
    <h2 aria-live="polite">{formatMonth(noonOf(month))}</h2>
    <IconButton
      label={t`Previous month`}
      icon={ChevronLeft}
      disabled={!hasEarlier}
      onClick={() => onMonth(addMonths(month, -1))}
    />
    <IconButton
      label={t`Next month`}
      icon={ChevronRight}
      disabled={!hasLater}
      onClick={() => onMonth(addMonths(month, 1))}
    />
  </Row>
);

type SlotsProps = Pick<BookingTimesProps, "timeZone" | "onPick"> & { day: Day; starts: readonly string[] };

const Slots = ({ day, starts, timeZone, onPick }: SlotsProps) => (
  <>
    <h2>{formatWeekdayAndDay(noonOf(day))}</h2>
    <ul className={styles.slots} aria-label={t`Free times`}>
      {starts.map((start) => (
        <li key={start}>
          <Button variant="default" fullWidth onClick={() => onPick(start)}>
            {formatTime(new Date(start), undefined, timeZone)}
          </Button>
        </li>
      ))}
    </ul>
  </>
);

type MonthTableProps = {
  month: Day;
  byDay: ReadonlyMap<Day, readonly string[]>;
  chosen: Day | undefined;
  onChoose(day: Day): void;
};

function MonthTable({ month, byDay, chosen, onChoose }: MonthTableProps) {
  const weeks = weeksOfMonth(month, readerFirstWeekday());
  return (
    <table className={styles.table} aria-label={formatMonth(noonOf(month))}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatWeekday(noonOf(day))}>
              {formatShortWeekday(noonOf(day)).slice(0, 2)}
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
                    aria-label={labelOf(day, byDay.get(day)?.length ?? 0)}
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

function labelOf(date: Day, count: number): string {
  const day = formatWeekdayAndDay(noonOf(date));
  return plural(count, { one: `${day}, ${count} free`, other: `${day}, ${count} free` });
}

/** One day more on both sides: the visitor's month begins and ends at another instant than in UTC. */
const rangeOf = (month: Day) => ({
  from: `${addDays(month, -1)}T00:00:00Z`,
  to: `${addDays(addMonths(month, 1), 1)}T00:00:00Z`,
});
