import { t } from "#i18n/message.ts";
import { AppError, ERROR_STATUS, type ErrorCode, type ErrorDetails } from "#platform/capability/errors.ts";
import { translated, translatedValues } from "#platform/language/in-language.ts";
import type { Log } from "#platform/log/log.ts";

export type ErrorBody = {
  error: { code: ErrorCode | "internal"; message: string; requestId: string; details?: ErrorDetails };
};

/** The only mapper from thrown values to answers: an AppError's message is sent, anything else only logged. */
export function errorAnswer(
  error: unknown,
  requestId: string,
  log: Log,
): { status: number; body: ErrorBody } {
  if (error instanceof AppError) {
    const { code, details } = error;
    const message = translated(error.message);
    const fields = details.fields && translatedValues(details.fields);
    const hasDetails = Object.keys(details).length > 0;
    return {
      status: ERROR_STATUS[code],
      body: {
        error: {
          code,
          message,
          requestId,
          ...(hasDetails && { details: fields ? { ...details, fields } : details }),
        },
      },
    };
  }
  log.error("Unexpected error", { error, requestId });
  const message = t`Something went wrong on our side. Nothing was changed.`;
  return { status: 500, body: { error: { code: "internal", message, requestId } } };
}

export function errorResponse(error: unknown, requestId: string, log: Log): Response {
  const { status, body } = errorAnswer(error, requestId, log);
  const headers = new Headers();
  const { retryAfter } = body.error.details ?? {};
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return Response.json(body, { status, headers });
}
