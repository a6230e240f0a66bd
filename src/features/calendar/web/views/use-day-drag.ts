import type { EventOnWire } from "../../model.ts";
import { type Day, daysBetween } from "../days.ts";
import { moveEvent } from "../events/event-actions.ts";
import { daySpan, shifted } from "../events/occurrence.ts";
import { openNewEvent } from "../events/open-editor.ts";
import { elementUnder, type Pointer, type PointerDrag, usePointerDrag } from "./use-pointer-drag.ts";

type Held = { event: EventOnWire | undefined };

/**
 * Dragging over cells with `data-day`: moves an event to another day, or creates an event on empty days. Touch
 * scrolls, unless it is a long press.
 */
export function useDayDrag(events: readonly EventOnWire[]) {
  const { drag, handlers } = usePointerDrag<Day, Held>({
    placeUnder: dayUnder,
    pick: (pointer) => {
      const id = elementUnder(pointer, "[data-event]")?.dataset.event;
      const isOnButton = elementUnder(pointer, "button") !== null;
      return !id && isOnButton ? undefined : { event: events.find((each) => each.id === id) };
    },
    onDrop: (dropped) => {
      if (!dropped.isReal) return;
      const days = daysBetween(dropped.from, dropped.to);
      if (!dropped.event) openNewEvent(daySpan(...inOrder(dropped)));
      else if (days !== 0) void moveEvent(dropped.event, shifted(dropped.event, days));
    },
  });
  const moved = drag?.isReal ? drag.event : undefined;
  const days = drag ? daysBetween(drag.from, drag.to) : 0;
  return {
    /** The events as if the pointer were released now. */
    events: moved
      ? events.map((event) => (event.id === moved.id ? { ...event, ...shifted(event, days) } : event))
      : events,
    draggedId: moved?.id,
    isPicked: (day: Day) => {
      if (!drag?.isReal || drag.event) return false;
      const [first, last] = inOrder(drag);
      return first <= day && day <= last;
    },
    handlers,
  };
}

const inOrder = ({ from, to }: PointerDrag<Day, Held>): [Day, Day] => (from < to ? [from, to] : [to, from]);

/** The day of the cell under the pointer; a chip may cover the cells of other days. */
function dayUnder(pointer: Pointer): Day | undefined {
  for (const element of document.elementsFromPoint(pointer.clientX, pointer.clientY)) {
    if (!(element instanceof HTMLElement) || !pointer.currentTarget.contains(element)) continue;
    if (element.dataset.day) return element.dataset.day;
  }
  return undefined;
}
