import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ProviderApi } from "#features/integrations/public/provider-api.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { googleCalendar } from "../providers/google-calendar.ts";
import { microsoftCalendar } from "../providers/microsoft-calendar.ts";
import { calendars, events } from "../tables.ts";
import { CursorExpired, type ProviderCalendar } from "./calendar-service.ts";
import { pullChanges, type SyncCounts } from "./pull-changes.ts";
import { pushPendingChanges } from "./push-changes.ts";
import { suppressChangeTracking } from "./suppress-change-tracking.ts";
import { type SyncTarget, withoutChangeTracking } from "./sync-target.ts";

export type Connection = {
  integrationId: string;
  provider: "google_calendar" | "outlook_calendar";
  api: ProviderApi;
};

const SERVICES = { google_calendar: googleCalendar, outlook_calendar: microsoftCalendar };
const KINDS = { google_calendar: "google", outlook_calendar: "microsoft" } as const;
const MAX_CALENDARS = 50;

type SyncOptions = {
  /** The provider's id of the only calendar to sync. */
  only: string | null;
  /** Called after each stored page, and with the current calendar. */
  onProgress(stored: number, at?: { step: number; steps: number }): Promise<void>;
};
type SyncResult = SyncCounts & {
  /** The number of events that the provider refused; each stores its reason. */
  refused: number;
  /** The provider's ids of the synced calendars. */
  calendars: string[];
};

/**
 * Syncs the calendars of a connected account both ways: pushes local changes over exactly the known versions, then
 * pulls remote changes. Opens no transaction around it.
 */
export async function syncConnectedCalendars(
  context: SignedIn,
  connection: Connection,
  { only, onProgress }: SyncOptions,
): Promise<SyncResult> {
  const { provider, api } = connection;
  const service = SERVICES[provider](api);
  const offered = only === null ? (await service.calendars()).slice(0, MAX_CALENDARS) : [];
  const known = await withoutChangeTracking(context, (own) => addNewCalendars(own, connection, offered));
  const offeredIds = new Set(only === null ? offered.map(({ id }) => id) : [only]);
  const selected = known.filter(({ deletedAt, url }) => deletedAt === null && offeredIds.has(url ?? ""));
  const result: SyncResult = {
    count: 0,
    removed: 0,
    quarantined: 0,
    isFull: false,
    refused: 0,
    calendars: [],
  };
  for (const [index, calendar] of selected.entries()) {
    await onProgress(0, { step: index + 1, steps: selected.length });
    result.refused += await syncCalendar({ context, calendar, service }, result, onProgress);
    result.calendars.push(calendar.url ?? "");
  }
  return result;
}

/** Creates local calendars for new ones at the provider. */
async function addNewCalendars(
  { db, actor, now }: SignedIn,
  { integrationId, provider }: Connection,
  offered: readonly ProviderCalendar[],
) {
  const listConnected = () => db.select().from(calendars).where(ofConnection(actor.userId, integrationId));
  const urls = new Set((await listConnected()).map(({ url }) => url));
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
  return listConnected();
}

/** One calendar only, after a local change. */
export async function syncConnectedCalendar(
  context: SignedIn,
  calendarId: string,
  { provider, api }: Pick<Connection, "provider" | "api">,
): Promise<void> {
  const [calendar] = await inOwnTransaction(context, "read", ({ db, actor }) =>
    db
      .select()
      .from(calendars)
      .where(
        and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId), isNull(calendars.deletedAt)),
      ),
  );
  if (!calendar) return;
  const counts: SyncCounts = { count: 0, removed: 0, quarantined: 0, isFull: false };
  await syncCalendar({ context, calendar, service: SERVICES[provider](api) }, counts, async () => {});
}

/** The next sync reads all calendars from the beginning. */
export async function resetSyncTokens({ db, actor }: SignedIn, integrationId: string): Promise<void> {
  await db.update(calendars).set({ syncToken: null }).where(ofConnection(actor.userId, integrationId));
}

/** The calendars become local, or move to the trash with their events; nothing changes at the provider. */
export async function detachConnection(
  context: SignedIn,
  integrationId: string,
  isDataRetained: boolean,
): Promise<void> {
  const { db, actor, now } = context;
  await suppressChangeTracking(context);
  const rows = await db
    .select({ id: calendars.id })
    .from(calendars)
    .where(ofConnection(actor.userId, integrationId));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const unlinked = { href: null, etag: null, remoteIcs: ofFile, syncState: null };
  await db
    .update(events)
    .set(isDataRetained ? unlinked : { ...unlinked, deletedAt: sql`coalesce(${events.deletedAt}, ${now})` })
    .where(and(eq(events.userId, context.actor.userId), inArray(events.calendarId, ids)));
  await db
    .update(calendars)
    .set({
      ...{ integrationId: null, url: null, syncToken: null, nextSyncAt: null, isReadOnly: false },
      kind: "local",
      state: "ok",
      lastError: null,
      ...(!isDataRetained && { deletedAt: now }),
    })
    .where(and(eq(calendars.userId, context.actor.userId), inArray(calendars.id, ids)));
  context.announce({ resource: "calendars", ids: [] });
  context.announce({ resource: "events", ids: [] });
}

/** What came with a file and was not sent yet stays; the JSON of the provider means nothing without it. */
const ofFile = sql`case when ${events.remoteIcs} like 'BEGIN:VCALENDAR%' then ${events.remoteIcs} end`;

const ofConnection = (userId: string, integrationId: string) =>
  and(eq(calendars.userId, userId), eq(calendars.integrationId, integrationId));

/** Returns how many events the provider refused. */
async function syncCalendar(
  target: SyncTarget,
  counts: SyncCounts,
  onStored: (stored: number) => Promise<void>,
): Promise<number> {
  const { context, calendar } = target;
  if (calendar.syncToken === null && calendar.lastSyncedAt !== null) counts.isFull = true;
  const refused = calendar.isReadOnly ? 0 : await pushPendingChanges(target);
  const token = await pullChanges(target, calendar.syncToken, counts, onStored).catch((error: unknown) => {
    if (!(error instanceof CursorExpired)) throw error;
    counts.isFull = true;
    return pullChanges(target, null, counts, onStored);
  });
  await withoutChangeTracking(context, async ({ db, actor }) => {
    await db
      .update(calendars)
      .set({ syncToken: token, state: "ok", lastError: null, lastSyncedAt: new Date(), nextSyncAt: null })
      .where(and(eq(calendars.userId, actor.userId), eq(calendars.id, calendar.id)));
  });
  return refused;
}
