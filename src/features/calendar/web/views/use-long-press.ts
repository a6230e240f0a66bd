import { type PointerEvent, useEffect, useRef } from "react";

type Press = Pick<PointerEvent<HTMLElement>, "clientX" | "clientY" | "pointerId" | "currentTarget">;

/** Milliseconds that a finger rests before it drags instead of scrolling. */
const HOLD_MS = 350;
/** Pixels that a resting finger may stray. */
const MAX_DRIFT = 8;

/**
 * Touch scrolls; a long press drags. `isHolding`: a drag is active, then the page must not scroll. Only a listener
 * registered before the touch began can prevent that.
 */
export function useLongPress(isHolding: boolean, onStart: (press: Press) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = useRef({ x: 0, y: 0 });
  const holding = useRef(false);
  useEffect(() => {
    holding.current = isHolding;
  }, [isHolding]);
  useEffect(() => {
    const preventScroll = (touch: TouchEvent) => {
      if (holding.current && touch.cancelable) touch.preventDefault();
    };
    window.addEventListener("touchmove", preventScroll, { passive: false });
    return () => {
      window.removeEventListener("touchmove", preventScroll);
      clearTimeout(timer.current);
    };
  }, []);
  return {
    onDown: ({ clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) => {
      at.current = { x: clientX, y: clientY };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        holding.current = true;
        onStart({ clientX, clientY, pointerId, currentTarget });
      }, HOLD_MS);
    },
    onMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (Math.hypot(clientX - at.current.x, clientY - at.current.y) > MAX_DRIFT) clearTimeout(timer.current);
    },
    onEnd: () => clearTimeout(timer.current),
  };
}
