import { type PointerEvent, useRef, useState } from "react";
import type { TaskOnWire } from "#features/tasks/model.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { clockSpan, daySpan, type Times } from "../events/occurrence.ts";
import { floored, placeAt } from "../views/hour-geometry.ts";

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 5;
const MINUTES = 60;

/** A task over the grid: where the pointer is, and the time that it would block there. */
export type TaskDrag = { task: TaskOnWire; x: number; y: number; times: Times | null };

type Press = { task: TaskOnWire; x: number; y: number; isReal: boolean };

/** Dragging a task from the panel into the grid; Escape lets go. Fingers scroll: they have the button of the task. */
export function useTaskDrag(onDrop: (task: TaskOnWire, times: Times) => void) {
  // Events may follow each other faster than the page renders: what they act on is not state.
  const press = useRef<Press>(undefined);
  const [drag, setDrag] = useState<TaskDrag | null>(null);
  const release = () => {
    press.current = undefined;
    setDrag(null);
  };
  useWindowEvent("keydown", ({ key }) => key === "Escape" && release(), drag !== null);
  const handlersOf = (task: TaskOnWire) => ({
    onPointerDown({ button, pointerType, pointerId, currentTarget, ...at }: PointerEvent<HTMLElement>) {
      if (button !== 0 || pointerType === "touch") return;
      press.current = { task, x: at.clientX, y: at.clientY, isReal: false };
      // At once: a quick hand has left the row with its first move.
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      const held = press.current;
      if (!held) return;
      held.isReal ||= Math.hypot(x - held.x, y - held.y) > DRAG_DISTANCE;
      if (!held.isReal) return;
      setDrag({ task: held.task, x, y, times: timesUnder(x, y) });
    },
    onPointerUp({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      const held = press.current;
      release();
      const times = held?.isReal ? timesUnder(x, y) : null;
      if (held && times) onDrop(held.task, times);
    },
    onPointerCancel: release,
  });
  return { drag, handlersOf };
}

/** An hour from the quarter under the pointer, or the whole day of a cell without hours. */
function timesUnder(x: number, y: number): Times | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!(element instanceof HTMLElement)) continue;
    const { column, day } = element.dataset;
    if (day) return element.closest("[role=grid]") ? daySpan(day, day) : null;
    const place = column && placeAt([element], x, y);
    if (place) {
      const start = Math.min(floored(place.minutes), 24 * 60 - MINUTES);
      return clockSpan(place.day, start, start + MINUTES);
    }
  }
  return null;
}
