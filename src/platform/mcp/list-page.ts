import { ProtocolError } from "./protocol-error.ts";

const MAX_CURSOR = 200;

/**
 * One page of a list with unique keys, after the entry that an opaque cursor names. Throws InvalidParams for a cursor that
 * is not of this list, as the protocol asks (MCP 2025-11-25, Pagination).
 */
export function listPage<T>(
  all: readonly T[],
  keyOf: (entry: T) => string,
  size: number,
  cursor: string | undefined,
): { page: readonly T[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : placeAfter(all.map(keyOf), cursor);
  const page = all.slice(from, from + size);
  const last = page.at(-1);
  const isLast = last === undefined || from + size >= all.length;
  return { page, ...(!isLast && { nextCursor: encode(keyOf(last)) }) };
}

function placeAfter(keys: readonly string[], cursor: string): number {
  const place = cursor.length > MAX_CURSOR ? -1 : keys.findIndex((key) => encode(key) === cursor);
  if (place < 0) throw new ProtocolError("This cursor is not of this list");
  return place + 1;
}

const encode = (key: string) => Buffer.from(key).toString("base64url");
