import { useSyncExternalStore } from "react";

/** The time in milliseconds as the last whole period began, such as the minute; renders again as the next one begins. */
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
