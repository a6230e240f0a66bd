import { Sparkles } from "lucide-react";
import type { CSSProperties } from "react";
import { formatTime } from "#ui/dates.ts";
import type { EventOnWire } from "../model.ts";
import styles from "./event-chip.module.css";
import { type KeyStep, useEventKeys } from "./event-keys.ts";
import { isBar } from "./occurrence.ts";
import { openEvent } from "./open-editor.ts";
import { describeDaysAndTimes, titleOf, toneOf } from "./wording.ts";

type EventChipProps = {
  event: EventOnWire;
  /** Where it lies in its cell. */
  style: CSSProperties;
  /** A bar over days, a line in a day of the month, or a block between hours. */
  look: "bar" | "line" | "block";
  /** What the arrow keys do to it (event-keys.ts). */
  step: KeyStep;
  isContinued?: boolean;
  goesOn?: boolean;
  /** Too low for two lines of text. */
  isLow?: boolean;
  /** Reached by Tab; chips of other days are reached by going to the day first. */
  isStop?: boolean;
  isDragged?: boolean;
};

/** One event in a grid: opens by click or Enter, is dragged by the pointer and moved by the arrow keys. */
export function EventChip(props: EventChipProps) {
  const { event, style, look, step, isContinued, goesOn, isLow, isStop = true, isDragged } = props;
  const onKeyDown = useEventKeys(event, step);
  const start = formatTime(new Date(event.startTime));
  const title = titleOf(event);
  const name = `${title}, ${describeDaysAndTimes(event)}`;
  return (
    <button
      type="button"
      className={styles.chip}
      style={style}
      data-event={event.id}
      data-look={look === "line" && isBar(event) ? "bar" : look}
      data-tone={toneOf(event.category)}
      data-continued={isContinued || undefined}
      data-goes-on={goesOn || undefined}
      data-low={isLow || undefined}
      data-dragged={isDragged || undefined}
      aria-label={event.createdByAi ? `${name}, AI Created` : name}
      title={name}
      tabIndex={isStop ? 0 : -1}
      onClick={() => openEvent(event.id)}
      onKeyDown={onKeyDown}
    >
      {look === "line" && !isBar(event) && <span className={styles.dot} />}
      {look === "line" && !isBar(event) && <span className={styles.start}>{start}</span>}
      {event.createdByAi && <Sparkles size={12} strokeWidth={2} aria-hidden />}
      <span className={styles.title}>{title}</span>
      {look === "block" && (
        <span className={styles.detail}>{event.location ? `${start} · ${event.location}` : start}</span>
      )}
      {look === "block" && <span className={styles.handle} data-resize aria-hidden />}
    </button>
  );
}
