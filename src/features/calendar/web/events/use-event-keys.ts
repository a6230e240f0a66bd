import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { stepAside } from "#ui/layout/direction.ts";
import type { EventOnWire } from "../../model.ts";
import { supposeDropped, supposedTimes } from "../planning/what-if-changes.ts";
import { deleteEvent, moveEvent } from "./event-actions.ts";
import { lengthened, shifted, type Times } from "./occurrence.ts";

/** Up and down: a quarter of an hour between hours, a week in a month, nothing in the all-day lane. */
export type KeyStep = "quarter" | "week" | "days";

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** The keyboard's way to drag: arrows move the event, with Shift they change where it ends; Delete deletes. */
export function useEventKeys(event: EventOnWire, step: KeyStep) {
  return (key: KeyboardEvent<HTMLElement>) => {
    if (key.altKey || key.ctrlKey || key.metaKey) return;
    const isDelete = key.key === "Delete" || key.key === "Backspace";
    const times = isDelete ? undefined : timesAfterKey(supposedTimes(event), key, step);
    if (!isDelete && !times) return;
    key.preventDefault();
    key.stopPropagation();
    if (times) void moveEvent(event, times);
    else if (!supposeDropped(event)) void deleteEvent(event);
  };
}

function timesAfterKey(
  event: EventOnWire,
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  step: KeyStep,
): Times | undefined {
  const days = stepAside(key);
  const steps = STEPS[key];
  if (step === "quarter" && steps)
    return shiftKey ? lengthened(event, steps * 15) : shifted(event, 0, steps * 15);
  if (days && shiftKey && event.isAllDay) return withDays(event, days);
  if (days) return shifted(event, days);
  return steps && step === "week" ? shifted(event, steps * 7) : undefined;
}

/** An all-day event some days longer, a day at least. */
function withDays({ startTime, endTime, isAllDay }: Times, days: number): Times {
  const end = shifted({ startTime, endTime, isAllDay }, days).endTime;
  return { startTime, endTime: Date.parse(end) > Date.parse(startTime) ? end : endTime, isAllDay };
}

/** The event whose chip was unmounted while it had the focus. */
let unmountedFocusId: string | undefined;

/** An event that moves to another cell gets a new chip, which is focused before the next key press. */
export function useRestoredFocus(id: string): RefObject<HTMLButtonElement | null> {
  const chip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = chip.current;
    if (unmountedFocusId === id) {
      // For an event over several weeks, the first part gets the focus.
      unmountedFocusId = undefined;
      element?.focus();
    }
    return () => {
      if (document.activeElement !== element) return;
      unmountedFocusId = id;
      queueMicrotask(() => {
        unmountedFocusId = undefined;
      });
    };
  }, [id]);
  return chip;
}
