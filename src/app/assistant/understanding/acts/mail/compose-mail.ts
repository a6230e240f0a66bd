import type { emails } from "#features/email/emails.ts";
import { joinWords, momentOf } from "../../../format-answer.ts";
import type { Answer, Proposed, Turn } from "../../../intent.ts";
import { asksFor } from "../../act.ts";
import { namesIn } from "../../match-words.ts";
import { addressesOf } from "../../people/find-addresses.ts";
import { orAtNine } from "../../times/in-day.ts";
import { readTime } from "../../times/read-time.ts";
import { between } from "../between.ts";

export type Content = Omit<Parameters<typeof emails.send>[1], "draftId" | "scheduledSend">;
type Recipients = { recipients: string[]; cc: string[]; bcc: string[] };

/** RFC 3676 §4.3: two dashes, a blank and the end of the line; above a text that is passed on, below one's own. */
export const signed = (own: string, signature: string, passedOn = ""): string =>
  [own, signature.trim() && `-- \n${signature.trim()}`, passedOn].filter(Boolean).join("\n\n");

const MARK = /\b(?:in|on) (?:cc|bcc|blind copy|copy)\b/i;
const STARTS = [/\bb?cc(?: to|:)? /i, /\bcopy (?:to|for) /i, /\b(?:copying|cc'?ing) /i];
const AFTER_NAMES = /(?: (?:in|as|saying|that|about)\b|[:;,])/i;

/** Whom the sentence names as getting a copy, as in 'with Clara in copy'. */
export function copiesIn(sentence: string): { names: string[]; isBlind: boolean } {
  const at = sentence.search(MARK);
  const people =
    at >= 0
      ? lastNames(sentence.slice(0, at))
      : STARTS.map((start) => between(sentence, start, AFTER_NAMES)).find(Boolean);
  const isBlind = /\bbcc\b|\bblind (?:carbon )?copy\b/i.test(sentence);
  return { names: people ? namesIn(people) : [], isBlind };
}

/** Of 'an email to Emma, with Clara' what follows 'with', else the comma. */
function lastNames(text: string): string {
  const led = text.split(/\b(?:with|put|have|add|copy)\b/i);
  const last = led.length > 1 ? led.at(-1) : text.split(/[,;:]|\b(?:to|e-?mail|mail|and)\b/i).at(-1);
  return (last ?? "").trim();
}

/** The addresses of those whom the mail is for, and of those who get a copy. */
export async function recipientsOf(
  turn: Turn,
  person: string | undefined,
): Promise<Recipients | { answer: Answer }> {
  const { names, isBlind } = copiesIn(turn.sentence);
  const isCopied = (name: string) => names.some((each) => each.toLowerCase() === name.toLowerCase());
  const to = namesIn((person ?? "").replace(/ (?:in|on) (?:cc|copy)$/i, "")).filter(
    (name) => !isCopied(name),
  );
  if (to.length === 0) return { answer: asksFor("To whom?") };
  const recipients = await addressesOf(turn, to.join(", "));
  if ("answer" in recipients) return recipients;
  const copies = names.length > 0 ? await addressesOf(turn, names.join(", ")) : { addresses: [] };
  if ("answer" in copies) return copies;
  return {
    recipients: recipients.addresses,
    cc: isBlind ? [] : copies.addresses,
    bcc: isBlind ? copies.addresses : [],
  };
}

/** When it is to be sent; a question where the words do not name a time that lies ahead. */
export function sendingTime(turn: Turn, when: string | undefined): { at: Date | null } | { answer: Answer } {
  if (
    !when ||
    /^(?:now|right now|right away|immediately|at once|asap|today|straight away)$/i.test(when.trim())
  )
    return { at: null };
  const moment = readTime(turn, when);
  if (!moment) return { answer: asksFor(`When is '${when}'?`) };
  // What is sent on a day goes out at nine.
  const at = orAtNine(moment, turn.timeZone);
  return at > turn.context.now ? { at } : { answer: asksFor("That time has passed. When shall it be sent?") };
}

export type Sending = {
  content: Content;
  draftId?: string;
  at: Date | null;
  cards?: Answer["cards"];
  /** What is shown of the text. */
  text: string;
};

/** Sending waits for approval, with all that is sent. */
export function proposesSending(turn: Turn, { content, draftId, at, cards = [], text }: Sending): Answer {
  const { subject, recipients = [], cc = [], bcc = [], attachmentIds = [] } = content;
  const copy = cc.length > 0 ? `, copy to ${joinWords(cc)}` : "";
  const blind = bcc.length > 0 ? `, blind copy to ${joinWords(bcc)}` : "";
  const to = `${joinWords(recipients)}${copy}${blind}`;
  const later = at ? ` ${momentOf(at, turn.clock)}` : "";
  const files =
    attachmentIds.length > 0 ? ` (with ${attachmentIds.length} files)`.replace("1 files", "1 file") : "";
  const proposed: Proposed = {
    capability: "emails.send",
    input: {
      ...content,
      ...(draftId && { draftId }),
      ...(at && { scheduledSend: at.toISOString() }),
    },
    summary: `Send '${subject}' to ${to}${later}${files}: ${text}`.slice(0, 2000),
  };
  return {
    text: `Shall I send '${subject}' to ${to}${later}${files}? ${text.slice(0, 600)}`,
    cards,
    proposed: [proposed],
  };
}
