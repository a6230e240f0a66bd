import { AppError, ERROR_STATUS, type ErrorCode, type ErrorDetails } from "#platform/capability/errors.ts";
import type { Log } from "#platform/log/log.ts";

export type ErrorBody = {
  error: { code: ErrorCode | "internal"; message: string; requestId: string; details?: ErrorDetails };
};

/** The only mapper from thrown values to HTTP responses: an AppError's message is sent, anything else only logged. */
export function errorResponse(error: unknown, requestId: string, log: Log): Response {
  if (error instanceof AppError) return appErrorResponse(error, requestId);
  log.error("Unexpected error", { error, requestId });
  const message = "Something went wrong on our side. Nothing was changed.";
  return Response.json({ error: { code: "internal", message, requestId } } satisfies ErrorBody, {
    status: 500,
  });
}

function appErrorResponse({ code, message, details }: AppError, requestId: string): Response {
  const body: ErrorBody = { error: { code, message, requestId } };
  if (Object.keys(details).length > 0) body.error.details = details;
  const headers = new Headers();
  if (details.retryAfter !== undefined) headers.set("retry-after", String(details.retryAfter));
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}
