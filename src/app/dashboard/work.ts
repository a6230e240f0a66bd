import { type SQL, sql } from "drizzle-orm";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import type { WorkingHours } from "#features/calendar/hours-model.ts";
import { freeStretches } from "#features/calendar/public/free-stretches.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import {
  AHEAD,
  FOCUS_FROM,
  type Work,
  type WorkFigure,
  type WorkRow,
  workDefinitions,
} from "./work-model.ts";

/** `ahead`: from today on, otherwise until today. */
type Span = { timeZone: string; days: number; ahead?: boolean };
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
  const hours = await calendarSettings.get(context, {});
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
    week: await readWeek(context, span),
    definitions: workDefinitions(),
  };
}

async function readWeek(context: SignedIn, { timeZone }: Span): Promise<Work["week"]> {
  const span = weekAhead(timeZone);
  const events = await eventsIn(context, span);
  const { rows } = await context.db.execute<{ date: string; due: number }>(sql`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as date, count(*)::int as due
      from (${dueTasks(context, span)}) due group by 1 order by 1`);
  const due = new Map(rows.map((row) => [row.date, row.due]));
  return daysOf(context.now, span).map((day) => {
    const minutes = (isMeeting: boolean) =>
      sum(events.filter((each) => each.isMeeting === isMeeting).map((each) => minutesWithin(each, day)));
    return { date: day.date, meetings: minutes(true), other: minutes(false), due: due.get(day.date) ?? 0 };
  });
}

const weekAhead = (timeZone: string): Span => ({ timeZone, days: AHEAD, ahead: true });

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const minutesOf = ({ minutes }: { minutes: number }) => minutes;

/** The first day of a span, counted from today. */
const firstOf = ({ days, ahead }: Span) => (ahead ? 0 : 1 - days);

function daysOf(now: Date, span: Span): Day[] {
  const { timeZone, days } = span;
  return Array.from({ length: days }, (_, place) => {
    const from = startOfDay(now, timeZone, place + firstOf(span));
    const { year, month, day } = wallClock(from, timeZone);
    const two = (part: number) => String(part).padStart(2, "0");
    return {
      date: `${year}-${two(month)}-${two(day)}`,
      from,
      until: startOfDay(now, timeZone, place + firstOf(span) + 1),
    };
  });
}

/** Minutes of an event that fall into a stretch of time. */
const minutesWithin = (
  { start, end }: Pick<Event, "start" | "end">,
  { from, until }: Pick<Day, "from" | "until">,
) =>
  Math.max(0, Math.min(end.getTime(), until.getTime()) - Math.max(start.getTime(), from.getTime())) / MINUTE;

const bounds = ({ now }: SignedIn, span: Span) => ({
  from: sql`${startOfDay(now, span.timeZone, firstOf(span))}::timestamptz`,
  until: sql`${startOfDay(now, span.timeZone, firstOf(span) + span.days)}::timestamptz`,
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

/** Minutes of a working day in free stretches of at least FOCUS_FROM minutes. */
const focusOn = ({ from }: Day, events: readonly Event[], hours: WorkingHours, timeZone: string): number =>
  Math.round(
    sum(
      freeStretches(from, events, hours, timeZone, FOCUS_FROM).map(
        ({ start, end }) => (end.getTime() - start.getTime()) / MINUTE,
      ),
    ),
  );

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
  type Row = Work["mail"]["days"][number] & Pick<Work["mail"], "medianMinutes"> & { isTotal: boolean };
  const { rows } = await context.db.execute<Row>(sql`
    select date, grouping(date) = 1 as "isTotal", count(*)::int as received, count(minutes)::int as answered,
           percentile_cont(0.5) within group (order by minutes) as "medianMinutes"
      from (select to_char(at at time zone ${span.timeZone}, 'YYYY-MM-DD') as date, minutes
              from (${answeredMail(context, span)}) mail) dated
     group by rollup (date)`);
  const total = rows.find(({ isTotal }) => isTotal);
  const found = new Map(rows.map((row) => [row.date, row]));
  return {
    received: total?.received ?? 0,
    answered: total?.answered ?? 0,
    medianMinutes: total?.medianMinutes ?? null,
    days: daysOf(context.now, span).map(({ date }) => ({
      date,
      received: found.get(date)?.received ?? 0,
      answered: found.get(date)?.answered ?? 0,
    })),
  };
}

const dueTasks = (context: SignedIn, span: Span): SQL => {
  const { from, until } = bounds(context, span);
  return sql`select id, title, due_date as at, null::float8 as minutes from tasks
    where user_id = ${context.actor.userId} and deleted_at is null and status <> 'completed'
      and due_date >= ${from} and due_date < ${until}`;
};

const OPEN_DECISIONS = sql`select id, title, created_at as at, null::float8 as minutes from team_decisions
  where workspace_id in (select my_workspaces()) and status <> 'completed' and deleted_at is null`;

const completedDecisions = (context: SignedIn, span: Span): SQL => {
  const { from, until } = bounds(context, span);
  return sql`select id, title, completed_at as at, null::float8 as minutes, coalesce(outcome, 'completed') as outcome from team_decisions
    where workspace_id in (select my_workspaces()) and status = 'completed' and deleted_at is null
      and completed_at >= ${from} and completed_at < ${until}`;
};

async function decisionsIn(context: SignedIn, span: Span): Promise<Work["decisions"]> {
  const { rows } = await context.db.execute<{ outcome: string; count: number; voted: number }>(sql`
    select outcome, count(*)::int as count, count(votes.decision_id)::int as voted
      from (${completedDecisions(context, span)}) decisions
      left join decision_votes votes on votes.decision_id = decisions.id and votes.user_id = ${context.actor.userId}
     group by outcome order by 2 desc, 1`);
  const { rows: counted } = await context.db.execute<{ open: number; awaiting: number }>(sql`
    select count(*)::int as open, (count(*) - count(votes.decision_id))::int as awaiting
      from (${OPEN_DECISIONS}) decisions
      left join decision_votes votes on votes.decision_id = decisions.id and votes.user_id = ${context.actor.userId}`);
  const { open = 0, awaiting = 0 } = counted[0] ?? {};
  return {
    ...{ open, awaiting },
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
  booked: (id) => `/calendar?event=${id}`,
  due: (id) => `/tasks?task=${id}`,
};
const IS_AHEAD: readonly WorkFigure[] = ["booked", "due"];

/** Events that take up time; all-day events do not. */
const eventRows = (context: SignedIn, span: Span, condition: SQL): SQL => {
  const { from, until } = bounds(context, span);
  return sql`select id, title, start_time as at, extract(epoch from end_time - start_time)::float8 / 60 as minutes
    from event_times where user_id = ${context.actor.userId} and deleted_at is null and not is_all_day
      and transparency = 'opaque' and lower(coalesce(status, '')) <> 'cancelled' and ${condition}
      and start_time >= ${from} and start_time < ${until}`;
};

/**
 * The records behind a figure, newest first, what is to come in its order; for `focus`, the events that took the other
 * time.
 */
export async function readWorkRows(
  context: SignedIn,
  { figure, ...asked }: Span & { figure: WorkFigure },
): Promise<WorkRow[]> {
  const isAhead = IS_AHEAD.includes(figure);
  const span = isAhead ? weekAhead(asked.timeZone) : asked;
  const { from, until } = bounds(context, span);
  const counted = {
    answered: sql`select * from (${answeredMail(context, span)}) mail where minutes is not null`,
    tasks: sql`select id, title, completed_at as at, null::float8 as minutes from tasks
      where user_id = ${context.actor.userId} and deleted_at is null and status = 'completed'
        and completed_at >= ${from} and completed_at < ${until}`,
    meetings: eventRows(context, span, IS_MEETING),
    focus: eventRows(context, span, sql`start_time <= ${context.now}`),
    decisions: sql`select id, title, at, minutes from (${completedDecisions(context, span)}) completed
      union all select id, title, at, minutes from (${OPEN_DECISIONS}) open`,
    booked: eventRows(context, span, sql`true`),
    due: dueTasks(context, span),
  }[figure];
  const order = isAhead ? sql`at` : sql`at desc`;
  const { rows } = await context.db.execute<{
    id: string;
    title: string;
    at: string;
    minutes: number | null;
  }>(sql`select id, title, at, minutes from (${counted}) counted order by ${order}, id limit ${MAX_ROWS}`);
  return rows.map(({ id, title, at, minutes }) => ({
    id,
    title,
    at: new Date(at),
    minutes: minutes === null ? null : Math.round(minutes),
    href: PAGES[figure](id),
  }));
}
