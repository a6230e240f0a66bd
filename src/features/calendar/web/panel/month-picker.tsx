import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { keyInReadingOrder } from "#ui/layout/direction.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import {
  addDays,
  addMonths,
  type Day,
  dayAt,
  daysThrough,
  monthOf,
  startOfMonth,
  startOfWeek,
  weeksOfMonth,
} from "../days.ts";
import { daysOf } from "../events/occurrence.ts";
import { formatFullDay, formatLongWeekday, formatMonth, formatWeekday } from "../format-events.ts";
import { useCalendarSettings } from "../settings/use-calendar-settings.ts";
import { useDayKeys } from "../views/use-day-keys.ts";
import { useEventWindow } from "../views/use-event-window.ts";
import styles from "./month-picker.module.css";

type MonthPickerProps = {
  day: Day;
  onPick(day: Day): void;
  /** A day was clicked, not only passed by an arrow key. */
  onChosen?: (() => void) | undefined;
};

/** A month to choose a day from; days that have events carry a dot (CAL-02). */
export function MonthPicker({ day, onPick, onChosen }: MonthPickerProps) {
  const [view, setView] = useState({ month: startOfMonth(day), of: day });
  const month = view.of === day ? view.month : startOfMonth(day);
  const { weekStart } = useCalendarSettings();
  const { events } = useEventWindow(month);
  const table = useRef<HTMLTableElement>(null);
  const busy = daysWithEvents(events.map(daysOf));
  const weeks = weeksOfMonth(month, weekStart);
  const changeMonth = (months: number) => setView({ month: addMonths(month, months), of: day });
  const stop = monthOf(day) === monthOf(month) ? day : month;
  const keys = useDayKeys(day, onPick, table);

  const choose = (date: Day) => {
    onPick(date);
    onChosen?.();
  };
  const move = (event: KeyboardEvent, own: Day) => {
    const to = dayAfterKey(event.key, keys.targetDay(own), weekStart);
    if (!to) return;
    event.preventDefault();
    keys.goTo(to);
  };
  return (
    <Stack as="section" gap={4} pad={12} aria-label={t`Month picker`}>
      <MonthHeader month={month} onStep={changeMonth} />
      <table ref={table} className={styles.table} aria-label={formatMonth(month)} {...keys.listeners}>
        <thead>
          <tr>
            {weeks[0]?.map((weekday) => (
              <th key={weekday} scope="col" abbr={formatLongWeekday(weekday)}>
                {formatWeekday(weekday).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <DayButton
                    date={each}
                    isOther={monthOf(each) !== monthOf(month)}
                    isBusy={busy.has(each)}
                    isChosen={each === day}
                    isStop={each === stop}
                    onPick={choose}
                    onKeyDown={(event) => move(event, each)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}

type MonthHeaderProps = { month: Day; onStep(months: number): void };

const MonthHeader = ({ month, onStep }: MonthHeaderProps) => (
  <Row as="header" gap={2}>
    <Text as="h2" size="body" grow pad="0 0 0 2px" aria-live="polite">
      {formatMonth(month)}
    </Text>
    <IconButton label={t`Previous month`} icon={ChevronLeft} onClick={() => onStep(-1)} />
    <IconButton label={t`Next month`} icon={ChevronRight} onClick={() => onStep(1)} />
  </Row>
);

type DayButtonProps = {
  date: Day;
  isOther: boolean;
  isBusy: boolean;
  isChosen: boolean;
  isStop: boolean;
  onPick(day: Day): void;
  onKeyDown(event: KeyboardEvent): void;
};

function DayButton({ date, isOther, isBusy, isChosen, isStop, onPick, onKeyDown }: DayButtonProps) {
  const isToday = date === dayAt(new Date());
  return (
    <button
      type="button"
      className={styles.day}
      data-day={date}
      data-stop={date}
      data-other={isOther || undefined}
      data-today={isToday || undefined}
      data-busy={isBusy || undefined}
      aria-pressed={isChosen}
      aria-current={isToday ? "date" : undefined}
      aria-label={isBusy ? t`${formatFullDay(date)}, has events` : formatFullDay(date)}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onPick(date)}
      onKeyDown={onKeyDown}
    >
      {Number(date.slice(8))}
    </button>
  );
}

function daysWithEvents(spans: readonly { first: Day; last: Day }[]): ReadonlySet<Day> {
  return new Set(spans.flatMap(({ first, last }) => daysThrough(first, last)));
}

/** Arrows go by days and weeks, Home and End to the edges of the week, Page keys by months. */
export function dayAfterKey(key: string, day: Day, weekStart: number): Day | undefined {
  const start = startOfWeek(day, weekStart);
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => start,
    End: () => addDays(start, 6),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  };
  return moves[keyInReadingOrder(key)]?.();
}
