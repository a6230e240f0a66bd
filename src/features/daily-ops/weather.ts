import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { NO_LOCATIONS, type Place, Weather, type WeatherProvider, type WeatherReading } from "./model.ts";
import { requireArea } from "./require-area.ts";
import { listPlaces } from "./sources/list-places.ts";
import { externalSources, readEach, simulation } from "./sources/select-sources.ts";
import { weatherData as table } from "./tables.ts";

const List = z.object({ items: z.array(Weather) });

export const weather = resource("weather", {
  list: read({
    summary: "List the last known weather at your places, with the forecast for three days",
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedWeather(context) }),
  }),
  refresh: write({
    summary: "Refresh the weather at all of your places; labelled as simulated if no weather service answers",
    input: z.strictObject({}),
    output: List,
    access: "user",
    ownTransactions: true,
    run: async (context) => {
      await inOwnTransaction(context, "read", (own) => requireArea(own, "weatherEnabled"));
      const items = await refreshWeather(context);
      if (items.length === 0) throw new AppError("invalid", NO_LOCATIONS);
      return { items };
    },
  }),
});

export const storedWeather = ({ db, actor }: SignedIn): Promise<Weather[]> =>
  db
    .select()
    .from(table)
    .where(eq(table.userId, actor.userId))
    .orderBy(asc(table.location), asc(table.id))
    .limit(200);

/** Calls the weather service, which is slow: outside of any transaction. */
export async function refreshWeather(
  context: SignedIn,
  provider: WeatherProvider | null = externalSources(context).weather,
): Promise<Weather[]> {
  const before = await inOwnTransaction(context, "read", async (own) => ({
    places: await listPlaces(own),
    stored: await storedWeather(own),
  }));
  const rows = await readEach(before.places, {
    now: context.now,
    request: provider && ((place) => provider.readWeather(place)),
    simulate: (place) => simulation.weather.readWeather(place),
    earlier: ({ name }) => before.stored.find(({ location }) => location === name),
  });
  return inOwnTransaction(context, "write", (own) => storeWeather(own, rows));
}

type Reading = WeatherReading & { item: Place; lastUpdated: Date };

/** Also deletes places that no longer exist. */
async function storeWeather(context: SignedIn, readings: readonly Reading[]): Promise<Weather[]> {
  const { db, actor } = context;
  const names = readings.map(({ item }) => item.name);
  await db
    .delete(table)
    .where(
      and(eq(table.userId, actor.userId), names.length > 0 ? notInArray(table.location, names) : undefined),
    );
  const rows = readings.map(
    ({ item, temperature, condition, humidity, windSpeed, forecastData, kind, note, lastUpdated }) => ({
      ...{ temperature, condition, humidity, windSpeed, forecastData, kind, note, lastUpdated },
      userId: actor.userId,
      location: item.name,
    }),
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
  note: sql`excluded.note`,
  lastUpdated: sql`excluded.last_updated`,
};
