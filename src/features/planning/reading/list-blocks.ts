import { sql } from "drizzle-orm";
import { type Commitment, hrefOf } from "#features/commitments/commitment-model.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { describeFact } from "../describe-reasons.ts";
import {
  Fact,
  itemIdOf,
  KIND_OF_SUBJECT,
  MAX_BLOCKS,
  type PlannedBlock,
  type Subject,
  subjectOf,
} from "../model.ts";

/** The record of a block, and where a promise or request was read. */
export type SubjectRow = {
  subject: Subject;
  subject_id: string;
  source_kind: Commitment["sourceKind"] | null;
  source_id: string | null;
  thread_id: string | null;
};

type Row = SubjectRow & {
  event_id: string;
  title: string;
  start_time: string;
  end_time: string;
  reasons: unknown;
};

/** The person's blocks between the two instants, first ones first, with their reasons in words. */
export async function listBlocks(
  context: SignedIn,
  { from, to }: { from: Date; to: Date },
): Promise<{ items: PlannedBlock[] }> {
  const { db, actor } = context;
  const clock = await ownClock(context);
  const { rows } = await db.execute<Row>(sql`
    select b.event_id, b.subject, b.subject_id, e.title, e.start_time, e.end_time, b.reasons,
           c.source_kind, c.source_id, c.thread_id
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
      left join commitments c on b.subject = 'commitment' and c.id = b.subject_id and c.user_id = b.user_id
     where b.user_id = ${actor.userId} and e.start_time < ${to.toISOString()}::timestamptz
       and e.end_time > ${from.toISOString()}::timestamptz
     order by e.start_time, b.id limit ${MAX_BLOCKS}`);
  const found = rows.map((row) => ({ row, facts: Fact.array().parse(row.reasons) }));
  const all = found.flatMap(({ facts }) => facts);
  const titles = await titlesOf(
    context,
    all.flatMap(({ item }) => item ?? []),
  );
  const holders = await blockTitlesOf(
    context,
    all.flatMap(({ items = [] }) => items),
  );
  const known = (fact: Fact): Fact[] => {
    const items = fact.items?.filter((item) => holders.has(item));
    if (items?.length === 0 || (fact.item !== undefined && !titles.has(fact.item))) return [];
    return [items ? { ...fact, items } : fact];
  };
  const titlesFor = ({ items }: Fact) => (items ? holders : titles);
  return {
    items: found.map(({ row, facts }) => ({
      ...{ item: itemIdOf(row.subject, row.subject_id), kind: KIND_OF_SUBJECT[row.subject] },
      ...{ title: row.title, eventId: row.event_id, href: placeOfSubject(row) },
      startTime: new Date(row.start_time),
      endTime: new Date(row.end_time),
      reasons: facts.flatMap(known).map((fact) => ({
        ...fact,
        text: describeFact(fact, clock, (item) => titlesFor(fact).get(item) ?? ""),
      })),
    })),
  };
}

/** Of the tasks that blocks wait for and of the rides that they are on, by their items; those that are gone are missing. */
async function titlesOf({ db, actor }: SignedIn, items: readonly string[]): Promise<Map<string, string>> {
  const idsOf = (wanted: Subject) =>
    items.map(subjectOf).flatMap(({ subject, id }) => (subject === wanted ? [id] : []));
  const [tasks, events] = [idsOf("task"), idsOf("event")];
  if (tasks.length + events.length === 0) return new Map();
  const { rows } = await db.execute<{ subject: Subject; id: string; title: string }>(sql`
    select 'task' as subject, id, title from tasks
     where user_id = ${actor.userId} and deleted_at is null and id = any(${sql.param(tasks)}::uuid[])
    union all
    select 'event', id, title from event_times
     where user_id = ${actor.userId} and deleted_at is null and id = any(${sql.param(events)}::uuid[])`);
  return new Map(rows.map(({ subject, id, title }) => [itemIdOf(subject, id), title]));
}

/** Of the blocks that hold other time, by their items, as the plan calls them; those that are gone are missing. */
async function blockTitlesOf(
  { db, actor }: SignedIn,
  items: readonly string[],
): Promise<Map<string, string>> {
  if (items.length === 0) return new Map();
  const ids = items.map((item) => subjectOf(item).id);
  const { rows } = await db.execute<{ subject: Subject; id: string; title: string }>(sql`
    select b.subject, b.subject_id as id, e.title
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
     where b.user_id = ${actor.userId} and b.subject_id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ subject, id, title }) => [itemIdOf(subject, id), title]));
}

/** The page of what a block is for. */
export function placeOfSubject({
  subject,
  subject_id,
  source_kind,
  source_id,
  thread_id,
}: SubjectRow): string {
  if (subject === "task") return `/tasks?task=${subject_id}`;
  if (subject === "event") return `/calendar?event=${subject_id}`;
  if (source_kind === null) return "/promises";
  return hrefOf({ sourceKind: source_kind, sourceId: source_id, threadId: thread_id });
}
