import { t } from "#i18n/message.ts";
import { AppError } from "../errors.ts";

const MAX_DEPTH = 32;
const MAX_ARRAY = 1000;

/** Limits that hold for every input whatever its schema: nesting, array length, NUL (PostgreSQL text cannot hold it). */
export function checkInputShape(value: unknown, depth = 0): void {
  if (typeof value === "string") {
    if (value.includes("\u0000")) throw new AppError("invalid", t`Text must not contain NUL characters`);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) throw new AppError("invalid", t`Input is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value) && value.length > MAX_ARRAY)
    throw new AppError("invalid", t`Lists hold at most ${MAX_ARRAY} entries`);
  for (const [key, child] of Object.entries(value)) {
    checkInputShape(key, depth);
    checkInputShape(child, depth + 1);
  }
}
