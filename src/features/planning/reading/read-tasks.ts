import { type SQL, sql } from "drizzle-orm";
import { parseHoursOfDay } from "#features/tasks/hours-model.ts";
import { PRIORITY_WEIGHTS, type TaskPriority } from "#features/tasks/model.ts";
import { dueOrNever, priorityRank } from "#features/tasks/public/task-order.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Provenance } from "#platform/capability/provenance.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Span } from "../engine/plan-problem.ts";
import { itemIdOf, MAX_ITEMS } from "../model.ts";
import { minuteOf } from "./day-spans.ts";
import { type Finished, guessMinutes } from "./guess-minutes.ts";
import { placeOf, type WantedItem } from "./wanted-item.ts";

type Row = {
  id: string;
  title: string;
  tags: string[];
  project_id: string | null;
  priority: TaskPriority;
  due_date: string | null;
  estimate_minutes: number | null;
  not_before: string | null;
  least_piece_minutes: number | null;
  hours_of_day: string | null;
  place: string | null;
  energy: "any" | "deep" | "light";
  provenance: Provenance;
  blocked_by: string[];
};

/** `ids`: only these and what they wait for; `also`: those too that the order would leave out. */
export type WantedTasks = { ids: readonly string[] | null; also: readonly string[]; until: number };

/** One more than a plan takes, so that it can say that there are more. */
const LIMIT = MAX_ITEMS + 1;

/** Open tasks: due first, then the most important. Of a task with open subtasks, these are done instead. */
export async function readTasks(context: SignedIn, { ids, also, until }: WantedTasks) {
  if (ids)
    return {
      rows: await select(context, sql`tasks.id in (${withBlockers(context, ids)})`),
      isComplete: true,
    };
  const next = await select(
    context,
    sql`(not_before is null or not_before < ${new Date(until).toISOString()}::timestamptz)
      and not exists (select from tasks s where s.parent_id = tasks.id and s.user_id = tasks.user_id
        and s.deleted_at is null and s.status <> 'completed')`,
  );
  const rows = next.slice(0, MAX_ITEMS);
  const missing = also.filter((id) => !rows.some((row) => row.id === id));
  const planned = missing.length > 0 ? await select(context, anyOf(missing)) : [];
  return { rows: [...rows, ...planned], isComplete: next.length <= MAX_ITEMS };
}

const anyOf = (ids: readonly string[]) => sql`tasks.id = any(${sql.param([...ids])}::uuid[])`;

async function select({ db, actor }: SignedIn, condition: SQL): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, title, tags, project_id, priority, due_date, estimate_minutes, not_before, least_piece_minutes,
           hours_of_day, place, energy, provenance,
           array(select d.blocked_by_id::text from task_dependencies d
             where d.task_id = tasks.id and d.user_id = tasks.user_id order by d.blocked_by_id) as blocked_by
      from tasks
     where user_id = ${actor.userId} and deleted_at is null and status <> 'completed' and ${condition}
     order by ${dueOrNever}, ${priorityRank}, id limit ${LIMIT}`);
  return rows;
}

const withBlockers = ({ actor }: SignedIn, ids: readonly string[]) => sql`
  with recursive asked as (
    select unnest(${sql.param([...ids])}::uuid[]) as id
    union
    select d.blocked_by_id from asked
      join task_dependencies d on d.task_id = asked.id and d.user_id = ${actor.userId})
  select id from asked`;

/** Minutes of tasks that were completed within the last year, and what the person estimated for the newest ones. */
export async function readHistory({ db, actor, now }: SignedIn): Promise<Finished[]> {
  const { rows } = await db.execute<Omit<Finished, "projectId"> & { projectId: string | null }>(sql`
    (select k.title, k.tags, k.project_id as "projectId", true as "isMeasured",
            ceil(extract(epoch from sum(least(e.end_time, k.completed_at) - e.start_time)) / 60)::int as minutes
       from plan_blocks b
       join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
       join tasks k on k.id = b.subject_id and k.user_id = b.user_id and k.status = 'completed'
      where b.user_id = ${actor.userId} and b.subject = 'task' and e.start_time < k.completed_at
        and b.planned_start > ${now.toISOString()}::timestamptz - interval '1 year'
      group by k.id having max(e.start_time) > k.completed_at - interval '12 hours'
      order by max(e.start_time) desc, k.id limit ${MAX_HISTORY})
    union all
    (select title, tags, project_id, false, estimate_minutes from (
       select title, tags, project_id, estimate_minutes, created_at, id from tasks
        where user_id = ${actor.userId} and deleted_at is null order by created_at desc, id desc limit ${MAX_SCANNED}) newest
      where estimate_minutes is not null
      order by created_at desc, id desc limit ${MAX_HISTORY})`);
  return rows;
}

const MAX_HISTORY = 300;
const MAX_SCANNED = 1000;
const MOST_WEIGHT = PRIORITY_WEIGHTS.urgent + 1;

/** `promised`: to whom, by the ids of tasks that do what the person promised somebody; `dates`: of the planned days (yyyy-MM-dd). */
export function wantedTasks(
  rows: readonly Row[],
  history: readonly Finished[],
  promised: ReadonlyMap<string, string>,
  { timeZone, dates }: { timeZone: string; dates: readonly string[] },
): WantedItem[] {
  return rows.map((row) => {
    const described = { title: row.title, tags: row.tags, projectId: row.project_id };
    const guess = row.estimate_minutes === null ? guessMinutes(described, history) : null;
    const minutes = row.estimate_minutes ?? guess?.minutes ?? 0;
    return {
      id: itemIdOf("task", row.id),
      kind: "task",
      ...{ title: row.title, provenance: row.provenance, guess, minutes },
      leastMinutes: Math.min(row.least_piece_minutes ?? minutes, minutes),
      earliest: row.not_before === null ? 0 : Date.parse(row.not_before),
      due: row.due_date === null ? null : endOfDue(new Date(row.due_date), timeZone),
      latest: null,
      importance: (PRIORITY_WEIGHTS[row.priority] + 1) / MOST_WEIGHT,
      isPromised: promised.has(row.id),
      promisedTo: promised.get(row.id) || null,
      after: row.blocked_by.map((id) => itemIdOf("task", id)),
      energy: row.energy,
      place: placeOf(row.place),
      hours: hoursOn(dates, row.hours_of_day, timeZone),
    };
  });
}

/** The hours of the day on each date: a day that changes the clock has them at other distances from midnight. */
function hoursOn(dates: readonly string[], text: string | null, timeZone: string): Span[] | null {
  const hours = text === null ? null : parseHoursOfDay(text);
  if (!hours) return null;
  return dates
    .map((date) => ({
      start: minuteOf(date, hours.from, timeZone),
      end: minuteOf(date, hours.to, timeZone),
    }))
    .filter(({ start, end }) => start < end);
}

/** Midnight means the whole day, as in lists of tasks; a time of day is meant as it is. */
function endOfDue(due: Date, timeZone: string): number {
  const midnight = startOfDay(due, timeZone);
  return due.getTime() === midnight.getTime() ? startOfDay(due, timeZone, 1).getTime() : due.getTime();
}
