import { and, eq, gte, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { JUNK } from "../list-model.ts";
import { TRASH_DAYS } from "../model.ts";
import { ownEmails } from "../reading/read-emails.ts";
import { emailTemplates } from "../settings-tables.ts";
import { emails } from "../tables.ts";

export const EmailStats = z.object({
  total: z.int(),
  sent: z.int(),
  drafts: z.int(),
  scheduled: z.int(),
  held: z.int(),
  uncertain: z.int(),
  /** Percentage of sent emails that have an AI summary, rounded; 0 where nothing was sent (MAIL-73). */
  responseRate: z.int(),
  unread: z.int(),
  templates: z.int(),
  trash: z.int(),
});

/** All figures of the page in one statement, each from an index. */
export async function countEmails(context: SignedIn) {
  const { db, actor, now } = context;
  const count = (condition: SQL | undefined) =>
    sql<number>`(select count(*)::int from ${emails}
      where ${and(eq(emails.userId, actor.userId), condition)})`;
  const isNotSnoozed = sql`(${emails.snoozedUntil} is null or ${emails.snoozedUntil} <= ${now.toISOString()}::timestamptz)`;
  const isSent = eq(emails.status, "sent");
  const isNoJunk = ne(emails.folder, JUNK);
  const counts = await db
    .select({
      total: sql<number>`${count(ownEmails(context))} - ${count(ownEmails(context, eq(emails.folder, JUNK)))}`,
      sent: count(ownEmails(context, isSent)),
      drafts: count(ownEmails(context, eq(emails.status, "draft"))),
      scheduled: count(ownEmails(context, eq(emails.status, "scheduled"))),
      held: count(ownEmails(context, eq(emails.status, "held"))),
      uncertain: count(ownEmails(context, eq(emails.status, "uncertain"))),
      summarized: count(ownEmails(context, isSent, isNotNull(emails.aiSummary))),
      unread: count(
        ownEmails(context, eq(emails.status, "received"), eq(emails.isRead, false), isNotSnoozed, isNoJunk),
      ),
      trash: count(gte(emails.deletedAt, new Date(now.getTime() - TRASH_DAYS * 86_400_000))),
      templates: sql<number>`(select count(*)::int from ${emailTemplates}
        where ${and(eq(emailTemplates.userId, actor.userId), isNull(emailTemplates.deletedAt))})`,
    })
    .from(sql`(select) as nothing`)
    .then(returnedRow);
  const { summarized, ...rest } = counts;
  return { ...rest, responseRate: rest.sent === 0 ? 0 : Math.round((100 * summarized) / rest.sent) };
}
