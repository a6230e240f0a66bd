import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ImapFlowError } from "imapflow";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { composeCopy } from "#platform/mail/compose.ts";
import { changeFlags, searchUids } from "#platform/mail/imap-commands.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { MailOperation } from "../account-model.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { smtpTransport } from "../accounts/account-servers.ts";
import { buildMessage } from "../delivery/build-message.ts";
import { isInSentFolder, recordSentFolderSearch } from "../delivery/find-in-sent-folder.ts";
import type { ImapReplay } from "../operations-run.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { appendDraft } from "./append-draft.ts";
import { followFolders } from "./follow-folders.ts";
import { FolderRecreated, moveFromFolders, openFolder, type Place, targetOf } from "./move-from-folders.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";

type Row = typeof mailPendingOperations.$inferSelect;

const MAX_ATTEMPTS = 6;

/**
 * Replays local changes on the server, in order, and adds the emails concerned to `replayed`. A change that the server
 * refuses is reverted visibly; after a broken connection it is retried. One to a missing message waits until it is found.
 */
export async function replayImapOperations(run: ImapReplay, replayed: Set<string>): Promise<void> {
  for (let op = await nextOperation(run); op; op = await nextOperation(run)) {
    if (op.emailId) replayed.add(op.emailId);
    await replayOperation(run, op);
  }
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
    else if (detail.kind === "move") await moveFromFolders(run, op.emailId, places, targetOf(run, detail));
    else if (detail.kind === "append") await appendCopy(run, op);
    else if (detail.kind === "draft") return await appendDraft(run, { id: op.id, emailId: op.emailId ?? "" });
    else if (await searchSentFolder(run, op)) return;
    await run.write(async (db) => {
      await db
        .update(mailPendingOperations)
        .set({ state: op.emailId ? "replayed" : "done" })
        .where(and(eq(mailPendingOperations.userId, op.userId), eq(mailPendingOperations.id, op.id)));
      return [];
    });
  } catch (error) {
    if (!run.client.usable) throw error;
    if (error instanceof FolderRecreated) return await postpone(run, op);
    await refuse(run, op, reasonOf(error), error instanceof AppError && error.code === "not_found");
  }
}

/** Until the folders have been read. */
const postpone = ({ write }: ImapReplay, { id, userId }: Row) =>
  write(async (db) => {
    await db
      .update(mailPendingOperations)
      .set({ dueAt: sql`now() + interval '1 second'` })
      .where(and(eq(mailPendingOperations.userId, userId), eq(mailPendingOperations.id, id)));
    return [];
  });

const reasonOf = (error: unknown) =>
  error instanceof AppError || error instanceof ImapFailure
    ? error.message
    : `The server answered: ${((error as ImapFlowError).responseText ?? "no").slice(0, 200)}`;

/** Retries a few times, unless that is pointless; then reverts the email to the state on the server. */
async function refuse(run: ImapReplay, op: Row, reason: string, isFinal: boolean): Promise<void> {
  const isLast = isFinal || op.attempt + 1 >= MAX_ATTEMPTS;
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
    await followFolders(db, op.userId, [op.emailId]);
    if (op.kind === "move") await notifyOfRefusal(db, op, reason);
    return [op.emailId];
  });
}

/** The page showed the move as done. */
async function notifyOfRefusal(db: Transaction, { id, userId, emailId }: Row, reason: string): Promise<void> {
  const [email] = await db
    .select({ subject: emails.subject })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.id, emailId ?? "")));
  if (!email) return;
  await notifyFromJob(db, [
    {
      userIds: [userId],
      title: () => t`Not moved: ${email.subject}`,
      message: () => t`${reason.replace(/\.?$/, ".")} The message is listed where the server has it.`,
      type: "email",
      href: `/email?email=${emailId}`,
      dedupeKey: `move refused ${id}`,
    },
  ]);
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

async function setFlags(
  run: ImapReplay,
  places: readonly Place[],
  add: string[],
  remove: string[],
): Promise<void> {
  for (const { box, uid } of places) {
    await openFolder(run, box);
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
