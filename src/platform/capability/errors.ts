import { t } from "#i18n/message.ts";

/** The errors that a person can act on (house style, rule 12). */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** An agent's act waits for its person's approval; nothing has happened yet. */
  approval_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  upstream: 502,
  /**
   * The database is unreachable, or the instance is closed for maintenance: the request may be valid but must be
   * retried.
   */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export type ErrorDetails = {
  /** Messages by field path (`"dueDate"`, `"tags.3"`). */
  fields?: Record<string, string>;
  /** Seconds to wait before another try. */
  retryAfter?: number;
  /** True where an administrator has closed the instance. */
  isMaintenance?: true;
  /** The request that waits for approval, and its expiry. */
  approval?: { id: string; state: "waiting"; expiresAt: string };
  /** On a conflict: the record as it stands now, in its wire form. */
  current?: unknown;
};

/** Text in `message` is shown to people. Anything that is not an AppError is a bug and shown as a request id only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

export const notFound = (noun: string) => new AppError("not_found", t`${noun} not found`);
