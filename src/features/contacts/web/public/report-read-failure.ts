import { toast } from "#ui/overlays/toast.ts";

let last = 0;

/** COMM-31, once for all that could not be read at the same time. */
export function reportReadFailure(): void {
  toast.dismiss(last);
  last = toast.failure("Failed to load communication data");
}
