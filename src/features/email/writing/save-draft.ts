import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { MAX_SUBJECT } from "../fields.ts";
import { type Email, EmailContent, MAX_BODY } from "../model.ts";
import { draftSender, insertDraft, lockEmail } from "../organizing/update-emails.ts";
import { findEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { attachFiles } from "./attach-files.ts";

/** The content of a composer, finished or not. */
export const SaveDraft = EmailContent.omit({ calendar: true }).extend({
  subject: z
    .string()
    .max(MAX_SUBJECT)
    .transform((subject) => subject.replaceAll(/[\r\n\0\u2028\u2029]/g, " ").trim()),
  body: z.string().max(MAX_BODY),
  /** The draft to update; null for a new one. */
  draft: z.strictObject({ id: Id, version: z.int() }).nullable().default(null),
});

/**
 * Saves what is being typed, so that a crash loses nothing. Only drafts: scheduled or failed mail changes only when its
 * writer saves it.
 */
export async function saveDraft(context: SignedIn, input: z.output<typeof SaveDraft>): Promise<Email> {
  const { draft, ...content } = input;
  if (!draft) return insertDraft(context, { ...content, calendar: null });
  const { status, statusBefore } = await lockEmail(context, draft.id, draft.version);
  if (status !== "draft" || statusBefore) throw new AppError("conflict", t`This is no draft any more`);
  const { attachmentIds, inReplyTo: _, ...fields } = content;
  await attachFiles(context, draft.id, attachmentIds);
  await context.db
    .update(emails)
    .set({
      ...fields,
      sender: await draftSender(context, fields.accountId),
      updatedAt: context.now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, eq(emails.id, draft.id)));
  return findEmail(context, draft.id);
}
