import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { AppError, type ErrorCode, type ErrorDetails } from "#platform/capability/errors.ts";

/**
 * The PostgreSQL error that caused what a query threw, or null: for capabilities with their own message for a
 * violation.
 */
export function databaseError(error: unknown): pg.DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : null;
}

/** Whether a prepared statement cannot be used on its connection any more: after a change of a table, or of the proxy's. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = databaseError(error) ?? {};
  return code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery");
}

/**
 * The AppError for a failed query, by SQLSTATE (PostgreSQL manual, appendix A), with the original as its cause; the
 * error itself if only a programmer can fix it.
 */
export function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const answer = cause instanceof pg.DatabaseError ? answerTo(cause) : isLostConnection(cause) && UNREACHABLE;
  if (!answer) return error;
  const [code, message, details] = answer;
  return Object.assign(new AppError(code, message, details), { cause: error });
}

type Answer = readonly [code: ErrorCode, message: string, details?: ErrorDetails];

const UNREACHABLE: Answer = [
  "unavailable",
  "The database cannot be reached right now. Please try again in a moment",
  { retryAfter: 5 },
];
const TOO_BUSY: Answer = [
  "unavailable",
  "The database is too busy right now. Please try again",
  { retryAfter: 5 },
];

const BY_STATE: Readonly<Record<string, Answer>> = {
  "23001": ["conflict", "Something else still uses this"],
  "23502": ["invalid", "A required value is missing"],
  "23505": ["conflict", "This already exists"],
  "23514": ["invalid", "A value is not allowed here"],
  "23P01": ["conflict", "This overlaps with something that exists"],
  "40001": ["conflict", "Somebody changed this at the same moment. Please try again"],
  "40P01": ["conflict", "Somebody changed this at the same moment. Please try again"],
  "53100": ["unavailable", "The disk of the database is full. Nothing was saved"],
  "55P03": TOO_BUSY,
  "57014": TOO_BUSY,
  "25P03": TOO_BUSY,
};

/** By the first two characters, where all errors of a class read alike. */
const BY_CLASS: Readonly<Record<string, Answer>> = {
  "08": UNREACHABLE,
  "22": ["invalid", "A value is too long, out of range or not in the right form"],
  "53": TOO_BUSY,
  "54": ["invalid", "A value is too large"],
  "57": UNREACHABLE,
};

function answerTo(error: pg.DatabaseError): Answer | undefined {
  const { code = "", routine, message } = error;
  if (code === "23503")
    return message.startsWith("update or delete")
      ? BY_STATE["23001"]
      : ["not_found", "What this refers to was not found"];
  // A policy refused the row; the same state from any other routine is a missing grant, which is a bug.
  if (code === "42501") return routine === "ExecWithCheckOptions" ? ["not_found", "Not found"] : undefined;
  return BY_STATE[code] ?? BY_CLASS[code.slice(0, 2)];
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === "connect" || syscall === "getaddrinfo" || LOST.has(code ?? "")) return true;
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout )/.test(
    error.message,
  );
}

const LOST: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNREFUSED", "ETIMEDOUT"]);
