import type { OpenEmailOnWire } from "../../model.ts";
import { formatMoment } from "../format-moment.ts";
import { nameOf } from "../reading/format-people.ts";

const MAX_QUOTED_CHARACTERS = 20_000;

/**
 * The quoted text of the email being answered, line by line (RFC 3676 §4.5). Its first line is in English in every
 * language of the interface: `split-written.ts` and `signature.ts` find the quote by it.
 */
export function quoteOf({
  body,
  sender,
  createdAt,
}: Pick<OpenEmailOnWire, "body" | "sender" | "createdAt">): string {
  const lines = body.trim().slice(0, MAX_QUOTED_CHARACTERS).split("\n");
  const quoted = lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`));
  return [`On ${formatMoment(createdAt)}, ${nameOf(sender)} wrote:`, ...quoted].join("\n");
}

/** RFC 3676 §4.3: two dashes, a blank and the end of the line. */
export const signed = (body: string, signature: string): string =>
  signature.trim() === ""
    ? body
    : `\n\n-- \n${signature.trim()}${body === "" ? "" : `\n\n${body.trimStart()}`}`;
