import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { NO_LOCATIONS, Weather } from "./model.ts";
import { simulatedWeather } from "./providers/simulated-weather.ts";
import { ownPlaces } from "./read-places.ts";
import { requireArea } from "./require-area.ts";
import { weatherData as table } from "./tables.ts";

const List = z.object({ items: z.array(Weather) });

export const weather = resource("weather", {
  list: read({
    summary: "Lists the weather at your places as it was last looked up, with the forecast for three days",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedWeather(context) }),
  }),
  refresh: write({
    summary: "Looks up the weather at all of your places; simulated where no weather service is configured",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => {
      await requireArea(context, "weatherEnabled");
      const items = await refreshWeather(context);
      if (items.length === 0) throw new AppError("invalid", NO_LOCATIONS);
      return { items };
    },
  }),
});

export const storedWeather = ({ db, actor }: SignedIn): Promise<Weather[]> =>
  db.select().from(table).where(eq(table.userId, actor.userId)).orderBy(asc(table.location)).limit(200);

/** Also forgets places that are gone. */
export async function refreshWeather(
  context: SignedIn,
  provider = simulatedWeather(Math.random),
): Promise<Weather[]> {
  const { db, actor, now } = context;
  const places = await ownPlaces(context);
  const rows = await Promise.all(
    places.map(async (place) => ({
      ...(await provider.readWeather(place)),
      userId: actor.userId,
      location: place.name,
      lastUpdated: now,
    })),
  );
  const names = places.map(({ name }) => name);
  await db
    .delete(table)
    .where(
      and(eq(table.userId, actor.userId), names.length > 0 ? notInArray(table.location, names) : undefined),
    );
  if (rows.length > 0)
    await db
      .insert(table)
      .values(rows)
      .onConflictDoUpdate({ target: [table.userId, table.location], set: excluded });
  return storedWeather(context);
}

const excluded = {
  temperature: sql`excluded.temperature`,
  condition: sql`excluded.condition`,
  humidity: sql`excluded.humidity`,
  windSpeed: sql`excluded.wind_speed`,
  forecastData: sql`excluded.forecast_data`,
  kind: sql`excluded.kind`,
  lastUpdated: sql`excluded.last_updated`,
};
