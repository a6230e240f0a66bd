import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";

export const READ_FAILURE = t`Failed to load team data`;

/** Several reads of one page that fail together are one failure. */
const TOGETHER_MS = 3_000;

let shownAt = 0;

/** One toast of the specification for all failed reads of team data. */
export function reportReadFailure(): void {
  if (Date.now() - shownAt < TOGETHER_MS) return;
  shownAt = Date.now();
  toast.failure(READ_FAILURE);
}
