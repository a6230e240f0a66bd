import { type SQL, sql } from "drizzle-orm";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { ITEM_KINDS, itemIdOf, KIND_OF_SUBJECT } from "../model.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { addDays, minuteOf } from "../reading/day-spans.ts";
import { placeOfSubject, type SubjectRow } from "../reading/list-blocks.ts";
import { readEvents } from "../reading/read-events.ts";
import { reviewFocus } from "./review-focus.ts";
import type { PlanReview, ReviewedBlock } from "./review-model.ts";

type Row = SubjectRow & {
  event_id: string;
  title: string;
  start_time: string;
  end_time: string;
  minutes: number;
  is_over: boolean;
  is_done: boolean;
  is_moved: boolean;
  project_id: string | null;
  project_name: string | null;
};

/** Events of a week, without those of a whole day. */
const MAX_ROWS = 2000;

/** Where the hours of seven days went: what was planned, done, missed and moved, and how long the meetings were. */
export async function reviewPlan(
  context: SignedIn,
  input: { from?: string | undefined },
): Promise<PlanReview> {
  const { timeZone } = await ownClock(context);
  const from = input.from ?? addDays(dayInZone(context.now, timeZone), -6);
  const to = addDays(from, 6);
  const span = { from: minuteOf(from, 0, timeZone), until: minuteOf(addDays(to, 1), 0, timeZone) };
  const blocks = await readDone(context, span);
  const minutes = (chosen: readonly Row[]) => chosen.reduce((sum, row) => sum + row.minutes, 0);
  const events = await readEvents(context, span, timeZone);
  const meetings = events.filter(({ hasGuests, isAllDay, isFree }) => hasGuests && !isAllDay && !isFree);
  const byProject = Map.groupBy(blocks, ({ project_id }) => project_id);
  return {
    ...{ from, to },
    plannedMinutes: minutes(blocks),
    doneMinutes: minutes(blocks.filter(({ is_done }) => is_done)),
    missedMinutes: minutes(blocks.filter(({ is_done, is_over }) => is_over && !is_done)),
    moved: blocks.filter(({ is_moved }) => is_moved).length,
    movedMinutes: minutes(blocks.filter(({ is_moved }) => is_moved)),
    meetingMinutes: minutesOf(meetings),
    kinds: ITEM_KINDS.map((kind) => ({
      kind,
      minutes: minutes(blocks.filter(({ subject }) => KIND_OF_SUBJECT[subject] === kind)),
    })),
    projects: [...byProject]
      .map(([projectId, rows]) => ({
        ...{ projectId, name: rows[0]?.project_name ?? null, minutes: minutes(rows) },
      }))
      .sort(
        (one, other) =>
          other.minutes - one.minutes || ((one.projectId ?? "") < (other.projectId ?? "") ? -1 : 1),
      ),
    blocks: blocks.map(toBlock),
    focus: await reviewFocus(context, { from, to, timeZone, span }, meetings),
    meetings: meetings.map((meeting) => ({
      ...{ eventId: meeting.id, title: meeting.title, minutes: minutesOf([meeting]) },
      ...{ startTime: new Date(meeting.start), endTime: new Date(meeting.end) },
    })),
  };
}

const toBlock = (row: Row): ReviewedBlock => ({
  ...{ eventId: row.event_id, item: itemIdOf(row.subject, row.subject_id), title: row.title },
  ...{ kind: KIND_OF_SUBJECT[row.subject], href: placeOfSubject(row), minutes: row.minutes },
  startTime: new Date(row.start_time),
  endTime: new Date(row.end_time),
  state: row.is_done ? "done" : row.is_over ? "missed" : "open",
  isMoved: row.is_moved,
  projectId: row.project_id,
});

async function readDone({ db, actor, now }: SignedIn, { from, until }: { from: number; until: number }) {
  const at = (time: number): SQL => sql`${new Date(time).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    select b.event_id, b.subject, b.subject_id, e.title, e.start_time, e.end_time, c.source_kind, c.source_id, c.thread_id,
           round(extract(epoch from e.end_time - e.start_time) / 60)::int as minutes,
           e.end_time <= ${at(now.getTime())} as is_over,
           case b.subject when 'task' then coalesce(k.status = 'completed', false)
             when 'commitment' then coalesce(c.state = 'met', false) else e.end_time <= ${at(now.getTime())} end as is_done,
           b.moves > 0 or e.start_time <> b.planned_start as is_moved,
           p.id as project_id, p.name as project_name
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
      left join tasks k on b.subject = 'task' and k.id = b.subject_id and k.user_id = b.user_id
      left join commitments c on b.subject = 'commitment' and c.id = b.subject_id and c.user_id = b.user_id
      left join projects p on p.id = k.project_id and p.user_id = b.user_id and p.deleted_at is null
     where b.user_id = ${actor.userId} and e.start_time >= ${at(from)} and e.start_time < ${at(until)}
     order by e.start_time, b.id limit ${MAX_ROWS}`);
  return rows;
}
