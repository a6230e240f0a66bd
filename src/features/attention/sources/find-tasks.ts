import { type SQL, sql } from "drizzle-orm";
import { dueOrNever, priorityRank } from "#features/tasks/public/task-order.ts";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource, Scope } from "../public/attention-source.ts";

const DAY = 86_400_000;
/** Less for a task, or for a blocker, that waits for another task: the other one comes first. */
const BLOCKED_POINTS = -15;

/**
 * Open tasks that are overdue or due today, since the beginning of that day; `detail` is an open task that one waits for.
 * And the open tasks, not due by today, that one waits for which is overdue or due within a day: since it waits and is due
 * so soon; `detail` is what such a one waits for itself. Both read the same tasks once.
 */
export const findTasks: AttentionSource = (scope) => sql`
  with due as materialized (${dueSoon(scope)}),
  waits as materialized (
    select due.id as task_id, due.due_date as task_due, d.created_at, b.id, b.title, b.due_date, b.priority
      from due
      join task_dependencies d on d.task_id = due.id and d.user_id = ${scope.userId}
      join tasks b on b.id = d.blocked_by_id and b.user_id = ${scope.userId}
     where b.deleted_at is null and b.status <> 'completed')
  select 'task' as kind, due.id::text as item, 'task' as record_kind, due.id as record_id, due.title,
         null::text as person, day as since, ${endOfDue(scope)} as due, day = due_date as is_due_day,
         ${priorityPoints} + case when blocker.title is null then 0 else ${BLOCKED_POINTS} end as priority,
         blocker.title as detail, '/tasks?task=' || due.id as href
    from due cross join lateral ${startOfDueDay(scope)}
    left join (select distinct on (task_id) task_id, title from waits order by task_id, id) blocker
      on blocker.task_id = due.id
   where due_date < ${scope.endOfToday}::timestamptz
  union all
  select 'blocker', blockers.id::text, 'task', blockers.id, title, null::text, since, ${endOfDue(scope)},
         coalesce(day = due_date, false),
         ${priorityPoints} + case when blocked_by is null then 0 else ${BLOCKED_POINTS} end,
         blocked_by, '/tasks?task=' || blockers.id
    from (select id, title, due_date, priority, min(greatest(created_at, task_due - interval '1 day')) as since
            from waits
           where task_due < ${scope.now}::timestamptz + interval '1 day'
             and (due_date is null or due_date >= ${scope.endOfToday}::timestamptz)
           group by id, title, due_date, priority
           order by min(task_due), id limit ${MAX_OF_KIND}) blockers
    cross join lateral ${startOfDueDay(scope)}
    left join lateral (
      select b.title as blocked_by from task_dependencies d
        join tasks b on b.id = d.blocked_by_id and b.user_id = ${scope.userId}
       where d.task_id = blockers.id and d.user_id = ${scope.userId} and b.deleted_at is null and b.status <> 'completed'
       order by b.id limit 1) next on true`;

const dueSoon = ({ userId, now, endOfToday }: Scope): SQL => sql`
  select id, title, due_date, priority from tasks
   where user_id = ${userId} and deleted_at is null and status <> 'completed'
     and ${dueOrNever} < ${new Date(Math.max(endOfToday.getTime(), now.getTime() + DAY))}::timestamptz
   order by ${dueOrNever}, ${priorityRank}, id limit ${MAX_OF_KIND}`;

const priorityPoints = sql`case priority when 'urgent' then 20 when 'high' then 10 when 'low' then -10 else 0 end`;

const startOfDueDay = ({ timeZone }: Scope) =>
  sql`(select date_trunc('day', due_date, ${timeZone}) as day) days`;

/** A due date at midnight stands for the whole day. */
const endOfDue = ({ timeZone }: Scope) => sql`case when day = due_date
  then (day at time zone ${timeZone} + interval '1 day') at time zone ${timeZone} else due_date end`;
