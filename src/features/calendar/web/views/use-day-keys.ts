import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { type Day, dayAt } from "../days.ts";
import { useLatestAddress } from "../use-calendar-address.ts";

/**
 * Walking from day to day by keys, in elements that carry `data-stop`. Another day is drawn a moment after it was chosen:
 * keys that come before count from the day chosen last, and the focus is on it in the frame that shows it.
 */
export function useDayKeys(
  day: Day,
  onPick: (day: Day) => void,
  days: RefObject<HTMLElement | null>,
  how?: FocusOptions,
) {
  const latest = useLatestAddress();
  const isWalking = useRef(false);
  const hasFocus = useRef(false);
  const latestDay = () => latest().date ?? dayAt(new Date());
  const focus = (date: Day) => days.current?.querySelector<HTMLElement>(`[data-stop="${date}"]`)?.focus(how);

  const arriveAt = useEffectEvent((shown: Day) => {
    isWalking.current = false;
    if (hasFocus.current) focus(shown);
  });
  useLayoutEffect(() => arriveAt(day), [day]);
  return {
    /** The day that a key is about which was pressed on the element of this one. */
    dayMeant: (own: Day): Day => (own === day || isWalking.current ? latestDay() : own),
    goTo: (to: Day): void => {
      if (to !== latestDay()) onPick(to);
      focus(to);
      isWalking.current = to !== day;
      // A key came from there. A dialog that gives the focus back does so where React hears nothing.
      hasFocus.current = true;
    },
    /** Whether the focus is on a day is known by these: what is drawn anew loses it without a word. */
    listeners: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        hasFocus.current = target.dataset.stop !== undefined;
        if (target.dataset.stop !== latestDay()) isWalking.current = false;
      },
      onBlur: () => {
        hasFocus.current = false;
      },
    },
  };
}
