import { useSyncExternalStore } from "react";

/**
 * The time in milliseconds at the start of the current period, such as the minute; re-renders when the next one
 * begins.
 */
export function useNow(periodMs: number): number {
  return useSyncExternalStore(
    (onChange) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = () => {
        timer = setTimeout(
          () => {
            onChange();
            wait();
          },
          periodMs - (Date.now() % periodMs),
        );
      };
      wait();
      return () => clearTimeout(timer);
    },
    () => Math.floor(Date.now() / periodMs) * periodMs,
  );
}
