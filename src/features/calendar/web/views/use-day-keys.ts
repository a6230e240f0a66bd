import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { type Day, dayAt } from "../days.ts";
import { useLatestAddress } from "../use-calendar-address.ts";

/**
 * Moves from day to day by keys, over elements with `data-stop`. The new day renders a moment after it was chosen:
 * further keys count from the day chosen last, and it gets the focus in the frame that shows it.
 */
export function useDayKeys(
  day: Day,
  onPick: (day: Day) => void,
  days: RefObject<HTMLElement | null>,
  focusOptions?: FocusOptions,
) {
  const latest = useLatestAddress();
  const isMoving = useRef(false);
  const hasFocus = useRef(false);
  const latestDay = () => latest().date ?? dayAt(new Date());
  const focus = (date: Day) =>
    days.current?.querySelector<HTMLElement>(`[data-stop="${date}"]`)?.focus(focusOptions);

  const arriveAt = useEffectEvent((date: Day) => {
    isMoving.current = false;
    if (hasFocus.current) focus(date);
  });
  useLayoutEffect(() => arriveAt(day), [day]);
  return {
    /** The day that a key press refers to, on the element of day `own`. */
    targetDay: (own: Day): Day => (own === day || isMoving.current ? latestDay() : own),
    goTo: (to: Day): void => {
      if (to !== latestDay()) onPick(to);
      focus(to);
      isMoving.current = to !== day;
      // A key press proves the focus. A dialog that returns the focus does so without a React event.
      hasFocus.current = true;
    },
    /** They track whether a day has the focus: a re-rendered element loses it without an event. */
    listeners: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        hasFocus.current = target.dataset.stop !== undefined;
        if (target.dataset.stop !== latestDay()) isMoving.current = false;
      },
      onBlur: () => {
        hasFocus.current = false;
      },
    },
  };
}
