import { createHash } from "node:crypto";

/** The id of a row that is always the same for the same text (RFC 9562, version 8): written again, it is the same row. */
export function derivedId(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
