import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { executeNamed } from "#platform/database/execute-named.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Act, AttentionItem } from "./model.ts";
import type { AttentionSource, Scope } from "./public/attention-source.ts";
import { contributedSources, kindNamed } from "./public/provide-attention.ts";
import { readLearned } from "./read-learned.ts";
import { findCommitments } from "./sources/find-commitments.ts";
import { findDeadlines, findShares } from "./sources/find-documents.ts";
import { findConflicts, findInvitations } from "./sources/find-events.ts";
import { findAccounts, findDeliveries } from "./sources/find-failures.ts";
import { findMessages } from "./sources/find-messages.ts";
import { findTasks } from "./sources/find-tasks.ts";
import { findPapers, findVotes, findWorkspaces } from "./sources/find-votes.ts";
import { weighItem } from "./weigh-item.ts";

const OWN_SOURCES: readonly AttentionSource[] = [
  findTasks,
  findInvitations,
  findConflicts,
  findVotes,
  findPapers,
  findWorkspaces,
  findMessages,
  findDeadlines,
  findShares,
  findDeliveries,
  findAccounts,
  findCommitments,
];
/** What a person can do about every item. */
const BY_WORD: readonly Act[] = ["done", "snooze", "unimportant", "not_mine"];
const SOON_DAYS = 14;

export type Shown = "open" | "snoozed";

/**
 * What needs the person now, the most important first. All of it is found in one statement, and nothing is stored of
 * it: an item leaves when its cause does (decision 0153).
 */
export async function listItems(context: SignedIn, shown: Shown, timeZone: string): Promise<AttentionItem[]> {
  const { db, now } = context;
  // Planning it costs as much as running it.
  const rows = await executeNamed<Found>(db, "attention.list", itemsQuery(scopeOf(context, timeZone), shown));
  const learned = await readLearned(context);
  return rows.map((row) => toItem(row, now, learned)).sort(byImportance);
}

export const scopeOf = ({ actor, now }: SignedIn, timeZone: string): Scope => ({
  actor,
  userId: actor.userId,
  email: actor.email,
  now,
  timeZone,
  endOfToday: startOfDay(now, timeZone, 1),
  endOfSoon: startOfDay(now, timeZone, SOON_DAYS),
});

type Found = {
  kind: string;
  item: string;
  recordKind: string;
  recordId: string;
  title: string;
  person: string | null;
  since: string;
  due: string | null;
  isDueDay: boolean;
  priority: number;
  detail: string | null;
  href: string;
  snoozedUntil: string | null;
};

/** A mark holds while the item's cause is not newer than it. */
export function itemsQuery(scope: Scope, shown: Shown): SQL {
  const all = [...OWN_SOURCES, ...contributedSources()].flatMap((source) => {
    const query = source(scope);
    return query ? [sql`(${query})`] : [];
  });
  const holds = sql`marks.item is not null and found.since <= marks.marked_at`;
  const isSnoozed = sql`marks.mark = 'snoozed' and marks.until > ${scope.now}::timestamptz`;
  const isHidden = sql`(${holds} and (marks.mark <> 'snoozed' or ${isSnoozed}))`;
  return sql`
    select found.kind, found.item, found.record_kind as "recordKind", found.record_id as "recordId",
           left(found.title, 200) as title, found.person, found.since, found.due, found.is_due_day as "isDueDay",
           found.priority, left(found.detail, 300) as detail, found.href,
           case when ${holds} and ${isSnoozed} then marks.until end as "snoozedUntil"
      from (${sql.join(all, sql` union all `)}) found
      left join attention_marks marks
        on marks.user_id = ${scope.userId} and marks.item = found.kind || ':' || found.item
     where ${shown === "open" ? sql`not coalesce(${isHidden}, false)` : sql`${holds} and ${isSnoozed}`}`;
}

function toItem(row: Found, now: Date, learned: ReadonlyMap<string, number>): AttentionItem {
  const { kind, item, recordKind, recordId, detail, priority, snoozedUntil, ...rest } = row;
  const since = new Date(row.since);
  const due = row.due === null ? null : new Date(row.due);
  const { points, reason, acts, title: shownTitle } = kindNamed(kind);
  const title = shownTitle?.(row.title, detail) ?? row.title;
  const { person } = row;
  const parts = weighItem({ kind, points, title, person, since, due, priority }, now, learned);
  const isOverdue = due !== null && due <= now;
  return {
    ...rest,
    title,
    id: `${kind}:${item}`,
    kind,
    since,
    due,
    snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil),
    reason: reason(detail, isOverdue),
    record: { kind: recordKind, id: recordId },
    importance: parts.reduce((sum, { points }) => sum + points, 0),
    parts,
    acts: [...acts, ...BY_WORD],
  };
}

/** Then what is due first, then what has waited longest. */
function byImportance(one: AttentionItem, other: AttentionItem): number {
  const never = Number.MAX_SAFE_INTEGER;
  return (
    other.importance - one.importance ||
    (one.due?.getTime() ?? never) - (other.due?.getTime() ?? never) ||
    one.since.getTime() - other.since.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}
