import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";

/** Several reads of one page that fail together are one failure. */
const TOGETHER_MS = 3_000;

let shownAt = 0;

/** The toast of the specification, once, whatever of the team could not be read. */
export function useFailureToast(hasFailed: boolean): void {
  useFailureReport(hasFailed, () => {
    if (Date.now() - shownAt < TOGETHER_MS) return;
    shownAt = Date.now();
    toast.failure("Failed to load team data");
  });
}
