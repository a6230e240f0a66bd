import { sql } from "drizzle-orm";
import { z } from "zod";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { type Place, ReadingKind, type TrafficProvider } from "./model.ts";
import { ReadingError } from "./providers/json-requester.ts";
import { listPlaces } from "./sources/list-places.ts";
import { externalSources, trafficByDistance } from "./sources/select-sources.ts";

const Warning = z.object({
  /** The previous or the next event. */
  eventId: Id,
  title: z.string(),
  place: z.string(),
  isBefore: z.boolean(),
  /** Travel time, and the time between the two events. */
  minutes: z.int(),
  minutesBetween: z.int(),
  kind: ReadingKind,
  note: z.string().nullable(),
});
type Warning = z.output<typeof Warning>;

const Plan = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  location: z.string().trim().min(1).max(500),
  /** The event that is moved or edited. */
  eventId: Id.nullable().default(null),
});
type Plan = z.output<typeof Plan>;

export const travelChecks = resource("travelChecks", {
  check: read({
    summary:
      "Check whether there is enough travel time after the previous event and before the next one; places are addresses with a comma or names of your places",
    input: Plan,
    output: z.object({ items: z.array(Warning) }),
    access: "user",
    ownTransactions: true,
    run: async (context, plan) => ({ items: await checkTravel(context, plan) }),
  }),
});

/** A place that is not found, or a service that does not answer, gives no warning and no guess. */
export async function checkTravel(
  context: SignedIn,
  plan: Plan,
  provider: TrafficProvider | null = externalSources(context).traffic,
): Promise<Warning[]> {
  const { places, around, isOn } = await inOwnTransaction(context, "read", async (own) => ({
    places: await listPlaces(own),
    around: await eventsAround(own, plan),
    isOn: (await dailyOpsSettings.get(own, {})).trafficEnabled,
  }));
  const here = placeOf(plan.location, places);
  const trafficProvider = (isOn ? provider : null) ?? trafficByDistance;
  const warnings: Warning[] = [];
  for (const isBefore of [true, false]) {
    const near = around.flatMap((event) => {
      const place = event.isBefore === isBefore ? placeOf(event.location, places) : null;
      return place ? [{ ...event, place }] : [];
    });
    const [next] = near;
    if (!here || !next || isSame(here, next.place)) continue;
    const [from, to] = isBefore ? [next.place, here] : [here, next.place];
    const way = await trafficProvider.readTraffic(from, to).catch(unknownWay);
    if (!way || way.currentDuration <= next.minutesBetween) continue;
    const { id: eventId, title, minutesBetween } = next;
    const { currentDuration: minutes, kind, note } = way;
    warnings.push({ eventId, title, place: next.place.name, isBefore, minutes, minutesBetween, kind, note });
  }
  return warnings;
}

function unknownWay(error: unknown): null {
  if (error instanceof ReadingError) return null;
  throw error;
}

type Neighbour = { id: string; title: string; location: string; isBefore: boolean; minutesBetween: number };

/** Events that end or begin within four hours, nearest first: anything farther away is reachable. */
async function eventsAround({ db, actor }: SignedIn, { startTime, endTime, eventId }: Plan) {
  const side = (isBefore: boolean) => {
    const [at, order] = isBefore
      ? [startTime.toISOString(), sql`end_time desc`]
      : [endTime.toISOString(), sql`start_time`];
    const near = isBefore
      ? sql`start_time > ${at}::timestamptz - interval '1 day' and end_time <= ${at}::timestamptz
          and end_time > ${at}::timestamptz - interval '4 hours'`
      : sql`start_time >= ${at}::timestamptz and start_time < ${at}::timestamptz + interval '4 hours'`;
    const between = isBefore ? sql`${at}::timestamptz - end_time` : sql`start_time - ${at}::timestamptz`;
    return sql`(select id, left(title, 200) as title, left(location, 300) as location, ${isBefore}::boolean as "isBefore",
        floor(extract(epoch from ${between}) / 60)::integer as "minutesBetween"
      from event_times where user_id = ${actor.userId} and deleted_at is null and status <> 'cancelled'
        and not is_all_day and location <> '' and id is distinct from ${eventId}::uuid and ${near}
      order by ${order}, id limit 5)`;
  };
  const { rows } = await db.execute<Neighbour>(sql`${side(true)} union all ${side(false)}`);
  return rows;
}

/** One of the user's places by its name or address, or an address; null for a bare room name. */
function placeOf(location: string, places: readonly Place[]): Place | null {
  const text = location.trim().toLowerCase();
  const own = places.find(
    ({ name, address }) => name.toLowerCase() === text || address.toLowerCase() === text,
  );
  if (own) return own;
  if (!text.includes(",") || /^https?:/.test(text)) return null;
  return { name: location.trim(), address: location.trim(), latitude: null, longitude: null };
}

const isSame = (one: Place, other: Place) => one.address.toLowerCase() === other.address.toLowerCase();
