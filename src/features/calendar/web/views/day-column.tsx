import type { EventOnWire } from "../../model.ts";
import { DayGridCell } from "../day-grid.tsx";
import { type Day, minutesAt } from "../days.ts";
import { isBar, isOnDay, minutesOn, type Times } from "../events/occurrence.ts";
import { describeDay, describeTimes, formatMinutes, titleOf } from "../format-events.ts";
import { type Ghost, useGhosts } from "../planning/ghosts.ts";
import { EventChip } from "./event-chip.tsx";
import { topOf } from "./hour-geometry.ts";
import { type Block, layOutBlocks, type Slot } from "./lay-out-blocks.ts";
import styles from "./time-grid.module.css";

type DayColumnProps = {
  date: Day;
  isSelected: boolean;
  /** Working hours of the day; null where there are none. */
  work: { from: number; to: number } | null;
  events: readonly EventOnWire[];
  draggedId: string | undefined;
  /** Empty time being selected by dragging. */
  marked: Times | null;
  /** The current time, in today's column. */
  now: Date | null;
  /** Where the keyboard is, in minutes. */
  cursor: number | null;
};

/** An event, or what a plan proposes. */
type Shown = Slot & { event?: EventOnWire; ghost?: Ghost };

/** Shorter blocks have room for one line only. */
const TWO_LINE_MINUTES = 45;
const MIN_MINUTES = 20;
const DAY_END = 24 * 60;

/** One day of hours; overlapping events are side by side. */
export function DayColumn(props: DayColumnProps) {
  const { date, isSelected, work, events, draggedId, marked, now, cursor } = props;
  const { proposed, leaving } = useGhosts();
  const ghosts = proposed.filter((ghost) => !isBar(ghost) && isOnDay(ghost, date));
  const blocks = layOutBlocks<Shown>([
    ...events.map((event) => ({ id: event.id, event, ...minutesOn(event, date) })),
    ...ghosts.map((ghost) => ({ id: ghost.id, ghost, ...minutesOn(ghost, date) })),
  ]);
  const mark = marked && isOnDay(marked, date) ? minutesOn(marked, date) : null;
  return (
    <DayGridCell
      className={styles.column}
      data-column={date}
      data-stop={date}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
    >
      <span className="visually-hidden">{describeDay(date, events.length)}</span>
      <OffHours work={work} />
      {blocks.map(({ event, ghost, ...block }) =>
        event ? (
          <EventChip
            key={event.id}
            event={event}
            layout="block"
            step="quarter"
            isLow={block.to - block.from < TWO_LINE_MINUTES}
            isDragged={event.id === draggedId}
            isLeaving={leaving.has(event.id)}
            style={placeOf(block)}
          />
        ) : (
          ghost && <GhostChip key={ghost.id} ghost={ghost} {...block} />
        ),
      )}
      {mark && (
        <span className={styles.mark} style={{ top: topOf(mark.from), height: topOf(mark.to - mark.from) }}>
          {formatMinutes(mark.from)} – {formatMinutes(mark.to)}
        </span>
      )}
      {cursor !== null && (
        <span className={styles.cursor} role="status" style={{ top: topOf(cursor), height: topOf(30) }}>
          {formatMinutes(cursor)}
        </span>
      )}
      {now && <span className={styles.now} style={{ top: topOf(minutesAt(now)) }} aria-hidden />}
    </DayGridCell>
  );
}

/** The hours in which the person does not work. */
function OffHours({ work }: Pick<DayColumnProps, "work">) {
  const off = work
    ? [
        { from: 0, to: work.from },
        { from: work.to, to: DAY_END },
      ]
    : [{ from: 0, to: DAY_END }];
  return off.map(({ from, to }) => (
    <span
      key={from}
      className={styles.off}
      style={{ top: topOf(from), height: topOf(to - from) }}
      aria-hidden
    />
  ));
}

const placeOf = ({ from, to, column, columns, span }: Block<Slot>) => ({
  top: `calc(${topOf(from)} + 1px)`,
  height: `calc(${topOf(Math.max(to - from, MIN_MINUTES))} - 2px)`,
  insetInlineStart: `calc(${(column / columns) * 100}% + 1px)`,
  width: `calc(${(span / columns) * 100}% - 3px)`,
});

/** The list of the plan has its words, for screen readers too. */
const GhostChip = ({ ghost, ...block }: Block<Slot> & { ghost: Ghost }) => (
  <span
    className={styles.ghost}
    data-ghost
    data-low={block.to - block.from < TWO_LINE_MINUTES || undefined}
    style={placeOf(block)}
    title={`${titleOf(ghost)}, ${describeTimes(ghost)}`}
    aria-hidden
  >
    <span>{titleOf(ghost)}</span>
    <span className={styles.ghostTime}>{formatMinutes(block.from)}</span>
  </span>
);
