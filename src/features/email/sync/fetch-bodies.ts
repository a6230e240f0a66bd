import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { fetchMessages, searchUids } from "#platform/mail/imap-commands.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { Workers } from "#platform/workers/workers.ts";
import {
  NOTHING,
  type ParsedMessage,
  type parseMessages,
  type RawMessage,
} from "../reading/parse-message.ts";
import { emails, mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { prefetchNext } from "./prefetch-next.ts";
import { BodySaver, type BodyWrite } from "./save-bodies.ts";

/** How many emails to select at a time, and how many of them to fetch, parse and save together. */
const SELECT_LIMIT = 500;
const BATCH_SIZE = 100;
/**
 * In bytes: a message up to this size is fetched whole; of a larger one only the beginning, which contains its text.
 */
const MAX_FULL_FETCH_BYTES = 1_000_000;
const PARTIAL_FETCH_BYTES = 2_000_000;
/** Up to five batches are in memory: one being fetched, one being parsed, one waiting, two being saved. */
const BATCH_BYTES = 2_000_000;

/** 5 s and 256 MB for a message (security.md §6); a batch that exceeds this is parsed again one by one. */
const reading = work<typeof parseMessages>("email.parseMessages", {
  seconds: 5,
  megabytes: 256,
  piecesOfOnePerson: 100,
});

type PendingBody = { id: string; mailboxId: string; uid: number; size: number; createdAt: Date };

export type BodyFetch = BodyWrite & {
  client: ImapFlow;
  boxes: readonly MailboxRow[];
  workers: Workers;
  /** Answers whether folders are to be synced again. */
  isOver(): boolean;
  read<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /** Called for a folder that messages have left: it must be synced before their texts can be fetched. */
  onStale(mailboxId: string): void;
};

/**
 * Fetches bodies of the newest messages without one until its time is over; returns whether there were any. A message that
 * has just left its folder is left to the next sync of the folders.
 */
export async function fetchBodies(fetch: BodyFetch): Promise<boolean> {
  let hasSaved = false;
  const fetched = prefetchNext(pendingBatches(fetch), (batch) => fetchBatch(fetch, batch));
  const read = prefetchNext(fetched, async ({ mails, ...batch }) => ({
    ...batch,
    read: await readAll(fetch, mails),
  }));
  const saver = new BodySaver(fetch);
  try {
    for await (const batch of read) {
      for (const { mailboxId } of batch.moved) fetch.onStale(mailboxId);
      hasSaved = (await saver.add(batch)) || hasSaved;
    }
  } finally {
    await saver.end();
  }
  return hasSaved;
}

/** The next messages are selected while those before them are on their way; always at least one batch. */
async function* pendingBatches(fetch: BodyFetch): AsyncGenerator<Batch> {
  let last: PendingBody | undefined;
  let isFirst = true;
  do {
    const pending = await selectPending(fetch, last);
    for (const batch of batchesOf(pending)) {
      if (!isFirst && fetch.isOver()) return;
      isFirst = false;
      yield batch;
    }
    last = pending.at(-1);
  } while (last);
}

/** Newest first, below the one given. */
const selectPending = (
  { accountId, userId, read }: BodyFetch,
  below: PendingBody | undefined,
): Promise<PendingBody[]> =>
  read(async (db) => {
    const rows = await db
      .select({
        ...{ id: emails.id, createdAt: emails.createdAt, size: emails.size },
        ...{ mailboxId: mailboxMessages.mailboxId, uid: mailboxMessages.uid },
      })
      .from(emails)
      .innerJoin(mailboxMessages, eq(mailboxMessages.emailId, emails.id))
      .where(
        and(
          eq(emails.userId, userId),
          eq(emails.accountId, accountId),
          eq(emails.bodyState, "none"),
          isNull(emails.deletedAt),
          below && sql`(${emails.createdAt}, ${emails.id}) < (${below.createdAt}, ${below.id}::uuid)`,
        ),
      )
      .orderBy(desc(emails.createdAt), desc(emails.id))
      .limit(SELECT_LIMIT);
    const once = new Map(rows.map((row) => [row.id, { ...row, size: row.size ?? 0 }]));
    return [...once.values()];
  });

type Batch = { mailboxId: string; pending: PendingBody[] };
/** `missing`: in their folder, but the server sends no text. `moved`: not in their folder any more. */
type Fetched = { pending: PendingBody[]; mails: RawMessage[]; missing: string[]; moved: PendingBody[] };

async function fetchBatch({ client, boxes }: BodyFetch, { mailboxId, pending }: Batch): Promise<Fetched> {
  const nothing = { pending, mails: [], missing: [], moved: pending };
  const box = boxes.find(({ id }) => id === mailboxId);
  if (!box) return nothing;
  const open = client.mailbox;
  const now =
    open && open.path === box.path && open.readOnly
      ? open
      : await client.mailboxOpen(box.path, { readOnly: true });
  if (Number(now.uidValidity) !== box.uidValidity) return nothing;
  const raw = new Map<number, Uint8Array>();
  const isCut = pending.some(({ size }) => size > MAX_FULL_FETCH_BYTES);
  const source = isCut ? { start: 0, maxLength: PARTIAL_FETCH_BYTES } : true;
  const uids = pending.map(({ uid }) => uid).join(",");
  const query = { uid: true, source };
  for await (const message of fetchMessages(client, uids, query, { uid: true }, pending.length))
    if (message.source) raw.set(message.uid, message.source);
  const mails = pending.flatMap(({ id, uid }): RawMessage[] => {
    const bytes = raw.get(uid);
    return bytes ? [{ id, source: bytes }] : [];
  });
  const without = pending.filter(({ uid }) => !raw.has(uid));
  const present = await presentUids(client, without);
  return {
    ...{ pending, mails },
    missing: without.filter(({ uid }) => present.has(uid)).map(({ id }) => id),
    moved: without.filter(({ uid }) => !present.has(uid)),
  };
}

const presentUids = async (client: ImapFlow, pending: readonly PendingBody[]): Promise<Set<number>> =>
  new Set(
    pending.length === 0 ? [] : await searchUids(client, { uid: pending.map(({ uid }) => uid).join(",") }),
  );

/**
 * Batches in order, folder by folder. Small messages together, a few megabytes at a time, so that memory is bounded. A
 * message fetched only in part has its own batch.
 */
function* batchesOf(pending: readonly PendingBody[]): Generator<Batch> {
  for (const [mailboxId, inBox] of Map.groupBy(pending, (each) => each.mailboxId))
    for (const part of partsOf(inBox)) yield { mailboxId, pending: part };
}

function partsOf(pending: readonly PendingBody[]): PendingBody[][] {
  const all: PendingBody[][] = [];
  let room = 0;
  for (const each of pending) {
    const isCut = each.size > MAX_FULL_FETCH_BYTES;
    const last = all.at(-1);
    if (!last || isCut || each.size > room || last.length === BATCH_SIZE) {
      all.push([each]);
      room = (isCut ? 0 : BATCH_BYTES) - each.size;
    } else {
      last.push(each);
      room -= each.size;
    }
  }
  return all;
}

/** A hostile message costs its worker's time limit, but no other message its text. */
async function readAll(fetch: BodyFetch, batch: RawMessage[]): Promise<ParsedMessage[]> {
  if (batch.length === 0) return [];
  try {
    return await fetch.workers.run(reading, fetch.userId, batch);
  } catch (error) {
    if (!(error instanceof WorkError) || error.reason === "closed" || error.reason === "busy") throw error;
    const [only] = batch;
    if (batch.length > 1) {
      const read: ParsedMessage[] = [];
      for (const mail of batch) read.push(...(await readAll(fetch, [mail])));
      return read;
    }
    const fault =
      error.reason === "time" ? "Reading this message takes too long" : "This message cannot be read";
    return only
      ? [
          {
            ...NOTHING,
            ...{ id: only.id, text: "", fault },
          },
        ]
      : [];
  }
}
