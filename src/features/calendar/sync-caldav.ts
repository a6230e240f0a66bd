import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { actAs } from "#platform/jobs/act-as.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { readFile } from "./import-calendar.ts";
import { mergeEvents } from "./merge-events.ts";
import type { ServerState } from "./model.ts";
import { passwordPlace } from "./password-place.ts";
import { CalDavError, openCalDav, type RemoteObject } from "./providers/caldav.ts";
import type { FileEvent } from "./read-calendar.ts";
import type { StoredEvent } from "./read-events.ts";
import { knownObjects, membersOf, type Place, waiting } from "./read-synced.ts";
import { storeGroups } from "./store-groups.ts";
import { beQuiet } from "./suppress-change-tracking.ts";
import { calendarAccounts, calendars, events } from "./tables.ts";
import { writeCalendar } from "./write-calendar.ts";

type Calendar = typeof calendars.$inferSelect;

const EVERY_MS = 10 * 60_000;

/** One calendar of a CalDAV server: what changed here goes there, over exactly the version known; then theirs comes. */
export async function syncCalDav(worker: Worker, userId: string, calendarId: string): Promise<void> {
  const opened = await openServer(worker, userId, calendarId);
  if (!opened) return;
  const place = { worker, userId, ...opened };
  try {
    await pushChanges(place);
    const token = await pullChanges(place);
    await settle(
      place,
      { state: "ok", lastError: null, failures: 0, syncToken: token, lastSyncedAt: new Date() },
      EVERY_MS,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isRefused = error instanceof CalDavError && error.step === "sign-in";
    const failures = opened.calendar.failures + 1;
    const pause = EVERY_MS * Math.min(2 ** failures, 144);
    await settle(
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
        and(eq(calendars.id, calendarId), isNull(calendars.deletedAt), isNull(calendarAccounts.deletedAt)),
      );
    if (!row) return null;
    const { account, calendar } = row;
    const password = worker.secrets.open(passwordPlace(account), account.password);
    const { serverUrl, username } = account;
    return { calendar, server: openCalDav(worker.outbound, { serverUrl, username, password }) };
  });
}

/** Each event for itself, outside any transaction while the network is waited for. */
async function pushChanges(place: Place): Promise<void> {
  for (const { id } of await waiting(place)) {
    const found = await membersOf(place, id);
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

async function pushEvent(place: Place, master: StoredEvent, members: readonly StoredEvent[]): Promise<void> {
  const { server, calendar } = place;
  const href = master.href ?? new URL(`${encodeURIComponent(master.uid)}.ics`, collectionOf(calendar)).href;
  const ics = writeCalendar(members);
  const { status, etag } = await server.write(href, ics, master.href === null ? null : master.etag);
  if (status === 412 || (status === 409 && master.href === null))
    return settleConflict(place, master, members, href);
  requireDone(status);
  const now = etag ?? (await server.objects(collectionOf(calendar), [href]))[0]?.etag ?? null;
  await synced(place, master, { href, etag: now, remoteIcs: ics, syncState: null });
}

async function pushRemoval(place: Place, master: StoredEvent): Promise<void> {
  if (master.href !== null && master.etag !== null) {
    const { status } = await place.server.remove(master.href, master.etag);
    // Changed there meanwhile: it comes back, and a person decides.
    if (status === 412) {
      const [theirs] = await place.server.objects(collectionOf(place.calendar), [master.href]);
      if (theirs)
        return synced(place, master, {
          deletedAt: null,
          syncState: "conflict",
          etag: theirs.etag,
          remoteIcs: theirs.ics,
        });
    } else if (status !== 404 && status !== 410) requireDone(status);
  }
  await synced(place, master, { href: null, etag: null, remoteIcs: null, syncState: null });
}

/** Both sides changed: fields that only one of them touched are put together, else both versions stay for a person. */
async function settleConflict(
  place: Place,
  master: StoredEvent,
  members: readonly StoredEvent[],
  href: string,
): Promise<void> {
  const [theirs] = await place.server.objects(collectionOf(place.calendar), [href]);
  if (!theirs) return synced(place, master, { href: null, etag: null });
  const merged = await inTurn(place, async (context) => {
    const base = master.href === null ? null : await remoteOf(context, master.id);
    const [ours, before, after] = [
      await readFile(context, writeCalendar(members)),
      base === null ? null : await readFile(context, base),
      await readFile(context, theirs.ics),
    ];
    const events = before && mergeEvents(before.events, ours.events, after.events);
    if (events) await keepRemote(context, place.calendar.id, { ...theirs, events }, master.id);
    return events !== null;
  });
  const seen = { href, etag: theirs.etag, remoteIcs: theirs.ics };
  await synced(place, master, { ...seen, syncState: merged ? "pending" : "conflict" });
  if (!merged) return;
  const [again, ...others] = await membersOf(place, master.id);
  if (again)
    await pushEvent(
      place,
      again,
      [again, ...others].filter(({ deletedAt }) => deletedAt === null),
    );
}

/** By the server's report of changes where it has one; else by comparing the versions of all objects. */
async function pullChanges(place: Place): Promise<string | null> {
  const { server, calendar } = place;
  const url = collectionOf(calendar);
  let changes = await server.changes(url, calendar.syncToken);
  if (changes.token === null && calendar.syncToken !== null) changes = await server.changes(url, null);
  const known = await knownObjects(place);
  if (changes.token === null || changes.isWhole) {
    const etags = await server.etags(url);
    changes = {
      ...changes,
      changed: [...etags].flatMap(([href, etag]) => (known.get(href)?.etag === etag ? [] : [href])),
      removed: [...known.keys()].filter((href) => !etags.has(href)),
    };
  }
  const objects = await server.objects(url, changes.changed);
  const isNew = ({ href, etag }: RemoteObject) => known.get(href)?.etag !== etag;
  for (const object of objects.filter(isNew)) await pullObject(place, object);
  for (const href of changes.removed) await pullRemoval(place, href);
  return changes.token;
}

async function pullObject(place: Place, object: RemoteObject): Promise<void> {
  await inTurn(place, async (context) => {
    const [stored] = await context.db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(and(eq(events.calendarId, place.calendar.id), eq(events.href, object.href)))
      .for("update");
    // Changed here since it was pushed: the next turn pushes it, meets this version and settles it.
    if (stored?.syncState) return;
    const file = await readFile(context, object.ics).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (!file || file.events.length === 0) return;
    await keepRemote(context, place.calendar.id, { ...object, events: file.events }, stored?.id);
  });
}

export async function keepRemote(
  context: SignedIn,
  calendarId: string,
  { href, etag, ics, events: members }: RemoteObject & { events: readonly FileEvent[] },
  id: string | undefined,
): Promise<void> {
  const uid = members[0]?.uid ?? "";
  const group = { uid, events: members, href, etag, ics };
  await storeGroups(context, calendarId, [group], new Map(id ? [[uid, id]] : []));
  if (id)
    await context.db
      .update(events)
      .set({ deletedAt: null })
      .where(and(eq(events.id, id), isNotNull(events.deletedAt)));
}

/** Deleted there: it goes to the trash here; what was changed here since stays, as a conflict. */
async function pullRemoval(place: Place, href: string): Promise<void> {
  await inTurn(place, async ({ db, now }) => {
    const [stored] = await db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(and(eq(events.calendarId, place.calendar.id), eq(events.href, href)))
      .for("update");
    if (!stored) return;
    if (stored.syncState) {
      await db
        .update(events)
        .set({ href: null, etag: null, remoteIcs: null, syncState: "conflict" })
        .where(eq(events.id, stored.id));
      return;
    }
    await db
      .update(events)
      .set({ deletedAt: now, href: null, etag: null, version: sql`${events.version} + 1` })
      .where(and(isNull(events.deletedAt), or(eq(events.id, stored.id), eq(events.seriesId, stored.id))));
  });
}

const collectionOf = ({ url }: Calendar) => (url?.endsWith("/") ? url : `${url}/`);

function requireDone(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new CalDavError("sign-in", "The server refuses the user name or password.");
  throw new CalDavError("calendars", `The server did not take a change (status ${status}).`);
}

async function inTurn<T>({ worker, userId }: Place, act: (context: SignedIn) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  await actAs(worker, userId, async (context) => {
    await beQuiet(context);
    answer = { value: await act(context) };
    context.announce({ resource: "events", ids: [] });
  });
  if (!answer) throw new AppError("not_found", "The account is gone");
  return answer.value;
}

/** Only where nobody changed it meanwhile: that change is then pushed in the next turn. */
const synced = (place: Place, { id, version }: StoredEvent, fields: Partial<typeof events.$inferInsert>) =>
  inTurn(place, async ({ db }) => {
    const { syncState, ...rest } = fields;
    await db.update(events).set(rest).where(eq(events.id, id));
    if (syncState !== undefined)
      await db
        .update(events)
        .set({ syncState })
        .where(and(eq(events.id, id), syncState === null ? eq(events.version, version) : undefined));
  });

export async function remoteOf({ db }: SignedIn, id: string): Promise<string | null> {
  const [row] = await db
    .select({ remoteIcs: events.remoteIcs })
    .from(events)
    .where(inArray(events.id, [id]));
  return row?.remoteIcs ?? null;
}

type Outcome = {
  state: ServerState;
  lastError: string | null;
  failures: number;
  syncToken?: string | null;
  lastSyncedAt?: Date;
};

async function settle({ worker, userId, calendar }: Place, outcome: Outcome, pause: number): Promise<void> {
  const { syncToken: _, failures: __, ...shown } = outcome;
  await actAs(worker, userId, async (context) => {
    const nextSyncAt = new Date(context.now.getTime() + pause);
    await context.db
      .update(calendars)
      .set({ ...outcome, nextSyncAt })
      .where(eq(calendars.id, calendar.id));
    if (calendar.accountId !== null)
      await context.db.update(calendarAccounts).set(shown).where(eq(calendarAccounts.id, calendar.accountId));
    context.announce({ resource: "calendars", ids: [calendar.id] });
    context.announce({ resource: "calendarAccounts", ids: [] });
  });
}
