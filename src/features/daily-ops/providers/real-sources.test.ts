import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { locations } from "#features/settings/locations.ts";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { briefings } from "../briefings.ts";
import { refreshAllSources, refreshSourcesNow } from "../jobs.ts";
import { leave } from "../leave-times.ts";
import { notifications } from "../notifications.ts";
import { traffic } from "../traffic.ts";
import { weather } from "../weather.ts";
import { answerTo } from "./published-formats.factory.ts";

// Fake servers with the published formats of Open-Meteo, its geocoding service, OSRM and TomTom on loopback. They
// refuse what the real ones would refuse, such as unknown variables.

const asked: URL[] = [];
let fault: { status: number; body: string } | null = null;
let temperature = 61.4;
let towns: object[] | undefined;

const outside = createServer((request, answer) => {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  asked.push(url);
  const [status, body] = fault ? [fault.status, fault.body] : answerTo(url, { towns, temperature });
  answer.writeHead(status, { "content-type": "application/json" }).end(body);
}).listen(0, "127.0.0.1");
await new Promise((ready) => outside.once("listening", ready));
afterAll(() => void outside.close());
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
const settings = { WEATHER_BASE_URL: address, PLACES_BASE_URL: address };
const { aUser, as, services, owner } = await testDatabase(async ({ services, connection, atEnd }) => {
  const config = parseConfig(settings);
  const parts = { ...services, config, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [refreshSourcesNow]);
  atEnd(() => jobs.stop());
  return { config, jobs };
});
const withRouting = (more: object) => {
  services.config = parseConfig({ ...settings, ...more });
};

let ada: Person;
let part = 0;
beforeEach(async () => {
  ada = as(await aUser());
  asked.length = 0;
  [fault, towns, temperature] = [null, undefined, 61.4];
  withRouting({});
  part += 1;
});

/** Each test has its own coordinates, because answers are cached for all users. */
const at = (latitude: number, longitude: number) => ({ latitude: latitude + part / 10, longitude });

const add = (name: string, more: object) =>
  ada.invoke(locations.create, { name, address: `${name} Street 1`, ...more });

type Listed = { items: Record<string, unknown>[] };

const list = (capability: unknown) => ada.invoke(capability) as Promise<Listed>;

test("decision 18: the weather of a place comes from the service, in the page's units, and shows 'live'", async () => {
  await add("Home", at(53.0812345, 8.8));
  expect(await list(weather.refresh)).toMatchObject({
    items: [
      {
        location: "Home",
        temperature: 61,
        condition: "Light Rain",
        humidity: 47,
        windSpeed: 8,
        forecastData: {
          today: { high: 63, low: 51, condition: "Light Rain" },
          tomorrow: { high: 58, low: 44, condition: "Cloudy" },
          dayAfter: { high: 35, low: 29, condition: "Snow" },
        },
        kind: "live",
        note: null,
      },
    ],
  });
  expect(asked.map(({ searchParams }) => searchParams.get("latitude"))).toEqual([
    expect.stringMatching(/^\d+\.\d\d$/),
  ]);
  await list(weather.refresh);
  expect(asked).toHaveLength(1);
});

test("an address without coordinates is found by its town; its other parts select between towns of one name", async () => {
  towns = [
    { name: "Springfield", latitude: 39.8, longitude: -89.6, country: "United States", admin1: "Illinois" },
    {
      name: "Springfield",
      latitude: 42.1,
      longitude: -72.6,
      country: "United States",
      admin1: "Massachusetts",
    },
  ];
  await add("Office", { address: `${part}12 Main Street, Springfield ${part}01103, Massachusetts` });
  expect(await list(weather.refresh)).toMatchObject({
    items: [{ kind: "live", note: "Springfield, United States" }],
  });
  expect(asked[0]?.searchParams.get("name")).toBe("Springfield");
  expect(asked[1]?.searchParams.get("latitude")).toBe("42.10");
});

test("an unknown place gets the specified simulation, and its card shows the reason", async () => {
  await add("Nowhere", { address: "Xyzzy Plugh" });
  expect(await list(weather.refresh)).toMatchObject({
    items: [{ kind: "simulated", note: "The address was not found. Add coordinates in Settings." }],
  });
});

test.for([
  [{ status: 429, body: "{}" }, "The weather service is limiting requests"],
  [{ status: 500, body: "oops" }, "The weather service answered 500"],
  [{ status: 200, body: "<html>not json" }, "The weather service sent an unexpected response"],
  [
    { status: 200, body: '{"current":{"temperature_2m":9000}}' },
    "The weather service sent an unexpected response",
  ],
] as const)(
  "a service that answers %j leaves the last real reading for six hours, with its age",
  async ([broken, note]) => {
    await add("Home", at(40, 10));
    await add("Work", at(41, 11));
    const { items } = await list(weather.refresh);
    fault = broken;
    services.config = parseConfig({ ...settings, WEATHER_BASE_URL: `${address}/` });
    await ada.invoke(locations.create, {
      name: "Gym",
      address: "Gym",
      ...at(42, 12),
      locationType: "frequent",
    });
    await ada.invoke(locations.create, { name: "Home", address: "Home", ...at(60, 20) });
    asked.length = 0;
    const after = await list(weather.refresh);
    expect(after.items.find(({ location }) => location === "Gym")).toMatchObject({ kind: "simulated", note });
    expect(after.items.find(({ location }) => location === "Home")).toMatchObject({
      kind: "cached",
      lastUpdated: items[0]?.lastUpdated,
      note,
    });
    expect(asked).toHaveLength(1);
    await owner.query(
      "update weather_data set last_updated = now() - interval '7 hours' where user_id = $1",
      [ada.userId],
    );
    const later = await list(weather.refresh);
    expect(later.items.find(({ location }) => location === "Home")).toMatchObject({
      kind: "simulated",
      note,
    });
  },
);

test("routes: estimated by distance, by road with a routing server, and with live traffic with a key", async () => {
  await add("Home", { ...at(53.08, 8.8), isPrimary: true });
  await add("Work", { ...at(53.25, 8.9), locationType: "work" });
  const first = await list(traffic.refresh);
  expect(first.items).toMatchObject([
    { routeName: "Home to Work", kind: "estimate", trafficCondition: "Light" },
  ]);
  expect(first.items[0]?.note).toMatch(/^From the distance of about \d+ km: no routing service is set$/);
  withRouting({ ROUTING_BASE_URL: address });
  expect(await list(traffic.refresh)).toMatchObject({
    items: [{ currentDuration: 25, normalDuration: 25, kind: "estimate" }],
  });
  expect(asked.at(-1)?.pathname).toMatch(/driving\/8\.800,5\d\.\d{3};8\.900,/);
  withRouting({ TOMTOM_BASE_URL: address, TOMTOM_API_KEY: "a key" });
  expect(await list(traffic.refresh)).toMatchObject({
    items: [{ currentDuration: 40, normalDuration: 25, trafficCondition: "Heavy", kind: "live", note: null }],
  });
});

test("a refused key is reported on the card, and never shown", async () => {
  await add("Home", { ...at(50, 8), isPrimary: true });
  await add("Work", { ...at(50.2, 8.1), locationType: "work" });
  withRouting({ TOMTOM_BASE_URL: address, TOMTOM_API_KEY: "another key" });
  const { items } = await list(traffic.refresh);
  expect(items).toMatchObject([{ kind: "simulated", note: "The routing service rejected its API key" }]);
  expect(JSON.stringify(items)).not.toContain("another key");
});

test("a briefing refreshes its sources first, and does not call real weather simulated", async () => {
  await add("Home", at(10, 20));
  const { weatherData, summary } = (await ada.invoke(briefings.generate)) as {
    weatherData: object[];
    summary: string;
  };
  expect(weatherData).toMatchObject([{ location: "Home", temperature: 61, kind: "live" }]);
  expect(summary).toContain("Home: 61 °F, Light Rain, up to 63 °F.");
});

test("sources are refreshed every half hour for recently active users with places, and for nobody else", async () => {
  const [bob, clara] = [as(await aUser()), as(await aUser())];
  const home = { name: "Home", address: "Home Street 1" };
  for (const person of [ada, bob]) await person.invoke(locations.create, { ...home, ...at(20, 120) });
  const seen = (person: Person, ago: string) =>
    owner.query("insert into last_seen (user_id, seen_at) values ($1, now() - $2::interval)", [
      person.userId,
      ago,
    ]);
  await Promise.all([seen(ada, "1 hour"), seen(bob, "3 days"), seen(clara, "1 hour")]);
  await refreshAllSources.run(services, {});
  await expect
    .poll(() => list(weather.list), { timeout: 40_000 })
    .toMatchObject({ items: [{ kind: "live" }] });
  expect(await bob.invoke(weather.list)).toEqual({ items: [] });
  const due = await services.database.transaction(null, "read", (db) =>
    db.execute(sql`select person from people_to_refresh(100)`),
  );
  expect(due.rows).toEqual([]);
  await expect(
    ada.run(({ db }) => db.execute(sql`select * from people_to_refresh(1)`)),
  ).resolves.toMatchObject({
    rows: [],
  });
});

test("B4: when to leave for the next event is computed from travel time and buffer, shown, and notified once", async () => {
  withRouting({ ROUTING_BASE_URL: address });
  await add("Home", at(53.08, 8.8));
  towns = [{ name: "Hamburg", latitude: 53.55, longitude: 9.99, country: "Germany" }];
  const start = new Date(Date.now() + 60 * 60_000);
  const event = (title: string, location: string | null) =>
    ada.invoke(events.create, {
      title,
      location,
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + 60 * 60_000).toISOString(),
    });
  await event("In the house", "Room 4");
  const { id } = (await event("Press call", "Speicherstadt 1, Hamburg, Germany")) as { id: string };
  const leaveAt = new Date(start.getTime() - (25 + 10) * 60_000).toISOString();
  for (const _ of [1, 2])
    expect(await ada.invoke(leave.refresh)).toMatchObject({
      items: [
        {
          eventId: id,
          title: "Press call",
          origin: "Home",
          minutes: 25,
          bufferMinutes: 10,
          leaveAt,
          kind: "estimate",
        },
      ],
    });
  expect(await ada.invoke(notifications.list, { show: "scheduled" })).toMatchObject({
    items: [{ type: "leave", title: "Time to leave for Press call", scheduledFor: leaveAt }],
  });
  towns = undefined;
  fault = { status: 500, body: "" };
  expect(await list(leave.list)).toMatchObject({ items: [{ eventId: id }] });
  await ada.invoke(events.delete, { id });
  expect(await list(leave.refresh)).toEqual({ items: [] });
});

test("P35: with the services switched off, or without a place, no request is sent", async () => {
  await expect(ada.invoke(weather.refresh)).rejects.toMatchObject({ code: "invalid" });
  services.config = parseConfig({ WEATHER_BASE_URL: "off", PLACES_BASE_URL: "off" });
  await add("Home", at(30, 30));
  expect(await list(weather.refresh)).toMatchObject({ items: [{ kind: "simulated", note: null }] });
  expect(asked).toEqual([]);
});
