import { sql } from "drizzle-orm";
import type { Context } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { NOTICE_RULES } from "./policy.ts";
import type { NOTICE_PRIORITIES } from "./tables.ts";

export type Notice = {
  userIds: readonly string[];
  /** What happened, in a few words; cut at 200 characters. */
  title: string;
  /** One sentence more; cut at 2,000 characters. */
  message: string;
  /** A word that says what it is about, in kebab-case: the noun of the record. policy.ts says to which kind it belongs. */
  type: string;
  priority?: (typeof NOTICE_PRIORITIES)[number];
  /** `mailText`: what a mail about it says instead of the message. */
  contextData?: Record<string, unknown>;
  /** A path inside the product that shows what it is about. */
  href?: string;
  /** Not seen before this instant. */
  scheduledFor?: Date;
  /** While a person has a notification with this key, they get no second one. */
  dedupeKey?: string;
};

/**
 * Tells people something, in the transaction of what happened, live where they have a page open. Answers who: left out
 * are those who do not exist, who were told already, and with whom the actor shares nothing (no workspace, invitation,
 * conversation or document), so that nobody can be addressed by strangers.
 */
export async function notify(
  context: Pick<Context, "db" | "announce">,
  notice: Notice,
): Promise<{ id: string; userId: string }[]> {
  const { title, message, type, priority = "medium", contextData, href, scheduledFor, dedupeKey } = notice;
  const { rows } = await context.db.execute<{ id: string; person: string; sent: boolean }>(sql`
    select id, person, sent from notify_people(
      ${sql.param([...notice.userIds])}::uuid[], ${title}, ${message}, ${type}, ${priority},
      ${contextData ? JSON.stringify(contextData) : null}::jsonb, ${href ?? null},
      ${scheduledFor?.toISOString() ?? null}::timestamptz, ${dedupeKey ?? null}, ${NOTICE_RULES}::jsonb)`);
  for (const { id, person, sent } of rows)
    if (sent) context.announce({ resource: "notifications", ids: [id], audience: [person] });
  return rows.map(({ id, person }) => ({ id, userId: person }));
}

/** The same from a job, whose transaction is nobody's: it may tell anyone. Call it last in the transaction. */
export async function notifyFromJob(db: Transaction, notices: readonly Notice[]): Promise<void> {
  const facts: Parameters<Context["announce"]>[0][] = [];
  for (const notice of notices) await notify({ db, announce: (fact) => void facts.push(fact) }, notice);
  await recordAnnouncements(db, facts);
}
