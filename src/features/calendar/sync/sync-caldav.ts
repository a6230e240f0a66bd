import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { mergeEvents } from "../events/merge-versions.ts";
import type { StoredEvent } from "../events/read-events.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import type { ServerState } from "../model.ts";
import { passwordPlace } from "../password-place.ts";
import { CalDavError, type CalDavObject, openCalDav } from "../providers/caldav.ts";
import { upsertSeries } from "../series/upsert-series.ts";
import { calendarAccounts, calendars, events } from "../tables.ts";
import {
  type CalDavTarget,
  listKnownObjects,
  listPendingChanges,
  listSeriesMembers,
} from "./caldav-target.ts";
import { suppressChangeTracking } from "./suppress-change-tracking.ts";

type Calendar = typeof calendars.$inferSelect;

const EVERY_MS = 10 * 60_000;

/** Syncs one CalDAV calendar: pushes local changes over exactly the known versions, then pulls remote changes. */
export async function syncCalDav(worker: Worker, userId: string, calendarId: string): Promise<void> {
  const opened = await openServer(worker, userId, calendarId);
  if (!opened) return;
  const place = { worker, userId, ...opened };
  try {
    await pushChanges(place);
    const token = await pullChanges(place);
    await saveSyncOutcome(
      place,
      { state: "ok", lastError: null, failures: 0, syncToken: token, lastSyncedAt: new Date() },
      EVERY_MS,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isRefused = error instanceof CalDavError && error.step === "sign-in";
    const failures = opened.calendar.failures + 1;
    const pause = EVERY_MS * Math.min(2 ** failures, 144);
    await saveSyncOutcome(
      place,
      { state: isRefused ? "auth_failed" : "unreachable", lastError: error.message, failures },
      pause,
    );
  }
}

async function openServer(worker: Worker, userId: string, calendarId: string) {
  return worker.database.transaction(userId, "read", async (db) => {
    const [row] = await db
      .select({ calendar: calendars, account: calendarAccounts })
      .from(calendars)
      .innerJoin(calendarAccounts, eq(calendars.accountId, calendarAccounts.id))
      .where(
        and(
          eq(calendars.userId, userId),
          eq(calendars.id, calendarId),
          isNull(calendars.deletedAt),
          isNull(calendarAccounts.deletedAt),
        ),
      );
    if (!row) return null;
    const { account, calendar } = row;
    const password = worker.secrets.open(passwordPlace(account), account.password);
    const { serverUrl, username } = account;
    return { calendar, server: openCalDav(worker.outbound, { serverUrl, username, password }) };
  });
}

/** Each event separately; no transaction is open during network requests. */
async function pushChanges(place: CalDavTarget): Promise<void> {
  for (const { id } of await listPendingChanges(place)) {
    const found = await listSeriesMembers(place, id);
    const [master] = found;
    if (master?.syncState !== "pending") continue;
    if (master.deletedAt) await pushRemoval(place, master);
    else
      await pushEvent(
        place,
        master,
        found.filter(({ deletedAt }) => deletedAt === null),
      );
  }
}

async function pushEvent(
  place: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
): Promise<void> {
  const { server, calendar } = place;
  const href = master.href ?? new URL(`${encodeURIComponent(master.uid)}.ics`, collectionOf(calendar)).href;
  const ics = writeICalendar(members);
  const { status, etag } = await server.write(href, ics, master.href === null ? null : master.etag);
  if (status === 412 || (status === 409 && master.href === null))
    return mergeConflict(place, master, members, href);
  requireSuccess(status);
  const now = etag ?? (await server.objects(collectionOf(calendar), [href]))[0]?.etag ?? null;
  await markSynced(place, master, { href, etag: now, remoteIcs: ics, syncState: null });
}

async function pushRemoval(place: CalDavTarget, master: StoredEvent): Promise<void> {
  if (master.href !== null && master.etag !== null) {
    const { status } = await place.server.remove(master.href, master.etag);
    // Changed on the server meanwhile: it is restored as a conflict for the user.
    if (status === 412) {
      const [theirs] = await place.server.objects(collectionOf(place.calendar), [master.href]);
      if (theirs)
        return markSynced(place, master, {
          deletedAt: null,
          syncState: "conflict",
          etag: theirs.etag,
          remoteIcs: theirs.ics,
        });
    } else if (status !== 404 && status !== 410) requireSuccess(status);
  }
  await markSynced(place, master, { href: null, etag: null, remoteIcs: null, syncState: null });
}

/** Both sides changed: merges fields that only one side changed; otherwise keeps both versions for the user. */
async function mergeConflict(
  place: CalDavTarget,
  master: StoredEvent,
  members: readonly StoredEvent[],
  href: string,
): Promise<void> {
  const [theirs] = await place.server.objects(collectionOf(place.calendar), [href]);
  if (!theirs) return markSynced(place, master, { href: null, etag: null });
  const merged = await withoutTracking(place, async (context) => {
    const base = master.href === null ? null : await readRemoteText(context, master.id);
    const [ours, before, after] = [
      await parseCalendarFile(context, writeICalendar(members)),
      base === null ? null : await parseCalendarFile(context, base),
      await parseCalendarFile(context, theirs.ics),
    ];
    const events = before && mergeEvents(before.events, ours.events, after.events);
    if (events) await storeRemote(context, place.calendar.id, { ...theirs, events }, master.id);
    return events !== null;
  });
  const seen = { href, etag: theirs.etag, remoteIcs: theirs.ics };
  await markSynced(place, master, { ...seen, syncState: merged ? "pending" : "conflict" });
  if (!merged) return;
  const [again, ...others] = await listSeriesMembers(place, master.id);
  if (again)
    await pushEvent(
      place,
      again,
      [again, ...others].filter(({ deletedAt }) => deletedAt === null),
    );
}

/** Uses the server's sync-collection report if it has one; otherwise compares the ETags of all objects. */
async function pullChanges(place: CalDavTarget): Promise<string | null> {
  const { server, calendar } = place;
  const url = collectionOf(calendar);
  let changes = await server.changes(url, calendar.syncToken);
  if (changes.token === null && calendar.syncToken !== null) changes = await server.changes(url, null);
  const known = await listKnownObjects(place);
  if (changes.token === null || changes.isWhole) {
    const etags = await server.etags(url);
    changes = {
      ...changes,
      changed: [...etags].flatMap(([href, etag]) => (known.get(href)?.etag === etag ? [] : [href])),
      removed: [...known.keys()].filter((href) => !etags.has(href)),
    };
  }
  const objects = await server.objects(url, changes.changed);
  const isNew = ({ href, etag }: CalDavObject) => known.get(href)?.etag !== etag;
  for (const object of objects.filter(isNew)) await pullObject(place, object);
  for (const href of changes.removed) await pullRemoval(place, href);
  return changes.token;
}

async function pullObject(place: CalDavTarget, object: CalDavObject): Promise<void> {
  await withoutTracking(place, async (context) => {
    const [stored] = await context.db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(
        ownEvents(
          context.actor.userId,
          eq(events.calendarId, place.calendar.id),
          eq(events.href, object.href),
        ),
      )
      .for("update");
    // Changed here since it was pushed: the next sync pushes it, finds this version and resolves it.
    if (stored?.syncState) return;
    const file = await parseCalendarFile(context, object.ics).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (!file || file.events.length === 0) return;
    await storeRemote(context, place.calendar.id, { ...object, events: file.events }, stored?.id);
  });
}

export async function storeRemote(
  context: SignedIn,
  calendarId: string,
  { href, etag, ics, events: members }: CalDavObject & { events: readonly FileEvent[] },
  id: string | undefined,
): Promise<void> {
  const uid = members[0]?.uid ?? "";
  const group = { uid, events: members, href, etag, ics };
  await upsertSeries(context, calendarId, [group], new Map(id ? [[uid, id]] : []));
  if (id)
    await context.db
      .update(events)
      .set({ deletedAt: null })
      .where(ownEvents(context.actor.userId, eq(events.id, id), isNotNull(events.deletedAt)));
}

/** Deleted on the server: moves to the trash here; an event with a local change is kept as a conflict. */
async function pullRemoval(place: CalDavTarget, href: string): Promise<void> {
  await withoutTracking(place, async ({ db, now }) => {
    const [stored] = await db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(ownEvents(place.userId, eq(events.calendarId, place.calendar.id), eq(events.href, href)))
      .for("update");
    if (!stored) return;
    if (stored.syncState) {
      await db
        .update(events)
        .set({ href: null, etag: null, remoteIcs: null, syncState: "conflict" })
        .where(ownEvents(place.userId, eq(events.id, stored.id)));
      return;
    }
    await db
      .update(events)
      .set({ deletedAt: now, href: null, etag: null, version: sql`${events.version} + 1` })
      .where(
        ownEvents(
          place.userId,
          isNull(events.deletedAt),
          or(eq(events.id, stored.id), eq(events.seriesId, stored.id)),
        ),
      );
  });
}

const ownEvents = (userId: string, ...more: (SQL | undefined)[]) => and(eq(events.userId, userId), ...more);

const collectionOf = ({ url }: Calendar) => (url?.endsWith("/") ? url : `${url}/`);

function requireSuccess(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new CalDavError("sign-in", "The server rejected the user name or password.");
  throw new CalDavError("calendars", `The server rejected a change (status ${status}).`);
}

async function withoutTracking<T>(
  { worker, userId }: CalDavTarget,
  act: (context: SignedIn) => Promise<T>,
): Promise<T> {
  let answer: { value: T } | undefined;
  await runAsUser(worker, userId, async (context) => {
    await suppressChangeTracking(context);
    answer = { value: await act(context) };
    context.announce({ resource: "events", ids: [] });
  });
  if (!answer) throw new AppError("not_found", "The account is gone");
  return answer.value;
}

/** Only if the event did not change meanwhile: otherwise the next sync pushes that change. */
const markSynced = (
  place: CalDavTarget,
  { id, version }: StoredEvent,
  fields: Partial<typeof events.$inferInsert>,
) =>
  withoutTracking(place, async ({ db }) => {
    const { syncState, ...rest } = fields;
    await db
      .update(events)
      .set(rest)
      .where(ownEvents(place.userId, eq(events.id, id)));
    if (syncState !== undefined)
      await db
        .update(events)
        .set({ syncState })
        .where(
          ownEvents(
            place.userId,
            eq(events.id, id),
            syncState === null ? eq(events.version, version) : undefined,
          ),
        );
  });

export async function readRemoteText({ actor, db }: SignedIn, id: string): Promise<string | null> {
  const [row] = await db
    .select({ remoteIcs: events.remoteIcs })
    .from(events)
    .where(ownEvents(actor.userId, inArray(events.id, [id])));
  return row?.remoteIcs ?? null;
}

type SyncOutcome = {
  state: ServerState;
  lastError: string | null;
  failures: number;
  syncToken?: string | null;
  lastSyncedAt?: Date;
};

async function saveSyncOutcome(
  { worker, userId, calendar }: CalDavTarget,
  outcome: SyncOutcome,
  pause: number,
): Promise<void> {
  const { syncToken: _, failures: __, ...shown } = outcome;
  await runAsUser(worker, userId, async (context) => {
    const nextSyncAt = new Date(context.now.getTime() + pause);
    await context.db
      .update(calendars)
      .set({ ...outcome, nextSyncAt })
      .where(and(eq(calendars.userId, context.actor.userId), eq(calendars.id, calendar.id)));
    if (calendar.accountId !== null)
      await context.db
        .update(calendarAccounts)
        .set(shown)
        .where(
          and(eq(calendarAccounts.userId, context.actor.userId), eq(calendarAccounts.id, calendar.accountId)),
        );
    context.announce({ resource: "calendars", ids: [calendar.id] });
    context.announce({ resource: "calendarAccounts", ids: [] });
  });
}
