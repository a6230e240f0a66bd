import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";

let last = 0;

/** COMM-31: one toast for all reads that fail at the same time. */
export function reportReadFailure(): void {
  toast.dismiss(last);
  last = toast.failure(t`Failed to load communication data`);
}
