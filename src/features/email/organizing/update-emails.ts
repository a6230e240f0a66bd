import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { cancelDelivery } from "../delivery/cancel-delivery.ts";
import { chooseSender } from "../delivery/choose-sender.ts";
import {
  ARCHIVED,
  type Email,
  type EmailChange,
  type EmailContent,
  type EmailMark,
  OpenEmail,
} from "../model.ts";
import { emailFields, findEmail, openEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { attachFiles } from "../writing/attach-files.ts";

type MarkOfEmail = EmailMark & { id: string };

/** Creates a draft of the actor; a reply joins the thread of the email it answers. */
export async function insertDraft(context: SignedIn, content: EmailContent): Promise<Email> {
  const { db, actor, now } = context;
  const { inReplyTo, attachmentIds, calendar, ...fields } = content;
  const sender = await draftSender(context, fields.accountId);
  const row = await db
    .insert(emails)
    .values({
      ...fields,
      ...calendarFields(calendar),
      ...(inReplyTo ? await threadOf(context, inReplyTo) : {}),
      userId: actor.userId,
      sender,
      status: "draft",
      folder: "drafts",
      isRead: true,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: emails.id })
    .then(returnedRow);
  if (attachmentIds.length > 0) await attachFiles(context, row.id, attachmentIds);
  return findEmail(context, row.id);
}

/** A draft without a chosen account shows its writer as sender; the account is chosen when it is sent. */
export const draftSender = async (context: SignedIn, accountId: string | null): Promise<string> =>
  accountId ? (await chooseSender(context, accountId)).sender : context.actor.email;

/** Throws `conflict` with the current email where it is no longer at the version that the change was based on. */
export async function changeEmail(context: SignedIn, change: EmailChange & { id: string; version: number }) {
  const { id, version, attachmentIds, ...asked } = change;
  // A new plain text without HTML removes the old HTML, which would no longer match.
  const fields = asked.body !== undefined && asked.html === undefined ? { ...asked, html: null } : asked;
  const before = await lockEmail(context, id, version);
  const changesText = Object.keys(given(fields)).some((field) => TEXT_FIELDS.includes(field));
  if (changesText || attachmentIds) await makeDraft(context, before);
  if (attachmentIds) await attachFiles(context, id, attachmentIds);
  await context.db
    .update(emails)
    .set({
      ...given(fields),
      ...(fields.accountId !== undefined && { sender: await draftSender(context, fields.accountId) }),
      updatedAt: context.now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, eq(emails.id, id)));
  return { undo: pick(before, Object.keys(given(fields))), email: await findEmail(context, id) };
}

const TEXT_FIELDS = [
  ...["subject", "body", "html", "accountId", "recipients", "cc", "bcc"],
  "isReceiptRequested",
];

/** All or none. `undo` holds the previous values of the changed fields. */
export async function markEmails(context: SignedIn, marks: readonly MarkOfEmail[]) {
  const chosen = marks.map(({ id }) => id);
  const before = await lockEmails(context, chosen);
  const undo = marks.map(({ id, ...mark }) => ({ id, ...pick(before.get(id), Object.keys(given(mark))) }));
  const { rows } = await context.db.execute<{ id: string }>(sql`
    update emails e set
      priority = case when v.mark ? 'priority' then v.mark->>'priority' else e.priority end,
      category = case when v.mark ? 'category' then v.mark->>'category' else e.category end,
      category_before = case
        when v.mark->>'category' = ${ARCHIVED} and e.category is distinct from ${ARCHIVED} then e.category
        when v.mark ? 'category' and v.mark->>'category' is distinct from ${ARCHIVED} then null
        else e.category_before end,
      ai_summary = case when v.mark ? 'aiSummary' then v.mark->>'aiSummary' else e.ai_summary end,
      is_read = case when v.mark ? 'isRead' then (v.mark->>'isRead')::boolean else e.is_read end,
      is_starred = case when v.mark ? 'isStarred' then (v.mark->>'isStarred')::boolean else e.is_starred end,
      version = e.version + 1, updated_at = ${context.now.toISOString()}::timestamptz
    from (select (value->>'id')::uuid as id, value as mark
      from jsonb_array_elements(${JSON.stringify(marks)}::jsonb)) v
    where e.id = any (${sql.param(chosen)}::uuid[]) and e.id = v.id and e.user_id = ${context.actor.userId}
    returning e.id`);
  return { ids: rows.map(({ id }) => id), undo };
}

/** Moves them back to where they were before archiving; emails that are not archived are not changed. */
export async function unarchive(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  await lockEmails(context, ids);
  const back = await context.db
    .update(emails)
    .set({
      category: sql`${emails.categoryBefore}`,
      categoryBefore: null,
      updatedAt: context.now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, inArray(emails.id, [...ids]), eq(emails.category, ARCHIVED)))
    .returning({ id: emails.id });
  return back.map(({ id }) => id);
}

/** Adds all received emails of the same conversations that match; drafts and sent emails are left out. */
export async function withThreads(
  context: SignedIn,
  ids: readonly string[],
  passes?: SQL,
): Promise<string[]> {
  const chosen = alias(emails, "chosen");
  const threads = context.db
    .select({ threadId: chosen.threadId })
    .from(chosen)
    .where(and(eq(chosen.userId, context.actor.userId), inArray(chosen.id, [...ids])));
  const others = await context.db
    .select({ id: emails.id })
    .from(emails)
    // As an array, so that PostgreSQL uses the index of threads and does not scan every email.
    .where(
      ownEmails(
        context,
        sql`${emails.threadId} = any (array(${threads}))`,
        eq(emails.status, "received"),
        passes,
      ),
    )
    .limit(MAX_THREAD_EMAILS);
  return [...new Set([...ids, ...others.map(({ id }) => id)])];
}

/** Emails of the same conversations that an act reaches beside those that it names. */
export const MAX_THREAD_EMAILS = 2000;

/** Changes only the status: a message that is being delivered is still delivered (security.md §4). */
export async function markFailed(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  await lockEmails(context, ids);
  const marked = await context.db
    .update(emails)
    .set({
      statusBefore: sql`${emails.status}`,
      status: "failed",
      updatedAt: context.now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, inArray(emails.id, [...ids]), sql`${emails.status} <> 'failed'`))
    .returning({ id: emails.id });
  return marked.map(({ id }) => id);
}

/** Undoes `markFailed`; real failures are not changed. */
export async function unmarkFailed(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  await lockEmails(context, ids);
  const unmarked = await context.db
    .update(emails)
    .set({
      status: sql`${emails.statusBefore}`,
      statusBefore: null,
      updatedAt: context.now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, inArray(emails.id, [...ids]), isNotNull(emails.statusBefore)))
    .returning({ id: emails.id });
  return unmarked.map(({ id }) => id);
}

export async function trashEmails(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  const trashed = await context.db
    .update(emails)
    .set({ deletedAt: context.now, version: sql`${emails.version} + 1` })
    .where(ownEmails(context, inArray(emails.id, [...ids])))
    .returning({ id: emails.id });
  if (trashed.length < new Set(ids).size) throw notFound(t`Email`);
  return trashed.map(({ id }) => id);
}

/** Emails that are not in the trash are not changed. */
export async function restoreEmails(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  const { db, actor } = context;
  const own = and(eq(emails.userId, actor.userId), inArray(emails.id, [...ids]));
  if ((await db.$count(emails, own)) < new Set(ids).size) throw notFound(t`Email`);
  const back = await db
    .update(emails)
    .set({ deletedAt: null, version: sql`${emails.version} + 1`, updatedAt: context.now })
    .where(and(own, isNotNull(emails.deletedAt)))
    .returning({ id: emails.id });
  return back.map(({ id }) => id);
}

export const calendarFields = (calendar: EmailContent["calendar"]) => ({
  calendarMethod: calendar?.method ?? null,
  calendarText: calendar?.text ?? null,
});

type Row = Omit<Email, "delivery"> & { body: string; isReceiptRequested: boolean; isReceipt: boolean };

/** Locks the email for the rest of the transaction. Without `version` any version is accepted. */
export async function lockEmail(context: SignedIn, id: string, version?: number): Promise<Row> {
  const { delivery: _, ...columns } = emailFields;
  const [row] = await context.db
    .select({
      ...{ ...columns, body: emails.body, isReceiptRequested: emails.isReceiptRequested },
      isReceipt: sql<boolean>`${emails.readReceipt} is not null`,
    })
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)))
    .for("update");
  if (!row) throw notFound(t`Email`);
  if (version !== undefined && row.version !== version)
    throw new AppError("conflict", t`This email was changed elsewhere in the meantime`, {
      current: z.encode(OpenEmail, await openEmail(context, id)),
    });
  return row;
}

/** Makes the text editable again: of a message never sent, or by cancelling it in the outbox. */
export async function makeDraft(
  context: SignedIn,
  row: Pick<Row, "id" | "status" | "statusBefore" | "isReceipt">,
) {
  if (row.isReceipt) throw new AppError("conflict", t`A read receipt cannot be changed`);
  const status = row.statusBefore ?? row.status;
  if (status === "draft" && row.statusBefore === null) return;
  if (status === "received") throw new AppError("conflict", t`A received message cannot be changed`);
  await cancelDelivery(context, row.id, { mayHaveNone: status !== "sent" });
  await context.db
    .update(emails)
    .set({ status: "draft", statusBefore: null, folder: "drafts", sentAt: null, scheduledSend: null })
    .where(ownEmails(context, eq(emails.id, row.id)));
}

/** In a fixed order, to avoid deadlocks. */
async function lockEmails(context: SignedIn, ids: readonly string[]) {
  const rows = await context.db
    .select({
      id: emails.id,
      priority: emails.priority,
      category: emails.category,
      aiSummary: emails.aiSummary,
      isRead: emails.isRead,
      isStarred: emails.isStarred,
    })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])))
    .orderBy(emails.id)
    .for("update");
  if (rows.length < new Set(ids).size) throw notFound(t`Email`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The thread and the Message-ID of the email that is answered, which must be the actor's own. */
async function threadOf(context: SignedIn, id: string) {
  const [original] = await context.db
    .select({
      threadId: emails.threadId,
      inReplyTo: emails.messageId,
      refs: sql<
        string[]
      >`(array_remove(${emails.refs} || ${emails.messageId}, null))[greatest(1, cardinality(${emails.refs}) - 18):]`,
    })
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  if (!original) throw notFound(t`Email`);
  return original;
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

const pick = (row: object | undefined, fields: readonly string[]): EmailChange =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([field]) => fields.includes(field)));
