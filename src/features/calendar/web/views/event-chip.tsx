import { Lock, Sparkles } from "lucide-react";
import type { CSSProperties } from "react";
import { t, term } from "#i18n/message.ts";
import { formatTime } from "#ui/dates.ts";
import type { EventOnWire } from "../../model.ts";
import { useEventColor } from "../calendars/use-calendars.ts";
import { openEvent } from "../events/open-editor.ts";
import { type KeyStep, useEventKeys, useRestoredFocus } from "../events/use-event-keys.ts";
import { describeDaysAndTimes, titleOf, toneOf } from "../format-events.ts";
import { BLOCK_MARKS, useBlockKind } from "../planning/planned-blocks.ts";
import type { BlockKind } from "../slots.ts";
import styles from "./event-chip.module.css";
import tones from "./event-tone.module.css";

type EventChipProps = {
  event: EventOnWire;
  /** Its position in its cell. */
  style: CSSProperties;
  /** A bar over days, a line in a day of the month, or a block between hours. */
  layout: "bar" | "line" | "block";
  /** What the arrow keys do to it (use-event-keys.ts). */
  step: KeyStep;
  continuesBefore?: boolean;
  continuesAfter?: boolean;
  /** Too low for two lines of text. */
  isLow?: boolean;
  /** Can be reached by Tab; chips of other days only after moving to that day. */
  isStop?: boolean;
  isDragged?: boolean;
  /** The plan that is shown would move or remove it. */
  isLeaving?: boolean;
};

/** One event in a grid: opens by click or Enter, is dragged by the pointer and moved by the arrow keys. */
export function EventChip(props: EventChipProps) {
  const {
    event,
    style,
    layout,
    step,
    continuesBefore,
    continuesAfter,
    isLow,
    isStop = true,
    isDragged,
    isLeaving,
  } = props;
  const onKeyDown = useEventKeys(event, step);
  const chip = useRestoredFocus(event.id);
  const color = useEventColor(event.calendarId);
  const start = formatTime(new Date(event.startTime));
  // '9 AM' instead of '9:00 AM': in a day of the month each letter counts.
  const shortStart = start.replace(/:00(?=\s)/, "");
  const title = titleOf(event);
  const kind = useBlockKind(event.id);
  const times = describeDaysAndTimes(event);
  return (
    <button
      ref={chip}
      type="button"
      className={`${tones.event} ${styles.chip}`}
      style={{ ...color, ...style }}
      data-event={event.id}
      data-look={layout}
      data-tone={toneOf(event.category)}
      data-continued={continuesBefore || undefined}
      data-goes-on={continuesAfter || undefined}
      data-low={isLow || undefined}
      data-dragged={isDragged || undefined}
      data-leaving={isLeaving || undefined}
      title={`${title}, ${times}`}
      tabIndex={isStop ? 0 : -1}
      onClick={() => openEvent(event.id)}
      onKeyDown={onKeyDown}
    >
      {layout === "line" && <span className={styles.dot} />}
      {layout === "line" && (
        <span className={styles.start} aria-hidden>
          {shortStart}
        </span>
      )}
      <ChipTitle event={event} kind={kind} />
      <span className="visually-hidden">{describeChip(event, times, kind)}</span>
      {layout === "block" && (
        <span className={styles.detail} aria-hidden>
          {event.location ? `${start} · ${event.location}` : start}
        </span>
      )}
      {layout === "block" && <span className={styles.handle} data-resize aria-hidden />}
    </button>
  );
}

function describeChip(
  { createdByAi, visibility }: EventOnWire,
  times: string,
  kind: BlockKind | undefined,
): string {
  const isPrivate = visibility !== "public";
  const facts = [
    times,
    ...(kind ? [BLOCK_MARKS[kind].word] : createdByAi ? [t`AI Created`] : []),
    ...(isPrivate ? [term("private", "an event")] : []),
  ];
  return `, ${facts.join(", ")}`;
}

type ChipTitleProps = Pick<EventChipProps, "event"> & { kind: BlockKind | undefined };

/** All blocks are private: their mark is enough. */
function ChipTitle({ event, kind }: ChipTitleProps) {
  const icon = { size: "0.6875rem", strokeWidth: 2, className: styles.mark, "aria-hidden": true };
  const Mark = kind && BLOCK_MARKS[kind].icon;
  return (
    <span className={styles.title}>
      {Mark && <Mark {...icon} />}
      {!Mark && event.createdByAi && <Sparkles {...icon} />}
      {!Mark && event.visibility !== "public" && <Lock {...icon} />}
      {titleOf(event)}
    </span>
  );
}
