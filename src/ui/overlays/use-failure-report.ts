import { useEffect, useEffectEvent } from "react";

/** Reports, in a toast or the console, that content could not be loaded: once for each failure. */
export function useFailureReport(hasFailed: boolean, report: () => void): void {
  const reportFailure = useEffectEvent(report);
  useEffect(() => {
    if (hasFailed) reportFailure();
  }, [hasFailed]);
}
