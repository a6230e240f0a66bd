import type { RefObject } from "react";
import type { EventOnWire } from "../../model.ts";
import { daysBetween } from "../days.ts";
import { moveEvent } from "../events/event-actions.ts";
import { clockSpan, lengthened, shifted, type Times } from "../events/occurrence.ts";
import { openNewEvent } from "../events/open-editor.ts";
import { floored, type Place, placeAt, QUARTER, snapped } from "./hour-geometry.ts";
import { elementUnder, type Pointer, type PointerDrag, usePointerDrag } from "./use-pointer-drag.ts";

type Held = { kind: "move" | "resize" | "create"; event: EventOnWire | undefined };
type Drag = PointerDrag<Place, Held>;

/**
 * Dragging between hours: moves an event, resizes it by its lower edge, or creates one on empty time. Touch needs a
 * long press.
 */
export function useHourDrag(events: readonly EventOnWire[], row: RefObject<HTMLElement | null>) {
  const { drag, handlers } = usePointerDrag<Place, Held>({
    placeUnder: ({ clientX, clientY }) =>
      placeAt([...(row.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])], clientX, clientY),
    pick: (pointer) => pickUnder(pointer, events),
    onDrop: (dropped) => {
      const { event, isReal } = dropped;
      if (!event) openNewEvent(isReal ? newTimes(dropped) : hourAt(dropped.from));
      else if (isReal) void moveEvent(event, timesAfter(dropped, event));
    },
  });
  const moved = drag?.isReal ? drag.event : undefined;
  return {
    /** The events as if the pointer were released now. */
    events:
      drag && moved
        ? events.map((event) => (event.id === moved.id ? { ...event, ...timesAfter(drag, event) } : event))
        : events,
    draggedId: moved?.id,
    /** The empty time being selected. */
    marked: drag?.isReal && !drag.event ? newTimes(drag) : null,
    handlers,
  };
}

function pickUnder(pointer: Pointer, events: readonly EventOnWire[]): Held {
  const id = elementUnder(pointer, "[data-event]")?.dataset.event;
  const event = events.find((each) => each.id === id);
  const kind = !event ? "create" : elementUnder(pointer, "[data-resize]") ? "resize" : "move";
  return { kind, event };
}

function timesAfter({ kind, from, to }: Drag, event: EventOnWire): Times {
  const minutes = snapped(to.minutes - from.minutes);
  const days = daysBetween(from.day, to.day);
  return kind === "resize" ? lengthened(event, minutes + days * 24 * 60) : shifted(event, days, minutes);
}

/** Downwards or upwards, within the day where it began. */
function newTimes({ from, to }: Drag): Times {
  const end = to.day === from.day ? to.minutes : to.day > from.day ? 24 * 60 : 0;
  const [first, last] = from.minutes < end ? [from.minutes, end] : [end, from.minutes];
  const start = floored(first);
  return clockSpan(from.day, start, Math.max(snapped(last), start + QUARTER));
}

/** A click means the hour that begins at the half hour under the pointer. */
export function hourAt({ day, minutes }: Place): Times {
  const start = Math.min(floored(minutes, 30), 23 * 60 + 30);
  return clockSpan(day, start, start + 60);
}
