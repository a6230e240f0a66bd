import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";

/** What was refused says why; answers the error, for whoever throws it on. */
export function showFailure(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}
