import { and, eq, inArray, sql } from "drizzle-orm";
import { events } from "#features/calendar/calendar-events.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { type BlockChanges, type Fact, subjectOf } from "./model.ts";
import type { WantedItem } from "./reading/wanted-item.ts";
import { planBlocks } from "./tables.ts";

type Row = { id: string; version: number; start_time: string; end_time: string; is_deleted: boolean };
export const NO_CHANGES: BlockChanges = { remove: [], restore: [], move: [] };

/** A block that is to be made, in milliseconds; `text`: its reasons in words, which the event shows. */
export type NewBlock = {
  item: Pick<WantedItem, "id" | "title" | "provenance">;
  start: number;
  end: number;
  facts: readonly Fact[];
  text: string;
};

/** Makes an event that nobody else can read, in the person's default calendar. Returns its id. */
export async function createBlock(
  context: SignedIn,
  { item, start, end, facts, text }: NewBlock,
): Promise<string> {
  const [plannedStart, plannedEnd] = [new Date(start), new Date(end)];
  const insert = async (own: SignedIn) => {
    const { id } = await events.create(own, {
      title: item.title.slice(0, MAX_TITLE),
      startTime: plannedStart.toISOString(),
      endTime: plannedEnd.toISOString(),
      visibility: "private",
      createdFrom: { quote: item.title, reason: text.slice(0, MAX_REASON) },
    });
    const { subject, id: subjectId } = subjectOf(item.id);
    const row = { userId: own.actor.userId, eventId: id, subject, subjectId, plannedStart, plannedEnd };
    await own.db.insert(planBlocks).values({ ...row, reasons: facts.map(onWire), updatedAt: own.now });
    return id;
  };
  return isOwnText(item.provenance) ? insert(context) : writeAs(context, item.provenance, insert);
}

/** Limits of an event. */
const MAX_TITLE = 500;
const MAX_REASON = 300;

/** Why it is where it is now. */
export async function storeReasons(
  { db, actor }: SignedIn,
  eventId: string,
  facts: readonly Fact[],
): Promise<void> {
  await db
    .update(planBlocks)
    .set({ reasons: facts.map(onWire) })
    .where(and(eq(planBlocks.userId, actor.userId), eq(planBlocks.eventId, eventId)));
}

/** Later plans leave these where they are, as if the person had put them there: planned elsewhere than they are. */
export async function fixBlocks({ db, actor }: SignedIn, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .update(planBlocks)
    .set({ plannedEnd: sql`${planBlocks.plannedStart}` })
    .where(and(eq(planBlocks.userId, actor.userId), inArray(planBlocks.eventId, [...eventIds])));
}

const onWire = ({ at, ...fact }: Fact) => ({ ...fact, ...(at && { at: at.toISOString() }) });

/** Returns what undoes it. What was removed or restored in the meantime is left as it is. */
export async function changeBlocks(context: SignedIn, changes: BlockChanges): Promise<BlockChanges> {
  const { remove, restore, move } = changes;
  const rows = await lockBlocks(context, [...remove, ...restore, ...move.map(({ eventId }) => eventId)]);
  const there = (id: string) => rows.get(id)?.is_deleted === false;
  const removed = remove.filter(there);
  const restored = restore.filter((id) => !there(id));
  const moved = move.filter(({ eventId }) => there(eventId));
  for (const id of removed) await events.delete(context, { id });
  for (const id of restored) await events.restore(context, { id });
  for (const { eventId, startTime, endTime } of moved)
    await moveBlock(context, { id: eventId, version: rows.get(eventId)?.version ?? 0, startTime, endTime });
  return {
    remove: restored,
    restore: removed,
    move: moved.map(({ eventId }) => ({ eventId, ...timesOf(rows.get(eventId)) })),
  };
}

type Move = { id: string; version: number; startTime: Date; endTime: Date };

export async function moveBlock(context: SignedIn, { id, version, startTime, endTime }: Move): Promise<void> {
  const times = { startTime: startTime.toISOString(), endTime: endTime.toISOString() };
  await events.update(context, { id, version, ...times });
  await context.db
    .update(planBlocks)
    .set({
      plannedStart: startTime,
      plannedEnd: endTime,
      moves: sql`${planBlocks.moves} + 1`,
      updatedAt: context.now,
    })
    .where(and(eq(planBlocks.userId, context.actor.userId), eq(planBlocks.eventId, id)));
}

/** In a fixed order, so that two writers never deadlock. Throws not_found for an event that is no block of the person. */
async function lockBlocks({ db, actor }: SignedIn, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select e.id, e.version, e.start_time, e.end_time, e.deleted_at is not null as is_deleted
      from plan_blocks b join events e on e.id = b.event_id and e.user_id = b.user_id
     where b.user_id = ${actor.userId} and b.event_id = any(${sql.param([...ids])}::uuid[])
     order by e.id for update of e`);
  const found = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => !found.has(id))) throw notFound(t`Event`);
  return found;
}

const timesOf = (row: Row | undefined) => ({
  startTime: new Date(row?.start_time ?? 0),
  endTime: new Date(row?.end_time ?? 0),
});

/** As the input of a call. */
export const changesOnWire = ({ move, ...changes }: BlockChanges) => ({
  ...changes,
  move: move.map(({ eventId, startTime, endTime }) => ({
    ...{ eventId, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
  })),
});

/** One plan of a person is applied at a time. */
export const lockPlan = ({ db, actor }: SignedIn) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${actor.userId}`}, 0))`);
