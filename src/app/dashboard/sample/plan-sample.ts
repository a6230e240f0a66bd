import { type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { type CountedRows, countedRows } from "../figures.ts";
import { SPECIFIED } from "../model.ts";

/** What to add so that the account's figures become the specified ones. */
export type SamplePlan = {
  tasks: {
    doneThisWeek: number;
    doneOnTime: number;
    doneLate: number;
    doneEarlier: number;
    overdue: number;
    open: number;
  };
  minutesSaved: number;
  unreadEmails: number;
  meetingsToday: number;
  colleagues: number;
  documents: number;
  activeChats: number;
};

/** Rows that the account may already have, so that a trial task does not prevent loading. */
const OWN_ROWS_ALLOWED = 5;

const { cards } = SPECIFIED;
/** [all, counted] that round to 85 % and 94 %; the second pair of each leaves more room for existing rows. */
const PRODUCTIVITY = [
  [20, 17],
  [40, 34],
] as const;
const EFFICIENCY = [
  [50, 47],
  [100, 94],
] as const;

/** Throws `conflict` where the account holds a sample already, or too much of its own. */
export async function planSample(context: SignedIn, timeZone: string): Promise<SamplePlan> {
  const { db, actor, now } = context;
  const isOwn = sql`user_id = ${actor.userId}`;
  const { rows } = await db.execute<{ isLoaded: boolean; ownRows: number }>(sql`select
    exists (select from sample_workspaces where ${isOwn}) as "isLoaded",
    (${sql.join(
      OWN_TABLES.map((table) => firstRows(table, isOwn)),
      sql` + `,
    )})::int as "ownRows"`);
  if (rows[0]?.isLoaded) throw alreadyLoaded();
  if ((rows[0]?.ownRows ?? 0) > OWN_ROWS_ALLOWED)
    throw new AppError(
      "conflict",
      t`This account already holds data of its own. Load the sample workspace into a new account`,
    );
  return planFor(await measure(context, countedRows({ userId: actor.userId, now, timeZone })));
}

const OWN_TABLES = [
  sql`tasks where`,
  sql`projects where`,
  sql`events where`,
  sql`documents where`,
  sql`conversation_participants where`,
  sql`emails where not is_system and`,
];

/** Counting stops early, so that refusing a full account is fast. */
const firstRows = (table: SQL, isOwn: SQL) =>
  sql`(select count(*) from (select from ${table} ${isOwn} limit ${OWN_ROWS_ALLOWED + 1}) few)`;

type Measured = Record<keyof CountedRows, { rows: number; weight: number }>;

async function measure({ db }: SignedIn, counted: CountedRows): Promise<Measured> {
  const parts = Object.entries(counted).map(
    ([figure, rows]) => sql`${figure}::text, (
      select json_build_object('rows', count(*), 'weight', coalesce(sum(weight), 0)) from (${rows}) counted)`,
  );
  const { rows } = await db.execute<{ measured: Measured }>(
    sql`select json_build_object(${sql.join(parts, sql`, `)}) as measured`,
  );
  const row = returnedRow(rows);
  return row.measured;
}

function planFor(existing: Measured): SamplePlan {
  const week = shareOf(PRODUCTIVITY, existing.productivity);
  const month = shareOf(EFFICIENCY, existing.efficiency);
  return {
    tasks: {
      doneThisWeek: week.counted,
      doneOnTime: missing(month.counted, week.counted),
      doneLate: month.others,
      doneEarlier: missing(SPECIFIED.tasksDone - month.counted - month.others, existing.tasksDone.rows),
      overdue: week.others,
      open: missing(cards.activeTasks - week.others, existing.activeTasks.rows),
    },
    minutesSaved: missing(SPECIFIED.hoursSaved * 60, existing.hoursSaved.weight),
    unreadEmails: missing(cards.unreadEmails, existing.unreadEmails.rows),
    meetingsToday: missing(cards.meetings, existing.meetings.rows),
    colleagues: missing(cards.teamMembers, Math.max(1, existing.teamMembers.rows)),
    documents: missing(cards.documents, existing.documents.rows),
    activeChats: missing(cards.activeChats, existing.activeChats.rows),
  };
}

/** The rows to add, counted ones and others, for the first share that can still be reached. */
function shareOf(shares: readonly (readonly [number, number])[], existing: Measured["efficiency"]) {
  for (const [all, counted] of shares) {
    const toAdd = {
      counted: counted - existing.weight,
      others: all - counted - (existing.rows - existing.weight),
    };
    if (toAdd.counted >= 0 && toAdd.others >= 0) return toAdd;
  }
  throw tooMuch();
}

function missing(target: number, existing: number): number {
  if (existing > target) throw tooMuch();
  return target - existing;
}

export const alreadyLoaded = () =>
  new AppError("conflict", t`The sample workspace is already loaded. Remove it first to load it again`);

const tooMuch = () =>
  new AppError(
    "conflict",
    t`What this account already holds does not fit the sample. Load it into a new account`,
  );
