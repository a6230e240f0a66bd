import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { mergeEvents } from "../events/merge-versions.ts";
import { eventFields, type StoredEvent } from "../events/read-events.ts";
import { upsertSeries } from "../series/upsert-series.ts";
import { events } from "../tables.ts";
import { fileEventOf, type RemoteCalendarObject } from "./calendar-service.ts";
import {
  publishEventChanges,
  type SyncTarget,
  withLocalFields,
  withoutChangeTracking,
} from "./sync-target.ts";

/** Pushes each event separately; returns how many were refused. */
export async function pushPendingChanges(target: SyncTarget): Promise<number> {
  const waiting = await inOwnTransaction(target.context, "read", ({ db }) =>
    db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.userId, target.context.actor.userId),
          eq(events.calendarId, target.calendar.id),
          isNull(events.seriesId),
          eq(events.syncState, "pending"),
        ),
      )
      .orderBy(events.updatedAt, events.id)
      .limit(500),
  );
  let refused = 0;
  for (const { id } of waiting) if (!(await pushEvent(target, id, true))) refused += 1;
  return refused;
}

/** False if the provider refuses it: the reason is stored, and only another local change retries it. */
async function pushEvent(target: SyncTarget, id: string, mayMerge: boolean): Promise<boolean> {
  const { service, calendar, context } = target;
  const members = await membersOf(target, id);
  const [master] = members;
  if (master?.syncState !== "pending") return true;
  const where = calendar.url ?? "";
  if (master.deletedAt) {
    await pushRemoval(target, master);
    return true;
  }
  const present = members.filter(({ deletedAt }) => deletedAt === null);
  const remote = await readStoredRemote(context, id);
  const known = master.href === null ? null : { href: master.href, etag: master.etag ?? "", text: remote };
  const result = await service.write(where, present, known);
  if (result.outcome === "refused") {
    await markSynced(target, master, { syncState: "refused", syncError: result.reason });
    return false;
  }
  if (result.outcome === "done") {
    const { href, etag, text } = result.group;
    const seen = { href, etag, remoteIcs: text, syncError: result.refused ?? null };
    await markSynced(target, master, { ...seen, syncState: result.refused ? "refused" : null });
    return !result.refused;
  }
  const remoteEvent = result.outcome === "gone" || !known ? null : await service.one(where, known.href);
  // Deleted remotely while it was changed here: the next sync creates it again.
  if (!remoteEvent) await markSynced(target, master, { href: null, etag: null, remoteIcs: null });
  else {
    const before = remote === null ? null : service.read(remote);
    const merged = before && mergeEvents(before, present.map(fileEventOf), remoteEvent.events);
    if (merged && mayMerge) {
      await storeMerged(target, master, { ...remoteEvent, events: merged });
      return pushEvent(target, id, false);
    }
    const { href, etag, text } = remoteEvent;
    await markSynced(target, master, { href, etag, remoteIcs: text, syncState: "conflict" });
  }
  return true;
}

async function pushRemoval(target: SyncTarget, master: StoredEvent): Promise<void> {
  if (master.href !== null) {
    const outcome = await target.service.remove(target.calendar.url ?? "", master.href, master.etag ?? "");
    const remoteEvent =
      outcome === "conflict" ? await target.service.one(target.calendar.url ?? "", master.href) : null;
    // Changed remotely meanwhile: it is restored as a conflict for the user.
    if (remoteEvent)
      return markSynced(target, master, {
        deletedAt: null,
        syncState: "conflict",
        etag: remoteEvent.etag,
        remoteIcs: remoteEvent.text,
      });
  }
  await markSynced(target, master, { href: null, etag: null, remoteIcs: null, syncState: null });
}

/** Stores the merge of both sides, pending: it is pushed over the current remote version. */
const storeMerged = (target: SyncTarget, master: StoredEvent, group: RemoteCalendarObject) =>
  withoutChangeTracking(target.context, async (own) => {
    const { uid, ...rest } = withLocalFields(group, undefined);
    await upsertSeries(own, target.calendar.id, [{ uid, ...rest }], new Map([[uid, master.id]]));
    await own.db
      .update(events)
      .set({ syncState: "pending" })
      .where(and(eq(events.userId, own.actor.userId), eq(events.id, master.id)));
    await publishEventChanges(own, 1);
  });

/** Only if the event did not change meanwhile: otherwise the next sync pushes that change. */
const markSynced = (
  { context }: SyncTarget,
  { id, version }: StoredEvent,
  { syncState, ...rest }: Partial<typeof events.$inferInsert>,
) =>
  withoutChangeTracking(context, async (own) => {
    if (Object.keys(rest).length > 0)
      await own.db
        .update(events)
        .set(rest)
        .where(and(eq(events.userId, own.actor.userId), eq(events.id, id)));
    if (syncState !== undefined)
      await own.db
        .update(events)
        .set({ syncState })
        .where(
          and(
            eq(events.userId, own.actor.userId),
            eq(events.id, id),
            syncState === "conflict" ? undefined : eq(events.version, version),
          ),
        );
    await publishEventChanges(own, 1);
  });

const membersOf = ({ context }: SyncTarget, id: string): Promise<StoredEvent[]> =>
  inOwnTransaction(context, "read", ({ db }) =>
    db
      .select(eventFields)
      .from(events)
      .where(and(eq(events.userId, context.actor.userId), or(eq(events.id, id), eq(events.seriesId, id))))
      .orderBy(sql`${events.seriesId} nulls first`, events.recurrenceId),
  );

async function readStoredRemote(context: SignedIn, id: string): Promise<string | null> {
  const [row] = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({ remoteIcs: events.remoteIcs })
      .from(events)
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, id))),
  );
  return row?.remoteIcs ?? null;
}
