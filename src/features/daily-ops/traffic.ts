import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import {
  conditionOf,
  type Place,
  TOO_FEW_LOCATIONS,
  Traffic,
  type TrafficProvider,
  type TrafficReading,
} from "./model.ts";
import { requireArea } from "./require-area.ts";
import { listPlaces } from "./sources/list-places.ts";
import { externalSources, readEach, simulation } from "./sources/select-sources.ts";
import { trafficData as table } from "./tables.ts";

const List = z.object({ items: z.array(Traffic) });

export const traffic = resource("traffic", {
  list: read({
    summary: "List the last known and usual travel times between your places",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedTraffic(context) }),
  }),
  refresh: write({
    summary:
      "Refresh the travel times from your primary place to the others; labelled as estimated or simulated if no routing service answers",
    input: z.strictObject({}),
    output: List,
    access: "user",
    ownTransactions: true,
    run: async (context) => {
      await inOwnTransaction(context, "read", (own) => requireArea(own, "trafficEnabled"));
      const items = await refreshTraffic(context);
      if (items.length === 0) throw new AppError("invalid", TOO_FEW_LOCATIONS);
      return { items };
    },
  }),
});

export const storedTraffic = ({ db, actor }: SignedIn): Promise<Traffic[]> =>
  db
    .select()
    .from(table)
    .where(eq(table.userId, actor.userId))
    .orderBy(asc(table.routeName), asc(table.id))
    .limit(200);

/** Calls the routing service, which is slow: outside of any transaction. */
export async function refreshTraffic(
  context: SignedIn,
  provider: TrafficProvider | null = externalSources(context).traffic,
): Promise<Traffic[]> {
  const before = await inOwnTransaction(context, "read", async (own) => ({
    routes: routesOf(await listPlaces(own)),
    stored: await storedTraffic(own),
  }));
  const readings = await readEach(before.routes, {
    now: context.now,
    request: provider && (({ from, to }) => provider.readTraffic(from, to)),
    simulate: ({ from, to }) => simulation.traffic.readTraffic(from, to),
    earlier: (route) => before.stored.find(({ routeName }) => routeName === route.routeName),
  });
  return inOwnTransaction(context, "write", (own) => storeTraffic(own, readings));
}

type Route = { routeName: string; from: Place; to: Place };
type Reading = TrafficReading & { item: Route; lastUpdated: Date };

/** Also deletes routes to places that no longer exist. */
async function storeTraffic(context: SignedIn, readings: readonly Reading[]): Promise<Traffic[]> {
  const { db, actor } = context;
  const names = readings.map(({ item }) => item.routeName);
  await db
    .delete(table)
    .where(
      and(eq(table.userId, actor.userId), names.length > 0 ? notInArray(table.routeName, names) : undefined),
    );
  const rows = readings.map(({ item, currentDuration, normalDuration, kind, note, lastUpdated }) => ({
    ...{ currentDuration, normalDuration, kind, note, lastUpdated },
    userId: actor.userId,
    routeName: item.routeName,
    origin: item.from.address,
    destination: item.to.address,
    trafficCondition: conditionOf(currentDuration, normalDuration),
  }));
  if (rows.length > 0)
    await db
      .insert(table)
      .values(rows)
      .onConflictDoUpdate({ target: [table.userId, table.routeName], set: excluded });
  return storedTraffic(context);
}

/** From the first place to each of the others. */
const routesOf = ([from, ...others]: readonly Place[]): Route[] =>
  from ? others.map((to) => ({ routeName: `${from.name} to ${to.name}`, from, to })) : [];

const excluded = {
  origin: sql`excluded.origin`,
  destination: sql`excluded.destination`,
  currentDuration: sql`excluded.current_duration`,
  normalDuration: sql`excluded.normal_duration`,
  trafficCondition: sql`excluded.traffic_condition`,
  kind: sql`excluded.kind`,
  note: sql`excluded.note`,
  lastUpdated: sql`excluded.last_updated`,
};
