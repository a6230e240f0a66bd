import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { rem } from "#ui/layout/rem.ts";
import type { EventOnWire } from "../../model.ts";
import { DayGridCell, DayGridRow, RowHeader } from "../day-grid.tsx";
import type { Day } from "../days.ts";
import { daySpan, isBar } from "../events/occurrence.ts";
import { hasJustClosed, openNewEvent } from "../events/open-editor.ts";
import { formatFullDay } from "../format-events.ts";
import { EventChip } from "./event-chip.tsx";
import { layOutBars } from "./lay-out-bars.ts";
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
  const bars = layOutBars(drag.events, days);
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
              <EventChip
                key={bar.event.id}
                event={bar.event}
                layout="bar"
                step="days"
                continuesBefore={bar.continuesBefore}
                continuesAfter={bar.continuesAfter}
                isDragged={bar.event.id === drag.draggedId}
                style={{
                  top: rem(3 + bar.lane * LANE_HEIGHT),
                  insetInlineStart: 2,
                  width: `calc(${bar.span * 100}% + ${bar.span - 1}px - 4px)`,
                }}
              />
            ))}
        </DayGridCell>
      ))}
    </DayGridRow>
  );
}
