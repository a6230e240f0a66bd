import { and, eq } from "drizzle-orm";
import type { ImapFlow, MailboxObject } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { fetchMessages, searchUids } from "#platform/mail/imap-commands.ts";
import { mailboxMessages } from "../tables.ts";
import { followFolders } from "./follow-folders.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { prefetchNext } from "./prefetch-next.ts";
import { fetchEnvelopes } from "./read-envelope.ts";
import { type Cursor, moveCursor, type Stored, storeMessages } from "./store-messages.ts";
import { type FlagChange, removeMailboxMessages, storeFlags } from "./sync-flags.ts";
import { removeAllMessages } from "./unplaced-mail.ts";

/** One open folder of one account; `write` is a transaction as its owner that publishes the changed emails. */
export type MailboxSync = {
  client: ImapFlow;
  box: MailboxRow;
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  /** A sync was requested: compare all flags, however recent the last comparison. */
  isAsked: boolean;
  /** For this connection, by folder: the UIDs not imported yet, ascending. */
  older: Map<string, number[]>;
  /** Answers from now on whether its time is over; called where older messages are read. */
  startSlice(): () => boolean;
  /** Called with messages that arrived since the last sync. */
  onArrival(stored: readonly Stored[]): void;
};

const FIRST_PAGE = 50;
const CHUNK = 250;
const FULL_SCAN_MS = 30 * 60_000;

/**
 * Syncs one folder, cheapest check first (RFC 4549): nothing new, changes since a MODSEQ (CONDSTORE), new messages at
 * the end, all UIDs and flags. Older messages follow in chunks, newest first: returns whether any are left.
 */
export async function syncMailbox(sync: MailboxSync): Promise<{ hasMore: boolean }> {
  const { client, box } = sync;
  // The state now, before anything is fetched: later changes are found by the next sync.
  const now = await client.mailboxOpen(box.path, { readOnly: true });
  const mark = markOf(now);
  if (box.uidValidity === null) return syncFirstPage(sync, now);
  if (box.uidValidity !== mark.uidValidity) await resetMailbox(sync, now);
  else {
    if (!box.hasFingerprints) await compareAll(sync, now);
    await catchUp(sync, now);
  }
  return backfill(sync, mark);
}

const markOf = ({ uidValidity, uidNext, highestModseq, exists }: MailboxObject) => ({
  uidValidity: Number(uidValidity),
  uidNext,
  highestModseq: highestModseq ?? null,
  messageCount: exists,
});

/** The newest messages of a new folder, in one fetch and one transaction: its owner is waiting for them. */
async function syncFirstPage(
  { client, box, write }: MailboxSync,
  now: MailboxObject,
): Promise<{ hasMore: boolean }> {
  const first = Math.max(1, now.exists - FIRST_PAGE + 1);
  const places = Array.from({ length: now.exists - first + 1 }, (_, place) => first + place);
  const envelopes = await fetchEnvelopes(client, places, "seq");
  const hasMore = first > 1;
  const lowest = Math.min(now.uidNext, ...envelopes.map(({ uid }) => uid));
  await write(async (db) => {
    const cursor = { ...markOf(now), backfillUid: hasMore ? lowest : 1, hasFingerprints: true };
    const stored = await storeMessages(db, box, envelopes, cursor);
    return stored.map(({ emailId }) => emailId);
  });
  return { hasMore };
}

/** All UIDs of the folder have changed: its entries are created again, and nothing counts as new mail. */
const resetMailbox = ({ box, write, older }: MailboxSync, now: MailboxObject) =>
  write(async (db) => {
    older.delete(box.id);
    // Those that are in other folders too may be gone from this one.
    const changed = await followFolders(db, box.userId, await removeAllMessages(db, box));
    await moveCursor(db, box, { ...markOf(now), backfillUid: now.uidNext, hasFingerprints: true });
    return changed;
  });

/** Once for what an earlier release imported: every message is read again and compared with what is stored here. */
const compareAll = ({ box, write, older }: MailboxSync, now: MailboxObject) =>
  write(async (db) => {
    older.delete(box.id);
    await moveCursor(db, box, { backfillUid: now.uidNext, hasFingerprints: true });
    return [];
  });

async function catchUp(sync: MailboxSync, now: MailboxObject): Promise<void> {
  const { client, box } = sync;
  const mark = markOf(now);
  const isMarked = mark.highestModseq !== null && box.highestModseq !== null;
  const isSame = mark.uidNext === box.uidNext && mark.messageCount === box.messageCount;
  if (isMarked && isSame && mark.highestModseq === box.highestModseq) return;
  const hasTail = mark.uidNext > (box.uidNext ?? 1);
  // A draft edited elsewhere is a new message that replaces one which is gone.
  if (hasTail && box.role === "drafts") await dropVanished(sync);
  if (hasTail) await fetchTail(sync, box.uidNext ?? 1);
  const isScanDue = sync.isAsked || Date.now() - (box.lastFullScanAt?.getTime() ?? 0) > FULL_SCAN_MS;
  if (isMarked && box.highestModseq !== null) {
    if (mark.highestModseq !== box.highestModseq)
      await applyFlags(sync, await fetchFlags(client, "1:*", box.highestModseq));
    if (await isShort(sync, mark.messageCount)) await dropVanished(sync);
  } else if (isScanDue || (await isShort(sync, mark.messageCount))) {
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

/** The number of messages in the imported range differs from the server's: something was removed. */
async function isShort({ client, box }: MailboxSync, messages: number): Promise<boolean> {
  const isComplete = (box.backfillUid ?? 1) <= 1;
  if (isComplete) return box.syncedCount !== messages;
  const there = await searchUids(client, { uid: `${box.backfillUid}:*` });
  return there.length !== box.syncedCount;
}

async function fetchFlags(client: ImapFlow, range: string, changedSince?: bigint): Promise<FlagChange[]> {
  const changes: FlagChange[] = [];
  const options = { uid: true, ...(changedSince !== undefined && { changedSince }) };
  const most = client.mailbox ? client.mailbox.exists : 0;
  const query = { uid: true, flags: true };
  for await (const { uid, modseq, flags } of fetchMessages(client, range, query, options, most))
    changes.push({ uid, modseq: modseq ?? null, flags: [...(flags ?? [])] });
  return changes;
}

async function applyFlags({ box, write }: MailboxSync, changes: readonly FlagChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += 1000)
    await write((db) => storeFlags(db, box, changes.slice(at, at + 1000)));
}

/** Compares all UIDs: messages stored here but not on the server have left the folder. */
async function dropVanished({ client, box, write }: MailboxSync): Promise<void> {
  const there = new Set(await searchUids(client, { all: true }));
  await write(async (db) => {
    const places = await db
      .select({ uid: mailboxMessages.uid })
      .from(mailboxMessages)
      .where(and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id)));
    const removedUids = places.map(({ uid }) => uid).filter((uid) => !there.has(uid));
    const changed: string[] = [];
    for (let at = 0; at < removedUids.length; at += 1000)
      changed.push(...(await removeMailboxMessages(db, box, removedUids.slice(at, at + 1000))));
    return changed;
  });
}

async function fetchTail(sync: MailboxSync, from: number): Promise<void> {
  const { client, box, write, onArrival } = sync;
  const there = await searchUids(client, { uid: `${from}:*` });
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

/** For a slice of time, fetches chunks below the lowest imported UID; one is fetched while another is saved. */
async function backfill(sync: MailboxSync, mark: Cursor): Promise<{ hasMore: boolean }> {
  const { client, box, write, startSlice } = sync;
  if ((box.backfillUid ?? 1) <= 1) return { hasMore: false };
  const older = await olderThanKnown(sync);
  const [lowest] = older;
  const first = box.syncedCount === 0 ? FIRST_PAGE : CHUNK;
  const chunks = prefetchNext(chunksOf(older, first, startSlice()), async (uids) => ({
    uids,
    envelopes: await fetchEnvelopes(client, uids),
  }));
  for await (const { uids, envelopes } of chunks) {
    const reached = uids.at(-1);
    const backfillUid = reached === undefined || reached === lowest ? 1 : reached;
    await write(async (db) => {
      const stored = await storeMessages(db, box, envelopes, {
        backfillUid,
        messageCount: mark.messageCount ?? 0,
      });
      return stored.map(({ emailId }) => emailId);
    });
  }
  return { hasMore: older.length > 0 };
}

/** Takes chunks from the end of the list, highest UIDs first; always at least one, even if empty. */
function* chunksOf(older: number[], first: number, isOver: () => boolean): Generator<number[]> {
  yield older.splice(-first).toReversed();
  while (older.length > 0 && !isOver()) yield older.splice(-CHUNK).toReversed();
}

/**
 * Searched once per connection: nothing is ever added there, and deleted messages are simply not found by the fetch.
 */
async function olderThanKnown({ client, box, older }: MailboxSync): Promise<number[]> {
  const known = older.get(box.id);
  if (known) return known;
  const below = box.backfillUid ?? 1;
  const there = await searchUids(client, { uid: `1:${below - 1}` });
  const uids = there.filter((uid) => uid < below).toSorted((one, other) => one - other);
  older.set(box.id, uids);
  return uids;
}
