import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { rem } from "#ui/layout/rem.ts";
import type { EventOnWire } from "../../model.ts";
import { DayGridCell, DayGridRow, RowHeader } from "../day-grid.tsx";
import type { Day } from "../days.ts";
import { daySpan, isBar } from "../events/occurrence.ts";
import { hasJustClosed, openNewEvent } from "../events/open-editor.ts";
import { formatFullDay, titleOf } from "../format-events.ts";
import { type Ghost, useGhosts } from "../planning/ghosts.ts";
import { EventChip } from "./event-chip.tsx";
import { type Bar, layOutBars } from "./lay-out-bars.ts";
import styles from "./time-grid.module.css";
import { useDayDrag } from "./use-day-drag.ts";

type AllDayLaneProps = { days: readonly Day[]; events: readonly EventOnWire[] };

const LANE_HEIGHT = 23;
/** More lanes than these are hidden until expanded. */
const LANES = 3;

/** The lane above the hours: all-day events and those of a day or longer. */
export function AllDayLane({ days, events }: AllDayLaneProps) {
  const [isOpen, setOpen] = useState(false);
  const drag = useDayDrag(events.filter(isBar));
  const { proposed, leaving } = useGhosts();
  const ghosts = proposed.filter(isBar);
  const bars = layOutBars<EventOnWire | Ghost>([...drag.events, ...ghosts], days);
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
  const visibleLanes = isOpen ? lanes : Math.min(lanes, LANES);
  return (
    <DayGridRow
      className={`${styles.row} ${styles.lane}`}
      style={{ minHeight: rem(Math.max(visibleLanes, 1) * LANE_HEIGHT + 6) }}
      {...drag.handlers}
    >
      <RowHeader className={styles.laneName}>
        {lanes > LANES ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? term("Fewer", "button: show fewer events") : t`+${lanes - LANES} more`}
          </button>
        ) : (
          t`All day`
        )}
      </RowHeader>
      {days.map((date, column) => (
        <DayGridCell
          key={date}
          className={styles.laneCell}
          data-day={date}
          data-picked={drag.isPicked(date) || undefined}
          tabIndex={-1}
          onDoubleClick={(event) => {
            if (event.target === event.currentTarget && !hasJustClosed(event))
              openNewEvent(daySpan(date, date));
          }}
        >
          <span className="visually-hidden">{t`All day, ${formatFullDay(date)}`}</span>
          {bars
            .filter((bar) => bar.column === column && bar.lane < visibleLanes)
            .map((bar) => (
              <LaneBar
                key={bar.event.id}
                bar={bar}
                isDragged={bar.event.id === drag.draggedId}
                isLeaving={leaving.has(bar.event.id)}
              />
            ))}
        </DayGridCell>
      ))}
    </DayGridRow>
  );
}

type LaneBarProps = { bar: Bar<EventOnWire | Ghost>; isDragged: boolean; isLeaving: boolean };

/** An event, or what a plan proposes; the list of the plan has the words of that, for screen readers too. */
function LaneBar({ bar: { event, ...bar }, isDragged, isLeaving }: LaneBarProps) {
  if (!("version" in event))
    return (
      <span className={styles.ghostBar} data-ghost style={placeOf(bar)} aria-hidden>
        {titleOf(event)}
      </span>
    );
  return (
    <EventChip
      event={event}
      layout="bar"
      step="days"
      continuesBefore={bar.continuesBefore}
      continuesAfter={bar.continuesAfter}
      isDragged={isDragged}
      isLeaving={isLeaving}
      style={placeOf(bar)}
    />
  );
}

const placeOf = ({ lane, span }: Pick<Bar<EventOnWire>, "lane" | "span">) => ({
  top: rem(3 + lane * LANE_HEIGHT),
  insetInlineStart: 2,
  width: `calc(${span * 100}% + ${span - 1}px - 4px)`,
});
