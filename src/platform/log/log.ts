import { type DestinationStream, destination, pino } from "pino";
import type { Config } from "#platform/config/config.ts";

/**
 * The only fields of a log line (security.md D39): no bodies, no query strings, no email addresses. A field that is not
 * named here is dropped, even if a type was cast away.
 */
export type LogFields = {
  requestId?: string;
  userId?: string | null;
  method?: string;
  /** Without query string. */
  path?: string;
  status?: number;
  durationMs?: number;
  capability?: string;
  resource?: string;
  job?: string;
  signal?: string;
  version?: string;
  /** Name of an instance setting, never its value. */
  setting?: string;
  /** How a delivery ended: a fixed word, never the text of a server. */
  outcome?: string;
  count?: number;
  error?: unknown;
};

export type Log = Record<"debug" | "info" | "warn" | "error" | "fatal", Write>;
type Write = (message: string, fields?: LogFields) => void;

const ALLOWED: ReadonlySet<string> = new Set<keyof LogFields>([
  "requestId",
  "userId",
  "method",
  "path",
  "status",
  "durationMs",
  "capability",
  "resource",
  "job",
  "signal",
  "version",
  "setting",
  "outcome",
  "count",
  "error",
]);

/** Writes one line of JSON per event to standard error, synchronously: a crash loses none. */
export function createLog(
  level: Config["logLevel"],
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: pickAllowedFields },
      serializers: { error: describeError },
      redact: { paths: REDACTED, censor: "[redacted]" },
    },
    stream,
  );
  const at =
    (severity: keyof Log): Write =>
    (message, fields = {}) =>
      logger[severity](fields, message);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), fatal: at("fatal") };
}

/** A second safeguard, in case one of these is ever allowed above. */
const REDACTED = ["password", "token", "cookie", "authorization", "secret"].flatMap((key) => [
  key,
  `*.${key}`,
]);

function pickAllowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const allowed = Object.entries(fields).filter(([name]) => ALLOWED.has(name));
  return Object.fromEntries(
    allowed.map(([name, value]) => [name, name === "path" ? withoutQuery(value) : value]),
  );
}

const withoutQuery = (path: unknown) => String(path).replace(/[?#].*$/s, "");

type ErrorText = { name: string; code?: string; message: string; stack: string[]; cause?: ErrorText };

/** Name, code, message and frames only: the driver's detail and the parameters of a failed query hold user data. */
function describeError(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: typeof error, message: "not an Error", stack: [] };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    ...(typeof code === "string" ? { code } : {}),
    message: error.message.replace(/(?<!\s)\s*\bparams: .*$/s, "").slice(0, MESSAGE_LENGTH),
    stack: framesOf(error),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

const MESSAGE_LENGTH = 1000;

const framesOf = (error: Error) =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
