import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import { instantOf } from "#platform/time/wall-clock.ts";
import type { CountedFigure, RecordLink } from "../model.ts";

/** The day of a briefing in a time zone; `from` is its first instant, `to` the first of the next day. */
export type BriefingDay = ZoneClock & { date: string; from: Date; to: Date };

export type TaskFact = RecordLink & { dueDate: Date | null; priority: string };
export type EventFact = RecordLink & {
  startTime: Date;
  endTime: Date;
  isAllDay: boolean;
  isMeeting: boolean;
  location: string | null;
  /** The event of the ride on which this block of a plan is worked on. */
  rideId: string | null;
};
export type EmailFact = RecordLink & { sender: string };

export type Facts = {
  counts: Record<CountedFigure, number>;
  records: Partial<Record<CountedFigure, RecordLink[]>>;
  /** Open tasks past their due date, oldest first. */
  overdue: TaskFact[];
  /** Open, due on this day and not overdue. */
  dueToday: TaskFact[];
  /** Open, high or urgent, neither overdue nor due on this day. */
  pressing: TaskFact[];
  /** Events of this day, in chronological order. */
  events: EventFact[];
  unread: EmailFact[];
};

export function briefingDay(date: string, clock: ZoneClock): BriefingDay {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const midnight = (later: number) =>
    instantOf({ year, month, day: day + later, hour: 0, minute: 0 }, clock.timeZone);
  return { ...clock, date, from: midnight(0), to: midnight(1) };
}

/** The most records behind one number. */
const MAX_RECORDS = 20;

/**
 * Everything a briefing states, counted and listed by one statement over the user's own rows from that day on
 * (DAILY-14): tasks due then or later, undated ones created since, and open ones already overdue; events that end then
 * or later; mail that arrived since, without junk.
 */
export async function readFacts(context: SignedIn, day: BriefingDay): Promise<Facts> {
  const { rows } = await context.db.execute<{ facts: RawFacts }>(factsQuery(context, day));
  const row = returnedRow(rows);
  const { facts } = row;
  return {
    counts: mapFigures(facts.figures, ({ count }) => count),
    records: mapFigures(facts.figures, ({ rows }) => rows ?? []),
    overdue: facts.overdue.map(dated),
    dueToday: facts.dueToday.map(dated),
    pressing: facts.pressing.map(dated),
    events: facts.events.map((event) => ({
      ...event,
      startTime: new Date(event.startTime),
      endTime: new Date(event.endTime),
    })),
    unread: facts.unread,
  };
}

const dated = (task: Wire<TaskFact>): TaskFact => ({
  ...task,
  dueDate: task.dueDate === null ? null : new Date(task.dueDate),
});

type Wire<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};
type RawFacts = {
  figures: Record<CountedFigure, { count: number; rows: RecordLink[] | null }>;
  overdue: Wire<TaskFact>[];
  dueToday: Wire<TaskFact>[];
  pressing: Wire<TaskFact>[];
  events: Wire<EventFact>[];
  unread: EmailFact[];
};

const mapFigures = <V, T>(figures: Record<CountedFigure, V>, of: (value: V) => T) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, of(value)])) as Record<
    CountedFigure,
    T
  >;

// rule: function-length - one SQL statement, whose parts refer to each other
function factsQuery({ actor, now }: SignedIn, { date, from, to }: BriefingDay): SQL {
  const isMine = sql`user_id = ${actor.userId} and deleted_at is null`;
  const [start, end, present] = [from, to, now].map((at) => sql`${at}::timestamptz`);
  const isOpen = sql`status <> 'completed'`;
  /** 'Overdue means the due date is before now' (DAILY-31). */
  const isLate = sql`(${isOpen} and coalesce(due_date < ${present}, false))`;
  /** 'High priority means high or urgent' (DAILY-32). */
  const isHigh = sql`(${isOpen} and priority in ('high', 'urgent'))`;
  const figure = (name: CountedFigure, table: SQL, condition: SQL = sql`true`) => sql`${name}::text, (
    select json_build_object('count', count(*),
             'rows', json_agg(json_build_object('kind', kind, 'id', id, 'title', title) order by place)
                     filter (where place <= ${MAX_RECORDS}))
      from (select *, row_number() over (order by rank, id) as place from ${table} where ${condition}) ranked)`;
  const list = (table: SQL, condition: SQL, fields: SQL) => sql`(
    select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'title', title, ${fields}) order by place), '[]')
      from (select *, row_number() over (order by rank, id) as place from ${table} where ${condition}) ranked
     where place <= ${MAX_RECORDS})`;
  const taskFields = sql`'dueDate', due_date, 'priority', priority`;
  return sql`
    with day_tasks as materialized (
      select 'task' as kind, id, left(title, 200) as title, status, priority, due_date,
             extract(epoch from coalesce(due_date, 'infinity')) as rank
        from tasks
       where ${isMine} and (due_date >= ${start} or (due_date is null and created_at >= ${start}) or ${isLate})
    ), day_events as materialized (
      select 'event' as kind, id, left(title, 200) as title, start_time, end_time, is_all_day, left(location, 200) as location,
             extract(epoch from start_time) as rank,
             cardinality(attendees) > 0 or coalesce(meeting_link, '') <> '' or lower(coalesce(category, '')) = 'meeting'
               as is_meeting,
             concat_ws(' ', title, category) ilike '%deadline%' as is_deadline,
             case when is_all_day then start_time < (${date}::date + 1)::timestamp at time zone 'UTC' else start_time < ${end} end as is_today
        from (
          -- Of a series what takes place today, and of all that is to come the next one alone.
          select *, row_number() over (partition by coalesce(series_id, id) order by start_time, id) as turn
            from event_times
           where ${isMine} and start_time >= ${start} - interval '367 days'
             and end_time > case when is_all_day then (${date}::date)::timestamp at time zone 'UTC' else ${start} end
        ) as times
       where (turn = 1 or case when is_all_day then start_time < (${date}::date + 1)::timestamp at time zone 'UTC' else start_time < ${end} end)
         and end_time > case when is_all_day then (${date}::date)::timestamp at time zone 'UTC' else ${start} end
    ), day_emails as materialized (
      select 'email' as kind, id, left(subject, 200) as title, left(sender, 200) as sender,
             not is_read as is_unread, priority = 'urgent' as is_urgent,
             -extract(epoch from created_at) as rank
        from emails
       where ${isMine} and created_at >= ${start} and status = 'received' and folder <> 'junk'
    )
    select json_build_object(
      'figures', json_build_object(
        ${sql.join(
          [
            figure("tasks.total", sql`day_tasks`),
            figure("tasks.completed", sql`day_tasks`, sql`status = 'completed'`),
            figure("tasks.overdue", sql`day_tasks`, isLate),
            figure("tasks.high_priority", sql`day_tasks`, isHigh),
            figure("calendar.total_events", sql`day_events`),
            figure("calendar.meetings", sql`day_events`, sql`is_meeting`),
            figure("calendar.deadlines", sql`day_events`, sql`is_deadline`),
            figure("email.total", sql`day_emails`),
            figure("email.unread", sql`day_emails`, sql`is_unread`),
            figure("email.urgent", sql`day_emails`, sql`is_urgent`),
          ],
          sql`, `,
        )}),
      'overdue', ${list(sql`day_tasks`, isLate, taskFields)},
      'dueToday', ${list(sql`day_tasks`, sql`${isOpen} and not ${isLate} and due_date < ${end}`, taskFields)},
      'pressing', ${list(
        sql`day_tasks`,
        sql`${isHigh} and not ${isLate} and (due_date is null or due_date >= ${end})`,
        taskFields,
      )},
      'events', ${list(
        sql`day_events`,
        sql`is_today`,
        sql`'startTime', start_time, 'endTime', end_time, 'isAllDay', is_all_day, 'isMeeting', is_meeting,
            'location', location, 'rideId', ride_of(${actor.userId}, id)`,
      )},
      'unread', ${list(sql`day_emails`, sql`is_unread`, sql`'sender', sender`)}) as facts`;
}
