import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { conditionOf, type Place, TOO_FEW_LOCATIONS, Traffic } from "./model.ts";
import { simulatedTraffic } from "./providers/simulated-traffic.ts";
import { ownPlaces } from "./read-places.ts";
import { requireArea } from "./require-area.ts";
import { trafficData as table } from "./tables.ts";

const List = z.object({ items: z.array(Traffic) });

export const traffic = resource("traffic", {
  list: read({
    summary:
      "Lists how long the ways between your places took when it was last looked up, and how long usually",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedTraffic(context) }),
  }),
  refresh: write({
    summary:
      "Looks up the ways from your primary place to the others; simulated where no routing service is configured",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => {
      await requireArea(context, "trafficEnabled");
      const items = await refreshTraffic(context);
      if (items.length === 0) throw new AppError("invalid", TOO_FEW_LOCATIONS);
      return { items };
    },
  }),
});

export const storedTraffic = ({ db, actor }: SignedIn): Promise<Traffic[]> =>
  db.select().from(table).where(eq(table.userId, actor.userId)).orderBy(asc(table.routeName)).limit(200);

/** Also forgets ways to places that are gone. */
export async function refreshTraffic(
  context: SignedIn,
  provider = simulatedTraffic(Math.random),
): Promise<Traffic[]> {
  const { db, actor, now } = context;
  const routes = routesOf(await ownPlaces(context));
  const rows = await Promise.all(
    routes.map(async ({ routeName, from, to }) => {
      const reading = await provider.readTraffic(from, to);
      return {
        ...reading,
        userId: actor.userId,
        routeName,
        origin: from.address,
        destination: to.address,
        trafficCondition: conditionOf(reading.currentDuration, reading.normalDuration),
        lastUpdated: now,
      };
    }),
  );
  const names = routes.map(({ routeName }) => routeName);
  await db
    .delete(table)
    .where(
      and(eq(table.userId, actor.userId), names.length > 0 ? notInArray(table.routeName, names) : undefined),
    );
  if (rows.length > 0)
    await db
      .insert(table)
      .values(rows)
      .onConflictDoUpdate({ target: [table.userId, table.routeName], set: excluded });
  return storedTraffic(context);
}

/** From the first place to each of the others. */
const routesOf = ([from, ...others]: readonly Place[]) =>
  from ? others.map((to) => ({ routeName: `${from.name} to ${to.name}`, from, to })) : [];

const excluded = {
  origin: sql`excluded.origin`,
  destination: sql`excluded.destination`,
  currentDuration: sql`excluded.current_duration`,
  normalDuration: sql`excluded.normal_duration`,
  trafficCondition: sql`excluded.traffic_condition`,
  kind: sql`excluded.kind`,
  lastUpdated: sql`excluded.last_updated`,
};
