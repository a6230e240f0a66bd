import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import type { EventOnWire } from "../../model.ts";
import { type Day, daysBetween } from "../days.ts";
import { moveEvent } from "../events/event-actions.ts";
import { daySpan, shifted } from "../events/occurrence.ts";
import { hasJustClosed, openNewEvent } from "../events/open-editor.ts";
import { useLongPress } from "./use-long-press.ts";

/** Pixels after which a press is a drag. */
export const DRAG_DISTANCE = 5;

type Point = { clientX: number; clientY: number };

type Drag = { event: EventOnWire | undefined; from: Day; to: Day; x: number; y: number; isReal: boolean };

/**
 * Dragging over cells with `data-day`: moves an event to another day, or creates an event on empty days. Touch
 * scrolls, unless it is a long press.
 */
export function useDayDrag(events: readonly EventOnWire[]) {
  const [drag, setDrag] = useState<Drag | null>(null);
  useEscape(drag !== null, () => setDrag(null));

  /** A touch drag also ends in a click, which must be ignored. */
  const swallowsClick = useRef(false);

  const begin = (pointer: Point & { currentTarget: HTMLElement }, isReal: boolean) => {
    const day = dayUnder(pointer);
    if (!day) return;
    const id = elementUnder(pointer, "[data-event]")?.dataset.event;
    const isOnButton = elementUnder(pointer, "button") !== null;
    if (!id && isOnButton) return;
    const event = events.find((each) => each.id === id);
    setDrag({ event, from: day, to: day, x: pointer.clientX, y: pointer.clientY, isReal });
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
    setDrag({ ...drag, isReal, to: dayUnder(pointer) ?? drag.to });
  };
  const onPointerUp = () => {
    finger.onEnd();
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

const inOrder = ({ from, to }: Drag): [Day, Day] => (from < to ? [from, to] : [to, from]);

export function elementUnder(
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  selector: string,
): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(selector) ?? null;
}

/** The day of the cell under the pointer; a chip may cover the cells of other days. */
function dayUnder(pointer: Point & { currentTarget: HTMLElement }): Day | undefined {
  for (const element of document.elementsFromPoint(pointer.clientX, pointer.clientY)) {
    if (!(element instanceof HTMLElement) || !pointer.currentTarget.contains(element)) continue;
    if (element.dataset.day) return element.dataset.day;
  }
  return undefined;
}

/** Escape cancels the drag without any change. */
export function useEscape(isActive: boolean, letGo: () => void): void {
  useWindowEvent("keydown", ({ key }) => key === "Escape" && letGo(), isActive);
}
