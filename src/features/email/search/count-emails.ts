import { and, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { recordCounts } from "#platform/counts/record-counts.ts";
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

/** All figures of the page in one statement, whose cost does not grow with the mail. */
export async function countEmails(context: SignedIn) {
  const { db, actor, now } = context;
  const count = (condition: SQL | undefined) =>
    sql<number>`(select count(*)::int from ${emails}
      where ${and(eq(emails.userId, actor.userId), condition)})`;
  const { counts, snoozed, expired, templates } = await db
    .select({
      counts: recordCounts(actor.userId, "emails"),
      snoozed: count(
        ownEmails(
          context,
          ...[eq(emails.status, "received"), eq(emails.isRead, false), ne(emails.folder, JUNK)],
          ...[isNotNull(emails.snoozedUntil), gt(emails.snoozedUntil, now)],
        ),
      ),
      expired: count(lt(emails.deletedAt, new Date(now.getTime() - TRASH_DAYS * 86_400_000))),
      templates: sql<number>`(select count(*)::int from ${emailTemplates}
        where ${and(eq(emailTemplates.userId, actor.userId), isNull(emailTemplates.deletedAt))})`,
    })
    .from(sql`(select) as nothing`)
    .then(returnedRow);
  const counted = (name: string) => counts[name] ?? 0;
  const sent = counted("sent");
  return {
    ...{ sent, templates, drafts: counted("draft"), scheduled: counted("scheduled") },
    ...{ held: counted("held"), uncertain: counted("uncertain"), total: counted("not junk") },
    unread: counted("unread") - snoozed,
    trash: counted("trash") - expired,
    responseRate: sent === 0 ? 0 : Math.round((100 * counted("summarized")) / sent),
  };
}
