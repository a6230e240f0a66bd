import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { translatedValues } from "#platform/language/in-language.ts";
import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { FOCUS_FROM, WORK_DEFINITIONS, type Work, type WorkFigure, type WorkRow } from "./work-model.ts";

type Span = { timeZone: string; days: number };
type Event = { start: Date; end: Date; isMeeting: boolean };
type Day = { date: string; from: Date; until: Date };

/** Rows of one figure that are listed; events that are read for all of them. */
const MAX_ROWS = 50;
const MAX_EVENTS = 20_000;
const MINUTE = 60_000;

/** Statistics of the last `days` days, today included: mail, meetings, focus time and decisions. */
export async function readWork(context: SignedIn, span: Span): Promise<Work> {
  const days = daysOf(context.now, span);
  const events = await eventsIn(context, span);
  const hours = await workingHours(context);
  const meetings = events.filter(({ isMeeting }) => isMeeting);
  const meetingDays = days.map((day) => ({
    date: day.date,
    minutes: sum(meetings.map((each) => minutesWithin(each, day))),
  }));
  const past = days.filter(({ from }) => from <= context.now);
  const focusDays = past.map((day) => ({
    date: day.date,
    minutes: focusOn(day, events, hours, span.timeZone),
  }));
  return {
    mail: await mailIn(context, span),
    meetings: { count: meetings.length, minutes: sum(meetingDays.map(minutesOf)), days: meetingDays },
    focus: { minutes: sum(focusDays.map(minutesOf)), days: focusDays },
    decisions: await decisionsIn(context, span),
    definitions: translatedValues(WORK_DEFINITIONS),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const minutesOf = ({ minutes }: { minutes: number }) => minutes;

function daysOf(now: Date, { timeZone, days }: Span): Day[] {
  return Array.from({ length: days }, (_, place) => {
    const from = startOfDay(now, timeZone, place + 1 - days);
    const { year, month, day } = wallClock(from, timeZone);
    const two = (part: number) => String(part).padStart(2, "0");
    return {
      date: `${year}-${two(month)}-${two(day)}`,
      from,
      until: startOfDay(now, timeZone, place + 2 - days),
    };
  });
}

/** Minutes of an event that fall into a stretch of time. */
const minutesWithin = (
  { start, end }: Pick<Event, "start" | "end">,
  { from, until }: Pick<Day, "from" | "until">,
) =>
  Math.max(0, Math.min(end.getTime(), until.getTime()) - Math.max(start.getTime(), from.getTime())) / MINUTE;

const bounds = ({ now }: SignedIn, { timeZone, days }: Span) => ({
  from: sql`${startOfDay(now, timeZone, 1 - days)}::timestamptz`,
  until: sql`${startOfDay(now, timeZone, 1)}::timestamptz`,
});

const IS_MEETING = sql`(cardinality(attendees) > 0 or coalesce(meeting_link, '') <> '')`;

async function eventsIn(context: SignedIn, span: Span): Promise<Event[]> {
  const { from, until } = bounds(context, span);
  const { rows } = await context.db.execute<{ start: string; end: string; isMeeting: boolean }>(sql`
    select start_time as start, end_time as end, ${IS_MEETING} as "isMeeting" from event_times
     where user_id = ${context.actor.userId} and deleted_at is null and not is_all_day
       and transparency = 'opaque' and coalesce(status, '') <> 'CANCELLED' and coalesce(status, '') <> 'cancelled'
       and start_time >= ${from} - interval '1 day' and start_time < ${until} and end_time > ${from}
     order by start_time, id limit ${MAX_EVENTS}`);
  return rows.map(({ start, end, isMeeting }) => ({ start: new Date(start), end: new Date(end), isMeeting }));
}

type Hours = { workingDays: number[]; workFrom: number; workTo: number };

async function workingHours({ db, actor }: SignedIn): Promise<Hours> {
  const { rows } = await db.execute<Hours>(sql`
    select working_days as "workingDays", work_from as "workFrom", work_to as "workTo"
      from calendar_settings where user_id = ${actor.userId}`);
  return rows[0] ?? { workingDays: [1, 2, 3, 4, 5], workFrom: 540, workTo: 1020 };
}

/** Minutes of a working day in free stretches of at least FOCUS_FROM minutes. */
function focusOn({ from }: Day, events: readonly Event[], hours: Hours, timeZone: string): number {
  const { year, month, day } = wallClock(from, timeZone);
  if (!hours.workingDays.includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay())) return 0;
  const at = (minutes: number) =>
    instantOf({ year, month, day, hour: 0, minute: minutes }, timeZone).getTime();
  const end = at(hours.workTo);
  let free = at(hours.workFrom);
  let focus = 0;
  const add = (until: number) => {
    const stretch = (until - free) / MINUTE;
    if (stretch >= FOCUS_FROM) focus += stretch;
  };
  for (const event of events) {
    if (event.end.getTime() <= free || event.start.getTime() >= end) continue;
    add(event.start.getTime());
    free = Math.max(free, event.end.getTime());
  }
  add(end);
  return Math.round(focus);
}

/** Received messages, each with the first that was sent in its thread after it. */
const answeredMail = (context: SignedIn, span: Span): SQL => {
  const { from, until } = bounds(context, span);
  const isOwn = sql`user_id = ${context.actor.userId} and deleted_at is null`;
  return sql`
    select received.id, received.subject as title, received.at, extract(epoch from answer.at - received.at)::float8 / 60 as minutes
      from (select id, subject, thread_id, coalesce(received_at, created_at) as at from emails
             where ${isOwn} and status = 'received' and created_at >= ${from} - interval '1 day'
               and coalesce(received_at, created_at) >= ${from} and coalesce(received_at, created_at) < ${until}) received
      left join lateral (
        select min(coalesce(sent_at, created_at)) as at from emails
         where ${isOwn} and thread_id = received.thread_id and status = 'sent' and coalesce(sent_at, created_at) > received.at
      ) answer on true`;
};

async function mailIn(context: SignedIn, span: Span): Promise<Work["mail"]> {
  const { rows } = await context.db.execute<Work["mail"]>(sql`
    select count(*)::int as received, count(minutes)::int as answered,
           percentile_cont(0.5) within group (order by minutes) as "medianMinutes"
      from (${answeredMail(context, span)}) mail`);
  return rows[0] ?? { received: 0, answered: 0, medianMinutes: null };
}

const completedDecisions = (context: SignedIn, span: Span): SQL => {
  const { from, until } = bounds(context, span);
  return sql`select id, title, completed_at as at, null::float8 as minutes, coalesce(outcome, 'completed') as outcome from team_decisions
    where status = 'completed' and deleted_at is null and completed_at >= ${from} and completed_at < ${until}`;
};

async function decisionsIn(context: SignedIn, span: Span): Promise<Work["decisions"]> {
  const { rows } = await context.db.execute<{ outcome: string; count: number; voted: number }>(sql`
    select outcome, count(*)::int as count, count(votes.decision_id)::int as voted
      from (${completedDecisions(context, span)}) decisions
      left join decision_votes votes on votes.decision_id = decisions.id and votes.user_id = ${context.actor.userId}
     group by outcome order by 2 desc, 1`);
  return {
    completed: sum(rows.map(({ count }) => count)),
    voted: sum(rows.map(({ voted }) => voted)),
    byOutcome: rows.map(({ outcome, count }) => ({ outcome, count })),
  };
}

const PAGES: Record<WorkFigure, (id: string) => string> = {
  tasks: (id) => `/tasks?task=${id}`,
  answered: (id) => `/email?email=${id}`,
  meetings: (id) => `/calendar?event=${id}`,
  focus: (id) => `/calendar?event=${id}`,
  decisions: (id) => `/team?tab=decisions&decision=${id}`,
};

/** Events that take up time; all-day events do not. */
const eventRows = (context: SignedIn, span: Span, condition: SQL): SQL => {
  const { from, until } = bounds(context, span);
  return sql`select id, title, start_time as at, extract(epoch from end_time - start_time)::float8 / 60 as minutes
    from event_times where user_id = ${context.actor.userId} and deleted_at is null and not is_all_day
      and transparency = 'opaque' and lower(coalesce(status, '')) <> 'cancelled' and ${condition}
      and start_time >= ${from} and start_time < ${until}`;
};

/** The records behind a figure, newest first; for `focus`, the events that took the other time. */
export async function readWorkRows(
  context: SignedIn,
  { figure, ...span }: Span & { figure: WorkFigure },
): Promise<WorkRow[]> {
  const { from, until } = bounds(context, span);
  const counted = {
    answered: sql`select * from (${answeredMail(context, span)}) mail where minutes is not null`,
    tasks: sql`select id, title, completed_at as at, null::float8 as minutes from tasks
      where user_id = ${context.actor.userId} and deleted_at is null and status = 'completed'
        and completed_at >= ${from} and completed_at < ${until}`,
    meetings: eventRows(context, span, IS_MEETING),
    focus: eventRows(context, span, sql`start_time <= ${context.now}`),
    decisions: completedDecisions(context, span),
  }[figure];
  const { rows } = await context.db.execute<{
    id: string;
    title: string;
    at: string;
    minutes: number | null;
  }>(sql`select id, title, at, minutes from (${counted}) counted order by at desc, id limit ${MAX_ROWS}`);
  return rows.map(({ id, title, at, minutes }) => ({
    id,
    title,
    at: new Date(at),
    minutes: minutes === null ? null : Math.round(minutes),
    href: PAGES[figure](id),
  }));
}
