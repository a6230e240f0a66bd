import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { LANGUAGES } from "#i18n/languages.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { NOTICE_RULES } from "./policy.ts";
import { type NOTICE_PRIORITIES, smartNotifications } from "./tables.ts";

/** Words for each reader: a function writes them in the language of `t`; a text is from a person. */
export type Words = string | (() => string);

export type Notice = {
  userIds: readonly string[];
  /** What happened, in a few words; cut at 200 characters. */
  title: Words;
  /** One sentence more; cut at 2,000 characters. */
  message: Words;
  /** The topic in kebab-case: the noun of the record. policy.ts maps it to a kind. */
  type: string;
  priority?: (typeof NOTICE_PRIORITIES)[number];
  /** `mailSections` (mail-sections.ts): what a mail about it holds instead of the message. */
  contextData?: Record<string, unknown>;
  /** A path inside the product that shows the topic. */
  href?: string;
  /** Hidden until this instant. */
  scheduledFor?: Date;
  /** As long as a person has a notification with this key, a second one is not created. */
  dedupeKey?: string;
};

/**
 * Notifies people, in the transaction of the event, live on their open pages. Returns who was notified: left out are
 * people who do not exist, who were notified already, or with whom the actor shares nothing (no workspace, invitation,
 * conversation or document), so that strangers cannot notify anybody.
 */
export async function notify(
  context: Pick<Context, "db" | "announce">,
  notice: Notice,
): Promise<{ id: string; userId: string }[]> {
  const { type, priority = "medium", contextData, href, scheduledFor, dedupeKey } = notice;
  const { title, message } = englishOf(notice);
  const { rows } = await context.db.execute<Notified & { sent: boolean }>(sql`
    select id, person, sent, language from notify_people(
      ${sql.param([...notice.userIds])}::uuid[], ${title}, ${message}, ${type}, ${priority},
      ${contextData ? JSON.stringify(contextData) : null}::jsonb, ${href ?? null},
      ${scheduledFor?.toISOString() ?? null}::timestamptz, ${dedupeKey ?? null}, ${NOTICE_RULES}::jsonb)`);
  await rewordForReaders(context.db, rows, notice);
  for (const { id, person, sent } of rows)
    if (sent) context.announce({ resource: "notifications", ids: [id], audience: [person] });
  return rows.map(({ id, person }) => ({ id, userId: person }));
}

/** A new notification, its reader, and the language that they chose. */
export type Notified = { id: string; person: string; language: string | null };

type NoticeWords = Pick<Notice, "title" | "message">;

const wordsOf = ({ title, message }: NoticeWords) => ({
  title: typeof title === "string" ? title : title(),
  message: typeof message === "string" ? message : message(),
});

export const englishOf = (notice: NoticeWords) => inLanguage("en", () => wordsOf(notice));

/** In the transaction that made them: gives notifications the words in the language of their readers. */
export async function rewordForReaders(
  db: Transaction,
  notified: readonly Notified[],
  notice: NoticeWords,
): Promise<void> {
  const english = englishOf(notice);
  for (const language of LANGUAGES) {
    const ids = notified.filter((each) => each.language === language).map(({ id }) => id);
    if (language === "en" || ids.length === 0) continue;
    const { title, message } = inLanguage(language, () => wordsOf(notice));
    if (title !== english.title || message !== english.message)
      await db.execute(sql`select reword_notifications(${sql.param(ids)}::uuid[], ${title}, ${message})`);
  }
}

/** Withdraws those of the actor's notifications with these keys that have not been shown. Returns their keys. */
export async function withdrawNotices(
  { db, announce, actor }: SignedIn,
  dedupeKeys: readonly string[],
): Promise<string[]> {
  if (dedupeKeys.length === 0) return [];
  const { id, dedupeKey, isSent, snoozedFrom } = smartNotifications;
  const withdrawn = await db
    .delete(smartNotifications)
    .where(
      and(
        eq(smartNotifications.userId, actor.userId),
        inArray(dedupeKey, [...dedupeKeys]),
        eq(isSent, false),
        isNull(snoozedFrom),
      ),
    )
    .returning({ id, dedupeKey });
  if (withdrawn.length > 0)
    announce({
      resource: "notifications",
      ids: withdrawn.map((each) => each.id),
      audience: [actor.userId],
    });
  return withdrawn.flatMap((each) => each.dedupeKey ?? []);
}

/** Like `notify`, from a job, whose transaction has no user: it may notify anyone. Call it last in the transaction. */
export async function notifyFromJob(db: Transaction, notices: readonly Notice[]): Promise<void> {
  const facts: Parameters<Context["announce"]>[0][] = [];
  for (const notice of notices) await notify({ db, announce: (fact) => void facts.push(fact) }, notice);
  await recordAnnouncements(db, facts);
}
