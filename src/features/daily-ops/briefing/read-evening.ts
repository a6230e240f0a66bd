import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { RecordLink } from "../model.ts";
import type { BriefingDay } from "./read-facts.ts";

/** Up to MAX_RECORDS of them, and how many there are. */
type Counted = { count: number; records: RecordLink[] };

export type EveningFacts = {
  tasksDone: Counted;
  promisesMet: Counted;
  /** Meetings that are over. */
  meetings: Counted;
  mailsSent: number;
  /** Tasks that were due until the end of the day and are due later now, with their new time. */
  tasksMoved: (RecordLink & { dueDate: Date })[];
  eventsMoved: RecordLink[];
  /** Titles only, because the events cannot be opened any more. */
  cancelled: string[];
  /** Open and due on the day. */
  left: { id: string; title: string; dueDate: Date }[];
};

type Wire = Omit<EveningFacts, "tasksMoved" | "left"> & {
  tasksMoved: (RecordLink & { dueDate: string })[];
  left: { id: string; title: string; dueDate: string }[];
};

/** As the index of sent mail has it. */
const sentOrNever = sql`(case when sent_at is null then '-infinity'::timestamptz else sent_at end)`;

const MAX_RECORDS = 20;
/** As many as one act may change. */
export const MAX_LEFT = 200;

// rule: function-length - one SQL statement, whose parts refer to each other
/** What happened on the day until now. One query over the person's own rows. */
export async function readEvening({ db, actor, now }: SignedIn, day: BriefingDay): Promise<EveningFacts> {
  const isMine = sql`user_id = ${actor.userId}`;
  const [start, end, present] = [day.from, day.to, now].map((at) => sql`${at}::timestamptz`);
  const counted = (kind: "task" | "event" | "commitment", rows: ReturnType<typeof sql>) => sql`(
    select json_build_object('count', count(*), 'records', coalesce(json_agg(
             json_build_object('kind', ${kind}::text, 'id', id, 'title', left(title, 200)) order by place)
             filter (where place <= ${MAX_RECORDS}), '[]'))
      from (select id, title, row_number() over (order by at, id) as place from (${rows}) found) placed)`;
  const { rows } = await db.execute<{ facts: Wire }>(sql`
    with changes as materialized (
      select change ->> 'id' as task, change ->> 'dueDate' as due, insertion_number, audit_log.id
        from audit_log, jsonb_array_elements(case when jsonb_typeof(undo -> 'input' -> 'changes') = 'array'
               then undo -> 'input' -> 'changes' else jsonb_build_array(undo -> 'input') end) as change
       where ${isMine} and outcome = 'done' and at >= ${start} and at <= ${present}
         and undo ->> 'capability' in ('tasks.update', 'tasks.updateMany') and change ? 'dueDate' and change ? 'id'
    ), before as materialized (
      select distinct on (task) task, due::timestamptz as due from changes order by task, insertion_number, id
    )
    select json_build_object(
      'tasksDone', ${counted(
        "task",
        sql`select id, title, completed_at as at from tasks where ${isMine} and deleted_at is null
              and status = 'completed' and completed_at >= ${start} and completed_at <= ${present}`,
      )},
      'promisesMet', ${counted(
        "commitment",
        sql`select id, what as title, evidence_at as at from commitments where ${isMine} and owed_by = 'me'
              and state = 'met' and evidence_at >= ${start} and evidence_at <= ${present}
              and not exists (select from tasks done where done.id = commitments.task_id and done.user_id = ${actor.userId}
                and done.status = 'completed')`,
      )},
      'meetings', ${counted(
        "event",
        sql`select id, title, start_time as at from event_times where ${isMine} and deleted_at is null
              and status <> 'cancelled' and not is_all_day and end_time > ${start} and end_time <= ${present}
              and (start_time >= ${start} - interval '2 days' or end_time - start_time > interval '1 day')
              and (cardinality(attendees) > 0 or coalesce(meeting_link, '') <> '' or lower(coalesce(category, '')) = 'meeting')`,
      )},
      'mailsSent', (select count(*) from emails where ${isMine} and deleted_at is null and status = 'sent'
        and ${sentOrNever} >= ${start} and ${sentOrNever} <= ${present}),
      'tasksMoved', (select coalesce(json_agg(json_build_object('kind', 'task', 'id', id, 'title', left(title, 200),
          'dueDate', due_date) order by due_date, id), '[]')
        from (select tasks.id, title, due_date from tasks join before on before.task = tasks.id::text
               where ${isMine} and deleted_at is null and status <> 'completed'
                 and before.due < ${end} and due_date >= ${end}
               order by due_date, tasks.id limit ${MAX_RECORDS}) moved),
      'eventsMoved', (select coalesce(json_agg(json_build_object('kind', 'event', 'id', id, 'title', left(title, 200))
          order by start_time, id), '[]')
        from (select id, title, start_time from events where ${isMine} and deleted_at is null and version > 1
               and created_at < ${start} and updated_at >= ${start} and (start_time > ${present} or is_series)
               order by start_time, id limit ${MAX_RECORDS}) moved),
      'cancelled', (select coalesce(json_agg(left(title, 200) order by start_time, id), '[]')
        from (select id, title, start_time from events where ${isMine} and deleted_at >= ${start} and start_time > ${present}
               order by start_time, id limit ${MAX_RECORDS}) gone),
      'left', (select coalesce(json_agg(json_build_object('id', id, 'title', left(title, 200), 'dueDate', due_date)
          order by due_date, id), '[]')
        from (select id, title, due_date from tasks where ${isMine} and deleted_at is null and status <> 'completed'
               and due_date >= ${start} and due_date < ${end}
               order by due_date, id limit ${MAX_LEFT}) remaining)
    ) as facts`);
  const { facts } = returnedRow(rows);
  return {
    ...facts,
    tasksMoved: facts.tasksMoved.map(dated),
    left: facts.left.map(dated),
  };
}

const dated = <T extends { dueDate: string }>(task: T) => ({ ...task, dueDate: new Date(task.dueDate) });
