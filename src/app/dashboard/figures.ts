import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { recordCount } from "#platform/counts/record-counts.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { translatedValues } from "#platform/language/in-language.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { DEFINITIONS, type Figure, type Figures, SPECIFIED } from "./model.ts";

type Scope = { userId: string; now: Date; timeZone: string };

/** The rows that a figure counts: (id, title, at, weight). Figures of all records of a kind come from their counts. */
export type CountedRows = Record<Exclude<Figure, "briefing">, SQL>;

export function countedRows({ userId, now, timeZone }: Scope): CountedRows {
  const day = (days: number) => sql`${startOfDay(now, timeZone, days)}::timestamptz`;
  const localDate = (column: SQL) => sql`(${column} at time zone ${timeZone})::date`;
  const isOwn = sql`user_id = ${userId} and deleted_at is null`;
  return {
    efficiency: sql`
      select id, title, completed_at as at,
             (${localDate(sql`completed_at`)} <= ${localDate(sql`due_date`)})::int as weight
        from tasks
       where ${isOwn} and status = 'completed' and due_date is not null
         and completed_at >= ${new Date(now.getTime() - 30 * DAY)}::timestamptz`,
    tasksDone: sql`
      select id, title, coalesce(completed_at, created_at) as at, 1 as weight
        from tasks where ${isOwn} and status = 'completed'`,
    hoursSaved: sql`
      select id, capability as title, occurred_at as at, minutes as weight
        from time_savings
       where user_id = ${userId} and occurred_at >= ${day(0)} and occurred_at < ${day(1)}`,
    unreadEmails: sql`
      select id, subject as title, created_at as at, 1 as weight
        from emails where ${isOwn} and status = 'received' and not is_read`,
    meetings: sql`
      select id, title, start_time as at, 1 as weight
        from event_times
       where ${isOwn} and start_time >= ${day(-1)} and start_time < ${day(2)}
         and case when is_all_day then (start_time at time zone 'UTC')::date = ${localDate(sql`${now}::timestamptz`)}
             else start_time >= ${day(0)} and start_time < ${day(1)} end`,
    activeTasks: sql`
      select id, title, created_at as at, 1 as weight
        from tasks where ${isOwn} and status in ('todo', 'in_progress', 'review')`,
    productivity: sql`
      select id, title, due_date as at, (status = 'completed')::int as weight
        from tasks
       where ${isOwn} and due_date >= ${day(-6)} and due_date < ${day(1)}`,
    teamMembers: sql`
      select user_id as id, coalesce(full_name, '') as title, joined_at as at, 1 as weight from my_teammates()`,
    documents: sql`
      select id, title, created_at as at, 1 as weight from documents where ${isOwn}`,
    activeChats: sql`
      select id, coalesce(title, type) as title, coalesce(last_message_at, conversations.created_at) as at, 1 as weight
        from conversation_participants mine
        join conversations on conversations.id = mine.conversation_id
       where mine.user_id = ${userId} and mine.left_at is null
         and not conversations.is_archived and conversations.deleted_at is null`,
  };
}

const OPEN = ["todo", "in_progress", "review"];

type Row = Omit<Figures, "cards" | "definitions"> &
  Omit<Figures["cards"], "briefing"> & { hasBriefing: boolean };

/** All figures of one person in one statement. */
export async function readFigures({ db, actor, now }: SignedIn, timeZone: string): Promise<Figures> {
  const scope = { userId: actor.userId, now, timeZone };
  const { rows } = await db.execute<Row>(figuresQuery(scope));
  const row = returnedRow(rows);
  if (row.sample) return { sample: true, ...SPECIFIED, definitions: translatedValues(DEFINITIONS) };
  const { sample, efficiency, tasksDone, hoursSaved, hasBriefing, ...cards } = row;
  const hasSubject = cards.meetings > 0 || cards.activeTasks > 0 || cards.unreadEmails > 0;
  const briefing = hasBriefing || hasSubject ? "Ready" : "Pending";
  return {
    sample,
    efficiency,
    tasksDone,
    hoursSaved,
    cards: { ...cards, briefing },
    definitions: translatedValues(DEFINITIONS),
  };
}

export function figuresQuery(scope: Scope): SQL {
  const rows = countedRows(scope);
  const count = (counted: SQL) => sql`(select count(*)::int from (${counted}) counted)`;
  const share = (counted: SQL) =>
    sql`(select round(100.0 * sum(weight) / nullif(count(*), 0))::int from (${counted}) counted)`;
  return sql`select
    ${showsSample(scope.userId)} as "sample",
    ${share(rows.efficiency)} as "efficiency",
    ${recordCount(scope.userId, "tasks", "completed", "subtask completed")} as "tasksDone",
    (select round(coalesce(sum(weight), 0)::numeric / 60, 1)::float8 from (${rows.hoursSaved}) counted) as "hoursSaved",
    ${recordCount(scope.userId, "emails", "unread", "unread junk")} as "unreadEmails",
    ${count(rows.meetings)} as "meetings",
    ${recordCount(scope.userId, "tasks", ...OPEN, ...OPEN.map((status) => `subtask ${status}`))} as "activeTasks",
    ${share(rows.productivity)} as "productivity",
    ${count(rows.teamMembers)} as "teamMembers",
    ${recordCount(scope.userId, "documents", "document")} as "documents",
    ${count(rows.activeChats)} as "activeChats",
    exists (select from morning_briefings where user_id = ${scope.userId}
             and briefing_date = (${scope.now}::timestamptz at time zone ${scope.timeZone})::date) as "hasBriefing"`;
}

/** Sample figures stand for an account without data, unless its person chose to start empty. */
const showsSample = (userId: string) =>
  sql`(${isEmptyAccount(userId)} and not (select starts_empty from profiles where user_id = ${userId}))`;

/**
 * True if the person never had records of their own, including in the trash; system messages do not count. Each part
 * reads the first row of an index: a plain `exists` could make the planner scan the table from its start.
 */
const isEmptyAccount = (userId: string) => {
  const first = (rows: SQL) => sql`(select user_id from ${rows} limit 1)`;
  const isOwn = sql`user_id = ${userId}`;
  const newestFirst = sql`order by created_at desc, id desc`;
  const trash = sql`and deleted_at is not null order by deleted_at desc, id desc`;
  // rule: unique-order - every row of these has the same user_id, which is all that is read
  return sql`coalesce(
    ${first(sql`tasks where ${isOwn} and deleted_at is null ${newestFirst}`)},
    ${first(sql`tasks where ${isOwn} ${trash}`)},
    ${first(sql`projects where ${isOwn} and deleted_at is null ${newestFirst}`)},
    ${first(sql`projects where ${isOwn} ${trash}`)},
    ${first(sql`events where ${isOwn} ${newestFirst}`)},
    ${first(sql`documents where ${isOwn} order by sha256`)},
    ${first(sql`conversation_participants where ${isOwn} and left_at is null order by conversation_id`)},
    ${first(sql`emails where ${isOwn} and not is_system order by thread_id, created_at`)}) is null`;
};

const DAY = 86_400_000;
