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
const MOST_CALENDARS = 50;

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
  { only, onProgress: tell }: SyncOptions,
): Promise<SyncResult> {
  const { provider, api } = connection;
  const service = SERVICES[provider](api);
  const offered = only === null ? (await service.calendars()).slice(0, MOST_CALENDARS) : [];
  const known = await withoutChangeTracking(context, (own) => addNewCalendars(own, connection, offered));
  const offeredIds = new Set(only === null ? offered.map(({ id }) => id) : [only]);
  const kept = known.filter(({ deletedAt, url }) => deletedAt === null && offeredIds.has(url ?? ""));
  const result: SyncResult = {
    count: 0,
    removed: 0,
    quarantined: 0,
    isFull: false,
    refused: 0,
    calendars: [],
  };
  for (const [index, calendar] of kept.entries()) {
    await tell(0, { step: index + 1, steps: kept.length });
    result.refused += await syncCalendar({ context, calendar, service }, result, tell);
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
  const mine = () => db.select().from(calendars).where(ofConnection(actor.userId, integrationId));
  const urls = new Set((await mine()).map(({ url }) => url));
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
  return mine();
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
  const brought: SyncCounts = { count: 0, removed: 0, quarantined: 0, isFull: false };
  await syncCalendar({ context, calendar, service: SERVICES[provider](api) }, brought, async () => {});
}

/** The next sync reads all calendars from the beginning. */
export async function resetSyncTokens({ db, actor }: SignedIn, integrationId: string): Promise<void> {
  await db.update(calendars).set({ syncToken: null }).where(ofConnection(actor.userId, integrationId));
}

/** The calendars become local, or move to the trash with their events; nothing changes at the provider. */
export async function detachConnection(
  context: SignedIn,
  integrationId: string,
  keepsData: boolean,
): Promise<void> {
  const { db, actor, now } = context;
  await suppressChangeTracking(context);
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
    .where(and(eq(events.userId, context.actor.userId), inArray(events.calendarId, ids)));
  await db
    .update(calendars)
    .set({
      ...{ integrationId: null, url: null, syncToken: null, nextSyncAt: null, isReadOnly: false },
      kind: "local",
      state: "ok",
      lastError: null,
      ...(!keepsData && { deletedAt: now }),
    })
    .where(and(eq(calendars.userId, context.actor.userId), inArray(calendars.id, ids)));
  context.announce({ resource: "calendars", ids: [] });
  context.announce({ resource: "events", ids: [] });
}

const ofConnection = (userId: string, integrationId: string) =>
  and(eq(calendars.userId, userId), eq(calendars.integrationId, integrationId));

/** Returns how many events the provider refused. */
async function syncCalendar(
  place: SyncTarget,
  brought: SyncCounts,
  tell: (stored: number) => Promise<void>,
): Promise<number> {
  const { context, calendar } = place;
  if (calendar.syncToken === null && calendar.lastSyncedAt !== null) brought.isFull = true;
  const refused = calendar.isReadOnly ? 0 : await pushPendingChanges(place);
  const token = await pullChanges(place, calendar.syncToken, brought, tell).catch((error: unknown) => {
    if (!(error instanceof CursorExpired)) throw error;
    brought.isFull = true;
    return pullChanges(place, null, brought, tell);
  });
  await withoutChangeTracking(context, async ({ db, actor }) => {
    await db
      .update(calendars)
      .set({ syncToken: token, state: "ok", lastError: null, lastSyncedAt: new Date(), nextSyncAt: null })
      .where(and(eq(calendars.userId, actor.userId), eq(calendars.id, calendar.id)));
  });
  return refused;
}
