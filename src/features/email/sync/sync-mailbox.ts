import { and, eq } from "drizzle-orm";
import type { ImapFlow, MailboxObject, SearchObject } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { mailboxMessages } from "../tables.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
import { prefetchNext } from "./prefetch-next.ts";
import { BARE_QUERY, ENVELOPE_QUERY, type Envelope, readEnvelope } from "./read-envelope.ts";
import { type Cursor, type MailboxRow, moveCursor, type Stored, storeMessages } from "./store-messages.ts";
import { type FlagChange, removeMailboxMessages, storeFlags } from "./sync-flags.ts";

/** One open folder of one account; `write` is a transaction as its owner that tells the owner's pages what changed. */
export type MailboxSync = {
  client: ImapFlow;
  box: MailboxRow;
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  /** Somebody wants to be sure: all flags are compared, whenever that was done last. */
  isAsked: boolean;
  /** For this connection, by folder: the numbers below what is known there, the highest last. */
  older: Map<string, number[]>;
  /** Messages that came in since the last look. */
  onArrival(stored: readonly Stored[]): void;
};

const FIRST_PAGE = 50;
const CHUNK = 250;
const FULL_SCAN_MS = 30 * 60_000;
/** How long a folder that was opened is read on: opening one of ten thousand messages anew takes a server half a second. */
const STAY_MS = 1000;

/**
 * Brings one folder up to date, in the order of what costs least (RFC 4549): nothing new, changes since a mark
 * (CONDSTORE), new messages at the end, all numbers and flags. Older messages follow in chunks, the newest first: answers
 * whether some are left.
 */
export async function syncMailbox(sync: MailboxSync): Promise<{ hasMore: boolean }> {
  const { client, box } = sync;
  // The mark of this moment, before anything is fetched: what changes meanwhile is seen the next time.
  const now = await client.mailboxOpen(box.path, { readOnly: true });
  const mark = markOf(now);
  if (box.uidValidity === null) return begin(sync, now);
  if (box.uidValidity !== mark.uidValidity) await beginAgain(sync, now);
  else await catchUp(sync, now);
  return backfill(sync, mark);
}

const markOf = ({ uidValidity, uidNext, highestModseq, exists }: MailboxObject) => ({
  uidValidity: Number(uidValidity),
  uidNext,
  highestModseq: highestModseq ?? null,
  messages: exists,
});

/** The newest messages of a folder that is not known yet, in one question and one transaction: somebody waits for them. */
async function begin({ client, box, write }: MailboxSync, now: MailboxObject): Promise<{ hasMore: boolean }> {
  const first = Math.max(1, now.exists - FIRST_PAGE + 1);
  const places = Array.from({ length: now.exists - first + 1 }, (_, place) => first + place);
  const envelopes = await fetchEnvelopes(client, places, "seq");
  const hasMore = first > 1;
  const lowest = Math.min(now.uidNext, ...envelopes.map(({ uid }) => uid));
  await write(async (db) => {
    const cursor = { ...markOf(now), backfillUid: hasMore ? lowest : 1 };
    const stored = await storeMessages(db, box, envelopes, cursor);
    return stored.map(({ emailId }) => emailId);
  });
  return { hasMore };
}

/** All numbers of the folder have changed: its places are made anew, and nothing counts as new mail. */
const beginAgain = ({ box, write, older }: MailboxSync, now: MailboxObject) =>
  write(async (db) => {
    older.delete(box.id);
    await suppressOutboundSync(db);
    await db
      .delete(mailboxMessages)
      .where(and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id)));
    await moveCursor(db, box, { ...markOf(now), backfillUid: now.uidNext });
    return [];
  });

async function catchUp(sync: MailboxSync, now: MailboxObject): Promise<void> {
  const { client, box } = sync;
  const mark = markOf(now);
  const isMarked = mark.highestModseq !== null && box.highestModseq !== null;
  const isSame = mark.uidNext === box.uidNext && mark.messages === box.messages;
  if (isMarked && isSame && mark.highestModseq === box.highestModseq) return;
  if (mark.uidNext > (box.uidNext ?? 1)) await fetchTail(sync, box.uidNext ?? 1);
  const isScanDue = sync.isAsked || Date.now() - (box.lastFullScanAt?.getTime() ?? 0) > FULL_SCAN_MS;
  if (isMarked && box.highestModseq !== null) {
    if (mark.highestModseq !== box.highestModseq)
      await applyFlags(sync, await fetchFlags(client, "1:*", box.highestModseq));
    if (await isShort(sync, mark.messages)) await dropVanished(sync);
  } else if (isScanDue || (await isShort(sync, mark.messages))) {
    await applyFlags(sync, await fetchFlags(client, "1:*"));
    await dropVanished(sync);
    await advance(sync, { lastFullScanAt: new Date() });
  }
  await advance(sync, mark);
}

const advance = ({ box, write }: MailboxSync, cursor: Cursor) =>
  write(async (db) => {
    await moveCursor(db, box, cursor);
    return [];
  });

/** More places are known in the part that was fetched than the server has: something is gone. */
async function isShort({ client, box }: MailboxSync, messages: number): Promise<boolean> {
  const isWhole = (box.backfillUid ?? 1) <= 1;
  if (isWhole) return box.known !== messages;
  const there = await numbersOf(client, { uid: `${box.backfillUid}:*` });
  return there.length !== box.known;
}

async function fetchFlags(client: ImapFlow, range: string, changedSince?: bigint): Promise<FlagChange[]> {
  const changes: FlagChange[] = [];
  const options = { uid: true, ...(changedSince !== undefined && { changedSince }) };
  for await (const { uid, modseq, flags } of client.fetch(range, { uid: true, flags: true }, options))
    changes.push({ uid, modseq: modseq ?? null, flags: [...(flags ?? [])] });
  return changes;
}

async function applyFlags({ box, write }: MailboxSync, changes: readonly FlagChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += 1000)
    await write((db) => storeFlags(db, box, changes.slice(at, at + 1000)));
}

/** A search that was cut off or refused found nothing out: it must not be taken for an empty folder. */
async function numbersOf(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw new ImapFailure("connection", "The server did not answer a search.", true);
  return found;
}

/** By comparing all numbers: what is known here and not there has left the folder. */
async function dropVanished({ client, box, write }: MailboxSync): Promise<void> {
  const there = new Set(await numbersOf(client, { all: true }));
  await write(async (db) => {
    const places = await db
      .select({ uid: mailboxMessages.uid })
      .from(mailboxMessages)
      .where(and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id)));
    const gone = places.map(({ uid }) => uid).filter((uid) => !there.has(uid));
    const changed: string[] = [];
    for (let at = 0; at < gone.length; at += 1000)
      changed.push(...(await removeMailboxMessages(db, box, gone.slice(at, at + 1000))));
    return changed;
  });
}

async function fetchTail(sync: MailboxSync, from: number): Promise<void> {
  const { client, box, write, onArrival } = sync;
  const there = await numbersOf(client, { uid: `${from}:*` });
  // `n:*` names the last message also where its number is below n.
  const uids = there.filter((uid) => uid >= from).toSorted((one, other) => one - other);
  for (let at = 0; at < uids.length; at += CHUNK) {
    const part = uids.slice(at, at + CHUNK);
    const envelopes = await fetchEnvelopes(client, part);
    await write(async (db) => {
      const stored = await storeMessages(db, box, envelopes, { uidNext: (part.at(-1) ?? from) + 1 });
      onArrival(stored);
      return stored.map(({ emailId }) => emailId);
    });
  }
}

/**
 * Read as they come, for what the server said of a message takes ten times the room; written afterwards: a command inside
 * the loop would wait for ever.
 */
async function fetchEnvelopes(
  client: ImapFlow,
  numbers: readonly number[],
  kind: "uid" | "seq" = "uid",
): Promise<Envelope[]> {
  const envelopes = new Map<number, Envelope>();
  // What is nested too deeply or has too many parts is not told with its structure, and what has no end of recipients
  // not even with its envelope: less is enough to show it.
  for (const query of [ENVELOPE_QUERY, { ...ENVELOPE_QUERY, bodyStructure: false }, BARE_QUERY]) {
    const wanted = numbers.filter((number) => !envelopes.has(number));
    if (wanted.length === 0) break;
    for await (const message of client.fetch(wanted.join(","), query, { uid: kind === "uid" }))
      if (message.envelope ?? message.headers) envelopes.set(message[kind], readEnvelope(message));
  }
  return [...envelopes.values()];
}

/** For about a second: chunks of what lies below the lowest known number; one is fetched while another is written. */
async function backfill(sync: MailboxSync, mark: Cursor): Promise<{ hasMore: boolean }> {
  const { client, box, write } = sync;
  if ((box.backfillUid ?? 1) <= 1) return { hasMore: false };
  const older = await olderThanKnown(sync);
  const [lowest] = older;
  const chunks = prefetchNext(chunksOf(older, box.known === 0 ? FIRST_PAGE : CHUNK), async (uids) => ({
    uids,
    envelopes: await fetchEnvelopes(client, uids),
  }));
  for await (const { uids, envelopes } of chunks) {
    const reached = uids.at(-1);
    const backfillUid = reached === undefined || reached === lowest ? 1 : reached;
    await write(async (db) => {
      const stored = await storeMessages(db, box, envelopes, { backfillUid, messages: mark.messages ?? 0 });
      return stored.map(({ emailId }) => emailId);
    });
  }
  return { hasMore: older.length > 0 };
}

/** Taken off the end of the numbers, the highest first; at least one, be it empty. */
function* chunksOf(older: number[], first: number): Generator<number[]> {
  const until = Date.now() + STAY_MS;
  yield older.splice(-first).toReversed();
  while (older.length > 0 && Date.now() < until) yield older.splice(-CHUNK).toReversed();
}

/** Asked once for each connection: nothing is ever added there, and what goes is not found when it is fetched. */
async function olderThanKnown({ client, box, older }: MailboxSync): Promise<number[]> {
  const known = older.get(box.id);
  if (known) return known;
  const below = box.backfillUid ?? 1;
  const there = await numbersOf(client, { uid: `1:${below - 1}` });
  const uids = there.filter((uid) => uid < below).toSorted((one, other) => one - other);
  older.set(box.id, uids);
  return uids;
}
