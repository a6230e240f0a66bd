import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import type { EventOnWire } from "../../model.ts";
import { daysBetween } from "../days.ts";
import { moveEvent } from "../events/event-actions.ts";
import { clockSpan, lengthened, shifted, type Times } from "../events/occurrence.ts";
import { hasJustClosed, openNewEvent } from "../events/open-editor.ts";
import { floored, type Place, placeAt, QUARTER, snapped } from "./hour-geometry.ts";
import { DRAG_DISTANCE, elementUnder, useEscape } from "./use-day-drag.ts";
import { useLongPress } from "./use-long-press.ts";

type Point = { clientX: number; clientY: number };

type Drag = {
  kind: "move" | "resize" | "create";
  event: EventOnWire | undefined;
  from: Place;
  to: Place;
  x: number;
  y: number;
  isReal: boolean;
};

/**
 * Dragging between hours: moves an event, resizes it by its lower edge, or creates one on empty time. Touch needs a
 * long press.
 */
export function useHourDrag(events: readonly EventOnWire[], row: RefObject<HTMLElement | null>) {
  const [drag, setDrag] = useState<Drag | null>(null);
  useEscape(drag !== null, () => setDrag(null));
  const placeUnder = ({ clientX, clientY }: Point) =>
    placeAt([...(row.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])], clientX, clientY);

  /** A touch drag also ends in a click, which must be ignored. */
  const swallowsClick = useRef(false);

  const begin = (pointer: Point, isReal: boolean) => {
    const place = placeUnder(pointer);
    if (!place) return;
    const id = elementUnder(pointer, "[data-event]")?.dataset.event;
    const event = events.find((each) => each.id === id);
    const kind = !event ? "create" : elementUnder(pointer, "[data-resize]") ? "resize" : "move";
    setDrag({ kind, event, from: place, to: place, x: pointer.clientX, y: pointer.clientY, isReal });
  };
  const finger = useLongPress(drag !== null, (press) => {
    swallowsClick.current = true;
    press.currentTarget.setPointerCapture(press.pointerId);
    begin(press, true);
  });
  const onPointerDown = (pointer: PointerEvent<HTMLElement>) => {
    swallowsClick.current = false;
    if (hasJustClosed(pointer) || pointer.button !== 0) return;
    if (pointer.pointerType === "touch") finger.onDown(pointer);
    else begin(pointer, false);
  };
  const onPointerMove = (pointer: PointerEvent<HTMLElement>) => {
    finger.onMove(pointer);
    if (!drag) return;
    const { clientX, clientY, pointerId, currentTarget } = pointer;
    const isReal = drag.isReal || Math.hypot(clientX - drag.x, clientY - drag.y) > DRAG_DISTANCE;
    if (!isReal) return;
    // Captured only now, so that a mere click still reaches the event.
    currentTarget.setPointerCapture(pointerId);
    setDrag({ ...drag, isReal, to: placeUnder(pointer) ?? drag.to });
  };
  const onPointerUp = () => {
    finger.onEnd();
    if (!drag) return;
    setDrag(null);
    const { event, isReal } = drag;
    if (!event) openNewEvent(isReal ? newTimes(drag) : hourAt(drag.from));
    else if (isReal) void moveEvent(event, timesAfter(drag, event));
  };
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
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => {
        finger.onEnd();
        setDrag(null);
      },
      onClickCapture: (click: MouseEvent) => {
        if (swallowsClick.current) click.stopPropagation();
        swallowsClick.current = false;
      },
      onContextMenu: (menu: MouseEvent) => {
        if (swallowsClick.current) menu.preventDefault();
      },
    },
  };
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
