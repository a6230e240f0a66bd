import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ImapFlowError } from "imapflow";
import { AppError } from "#platform/capability/errors.ts";
import { composeCopy } from "#platform/mail/compose.ts";
import { changeFlags, moveMessage, searchUids } from "#platform/mail/imap-commands.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { MailOperation } from "../account-model.ts";
import { mailboxes, mailPendingOperations } from "../account-tables.ts";
import { smtpTransport } from "../accounts/account-servers.ts";
import { buildMessage } from "../delivery/build-message.ts";
import { isInSentFolder, recordSentFolderSearch } from "../delivery/find-in-sent-folder.ts";
import type { ImapReplay } from "../operations-run.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { appendDraft } from "./append-draft.ts";
import { followPlaces } from "./follow-places.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
import { followFlags } from "./sync-flags.ts";
import { markUnplaced } from "./unplaced-mail.ts";

type Row = typeof mailPendingOperations.$inferSelect;
type Place = { box: MailboxRow; uid: number };

const MAX_ATTEMPTS = 6;

/**
 * Replays local changes on the server, in order; returns the emails concerned. A change that the server refuses is
 * reverted visibly; after a broken connection it is retried. One to a missing message waits until it is found.
 */
export async function replayImapOperations(run: ImapReplay): Promise<Set<string>> {
  const emailIds = new Set<string>();
  for (let op = await nextOperation(run); op; op = await nextOperation(run)) {
    await replayOperation(run, op);
    emailIds.add(op.emailId ?? "");
  }
  return emailIds;
}

const nextOperation = ({ accountId, userId, read }: ImapReplay) =>
  read(async (db) => {
    const isDue = and(
      eq(mailPendingOperations.userId, userId),
      eq(mailPendingOperations.accountId, accountId),
      eq(mailPendingOperations.state, "queued"),
      lte(mailPendingOperations.dueAt, sql`now()`),
      sql`not exists (select from ${emails} where ${emails.userId} = ${userId}
        and ${emails.id} = ${mailPendingOperations.emailId} and ${emails.isUnplaced})`,
    );
    const [op] = await db
      .select()
      .from(mailPendingOperations)
      .where(isDue)
      .orderBy(asc(mailPendingOperations.createdAt), asc(mailPendingOperations.insertionNumber))
      .limit(1);
    return op ?? null;
  });

async function replayOperation(run: ImapReplay, op: Row): Promise<void> {
  const detail = MailOperation.parse(op.detail);
  const places = await placesOf(run, op);
  try {
    if (detail.kind === "flag") await setFlags(run, places, detail.add, detail.remove);
    else if (detail.kind === "move") await move(run, op.emailId, places, targetOf(run, detail));
    else if (detail.kind === "append") await appendCopy(run, op);
    else if (detail.kind === "draft") return await appendDraft(run, { id: op.id, emailId: op.emailId ?? "" });
    else if (await searchSentFolder(run, op)) return;
    await run.write(async (db) => {
      await db
        .update(mailPendingOperations)
        .set({ state: "done" })
        .where(and(eq(mailPendingOperations.userId, op.userId), eq(mailPendingOperations.id, op.id)));
      return [];
    });
  } catch (error) {
    if (!run.client.usable) throw error;
    await refuse(run, op, reasonOf(error));
  }
}

const reasonOf = (error: unknown) =>
  error instanceof AppError || error instanceof ImapFailure
    ? error.message
    : `The server answered: ${((error as ImapFlowError).responseText ?? "no").slice(0, 200)}`;

/** Retries a few times, then reverts the email to the state on the server. */
async function refuse(run: ImapReplay, op: Row, reason: string): Promise<void> {
  const isLast = op.attempt + 1 >= MAX_ATTEMPTS;
  await run.write(async (db) => {
    await suppressOutboundSync(db);
    await db
      .update(mailPendingOperations)
      .set({
        attempt: op.attempt + 1,
        reason,
        ...(isLast
          ? { state: "refused" }
          : { dueAt: sql`now() + ${`${10 * 3 ** op.attempt} seconds`}::interval` }),
      })
      .where(and(eq(mailPendingOperations.userId, op.userId), eq(mailPendingOperations.id, op.id)));
    if (!isLast || !op.emailId) return [];
    await followFlags(db, op.userId, [op.emailId]);
    await followPlaces(db, op.userId, [op.emailId]);
    return [op.emailId];
  });
}

const placesOf = ({ boxes, userId, read }: ImapReplay, { emailId }: Row) =>
  read(async (db): Promise<Place[]> => {
    if (!emailId) return [];
    const rows = await db
      .select({ mailboxId: mailboxMessages.mailboxId, uid: mailboxMessages.uid })
      .from(mailboxMessages)
      .where(and(eq(mailboxMessages.userId, userId), eq(mailboxMessages.emailId, emailId)));
    return rows.flatMap(({ mailboxId, uid }) => {
      const box = boxes.find(({ id }) => id === mailboxId);
      return box ? [{ box, uid }] : [];
    });
  });

/** UIDs are valid only as long as the folder's UIDVALIDITY: if it changed, the next sync fetches new ones first. */
async function open({ client }: ImapReplay, box: MailboxRow): Promise<void> {
  const { uidValidity } = await client.mailboxOpen(box.path);
  if (Number(uidValidity) !== box.uidValidity)
    throw new AppError("conflict", `The folder '${box.name}' was recreated on the server`);
}

async function setFlags(
  run: ImapReplay,
  places: readonly Place[],
  add: string[],
  remove: string[],
): Promise<void> {
  for (const { box, uid } of places) {
    await open(run, box);
    await changeFlags(run.client, uid, add, remove);
    await run.write(async (db) => {
      await db
        .update(mailboxMessages)
        .set({
          flags: sql`array(select distinct unnest(${mailboxMessages.flags} || ${sql.param(add)}::text[])
            except select unnest(${sql.param(remove)}::text[]))`,
        })
        .where(
          and(
            eq(mailboxMessages.userId, run.userId),
            eq(mailboxMessages.mailboxId, box.id),
            eq(mailboxMessages.uid, uid),
          ),
        );
      return [];
    });
  }
}

function targetOf(
  { boxes }: ImapReplay,
  { role, path }: Extract<MailOperation, { kind: "move" }>,
): MailboxRow {
  const found = boxes.find((box) => (path === null ? box.role === role : box.path === path));
  // Without an archive folder, archived mail is in the folder of all mail.
  const target = found ?? (role === "archive" ? boxes.find((box) => box.role === "all") : undefined);
  if (!target) throw new AppError("conflict", `This account has no folder for ${role ?? path}`);
  return target;
}

/** Moves the message from every folder except the folder of all mail, which keeps everything (Gmail). */
async function move(
  run: ImapReplay,
  emailId: string | null,
  places: readonly Place[],
  target: MailboxRow,
): Promise<void> {
  const movable = places.filter(({ box }) => box.role !== "all" && box.id !== target.id);
  for (const { box, uid } of movable) {
    await open(run, box);
    const { uidMap, uidValidity: validity } = await moveMessage(run.client, uid, target.path);
    const newUid = uidMap?.get(uid);
    const uidValidity = validity === undefined ? target.uidValidity : Number(validity);
    if (!target.isSynced) target.uidValidity = uidValidity;
    await run.write(async (db) => {
      const place = and(
        eq(mailboxMessages.userId, run.userId),
        eq(mailboxMessages.mailboxId, box.id),
        eq(mailboxMessages.uid, uid),
      );
      // A second copy in a folder is a message of its own there: the next sync stores it as one.
      const isFirst = !places.some((each) => each.box.id === target.id) && box === movable[0]?.box;
      if (newUid === undefined || !isFirst) await db.delete(mailboxMessages).where(place);
      else
        await db
          .update(mailboxMessages)
          .set({ mailboxId: target.id, uid: newUid, modseq: null })
          .where(place);
      // The server did not say where it is now.
      await markUnplaced(db, { userId: run.userId, role: target.role }, emailId ? [emailId] : []);
      // A folder that is not synced: saves its UIDVALIDITY, so that the message can be moved back.
      if (!target.isSynced && newUid !== undefined)
        await db
          .update(mailboxes)
          .set({ uidValidity })
          .where(and(eq(mailboxes.userId, run.userId), eq(mailboxes.id, target.id)));
      await db.execute(sql`update mailboxes b set synced_count = (select count(*) from mailbox_messages where mailbox_id = b.id),
        message_count = greatest(0, message_count + case when b.id = ${target.id} then 1 else -1 end)
        where b.user_id = ${run.userId} and b.id in (${box.id}, ${target.id})`);
      return [];
    });
    box.messageCount = Math.max(0, box.messageCount - 1);
    box.syncedCount = Math.max(0, box.syncedCount - 1);
    if (newUid !== undefined) {
      target.messageCount += 1;
      target.syncedCount += 1;
    }
  }
}

/** Saves the copy in the Sent folder, including Bcc. Not used with providers that save it themselves. */
async function appendCopy(run: ImapReplay, { emailId }: Row): Promise<void> {
  const { client, boxes, lines, files, read } = run;
  const sent = boxes.find(({ role }) => role === "sent");
  if (!sent || !emailId) return;
  const copy = await read(async (db) => {
    const [email] = await db
      .select()
      .from(emails)
      .where(and(eq(emails.userId, run.userId), eq(emails.id, emailId)));
    if (!email) return null;
    const message = await buildMessage({ db, files }, email);
    return composeCopy(smtpTransport(lines), { ...message, date: email.sentAt ?? new Date() });
  });
  if (!copy) return;
  await client.mailboxOpen(sent.path);
  // An earlier attempt may have saved it.
  const there = await searchUids(client, { header: { "message-id": copy.messageId } });
  if (there.length === 0) await client.append(sent.path, copy.bytes, ["\\Seen"]);
}

/** Searches the Sent folder for an uncertain message; true where it has to be searched again. */
async function searchSentFolder(
  { client, userId, boxes, read, write }: ImapReplay,
  { id, emailId }: Row,
): Promise<boolean> {
  const email = await read(async (db) => {
    const [row] = await db
      .select()
      .from(emails)
      .where(and(eq(emails.userId, userId), eq(emails.id, emailId ?? "")));
    return row;
  });
  if (!email?.messageId) return false;
  // A refused search has found nothing yet: the message is never sent again because of it.
  const isFound = await isInSentFolder(client, boxes, email.messageId).catch((error: unknown) => {
    if (!client.usable || !(error instanceof ImapFailure)) throw error;
    return false;
  });
  let again = false;
  await write(async (db) => {
    ({ again } = await recordSentFolderSearch(db, email, isFound));
    if (again)
      await db
        .update(mailPendingOperations)
        .set({ dueAt: sql`now() + interval '1 minute'` })
        .where(and(eq(mailPendingOperations.userId, userId), eq(mailPendingOperations.id, id)));
    return again ? [] : [email.id];
  });
  return again;
}
