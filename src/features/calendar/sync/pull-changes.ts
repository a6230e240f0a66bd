import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { upsertSeries } from "../series/upsert-series.ts";
import { calendars, events } from "../tables.ts";
import type { RemoteCalendarObject, RemotePage, StoredHrefs } from "./calendar-service.ts";
import {
  publishEventChanges,
  type SyncTarget,
  withLocalFields,
  withoutChangeTracking,
} from "./sync-target.ts";

/** The result of a sync. */
export type SyncCounts = { count: number; removed: number; quarantined: number; isFull: boolean };

/** On a full sync, objects that no longer exist remotely are removed; fields that exist only here are kept. */
export async function pullChanges(
  target: SyncTarget,
  token: string | null,
  counts: SyncCounts,
  onStored: (stored: number) => Promise<void>,
): Promise<string> {
  const changes = target.service.changes(target.calendar.url ?? "", token, () => storedHrefs(target));
  const seen = new Set<string>();
  for (;;) {
    const { done, value } = await changes.next();
    if (done) {
      if (token === null) counts.removed += await removeUnseen(target, seen);
      return value;
    }
    for (const { href } of value.groups) seen.add(href);
    const stored = await storePage(target, value);
    counts.removed += stored.removed;
    counts.quarantined += value.quarantined;
    counts.count += stored.changed;
    await onStored(stored.changed);
  }
}

async function storedHrefs({ context, calendar }: SyncTarget): Promise<StoredHrefs> {
  const rows = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({ href: events.href, isSeries: events.isSeries })
      .from(events)
      .where(
        and(
          eq(events.userId, context.actor.userId),
          eq(events.calendarId, calendar.id),
          isNotNull(events.href),
          isNull(events.deletedAt),
        ),
      ),
  );
  const hrefs = (selected: typeof rows) => selected.flatMap(({ href }) => href ?? []);
  return { all: new Set(hrefs(rows)), series: hrefs(rows.filter(({ isSeries }) => isSeries)) };
}

/** Stores a page in one transaction with the calendar locked: duplicates and parallel syncs yield one event. */
async function storePage({ context, calendar }: SyncTarget, page: RemotePage) {
  if (page.groups.length + page.removed.length === 0) return { changed: 0, removed: 0 };
  return withoutChangeTracking(context, async (own) => {
    await own.db
      .select({ id: calendars.id })
      .from(calendars)
      .where(and(eq(calendars.userId, own.actor.userId), eq(calendars.id, calendar.id)))
      .for("update");
    const known = await knownOf(own, calendar.id, page);
    const latest = new Map(page.groups.map((group) => [group.href, group]));
    const changed = [...latest.values()].filter((group) => isNew(group, known.get(group.href)));
    for (const groups of splitByUid(changed.map((group) => withLocalFields(group, known.get(group.href)))))
      await upsertSeries(
        own,
        calendar.id,
        groups,
        new Map(groups.flatMap(({ uid, href }) => idByUid(uid, known.get(href)?.id))),
      );
    const back = changed.flatMap(({ href }) => known.get(href)?.id ?? []);
    if (back.length > 0)
      await own.db
        .update(events)
        .set({ deletedAt: null })
        .where(
          and(eq(events.userId, own.actor.userId), inArray(events.id, back), isNotNull(events.deletedAt)),
        );
    const removed = await trashRemoved(own, calendar.id, page.removed);
    await publishEventChanges(own, changed.length + removed);
    return { changed: changed.length, removed };
  });
}

const idByUid = (uid: string, id: string | undefined): [string, string][] => (id ? [[uid, id]] : []);

type Known = {
  id: string;
  href: string | null;
  syncState: string | null;
  words: string | null;
  category: string | null;
  meetingLink: string | null;
  isDeleted: boolean;
};

async function knownOf({ actor, db }: SignedIn, calendarId: string, { groups }: RemotePage) {
  const rows: Known[] = await db
    .select({
      id: events.id,
      href: events.href,
      syncState: events.syncState,
      words: sql<string | null>`md5(${events.remoteIcs})`,
      category: events.category,
      meetingLink: events.meetingLink,
      isDeleted: sql<boolean>`${events.deletedAt} is not null`,
    })
    .from(events)
    .where(
      and(
        eq(events.userId, actor.userId),
        eq(events.calendarId, calendarId),
        isNull(events.seriesId),
        sql`${events.href} = any(${sql.param(groups.map(({ href }) => href))}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [row.href ?? "", row]));
}

/** An event with a pending local change is skipped: its push finds this version and resolves it. */
function isNew({ text }: RemoteCalendarObject, known: Known | undefined): boolean {
  if (!known) return true;
  if (known.syncState !== null) return false;
  return known.isDeleted || known.words !== hashOf(text);
}

/** Objects with the same UID go into separate rounds, because rows are identified by UID. */
function splitByUid<T extends { uid: string }>(groups: readonly T[]): T[][] {
  const batches: Map<string, T>[] = [];
  for (const group of groups) {
    const batch = batches.find((each) => !each.has(group.uid));
    if (batch) batch.set(group.uid, group);
    else batches.push(new Map([[group.uid, group]]));
  }
  return batches.map((batch) => [...batch.values()]);
}

/** Moves to the trash; an event with a local change is kept as a conflict. */
async function trashRemoved(
  { actor, db, now }: SignedIn,
  calendarId: string,
  hrefs: readonly string[],
): Promise<number> {
  if (hrefs.length === 0) return 0;
  const matchesHref = and(
    eq(events.calendarId, calendarId),
    sql`${events.href} = any(${sql.param([...hrefs])}::text[])`,
  );
  await db
    .update(events)
    .set({ href: null, etag: null, remoteIcs: null, syncState: "conflict" })
    .where(and(eq(events.userId, actor.userId), matchesHref, isNotNull(events.syncState)));
  const trashed = await db
    .update(events)
    .set({ deletedAt: now, href: null, etag: null, version: sql`${events.version} + 1` })
    .where(and(eq(events.userId, actor.userId), matchesHref, isNull(events.deletedAt)))
    .returning({ id: events.id });
  const ids = trashed.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(events)
      .set({ deletedAt: now, version: sql`${events.version} + 1` })
      .where(and(eq(events.userId, actor.userId), inArray(events.seriesId, ids), isNull(events.deletedAt)));
  return ids.length;
}

async function removeUnseen({ context, calendar }: SyncTarget, seen: ReadonlySet<string>): Promise<number> {
  return withoutChangeTracking(context, async (own) => {
    const rows = await own.db
      .select({ href: events.href })
      .from(events)
      .where(
        and(
          eq(events.userId, own.actor.userId),
          eq(events.calendarId, calendar.id),
          isNotNull(events.href),
          isNull(events.deletedAt),
        ),
      );
    const unseen = rows.flatMap(({ href }) => (href !== null && !seen.has(href) ? [href] : []));
    const removed = await trashRemoved(own, calendar.id, unseen);
    await publishEventChanges(own, removed);
    return removed;
  });
}

const hashOf = (text: string) => createHash("md5").update(text).digest("hex");
