import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "#i18n/message.ts";
import { formatHour } from "#ui/dates.ts";
import { stepAside } from "#ui/layout/direction.ts";
import { Text } from "#ui/layout/text.tsx";
import { useNow } from "#ui/use-now.ts";
import { workingHoursOn } from "../../hours-model.ts";
import { ColumnHeader, DayGrid, DayGridRow, RowHeader } from "../day-grid.tsx";
import { addDays, type Day, dayAt, instantAt, weekdayOf } from "../days.ts";
import { byDay, clockSpan, isBar } from "../events/occurrence.ts";
import { openNewEvent } from "../events/open-editor.ts";
import { formatFullDay, formatHourIn, formatLongWeekday, formatWeekday, zoneName } from "../format-events.ts";
import { useCalendarSettings } from "../settings/use-calendar-settings.ts";
import { AllDayLane } from "./all-day-lane.tsx";
import { DayColumn } from "./day-column.tsx";
import { minutesIn, pixelsOf, topOf } from "./hour-geometry.ts";
import styles from "./time-grid.module.css";
import { useDayKeys } from "./use-day-keys.ts";
import type { EventWindow } from "./use-event-window.ts";
import { hourAt, useHourDrag } from "./use-hour-drag.ts";

type TimeGridProps = {
  day: Day;
  days: readonly Day[];
  window: EventWindow;
  onPick(day: Day): void;
  onShowDay(day: Day): void;
};

/** The grid scrolls to this time at first, in minutes. */
const MORNING = 7.5 * 60;
const LAST_HALF_HOUR = 23.5 * 60;

/** A week or a day between its hours, with an all-day lane above. Arrow keys move by days and half hours. */
export function TimeGrid({ day, days, window, onPick, onShowDay }: TimeGridProps) {
  const now = new Date(useNow(60_000));
  const today = dayAt(now);
  const row = useRef<HTMLDivElement>(null);
  const scroller = useScrollToMorning();
  const settings = useCalendarSettings();
  const { secondTimeZone } = settings;
  const [first = day, last = day] = [days[0], days.at(-1)];
  const near = new Set([...byDay(window.events, first, last).values()].flat());
  const drag = useHourDrag(
    [...near].filter((event) => !isBar(event)),
    row,
  );
  const eventsByDay = byDay(drag.events, first, last);
  const { cursor, handlers } = useHourCursor(day, onPick, row, scroller);
  return (
    <DayGrid
      ref={scroller}
      className={styles.grid}
      aria-label={days.length > 1 ? t`Week` : formatFullDay(day)}
      aria-busy={window.phase === "loading"}
      data-days={days.length}
      data-zones={secondTimeZone ? 2 : undefined}
    >
      <div className={styles.head}>
        <DayNames {...{ days, first, today, secondTimeZone, onShowDay }} />
        <AllDayLane days={days} events={[...near]} />
      </div>
      <DayGridRow
        ref={row}
        className={`${styles.row} ${styles.hours}`}
        {...drag.handlers}
        {...handlers}
        onClick={openHourUnderFinger}
      >
        <HourScale day={day} secondTimeZone={secondTimeZone} />
        {days.map((date) => (
          <DayColumn
            key={date}
            date={date}
            isSelected={date === day}
            work={workingHoursOn(settings, weekdayOf(date))}
            events={eventsByDay.get(date) ?? []}
            draggedId={drag.draggedId}
            marked={drag.marked}
            now={date === today ? now : null}
            cursor={date === day ? cursor : null}
          />
        ))}
      </DayGridRow>
    </DayGrid>
  );
}

/** Arrow keys walk through days and half hours, Enter opens a new event there. `cursor` is in minutes of the day. */
function useHourCursor(
  day: Day,
  onPick: (day: Day) => void,
  row: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
) {
  const [cursor, setCursor] = useState<number | null>(null);
  const keys = useDayKeys(day, onPick, row, { preventScroll: true });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const own = event.target instanceof HTMLElement ? event.target.dataset.stop : undefined;
    if (!own || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = keys.targetDay(own);
    const at = cursor ?? 9 * 60;
    const to = afterKey(event.key, from, at, cursor === null);
    if (event.key === "Enter" || event.key === " ") openNewEvent(clockSpan(from, at, at + 60));
    else if (to) {
      keys.goTo(to.day);
      setCursor(to.minutes);
      scrollIntoView(scroller.current, to.minutes);
    } else return;
    event.preventDefault();
  };
  const onBlur = (blur: FocusEvent) => {
    keys.listeners.onBlur();
    if (!(blur.relatedTarget instanceof HTMLElement && blur.relatedTarget.dataset.stop)) setCursor(null);
  };
  return { cursor, handlers: { onFocus: keys.listeners.onFocus, onBlur, onKeyDown } };
}

function openHourUnderFinger(click: MouseEvent<HTMLElement>): void {
  const column = click.target instanceof HTMLElement ? click.target.dataset.column : undefined;
  const isTouch = (click.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
  if (!column || !isTouch) return;
  const top = (click.target as HTMLElement).getBoundingClientRect().top;
  openNewEvent(hourAt({ day: column, minutes: minutesIn(click.clientY - top) }));
}

type DayNamesProps = Pick<TimeGridProps, "days" | "onShowDay"> & {
  first: Day;
  today: Day;
  secondTimeZone: string | null;
};

const DayNames = ({ days, first, today, secondTimeZone, onShowDay }: DayNamesProps) => (
  <DayGridRow className={styles.row}>
    <ColumnHeader className={styles.corner}>
      <span className="visually-hidden">{t`Time`}</span>
      {secondTimeZone && (
        <>
          <abbr title={secondTimeZone.replaceAll("_", " ")}>{zoneName(secondTimeZone, first)}</abbr>
          <abbr title={t`Your time`}>{zoneName(undefined, first)}</abbr>
        </>
      )}
    </ColumnHeader>
    {days.map((date) => (
      <ColumnHeader key={date} className={styles.name} data-today={date === today || undefined}>
        <button type="button" title={t`Show ${formatFullDay(date)}`} onClick={() => onShowDay(date)}>
          <Text as="span" tone="soft" size="label">
            {days.length > 1 ? formatWeekday(date) : formatLongWeekday(date)}
          </Text>
          <span className={styles.date}>{Number(date.slice(8))}</span>
        </button>
      </ColumnHeader>
    ))}
  </DayGridRow>
);

const HourScale = ({ day, secondTimeZone }: { day: Day; secondTimeZone: string | null }) => (
  <RowHeader className={styles.scale} aria-label={t`Hours`}>
    {HOURS.map((hour) => (
      <span key={hour} className={styles.hour} style={{ top: topOf(hour * 60) }} aria-hidden>
        {secondTimeZone && (
          <span className={styles.elsewhere}>{formatHourIn(secondTimeZone, instantAt(day, hour * 60))}</span>
        )}
        <span>{formatHour(hour)}</span>
      </span>
    ))}
  </RowHeader>
);

const HOURS = Array.from({ length: 23 }, (_, hour) => hour + 1);

function afterKey(key: string, day: Day, minutes: number, isFirst: boolean) {
  const days = stepAside(key);
  if (days) return { day: addDays(day, days), minutes };
  if (key === "ArrowUp") return { day, minutes: isFirst ? minutes : Math.max(0, minutes - 30) };
  if (key === "ArrowDown")
    return { day, minutes: isFirst ? minutes : Math.min(LAST_HALF_HOUR, minutes + 30) };
  if (key === "PageUp") return { day: addDays(day, -7), minutes };
  return key === "PageDown" ? { day: addDays(day, 7), minutes } : undefined;
}

function useScrollToMorning() {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: pixelsOf(MORNING) });
  }, []);
  return scroller;
}

function scrollIntoView(scroller: HTMLElement | null, minutes: number): void {
  if (!scroller) return;
  const [top, height] = [pixelsOf(minutes), scroller.clientHeight - 140];
  if (top < scroller.scrollTop) scroller.scrollTo({ top });
  else if (top > scroller.scrollTop + height) scroller.scrollTo({ top: top - height });
}
