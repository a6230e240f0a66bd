import { useEffect, useEffectEvent } from "react";

/** Reports outside of the page, in a toast or the console, that what it shows could not be read: once for each failure. */
export function useFailureReport(hasFailed: boolean, report: () => void): void {
  const say = useEffectEvent(report);
  useEffect(() => {
    if (hasFailed) say();
  }, [hasFailed]);
}
