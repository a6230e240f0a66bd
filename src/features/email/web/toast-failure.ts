import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";

/** Shows the toast of a failure and gives the error back. */
export function toastFailure(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}

/** 'Failed to save email: …' with what the server says. */
export function toastFailureReason(title: string, error: unknown): unknown {
  toast.failure(`${title}: ${reasonOf(error)}`);
  return error;
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : t`unknown error`;
