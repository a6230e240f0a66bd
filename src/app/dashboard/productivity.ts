import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Productivity } from "./model.ts";

type Result = z.output<typeof Productivity>;

/** Completed and created tasks of the last `days` days on the person's calendar, today included, in one statement. */
export async function readProductivity(context: SignedIn, timeZone: string, days: number): Promise<Result> {
  const { db, actor, now } = context;
  const isOwn = sql`user_id = ${actor.userId} and deleted_at is null`;
  const from = sql`${startOfDay(now, timeZone, 1 - days)}::timestamptz`;
  const until = sql`${startOfDay(now, timeZone, 1)}::timestamptz`;
  const today = sql`(${now}::timestamptz at time zone ${timeZone})::date`;
  const isCompleted = sql`status = 'completed' and completed_at >= ${from} and completed_at < ${until}`;
  // rule: unique-order - one row for each priority, because they are grouped by it
  const { rows } = await db.execute<Result>(sql`
    with created as (
      select (created_at at time zone ${timeZone})::date as day, count(*)::int as tasks
        from tasks where ${isOwn} and created_at >= ${from} and created_at < ${until} group by 1
    ), completed as (
      select (completed_at at time zone ${timeZone})::date as day, count(*)::int as tasks
        from tasks where ${isOwn} and ${isCompleted} group by 1
    ), relevant as (
      select status, priority, project_id from tasks
       where ${isOwn} and (${isCompleted} or status in ('todo', 'in_progress', 'review'))
    )
    select
      (select json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'),
                'created', coalesce(created.tasks, 0), 'completed', coalesce(completed.tasks, 0)) order by day)
         from (select ${today} - n as day from generate_series(0, ${days - 1}::int) n) calendar
         left join created using (day) left join completed using (day)) as "days",
      (select coalesce(json_agg(to_json(p) order by array_position(array['urgent', 'high', 'medium', 'low'], p.priority)), '[]')
         from (select priority, ${SPLIT} from relevant group by priority) p) as "byPriority",
      (select coalesce(json_agg(to_json(p) order by p.completed + p.open desc, p."projectName", p."projectId"), '[]')
         from (select projects.id as "projectId", projects.name as "projectName", ${SPLIT}
                 from relevant left join projects on projects.id = relevant.project_id and projects.deleted_at is null
                group by projects.id, projects.name) p) as "byProject"`);
  const result = returnedRow(rows);
  return result;
}

const SPLIT = sql`
  count(*) filter (where relevant.status <> 'completed')::int as open,
  count(*) filter (where relevant.status = 'completed')::int as completed`;
