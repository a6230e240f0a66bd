import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";

/** Shows a toast with the reason of a refusal; returns the error, so that the caller can throw it. */
export function showFailure(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}
