import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { hasJustClosed } from "../events/open-editor.ts";
import { useLongPress } from "./use-long-press.ts";

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 5;

export type Pointer = { clientX: number; clientY: number; currentTarget: HTMLElement };

/** From where to where something is dragged. `isReal` once the pointer went far enough, or the finger rested. */
export type PointerDrag<Place, Held> = Held & {
  from: Place;
  to: Place;
  x: number;
  y: number;
  isReal: boolean;
};

type PointerDragHandlers<Place, Held> = {
  placeUnder(pointer: Pointer): Place | undefined;
  /** What a press there takes hold of; nothing for what is no drag. */
  pick(pointer: Pointer): Held | undefined;
  /** Of a mere click too, which is not real. */
  onDrop(drag: PointerDrag<Place, Held>): void;
};

/** Dragging with a mouse at once, with a finger after it has rested. Escape lets go without any effect. */
export function usePointerDrag<Place, Held>({ placeUnder, pick, onDrop }: PointerDragHandlers<Place, Held>) {
  const [drag, setDrag] = useState<PointerDrag<Place, Held> | null>(null);
  useWindowEvent("keydown", ({ key }) => key === "Escape" && setDrag(null), drag !== null);
  const { swallowsClick, handlers: clickHandlers } = useSwallowedClick();

  const startDrag = (pointer: Pointer, isReal: boolean) => {
    const place = placeUnder(pointer);
    const picked = place && pick(pointer);
    if (place && picked)
      setDrag({ ...picked, from: place, to: place, x: pointer.clientX, y: pointer.clientY, isReal });
  };
  const finger = useLongPress(drag !== null, (press) => {
    swallowsClick.current = true;
    press.currentTarget.setPointerCapture(press.pointerId);
    startDrag(press, true);
  });
  const onPointerDown = (pointer: PointerEvent<HTMLElement>) => {
    swallowsClick.current = false;
    if (hasJustClosed(pointer) || pointer.button !== 0) return;
    if (pointer.pointerType === "touch") finger.onDown(pointer);
    else startDrag(pointer, false);
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
  const release = () => {
    finger.onEnd();
    setDrag(null);
  };
  const onPointerUp = () => {
    release();
    if (drag) onDrop(drag);
  };
  return {
    drag,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release, ...clickHandlers },
  };
}

/** A touch drag also ends in a click, which must be ignored. */
function useSwallowedClick() {
  const swallowsClick = useRef(false);
  const handlers = {
    onClickCapture: (click: MouseEvent) => {
      if (swallowsClick.current) click.stopPropagation();
      swallowsClick.current = false;
    },
    onContextMenu: (menu: MouseEvent) => {
      if (swallowsClick.current) menu.preventDefault();
    },
  };
  return { swallowsClick, handlers };
}

export function elementUnder(
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  selector: string,
): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(selector) ?? null;
}
