import { sql } from "drizzle-orm";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { itemIdOf, KIND_OF_SUBJECT, MAX_BLOCKS } from "../model.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { addDays, minuteOf } from "../reading/day-spans.ts";
import { placeOfSubject, type SubjectRow } from "../reading/list-blocks.ts";
import { readEvents } from "../reading/read-events.ts";
import type { DayItem, DayReview } from "./review-model.ts";

type Row = SubjectRow & { title: string; start_time: string; end_time: string; is_done: boolean };
/** In milliseconds. */
type Span = { from: number; until: number };

/** Today on the person's clock. What was done before its block came is done too, although its time is free again. */
export async function reviewDay(context: SignedIn): Promise<DayReview> {
  const { timeZone } = await ownClock(context);
  const day = dayInZone(context.now, timeZone);
  const tomorrow = addDays(day, 1);
  const [start, end] = [minuteOf(day, 0, timeZone), minuteOf(tomorrow, 0, timeZone)];
  const rows = await readDay(context, { from: start, until: end });
  const items = Map.groupBy(rows, ({ subject, subject_id }) => itemIdOf(subject, subject_id));
  const next = { from: end, until: minuteOf(addDays(day, 2), 0, timeZone) };
  return {
    day,
    items: [...items].map(([item, blocks]) => toItem(item, blocks)),
    tomorrow: { day: tomorrow, ...(await summaryOf(context, next, timeZone)) },
  };
}

function toItem(item: string, rows: readonly Row[]): DayItem {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error("An item of a day has blocks");
  const spans = rows.map((row) => ({ start: Date.parse(row.start_time), end: Date.parse(row.end_time) }));
  return {
    ...{ item, kind: KIND_OF_SUBJECT[first.subject], title: first.title, href: placeOfSubject(first) },
    startTime: new Date(first.start_time),
    endTime: new Date(last.end_time),
    minutes: minutesOf(spans),
    isDone: last.is_done,
  };
}

async function readDay({ db, actor, now }: SignedIn, { from, until }: Span): Promise<Row[]> {
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    select b.subject, b.subject_id, e.title, e.start_time, e.end_time, c.source_kind, c.source_id, c.thread_id,
           case b.subject when 'task' then coalesce(k.status = 'completed', false)
             when 'commitment' then coalesce(c.state = 'met', false) else e.end_time <= ${at(now.getTime())} end as is_done
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id
      left join tasks k on b.subject = 'task' and k.id = b.subject_id and k.user_id = b.user_id
      left join commitments c on b.subject = 'commitment' and c.id = b.subject_id and c.user_id = b.user_id
     where b.user_id = ${actor.userId}
       and e.start_time >= ${at(from)} and e.start_time < ${at(until)}
       and (e.deleted_at is null or (k.status = 'completed' and k.deleted_at is null
         and k.completed_at >= ${at(from)} and k.completed_at < ${at(until)}))
     order by e.start_time, b.id limit ${MAX_BLOCKS}`);
  return rows;
}

async function summaryOf(context: SignedIn, span: Span, timeZone: string) {
  const events = (await readEvents(context, span, timeZone)).filter(
    ({ isAllDay, isFree, start }) => !isAllDay && !isFree && start >= span.from,
  );
  const [first] = events;
  const { rows } = await context.db.execute<{ event_id: string }>(sql`
    select event_id from plan_blocks where user_id = ${context.actor.userId}
       and event_id = any(${sql.param(events.map(({ id }) => id))}::uuid[])`);
  const planned = new Set(rows.map(({ event_id }) => event_id));
  return {
    first: first
      ? {
          ...{ eventId: first.id, title: first.title },
          ...{ startTime: new Date(first.start), endTime: new Date(first.end) },
        }
      : null,
    meetingMinutes: minutesOf(events.filter(({ hasGuests }) => hasGuests)),
    plannedMinutes: minutesOf(events.filter(({ id }) => planned.has(id))),
  };
}
