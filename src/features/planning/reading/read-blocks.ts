import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { itemIdOf, type Subject } from "../model.ts";
import type { PresentBlock } from "./wanted-item.ts";

/** Blocks so many days before and after the planned ones count as work that is done, or will be. */
const DAYS_AROUND = 60;
const DAY = 86_400_000;
const MAX_READ = 2000;

type Row = {
  event_id: string;
  subject: Subject;
  subject_id: string;
  title: string;
  start_time: string;
  end_time: string;
  planned_start: string;
  planned_end: string;
};

/** The blocks in the calendar around these instants (milliseconds), first ones first. */
export async function readBlocks(
  { db, actor }: SignedIn,
  { from, until }: { from: number; until: number },
): Promise<PresentBlock[]> {
  const since = new Date(from - DAYS_AROUND * DAY).toISOString();
  const to = new Date(until + DAYS_AROUND * DAY).toISOString();
  const { rows } = await db.execute<Row>(sql`
    select b.event_id, b.subject, b.subject_id, e.title, e.start_time, e.end_time, b.planned_start, b.planned_end
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null and e.status <> 'cancelled'
     where b.user_id = ${actor.userId} and b.planned_start > ${since}::timestamptz and b.planned_start < ${to}::timestamptz
     order by e.start_time, b.id limit ${MAX_READ}`);
  return rows.map((row) => ({
    eventId: row.event_id,
    itemId: itemIdOf(row.subject, row.subject_id),
    title: row.title,
    start: Date.parse(row.start_time),
    end: Date.parse(row.end_time),
    isMovedByHand:
      Date.parse(row.start_time) !== Date.parse(row.planned_start) ||
      Date.parse(row.end_time) !== Date.parse(row.planned_end),
  }));
}
