import { eq, inArray, ne } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { evidenceColumns, write } from "../change-commitments.ts";
import { CERTAIN, isActive, type ThreadKind } from "../commitment-model.ts";
import { readDue } from "../dates/read-due.ts";
import { readTokens } from "../extraction/read-tokens.ts";
import { listLearnedParties } from "../learn-from-refusals.ts";
import type { Reader } from "../model.ts";
import { ownCommitments, type Row } from "../read-commitments.ts";
import { commitments } from "../tables.ts";
import type { Finding } from "./list-findings.ts";
import { recordOf, SOURCES, type SourceMessage, type Thread } from "./load-thread.ts";
import { matchKnown } from "./match-known.ts";
import { isDoneLine } from "./parse-minutes.ts";

/** Texts that are changed in place; a message never is. */
const EDITABLE: readonly ThreadKind[] = ["decision", "document", "event"];

/**
 * Follows a text that was changed: what is known moves with its words, has the date and the person of words about the
 * same matter that take their place, and is withdrawn where there are none; it returns with its words. What the person
 * changed or reopened stays. Returns the ids of what is changed.
 */
export async function reviseKnown(
  context: SignedIn,
  thread: Thread,
  messages: readonly SourceMessage[],
  findings: readonly Finding[],
  { timeZone }: Reader,
): Promise<string[]> {
  if (!EDITABLE.includes(thread.kind)) return [];
  const { kind } = SOURCES[thread.kind];
  const rows = await context.db
    .select()
    .from(commitments)
    .where(
      ownCommitments(
        context,
        eq(commitments.threadId, thread.id),
        eq(commitments.sourceKind, kind),
        ne(commitments.origin, "person"),
      ),
    )
    .orderBy(commitments.id);
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  const found = matchKnown(rows, findings);
  const withdrawn = rows.filter(isWithdrawn).flatMap(({ party }) => party ?? []);
  const learned = withdrawn.length > 0 ? await listLearnedParties(context, withdrawn) : [];
  const doubted = new Set(learned.map(({ party }) => party));
  const changes = rows.flatMap((row) => {
    const text = texts.get(row.sourceId ?? "");
    if (text === undefined || row.quote === null) return [];
    const known = { row, quote: row.quote, finding: found.get(row.id), text, thread, timeZone };
    const change = changeOf(context, { ...known, isDoubted: doubted.has(row.party ?? "") });
    return change ? [{ id: row.id, change }] : [];
  });
  const ids = changes.map(({ id }) => id);
  // At once, because a line may move to where another was, and two are never at the same place.
  if (ids.length > 0)
    await context.db
      .update(commitments)
      .set({ sourceOffset: null })
      .where(ownCommitments(context, inArray(commitments.id, ids)));
  for (const { id, change } of changes) await write(context, id, change);
  return ids;
}

type Known = {
  row: Row;
  quote: string;
  /** What is found now in its place. */
  finding: Finding | undefined;
  text: string;
  thread: Thread;
  timeZone: string;
  /** Too much of the same person was refused. */
  isDoubted: boolean;
};
type Change = Partial<Row> & Pick<Row, "sourceOffset">;

function changeOf(context: SignedIn, known: Known): Change | null {
  const { row, quote, finding, text } = known;
  if (finding) return changeTo(context, known, finding);
  const at = placeOf(text, quote, row.sourceOffset);
  if (at >= 0 && isDone(text, at)) return closeAs("met", context, known, at);
  if (at < 0 || isContinued(text, at + quote.length)) return closeAs("dropped", context, known, null);
  return at === row.sourceOffset ? null : { sourceOffset: at, ...reopening(known) };
}

/** Its words may be others, or be those of a person who is known only now. */
function changeTo(context: SignedIn, known: Known, finding: Finding): Change | null {
  const { row, quote, timeZone } = known;
  const { party, partyName, sourceOffset } = finding;
  const place = { quote: finding.quote, sourceOffset, party, partyName };
  if (finding.quote === quote) {
    const isInPlace = row.sourceOffset === sourceOffset && row.party === party;
    return isInPlace ? null : { ...place, ...reopening(known) };
  }
  if (!isActive(row.state) && !isWithdrawn(row)) return place;
  const { due, dueDay, hasTime, what } = finding;
  const [before, after] = [quote, finding.quote].map((words) => dueOf(words, context.now, timeZone));
  return {
    ...place,
    ...(isFrom(row.what, quote) && { what }),
    ...(before !== after && { due, dueDay, hasTime }),
    ...reopening(known),
  };
}

/** Where the text names another date than before, it counts, and otherwise what the person chose. */
function dueOf(words: string, at: Date, timeZone: string): number | undefined {
  const moment = { at, timeZone, clock: wallClock(at, timeZone) };
  return readDue(readTokens(words, 0, words.length), moment)?.at.getTime();
}

/** Whether these are words of the quote, and none of the person's own; the form of the verb may be another. */
function isFrom(what: string, quote: string): boolean {
  const wordsOf = (words: string) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const quoted = new Set(wordsOf(quote));
  return wordsOf(what).every((word, at) => at === 0 || quoted.has(word));
}

const placeOf = (text: string, quote: string, before: number | null): number =>
  before !== null && text.startsWith(quote, before) ? before : text.indexOf(quote);

function isDone(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return isDoneLine(text.slice(at === 0 ? 0 : start, end < 0 ? text.length : end));
}

/** More words of the same sentence. */
const isContinued = (text: string, end: number): boolean =>
  !/[.!?…]/.test(text[end - 1] ?? "") && /^[^\S\n]*[\p{L}\p{N}([–—-]/u.test(text.slice(end, end + 20));

function closeAs(
  state: "met" | "dropped",
  { now }: SignedIn,
  { row, thread }: Known,
  sourceOffset: number | null,
): Change | null {
  const isOpen = isActive(row.state) && row.evidenceAfter === null;
  // Withdrawn once and reopened by an undo.
  const isChosen = state === "dropped" && row.sourceOffset === null;
  if (!isOpen || isChosen) return row.sourceOffset === sourceOffset ? null : { sourceOffset };
  const sentence = state === "met" ? t`Its text says that it is done` : t`Its text no longer says so`;
  const record = recordOf(thread, row.sourceId ?? thread.id);
  return { state, sourceOffset, ...evidenceColumns({ ...record, sentence, at: now }) };
}

/** As if it were found for the first time. */
function reopening({ row, isDoubted }: Known): Partial<Row> {
  if (!isWithdrawn(row)) return {};
  const isCertain = row.confidence >= CERTAIN && !isDoubted;
  return { state: isCertain ? "open" : "proposed", ...evidenceColumns(null) };
}

/** Dropped by a reading, and not by the person. */
const isWithdrawn = ({ state, sourceOffset, evidenceKind }: Row): boolean =>
  state === "dropped" && sourceOffset === null && evidenceKind !== null;
