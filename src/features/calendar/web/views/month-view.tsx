import { type KeyboardEvent, useRef } from "react";
import { t } from "#i18n/message.ts";
import { rem } from "#ui/layout/rem.ts";
import type { EventOnWire } from "../../model.ts";
import { ColumnHeader, DayGrid, DayGridCell, DayGridRow } from "../day-grid.tsx";
import { type Day, dayAt, isWeekend, monthOf, weeksOfMonth } from "../days.ts";
import { defaultTimes } from "../events/default-times.ts";
import { byDay, daysOf, isBar } from "../events/occurrence.ts";
import { hasJustClosed, openNewEvent } from "../events/open-editor.ts";
import {
  describeDay,
  formatFullDay,
  formatLongWeekday,
  formatMonth,
  formatWeekday,
} from "../format-events.ts";
import { dayAfterKey } from "../panel/month-picker.tsx";
import { usePhone } from "../panel/panel-state.ts";
import { useCalendarSettings } from "../settings/use-calendar-settings.ts";
import { DayDots } from "./day-dots.tsx";
import { EventChip } from "./event-chip.tsx";
import { type Bar, fitBars, layOutBars } from "./lay-out-bars.ts";
import styles from "./month-view.module.css";
import { MoreEvents } from "./more-events.tsx";
import { useDayDrag } from "./use-day-drag.ts";
import { useDayKeys } from "./use-day-keys.ts";
import type { EventWindow } from "./use-event-window.ts";
import { useLaneCount } from "./use-lane-count.ts";

type MonthViewProps = {
  day: Day;
  window: EventWindow;
  onPick(day: Day): void;
  onShowDay(day: Day): void;
};

const LANE_HEIGHT = 22;
const HEAD_HEIGHT = 30;

/**
 * The month as a grid of days; events that do not fit into a day are behind '+N more'. On a phone a day has dots, and the
 * list below the month has the events of the chosen day.
 */
export function MonthView({ day, window, onPick, onShowDay }: MonthViewProps) {
  const { weekStart } = useCalendarSettings();
  const weeks = weeksOfMonth(day, weekStart);
  const grid = useRef<HTMLDivElement>(null);
  const lanes = useLaneCount(grid, weeks.length, HEAD_HEIGHT, LANE_HEIGHT);
  const [from, to] = [weeks[0]?.[0] ?? day, weeks.at(-1)?.[6] ?? day];
  const drag = useDayDrag(overlapping(window.events, from, to));
  const eventsByDay = byDay(drag.events, from, to);
  const keys = useDayKeys(day, onPick, grid);
  const isPhone = usePhone();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const own = event.currentTarget.dataset.stop;
    if (!own || event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const from = keys.targetDay(own);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      openNewEvent(defaultTimes(from));
      return;
    }
    const to = dayAfterKey(event.key, from, weekStart);
    if (!to) return;
    event.preventDefault();
    keys.goTo(to);
  };
  return (
    <DayGrid
      ref={grid}
      className={styles.grid}
      aria-label={formatMonth(day)}
      aria-busy={window.phase === "loading"}
      {...drag.handlers}
      {...keys.listeners}
    >
      <DayGridRow className={styles.weekdays}>
        {weeks[0]?.map((weekday) => (
          <ColumnHeader key={weekday} aria-label={formatLongWeekday(weekday)}>
            {isPhone ? formatWeekday(weekday).slice(0, 2) : formatWeekday(weekday)}
          </ColumnHeader>
        ))}
      </DayGridRow>
      {weeks.map((week) => (
        <Week
          key={week[0]}
          {...{ week, day, lanes, isPhone, onPick, onShowDay, onKeyDown }}
          eventsByDay={eventsByDay}
          draggedId={drag.draggedId}
          isPicked={drag.isPicked}
        />
      ))}
    </DayGrid>
  );
}

type WeekProps = Pick<MonthViewProps, "day" | "onPick" | "onShowDay"> & {
  week: readonly Day[];
  eventsByDay: ReadonlyMap<Day, readonly EventOnWire[]>;
  lanes: number;
  isPhone: boolean;
  draggedId: string | undefined;
  isPicked(day: Day): boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
};

/** The events that overlap the days between the two. */
const overlapping = (events: readonly EventOnWire[], from: Day, to: Day) =>
  events.filter((event) => {
    const { first, last } = daysOf(event);
    return first <= to && last >= from;
  });

function Week({ week, eventsByDay: events, lanes, ...rest }: WeekProps) {
  const bars = layOutBars([...new Set(week.flatMap((date) => events.get(date) ?? []))], week);
  const { shown, hidden } = fitBars(bars, week.length, lanes);
  return (
    <DayGridRow className={styles.week}>
      {week.map((each, column) => (
        <Cell
          key={each}
          date={each}
          bars={shown.filter((bar) => bar.column === column)}
          hidden={hidden[column] ?? 0}
          moreLane={lanes - 1}
          all={events.get(each) ?? []}
          {...rest}
        />
      ))}
    </DayGridRow>
  );
}

type CellProps = Omit<WeekProps, "week" | "eventsByDay" | "lanes"> & {
  date: Day;
  bars: readonly Bar<EventOnWire>[];
  hidden: number;
  moreLane: number;
  all: readonly EventOnWire[];
};

function Cell(props: CellProps) {
  const { date, day, all, isPhone, isPicked, onPick, onShowDay, onKeyDown } = props;
  const isSelected = date === day;
  const isToday = date === dayAt(new Date());
  return (
    <DayGridCell
      className={styles.cell}
      data-day={date}
      data-stop={date}
      data-other={monthOf(date) !== monthOf(day) || undefined}
      data-weekend={isWeekend(date) || undefined}
      data-today={isToday || undefined}
      data-picked={isPicked(date) || undefined}
      aria-selected={isSelected}
      aria-current={isToday ? "date" : undefined}
      tabIndex={isSelected ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === event.currentTarget && !hasJustClosed(event)) onPick(date);
      }}
      onDoubleClick={(event) => {
        if (event.target === event.currentTarget && !hasJustClosed(event)) openNewEvent(defaultTimes(date));
      }}
    >
      <span className="visually-hidden">{describeDay(date, all.length)}</span>
      <button
        type="button"
        className={styles.number}
        tabIndex={-1}
        aria-label={t`Show ${formatFullDay(date)}`}
        onClick={() => (isPhone ? onPick : onShowDay)(date)}
      >
        {Number(date.slice(8))}
      </button>
      {isPhone ? <DayDots events={all} /> : <CellEvents {...props} isStop={isSelected} />}
    </DayGridCell>
  );
}

const CellEvents = (cell: CellProps & { isStop: boolean }) => {
  const { date, bars, hidden, moreLane, all, draggedId, isStop, onShowDay } = cell;
  return (
    <>
      {bars.map((bar) => (
        <BarChip key={bar.event.id} bar={bar} isStop={isStop} isDragged={bar.event.id === draggedId} />
      ))}
      {hidden > 0 && (
        <MoreEvents
          {...{ date, hidden, isStop, onShowDay }}
          events={all}
          top={rem(HEAD_HEIGHT + moreLane * LANE_HEIGHT)}
        />
      )}
    </>
  );
};

const BarChip = ({
  bar,
  isStop,
  isDragged,
}: {
  bar: Bar<EventOnWire>;
  isStop: boolean;
  isDragged: boolean;
}) => (
  <EventChip
    event={bar.event}
    layout={bar.span > 1 || bar.continuesBefore || bar.continuesAfter || isBar(bar.event) ? "bar" : "line"}
    step="week"
    continuesBefore={bar.continuesBefore}
    continuesAfter={bar.continuesAfter}
    isStop={isStop}
    isDragged={isDragged}
    style={{
      top: rem(HEAD_HEIGHT + bar.lane * LANE_HEIGHT),
      insetInlineStart: bar.continuesBefore ? 0 : 3,
      width: `calc(${bar.span * 100}% + ${bar.span - 1}px - ${(bar.continuesBefore ? 0 : 3) + (bar.continuesAfter ? 0 : 3)}px)`,
    }}
  />
);
