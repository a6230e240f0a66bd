import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { OutsideApi } from "#features/integrations/outside-api.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { mergeEvents } from "./merge-events.ts";
import {
  type CalendarService,
  CursorExpired,
  fileEventOf,
  type RemoteGroup,
  type RemotePage,
  type StoredHrefs,
} from "./outside-calendar.ts";
import { googleCalendar } from "./providers/google-calendar.ts";
import { microsoftCalendar } from "./providers/microsoft-calendar.ts";
import { eventFields, type StoredEvent } from "./read-events.ts";
import { storeGroups } from "./store-groups.ts";
import { beQuiet } from "./sync-caldav.ts";
import { calendars, events } from "./tables.ts";

type Calendar = typeof calendars.$inferSelect;
type Place = { context: SignedIn; calendar: Calendar; service: CalendarService };
/** What a synchronisation brought. */
export type Brought = { count: number; removed: number; quarantined: number; isFull: boolean };
export type Connection = {
  integrationId: string;
  provider: "google_calendar" | "outlook_calendar";
  api: OutsideApi;
};
type Tell = (stored: number) => Promise<void>;

const SERVICES = { google_calendar: googleCalendar, outlook_calendar: microsoftCalendar };
const KINDS = { google_calendar: "google", outlook_calendar: "microsoft" } as const;
const MOST_CALENDARS = 50;

/**
 * The calendars of a connected account, both ways: what changed here goes there over exactly the version known, then
 * theirs comes. In no transaction; `tell` hears after each page that was stored.
 */
export async function syncConnectedCalendars(
  context: SignedIn,
  { integrationId, provider, api }: Connection,
  tell: Tell,
): Promise<Brought> {
  const service = SERVICES[provider](api);
  const offered = (await service.calendars()).slice(0, MOST_CALENDARS);
  const known = await inTurn(context, async ({ db, actor, now }) => {
    const rows = await db.select().from(calendars).where(ofConnection(actor.userId, integrationId));
    const urls = new Set(rows.map(({ url }) => url));
    const added = offered.filter(({ id }) => !urls.has(id));
    if (added.length > 0)
      await db.insert(calendars).values(
        added.map(({ id, name, color, isReadOnly }) => ({
          ...{ name, color, isReadOnly, integrationId, userId: actor.userId },
          kind: KINDS[provider],
          url: id,
          createdAt: now,
          updatedAt: now,
        })),
      );
    return db.select().from(calendars).where(ofConnection(actor.userId, integrationId));
  });
  const offeredIds = new Set(offered.map(({ id }) => id));
  const brought: Brought = { count: 0, removed: 0, quarantined: 0, isFull: false };
  for (const calendar of known)
    if (calendar.deletedAt === null && offeredIds.has(calendar.url ?? ""))
      await syncCalendar({ context, calendar, service }, brought, tell);
  return brought;
}

/** One calendar alone, where something was just changed here. */
export async function syncConnectedCalendar(
  context: SignedIn,
  calendarId: string,
  { provider, api }: Pick<Connection, "provider" | "api">,
): Promise<void> {
  const [calendar] = await inside(context, "read", ({ db, actor }) =>
    db
      .select()
      .from(calendars)
      .where(
        and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId), isNull(calendars.deletedAt)),
      ),
  );
  if (!calendar) return;
  const brought: Brought = { count: 0, removed: 0, quarantined: 0, isFull: false };
  await syncCalendar({ context, calendar, service: SERVICES[provider](api) }, brought, async () => {});
}

/** They stay as calendars of this place, or go to the trash with their events; nothing changes at the provider. */
export async function leaveConnection(
  context: SignedIn,
  integrationId: string,
  keepsData: boolean,
): Promise<void> {
  const { db, actor, now } = context;
  await beQuiet(context);
  const rows = await db
    .select({ id: calendars.id })
    .from(calendars)
    .where(ofConnection(actor.userId, integrationId));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const forgotten = { href: null, etag: null, remoteIcs: null, syncState: null };
  await db
    .update(events)
    .set(keepsData ? forgotten : { ...forgotten, deletedAt: sql`coalesce(${events.deletedAt}, ${now})` })
    .where(inArray(events.calendarId, ids));
  await db
    .update(calendars)
    .set({
      ...{ integrationId: null, url: null, syncToken: null, nextSyncAt: null, isReadOnly: false },
      kind: "local",
      state: "ok",
      lastError: null,
      ...(!keepsData && { deletedAt: now }),
    })
    .where(inArray(calendars.id, ids));
  context.announce({ resource: "calendars", ids: [] });
  context.announce({ resource: "events", ids: [] });
}

const ofConnection = (userId: string, integrationId: string) =>
  and(eq(calendars.userId, userId), eq(calendars.integrationId, integrationId));

async function syncCalendar(place: Place, brought: Brought, tell: Tell): Promise<void> {
  const { context, calendar } = place;
  if (!calendar.isReadOnly) await pushChanges(place);
  const token = await pull(place, calendar.syncToken, brought, tell).catch((error: unknown) => {
    if (!(error instanceof CursorExpired)) throw error;
    brought.isFull = true;
    return pull(place, null, brought, tell);
  });
  await inTurn(context, async ({ db }) => {
    await db
      .update(calendars)
      .set({ syncToken: token, state: "ok", lastError: null, lastSyncedAt: new Date(), nextSyncAt: null })
      .where(eq(calendars.id, calendar.id));
  });
}

/** Read anew from the beginning, what is there no more goes; what a person marked here stays with what is there still. */
async function pull(place: Place, token: string | null, brought: Brought, tell: Tell): Promise<string> {
  const changes = place.service.changes(place.calendar.url ?? "", token, () => storedHrefs(place));
  const seen = new Set<string>();
  for (;;) {
    const { done, value } = await changes.next();
    if (done) {
      if (token === null) brought.removed += await removeUnseen(place, seen);
      return value;
    }
    for (const { href } of value.groups) seen.add(href);
    const stored = await storePage(place, value);
    brought.removed += stored.removed;
    brought.quarantined += value.quarantined;
    brought.count += stored.changed;
    await tell(stored.changed);
  }
}

async function storedHrefs({ context, calendar }: Place): Promise<StoredHrefs> {
  const rows = await inside(context, "read", ({ db }) =>
    db
      .select({ href: events.href, isSeries: events.isSeries })
      .from(events)
      .where(and(eq(events.calendarId, calendar.id), isNotNull(events.href), isNull(events.deletedAt))),
  );
  const hrefs = (wanted: typeof rows) => wanted.flatMap(({ href }) => href ?? []);
  return { all: new Set(hrefs(rows)), series: hrefs(rows.filter(({ isSeries }) => isSeries)) };
}

/** A page is one transaction, under the calendar's lock: what comes twice, or to two at once, is one event. */
async function storePage({ context, calendar }: Place, page: RemotePage) {
  if (page.groups.length + page.removed.length === 0) return { changed: 0, removed: 0 };
  return inTurn(context, async (own) => {
    await own.db
      .select({ id: calendars.id })
      .from(calendars)
      .where(eq(calendars.id, calendar.id))
      .for("update");
    const known = await knownOf(own, calendar.id, page);
    const latest = new Map(page.groups.map((group) => [group.href, group]));
    const changed = [...latest.values()].filter((group) => isNew(group, known.get(group.href)));
    for (const groups of apart(changed.map((group) => withMarks(group, known.get(group.href)))))
      await storeGroups(
        own,
        calendar.id,
        groups,
        new Map(groups.flatMap(({ uid, href }) => pairOf(uid, known.get(href)?.id))),
      );
    const back = changed.flatMap(({ href }) => known.get(href)?.id ?? []);
    if (back.length > 0)
      await own.db
        .update(events)
        .set({ deletedAt: null })
        .where(and(inArray(events.id, back), isNotNull(events.deletedAt)));
    const removed = await removeAll(own, calendar.id, page.removed);
    await tellEvents(own, changed.length + removed);
    return { changed: changed.length, removed };
  });
}

const pairOf = (uid: string, id: string | undefined): [string, string][] => (id ? [[uid, id]] : []);

type Known = {
  id: string;
  href: string | null;
  syncState: string | null;
  words: string | null;
  category: string | null;
  meetingLink: string | null;
  isGone: boolean;
};

async function knownOf({ db }: SignedIn, calendarId: string, { groups }: RemotePage) {
  const rows: Known[] = await db
    .select({
      id: events.id,
      href: events.href,
      syncState: events.syncState,
      words: sql<string | null>`md5(${events.remoteIcs})`,
      category: events.category,
      meetingLink: events.meetingLink,
      isGone: sql<boolean>`${events.deletedAt} is not null`,
    })
    .from(events)
    .where(
      and(
        eq(events.calendarId, calendarId),
        isNull(events.seriesId),
        sql`${events.href} = any(${sql.param(groups.map(({ href }) => href))}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [row.href ?? "", row]));
}

/** What was changed here since waits for its push, which meets this version and settles it. */
function isNew({ text }: RemoteGroup, known: Known | undefined): boolean {
  if (!known) return true;
  if (known.syncState !== null) return false;
  return known.isGone || known.words !== hashOf(text);
}

/** What only this side knows stays. */
function withMarks({ href, etag, text, events: members }: RemoteGroup, known: Known | undefined) {
  const [first, ...others] = members;
  const kept = first && {
    ...first,
    category: first.category ?? known?.category ?? null,
    meetingLink: first.meetingLink ?? known?.meetingLink ?? null,
  };
  return { href, etag, ics: text, uid: first?.uid ?? href, events: kept ? [kept, ...others] : others };
}

/** Two with one UID are written one after the other, for rows are told apart by it. */
function apart<T extends { uid: string }>(groups: readonly T[]): T[][] {
  const rounds: Map<string, T>[] = [];
  for (const group of groups) {
    const round = rounds.find((each) => !each.has(group.uid));
    if (round) round.set(group.uid, group);
    else rounds.push(new Map([[group.uid, group]]));
  }
  return rounds.map((round) => [...round.values()]);
}

/** To the trash; what was changed here since stays, as a conflict. */
async function removeAll(
  { db, now }: SignedIn,
  calendarId: string,
  hrefs: readonly string[],
): Promise<number> {
  if (hrefs.length === 0) return 0;
  const those = and(
    eq(events.calendarId, calendarId),
    sql`${events.href} = any(${sql.param([...hrefs])}::text[])`,
  );
  await db
    .update(events)
    .set({ href: null, etag: null, remoteIcs: null, syncState: "conflict" })
    .where(and(those, isNotNull(events.syncState)));
  const gone = await db
    .update(events)
    .set({ deletedAt: now, href: null, etag: null, version: sql`${events.version} + 1` })
    .where(and(those, isNull(events.deletedAt)))
    .returning({ id: events.id });
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(events)
      .set({ deletedAt: now, version: sql`${events.version} + 1` })
      .where(and(inArray(events.seriesId, ids), isNull(events.deletedAt)));
  return ids.length;
}

async function removeUnseen({ context, calendar }: Place, seen: ReadonlySet<string>): Promise<number> {
  return inTurn(context, async (own) => {
    const rows = await own.db
      .select({ href: events.href })
      .from(events)
      .where(and(eq(events.calendarId, calendar.id), isNotNull(events.href), isNull(events.deletedAt)));
    const gone = rows.flatMap(({ href }) => (href !== null && !seen.has(href) ? [href] : []));
    const removed = await removeAll(own, calendar.id, gone);
    await tellEvents(own, removed);
    return removed;
  });
}

/** Each event for itself. */
async function pushChanges(place: Place): Promise<void> {
  const waiting = await inside(place.context, "read", ({ db }) =>
    db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.calendarId, place.calendar.id),
          isNull(events.seriesId),
          eq(events.syncState, "pending"),
        ),
      )
      .orderBy(events.updatedAt)
      .limit(500),
  );
  for (const { id } of waiting) await pushEvent(place, id, true);
}

async function pushEvent(place: Place, id: string, mayMerge: boolean): Promise<void> {
  const { service, calendar, context } = place;
  const members = await membersOf(place, id);
  const [master] = members;
  if (master?.syncState !== "pending") return;
  const where = calendar.url ?? "";
  if (master.deletedAt) return pushRemoval(place, master);
  const present = members.filter(({ deletedAt }) => deletedAt === null);
  const remote = await remoteOf(context, id);
  const known = master.href === null ? null : { href: master.href, etag: master.etag ?? "", text: remote };
  const result = await service.write(where, present, known);
  if (result.outcome === "done") return keepGroup(place, master, result.group, null);
  // Deleted there while it was changed here: it is made again in the next turn.
  if (result.outcome === "gone") return synced(place, master, { href: null, etag: null, remoteIcs: null });
  const theirs = known && (await service.one(where, known.href));
  if (!theirs) return synced(place, master, { href: null, etag: null, remoteIcs: null });
  const before = remote === null ? null : service.read(remote);
  const merged = before && mergeEvents(before, present.map(fileEventOf), theirs.events);
  if (!merged || !mayMerge) return keepGroup(place, master, { ...theirs, events: [] }, "conflict");
  await keepGroup(place, master, { ...theirs, events: merged }, "pending");
  return pushEvent(place, id, false);
}

async function pushRemoval(place: Place, master: StoredEvent): Promise<void> {
  if (master.href !== null) {
    const outcome = await place.service.remove(place.calendar.url ?? "", master.href, master.etag ?? "");
    const theirs =
      outcome === "conflict" ? await place.service.one(place.calendar.url ?? "", master.href) : null;
    // Changed there meanwhile: it comes back, and a person decides.
    if (theirs)
      return synced(place, master, {
        deletedAt: null,
        syncState: "conflict",
        etag: theirs.etag,
        remoteIcs: theirs.text,
      });
  }
  await synced(place, master, { href: null, etag: null, remoteIcs: null, syncState: null });
}

/** As it is there now. Events that are none leave what stands here as it is. */
async function keepGroup(
  place: Place,
  master: StoredEvent,
  group: RemoteGroup,
  syncState: "pending" | "conflict" | null,
): Promise<void> {
  const { href, etag, text } = group;
  if (group.events.length > 0 && syncState !== null)
    await inTurn(place.context, async (own) => {
      const { uid, ...rest } = withMarks(group, undefined);
      await storeGroups(own, place.calendar.id, [{ uid, ...rest }], new Map([[uid, master.id]]));
      await own.db.update(events).set({ syncState }).where(eq(events.id, master.id));
      await tellEvents(own, 1);
    });
  else await synced(place, master, { href, etag, remoteIcs: text, syncState });
}

/** Only where nobody changed it meanwhile: that change is then pushed in the next turn. */
const synced = (
  { context }: Place,
  { id, version }: StoredEvent,
  { syncState, ...rest }: Partial<typeof events.$inferInsert>,
) =>
  inTurn(context, async (own) => {
    await own.db.update(events).set(rest).where(eq(events.id, id));
    if (syncState !== undefined)
      await own.db
        .update(events)
        .set({ syncState })
        .where(and(eq(events.id, id), syncState === null ? eq(events.version, version) : undefined));
    await tellEvents(own, 1);
  });

const membersOf = ({ context }: Place, id: string): Promise<StoredEvent[]> =>
  inside(context, "read", ({ db }) =>
    db
      .select(eventFields)
      .from(events)
      .where(or(eq(events.id, id), eq(events.seriesId, id)))
      .orderBy(sql`${events.seriesId} nulls first`, events.recurrenceId),
  );

async function remoteOf(context: SignedIn, id: string): Promise<string | null> {
  const [row] = await inside(context, "read", ({ db }) =>
    db.select({ remoteIcs: events.remoteIcs }).from(events).where(eq(events.id, id)),
  );
  return row?.remoteIcs ?? null;
}

/** What synchronisation itself writes is not a change to be pushed. */
const inTurn = <T>(context: SignedIn, act: (own: SignedIn) => Promise<T>): Promise<T> =>
  inside(context, "write", async (own) => {
    await beQuiet(own);
    return act(own);
  });

async function tellEvents({ db, actor }: SignedIn, changed: number): Promise<void> {
  if (changed === 0) return;
  const audience = [actor.userId];
  await recordAnnouncements(db, [
    { resource: "events", ids: [], audience },
    { resource: "calendars", ids: [], audience },
  ]);
}

const hashOf = (text: string) => createHash("md5").update(text).digest("hex");
