import { and, eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { emails } from "../tables.ts";
import { emailFields, ownEmails } from "./read-emails.ts";

/** The states of these emails; ids that are not the actor's are omitted. */
export const listEmailStates = ({ db, actor }: SignedIn, ids: readonly string[]) =>
  db
    .select({
      id: emails.id,
      status: emails.status,
      isRead: emails.isRead,
      isDeleted: sql<boolean>`${emails.deletedAt} is not null`,
      delivery: emailFields.delivery,
    })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), inArray(emails.id, [...ids])));

/** The actor's emails that this email names in In-Reply-To or References (RFC 5322 §3.6.4), and its author. */
export async function listReplies(context: SignedIn, id: string) {
  const { db, actor } = context;
  const [email] = await db
    .select({ from: emails.senderAddress, inReplyTo: emails.inReplyTo, refs: emails.refs })
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  if (!email) throw notFound(t`Email`);
  const named = [...email.refs, ...(email.inReplyTo ? [email.inReplyTo] : [])];
  const referenced = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), inArray(emails.messageId, named)))
    .limit(100);
  return { from: email.from, referencedIds: referenced.map((each) => each.id) };
}
