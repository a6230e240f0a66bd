import { type PointerEvent, useEffect, useState } from "react";
import type { EventOnWire } from "../model.ts";
import { moveEvent } from "./act-on-events.ts";
import { type Day, daysBetween } from "./days.ts";
import { daySpan, shifted } from "./occurrence.ts";
import { hasJustClosed, openNewEvent } from "./open-editor.ts";

/** Pixels after which a press is a drag. */
export const DRAG_DISTANCE = 5;

type Drag = { event: EventOnWire | undefined; from: Day; to: Day; x: number; y: number; isReal: boolean };

/**
 * Dragging over cells that carry `data-day`: an event goes to another day, empty days become a new event. Fingers scroll
 * instead.
 */
export function useDayDrag(events: readonly EventOnWire[]) {
  const [drag, setDrag] = useState<Drag | null>(null);
  useEscape(drag !== null, () => setDrag(null));

  const onPointerDown = (pointer: PointerEvent<HTMLElement>) => {
    const day = dayUnder(pointer);
    if (hasJustClosed() || pointer.button !== 0 || pointer.pointerType === "touch" || !day) return;
    const id = elementUnder(pointer, "[data-event]")?.dataset.event;
    const isOnButton = elementUnder(pointer, "button") !== null;
    if (!id && isOnButton) return;
    const event = events.find((each) => each.id === id);
    setDrag({ event, from: day, to: day, x: pointer.clientX, y: pointer.clientY, isReal: false });
  };
  const onPointerMove = (pointer: PointerEvent<HTMLElement>) => {
    if (!drag) return;
    const { clientX, clientY, pointerId, currentTarget } = pointer;
    const isReal = drag.isReal || Math.hypot(clientX - drag.x, clientY - drag.y) > DRAG_DISTANCE;
    if (!isReal) return;
    // Captured only now, so that a mere click still reaches the event.
    currentTarget.setPointerCapture(pointerId);
    setDrag({ ...drag, isReal, to: dayUnder(pointer) ?? drag.to });
  };
  const onPointerUp = () => {
    if (!drag) return;
    setDrag(null);
    if (!drag.isReal) return;
    const days = daysBetween(drag.from, drag.to);
    if (!drag.event) openNewEvent(daySpan(...inOrder(drag)));
    else if (days !== 0) void moveEvent(drag.event, shifted(drag.event, days));
  };
  const moved = drag?.isReal ? drag.event : undefined;
  const days = drag ? daysBetween(drag.from, drag.to) : 0;
  return {
    /** As they would be if the pointer were let go now. */
    events: moved
      ? events.map((event) => (event.id === moved.id ? { ...event, ...shifted(event, days) } : event))
      : events,
    draggedId: moved?.id,
    isPicked: (day: Day) => {
      if (!drag?.isReal || drag.event) return false;
      const [first, last] = inOrder(drag);
      return first <= day && day <= last;
    },
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) },
  };
}

const inOrder = ({ from, to }: Drag): [Day, Day] => (from < to ? [from, to] : [to, from]);

export function elementUnder(
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  selector: string,
): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(selector) ?? null;
}

/** The day of the cell under the pointer; a chip may lie over the cells of other days. */
function dayUnder(pointer: PointerEvent<HTMLElement>): Day | undefined {
  for (const element of document.elementsFromPoint(pointer.clientX, pointer.clientY)) {
    if (!(element instanceof HTMLElement) || !pointer.currentTarget.contains(element)) continue;
    if (element.dataset.day) return element.dataset.day;
  }
  return undefined;
}

/** Escape lets go of what is dragged, without any effect. */
export function useEscape(isActive: boolean, letGo: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape") letGo();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  });
}
