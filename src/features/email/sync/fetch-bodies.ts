import { and, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { asJson } from "#platform/database/insert-rows.ts";
import { fetchMessages, searchUids } from "#platform/mail/imap-commands.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { Workers } from "#platform/workers/workers.ts";
import { MAX_SUBJECT } from "../fields.ts";
import {
  NOTHING,
  type ParsedMessage,
  type parseMessages,
  type RawMessage,
} from "../reading/parse-message.ts";
import { emails, mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
import { prefetchNext } from "./prefetch-next.ts";
import { addressLine, line } from "./read-envelope.ts";

/** How many emails to select at a time, and how many of them to fetch, parse and save together. */
const SELECT_LIMIT = 500;
const BATCH_SIZE = 100;
/** How long bodies are fetched before folders are synced again. */
const TIME_SLICE_MS = 1000;
/**
 * In bytes: a message up to this size is fetched whole; of a larger one only the beginning, which contains its text.
 */
const MAX_FULL_FETCH_BYTES = 1_000_000;
const PARTIAL_FETCH_BYTES = 2_000_000;
const MAX_MESSAGE_BYTES = 25_000_000;
/** Up to three batches are in memory: one being fetched, one being parsed, one being saved. */
const BATCH_BYTES = 2_000_000;
/** What an envelope has in place of bytes that are not UTF-8. */
const UNREADABLE = "\ufffd";
const TOO_LARGE = "This message is larger than 25 MB: only its beginning is shown";

/** 5 s and 256 MB for a message (security.md §6); a batch that exceeds this is parsed again one by one. */
const reading = work<typeof parseMessages>("email.parseMessages", {
  seconds: 5,
  megabytes: 256,
  piecesOfOnePerson: 100,
});

type PendingBody = { id: string; mailboxId: string; uid: number; size: number };

export type BodyFetch = {
  client: ImapFlow;
  accountId: string;
  userId: string;
  boxes: readonly MailboxRow[];
  workers: Workers;
  read<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  /** Called with the bodies just parsed. */
  onRead(db: Transaction, mails: readonly ParsedMessage[]): Promise<void>;
  /** Called for a folder that messages have left: it must be synced before their texts can be fetched. */
  onStale(mailboxId: string): void;
};

/**
 * Fetches bodies of the newest messages without one, for about a second; returns whether there were any. A message that
 * has just left its folder is left to the next sync of the folders.
 */
export async function fetchBodies(fetch: BodyFetch): Promise<boolean> {
  const until = Date.now() + TIME_SLICE_MS;
  const moved = new Set<string>();
  let hasSaved = false;
  for (;;) {
    const pending = await selectPending(fetch, moved);
    if (pending.length === 0) return hasSaved;
    const fetched = prefetchNext(batchesOf(pending, until), (batch) => fetchBatch(fetch, batch));
    const read = prefetchNext(fetched, async ({ mails, ...batch }) => ({
      ...batch,
      read: await readAll(fetch, mails),
    }));
    for await (const batch of read) {
      for (const { id, mailboxId } of batch.moved) {
        moved.add(id);
        fetch.onStale(mailboxId);
      }
      hasSaved = (await saveBodies(fetch, batch)) || hasSaved;
    }
    if (Date.now() >= until) return hasSaved;
  }
}

const selectPending = (
  { accountId, userId, read }: BodyFetch,
  except: ReadonlySet<string>,
): Promise<PendingBody[]> =>
  read(async (db) => {
    const rows = await db
      .select({
        id: emails.id,
        mailboxId: mailboxMessages.mailboxId,
        uid: mailboxMessages.uid,
        size: emails.size,
      })
      .from(emails)
      .innerJoin(mailboxMessages, eq(mailboxMessages.emailId, emails.id))
      .where(
        and(
          eq(emails.userId, userId),
          eq(emails.accountId, accountId),
          eq(emails.bodyState, "none"),
          isNull(emails.deletedAt),
          except.size > 0 ? notInArray(emails.id, [...except]) : undefined,
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
 * Batches in order, folder by folder, until the time is up; always at least one. Small messages together, a few
 * megabytes at a time, so that memory is bounded. A message fetched only in part has its own batch.
 */
function* batchesOf(pending: readonly PendingBody[], until: number): Generator<Batch> {
  let isFirst = true;
  for (const [mailboxId, inBox] of Map.groupBy(pending, (each) => each.mailboxId))
    for (const part of partsOf(inBox)) {
      if (!isFirst && Date.now() >= until) return;
      isFirst = false;
      yield { mailboxId, pending: part };
    }
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

type Read = { pending: readonly PendingBody[]; read: readonly ParsedMessage[]; missing: string[] };

/** Returns whether there were any. */
async function saveBodies(
  { accountId, userId, write, onRead }: BodyFetch,
  { pending, read, missing }: Read,
): Promise<boolean> {
  if (read.length + missing.length === 0) return false;
  const sizes = new Map(pending.map(({ id, size }) => [id, size]));
  await write(async (db) => {
    await suppressOutboundSync(db);
    const texts = read.map(({ id, text, html, fault, calendar, senderClaim, header, receiptRequest }) => {
      const isTooLarge = (sizes.get(id) ?? 0) > MAX_MESSAGE_BYTES;
      return {
        ...{ id, text, html, calendarText: calendar?.text ?? null, receiptRequest },
        subject: header && line(header.subject, MAX_SUBJECT),
        sender: header?.from ? addressLine(header.from) : null,
        authServer: senderClaim?.server ?? "",
        authDepth: senderClaim?.depth ?? 0,
        authCheck: senderClaim?.check ?? null,
        fault: isTooLarge ? TOO_LARGE : fault,
        calendarMethod: calendar?.method.replaceAll(/[^A-Z]/g, "") ?? null,
      };
    });
    if (texts.length > 0)
      await db.execute(sql`
        update emails e set body = v.text, html = v.html, body_state = 'full', body_error = v.fault,
          calendar_method = v."calendarMethod", calendar_text = v."calendarText",
          auth_server = v."authServer", auth_depth = v."authDepth", auth_check = v."authCheck",
          sender_check = case when e.account_id = a.id and v."authServer" = a.auth_server and v."authDepth" <= a.auth_depth
            then v."authCheck" end,
          subject = case when position(${UNREADABLE} in e.subject) > 0
            then coalesce(v.subject, e.subject) else e.subject end,
          sender = case when position(${UNREADABLE} in e.sender) > 0
            then coalesce(v.sender, e.sender) else e.sender end,
          receipt_request = case when e.status = 'received' then v."receiptRequest" end,
          is_receipt_requested = case when e.status = 'draft' then v."receiptRequest" is not null
            else e.is_receipt_requested end,
          version = e.version + 1
        from json_to_recordset(${JSON.stringify(texts, asJson)}::json) as v (id uuid, text text, html text, fault text,
            "calendarMethod" text, "calendarText" text, "authServer" text, "authDepth" integer, "authCheck" text,
            subject text, sender text, "receiptRequest" jsonb)
          left join mail_accounts a on a.user_id = ${userId} and a.id = ${accountId}
        where e.user_id = ${userId} and e.id = v.id`);
    if (texts.length > 0)
      await db.execute(sql`select trust_auth_servers(${sql.param(texts.map(({ id }) => id))}::uuid[])`);
    if (missing.length > 0) {
      const bodyError = "The server does not give this message's text";
      await db
        .update(emails)
        .set({ bodyState: "full", bodyError })
        .where(and(eq(emails.userId, userId), inArray(emails.id, missing)));
    }
    await onRead(db, read);
    return [...read.map(({ id }) => id), ...missing];
  });
  return true;
}
