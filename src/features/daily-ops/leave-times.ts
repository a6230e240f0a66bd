import { and, asc, eq, gt, notInArray } from "drizzle-orm";
import { z } from "zod";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { notify } from "#platform/notify/notify.ts";
import { type Place, ReadingKind, type TrafficProvider } from "./model.ts";
import { ReadingError } from "./providers/json-requester.ts";
import { type EventWithLocation, nextEventsWithLocation } from "./sources/list-events-with-location.ts";
import { listPlaces } from "./sources/list-places.ts";
import { externalSources } from "./sources/select-sources.ts";
import { leaveTimes as table } from "./tables.ts";

const LeaveTime = z.object({
  id: Id,
  eventId: Id,
  title: z.string(),
  startsAt: Instant,
  /** Name of the starting place, and the location of the event. */
  origin: z.string(),
  destination: z.string(),
  /** Travel time, and the buffer before it. */
  minutes: z.int(),
  bufferMinutes: z.int(),
  leaveAt: Instant,
  kind: ReadingKind,
  note: z.string().nullable(),
  lastUpdated: Instant,
});
const List = z.object({ items: z.array(LeaveTime) });

export const leave = resource("leaveTimes", {
  list: read({
    summary: "List when to leave for your next events with a location, as last calculated",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedLeaveTimes(context) }),
  }),
  refresh: write({
    summary: "Calculate when to leave for the next day's events with a location",
    input: z.strictObject({}),
    output: List,
    access: "user",
    ownTransactions: true,
    run: async (context) => ({ items: await refreshLeaveTimes(context) }),
  }),
});

type StoredLeaveTime = typeof table.$inferSelect;

const storedLeaveTimes = ({ db, actor, now }: SignedIn): Promise<StoredLeaveTime[]> =>
  db
    .select()
    .from(table)
    .where(and(eq(table.userId, actor.userId), gt(table.startsAt, now)))
    .orderBy(asc(table.leaveAt), asc(table.id))
    .limit(10);

const MINUTE = 60_000;

/**
 * Requests the routes to the next events with a location, outside of any transaction, and schedules a notification for
 * the time to leave. A place that is not found gets no time and no guess.
 */
export async function refreshLeaveTimes(
  context: SignedIn,
  provider: TrafficProvider | null = externalSources(context).traffic,
): Promise<StoredLeaveTime[]> {
  const { origin, events, buffer } = await inOwnTransaction(context, "read", async (own) => {
    const [first] = await listPlaces(own);
    const settings = await dailyOpsSettings.get(own, {});
    const isOn = settings.trafficEnabled && first && provider;
    return {
      origin: first,
      buffer: settings.leaveBuffer,
      events: isOn ? await nextEventsWithLocation(own) : [],
    };
  });
  const found: NewLeaveTime[] = [];
  for (const event of origin && provider ? events : []) {
    const way = origin && provider && (await wayTo(provider, origin, event));
    if (!way || !origin) continue;
    const leaveAt = new Date(event.startTime.getTime() - (way.currentDuration + buffer) * MINUTE);
    found.push({
      userId: context.actor.userId,
      eventId: event.id,
      title: event.title,
      startsAt: event.startTime,
      origin: origin.name,
      destination: event.location,
      minutes: way.currentDuration,
      bufferMinutes: buffer,
      leaveAt,
      kind: way.kind,
      note: way.note,
      lastUpdated: context.now,
    });
  }
  return inOwnTransaction(context, "write", (own) => store(own, found));
}

type NewLeaveTime = typeof table.$inferInsert;

async function wayTo(provider: TrafficProvider, origin: Place, { location }: EventWithLocation) {
  const to: Place = { name: location, address: location, latitude: null, longitude: null };
  return provider.readTraffic(origin, to).catch((error: unknown) => {
    if (error instanceof ReadingError) return null;
    throw error;
  });
}

/** Deletes rows of events that no longer apply. A person who was notified for an instant is not notified again. */
async function store(context: SignedIn, found: readonly NewLeaveTime[]) {
  const { db, actor, now } = context;
  const eventIds = found.map(({ eventId }) => eventId);
  await db
    .delete(table)
    .where(
      and(
        eq(table.userId, actor.userId),
        eventIds.length > 0 ? notInArray(table.eventId, eventIds) : undefined,
      ),
    );
  for (const row of found) {
    await db
      .insert(table)
      .values(row)
      .onConflictDoUpdate({ target: [table.userId, table.eventId], set: row });
    if (row.leaveAt.getTime() - now.getTime() < NOTICE_PERIOD && row.startsAt > now)
      await notifyDeparture(context, row);
  }
  return storedLeaveTimes(context);
}

/** Leave times are refreshed twice an hour: those within this period get a scheduled notification. */
const NOTICE_PERIOD = 45 * MINUTE;

const notifyDeparture = (
  context: SignedIn,
  { eventId, title, startsAt, leaveAt, minutes, destination }: NewLeaveTime,
) =>
  notify(context, {
    userIds: [context.actor.userId],
    type: "leave",
    priority: "high",
    title: () => t`Time to leave for ${title}`,
    message: () => t`${minutes} min to ${destination}.`,
    href: `/calendar?event=${eventId}`,
    ...(leaveAt > context.now && { scheduledFor: leaveAt }),
    dedupeKey: `leave ${eventId} ${startsAt.toISOString()}`,
  });
