import { withoutDue } from "../dates/drop-due.ts";
import { readDue } from "../dates/read-due.ts";
import { findingOf as promiseOf } from "../extraction/gather-promises.ts";
import {
  type Finding,
  type OpenAsk,
  quoteOf,
  type ReadMessage,
  summaryOf,
} from "../extraction/read-messages.ts";
import type { Candidate } from "./describe-candidate.ts";

/** What a clause that no rule knows promises or asks. */
export function findingOf(
  kind: Finding["kind"],
  read: ReadMessage,
  open: readonly OpenAsk[],
  { sentence, clause }: Candidate,
): Finding {
  const { message, sentences, addressees, moment } = read;
  const { start, end, verb } = clause;
  if (kind === "promise") {
    const isShort = verb < 0 || end - start <= 4;
    const cue = isShort && open.length > 0 ? "idiom" : "present";
    return promiseOf(read, sentence, { start, end, verb: verb < 0 ? start : verb, cue }, start === 0, open);
  }
  const own = sentences[sentence]?.tokens.slice(start, end) ?? [];
  return {
    kind,
    by: message.author,
    to: addressees[sentence] ?? null,
    what: summaryOf(message.text, withoutDue(own, moment)),
    due: readDue(own, moment),
    ...quoteOf(message.text, own),
    rule: "none",
  };
}
