import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";

/** Several reads of one page that fail together are one failure. */
const TOGETHER_MS = 3_000;

let shownAt = 0;

/** One toast of the specification for all failed reads of team data. */
export function useFailureToast(hasFailed: boolean): void {
  useFailureReport(hasFailed, () => {
    if (Date.now() - shownAt < TOGETHER_MS) return;
    shownAt = Date.now();
    toast.failure("Failed to load team data");
  });
}
