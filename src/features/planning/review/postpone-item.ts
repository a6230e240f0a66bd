import { sql } from "drizzle-orm";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { applyBlocks } from "../apply-plan.ts";
import { changeBlocks, changesOnWire, lockPlan, NO_CHANGES } from "../change-blocks.ts";
import { describeObstacle } from "../describe-reasons.ts";
import { findQuickly } from "../find-plan.ts";
import { MAX_BLOCKS, PlanScope, subjectOf } from "../model.ts";
import { addDays, minuteOf } from "../reading/day-spans.ts";
import { type Reading, readProblem } from "../reading/read-problem.ts";
import type { PresentBlock } from "../reading/wanted-item.ts";
import type { Postponed, PostponedItem } from "./review-model.ts";

/**
 * Moves today's blocks of an item, over or ahead, to a free time of tomorrow or of the next seven days, with their full
 * length: they were not worked on. Throws invalid with what leaves no room; nothing is changed then.
 */
export async function postponeItem(context: SignedIn, { item, until }: Postponed): Promise<PostponedItem> {
  await lockPlan(context);
  const { timeZone } = await ownClock(context);
  const today = dayInZone(context.now, timeZone);
  const tomorrow = addDays(today, 1);
  const todays = await blocksSince(
    context,
    item,
    minuteOf(today, 0, timeZone),
    minuteOf(tomorrow, 0, timeZone),
  );
  const to = until === "tomorrow" ? tomorrow : addDays(today, 7);
  const reading = await readWithout(context, todays, PlanScope.parse({ from: tomorrow, to, items: [item] }));
  const { blocks, unplaced } = findQuickly(reading.problem);
  const obstacle = unplaced.find(({ itemId }) => itemId === item);
  if (obstacle) throw new AppError("invalid", describeObstacle(obstacle.because));
  const present = [...todays, ...reading.present];
  const { applied, undo } = await applyBlocks(context, { ...reading, present }, blocks);
  context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
  const first = Math.min(...blocks.filter(({ itemId }) => itemId === item).map(({ start }) => start));
  return { ids: applied.ids, startTime: new Date(first), undo };
}

/** Takes an item out of the plan: its blocks of today and those that come. Its record stays as it is. */
export async function dropItem(context: SignedIn, { item }: { item: string }): Promise<{ ids: string[] }> {
  await lockPlan(context);
  const { timeZone } = await ownClock(context);
  const blocks = await blocksSince(
    context,
    item,
    minuteOf(dayInZone(context.now, timeZone), 0, timeZone),
    null,
  );
  const ids = blocks.map(({ eventId }) => eventId);
  const undo = await changeBlocks(context, { ...NO_CHANGES, remove: ids });
  if (ids.length > 0) context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
  return { ids };
}

type Row = { event_id: string; title: string; start_time: string; end_time: string };

/** The blocks of an item that begin between two instants, in milliseconds. */
async function blocksSince(
  { db, actor }: SignedIn,
  item: string,
  from: number,
  until: number | null,
): Promise<PresentBlock[]> {
  const { subject, id } = subjectOf(item);
  const to = until === null ? "infinity" : new Date(until).toISOString();
  const { rows } = await db.execute<Row>(sql`
    select b.event_id, e.title, e.start_time, e.end_time
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
     where b.user_id = ${actor.userId} and b.subject = ${subject} and b.subject_id = ${id}::uuid
       and e.start_time >= ${new Date(from).toISOString()}::timestamptz and e.start_time < ${to}::timestamptz
     order by e.start_time, b.id limit ${MAX_BLOCKS}`);
  return rows.map((row) => ({
    ...{ eventId: row.event_id, itemId: item, title: row.title, isMovedByHand: false },
    ...{ start: Date.parse(row.start_time), end: Date.parse(row.end_time) },
  }));
}

/** As if these blocks did not exist: their minutes count neither as done nor as planned. */
async function readWithout(
  context: SignedIn,
  blocks: readonly PresentBlock[],
  scope: PlanScope,
): Promise<Reading> {
  const { db, actor } = context;
  const ids = blocks.map(({ eventId }) => eventId);
  await db.execute(sql`savepoint whole_plan`);
  await db.execute(
    sql`delete from plan_blocks where user_id = ${actor.userId} and event_id = any(${sql.param(ids)}::uuid[])`,
  );
  const reading = await readProblem(context, scope);
  await db.execute(sql`rollback to savepoint whole_plan`);
  return reading;
}
