import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { locations } from "#features/settings/locations.ts";
import { parseConfig } from "#platform/config/config.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { news } from "../news.ts";
import { newsFeeds } from "../news-feeds.ts";
import { traffic } from "../traffic.ts";
import { weather } from "../weather.ts";

// One fake server for weather, traffic and feeds that fails as such services do.

type ServerMode = "answer" | 429 | 500 | "garbage" | "half" | "slow";
let serverMode: ServerMode = "answer";
const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>http://x.example</link>
<item><title>Kept</title><link>http://x.example/1</link><pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`;
const WEATHER = {
  current: { temperature_2m: 61, relative_humidity_2m: 47, wind_speed_10m: 8, weather_code: 3 },
  daily: {
    weather_code: [3, 3, 3],
    temperature_2m_max: [63, 63, 63],
    temperature_2m_min: [50, 50, 50],
  },
};
const answerTo = (path: string) => {
  if (path.startsWith("/feed")) return RSS;
  if (path.startsWith("/v1/forecast")) return JSON.stringify(WEATHER);
  if (path.startsWith("/routing"))
    return JSON.stringify({ routes: [{ summary: { travelTimeInSeconds: 1800 } }] });
  return JSON.stringify({ routes: [{ duration: 1500 }] });
};
const outside = createServer((request, answer) => {
  const body = answerTo(request.url ?? "");
  if (serverMode === "slow") return void answer.writeHead(200).write(body.slice(0, 10));
  if (typeof serverMode === "number")
    return void answer.writeHead(serverMode, { "retry-after": "60" }).end("internal details");
  const responseBody = { answer: body, garbage: "\u0000<html>internal details", half: body.slice(0, 15) }[
    serverMode
  ];
  answer.writeHead(200).end(responseBody);
}).listen(0, "127.0.0.1");
await new Promise((ready) => outside.once("listening", ready));
afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
const SERVICES = {
  osrm: { WEATHER_BASE_URL: address, PLACES_BASE_URL: "off", ROUTING_BASE_URL: address },
  tomTom: {
    WEATHER_BASE_URL: address,
    PLACES_BASE_URL: "off",
    TOMTOM_BASE_URL: address,
    TOMTOM_API_KEY: "a key",
  },
};

const { aUser, as, services, owner } = await testDatabase();
let ada: Person;
let part = 0;
beforeEach(async () => {
  serverMode = "answer";
  part += 1;
  ada = as(await aUser());
  // Separate coordinates for each test, because answers are cached for all users.
  for (const [name, locationType, latitude] of [
    ["Home", "home", 40 + part / 100],
    ["Work", "work", 50 + part / 100],
  ] as const)
    await ada.invoke(locations.create, { name, locationType, address: name, latitude, longitude: 9 });
});

type Listed = { items: Record<string, unknown>[] };
const list = (capability: unknown) => ada.invoke(capability) as Promise<Listed>;
/** As after a restart of the process: without cached answers. */
const elsewhere = (each: keyof typeof SERVICES) => {
  const slashed = Object.entries(SERVICES[each]).map(([name, value]) => [
    name,
    value === address ? `${address}//${part}/..` : value,
  ]);
  services.config = parseConfig(Object.fromEntries(slashed));
};

const NOTES = {
  429: "is limiting requests",
  500: "answered 500",
  garbage: "sent an unexpected response",
  half: "sent an unexpected response",
} as const;

test.for(
  ([429, 500, "garbage", "half"] as const).flatMap((fault) =>
    (["osrm", "tomTom"] as const).map((router) => [fault, router] as const),
  ),
)(
  "D28: %s from the weather service and %s: the last real reading is shown with its age, then a simulation",
  async ([fault, router]) => {
    services.config = parseConfig(SERVICES[router]);
    await list(weather.refresh);
    await list(traffic.refresh);
    serverMode = fault;
    elsewhere(router);
    for (const [source, name, table] of [
      [weather, "The weather service", "weather_data"],
      [traffic, "The routing service", "traffic_data"],
    ] as const) {
      const note = `${name} ${NOTES[fault]}`;
      const cached = await list(source.refresh);
      for (const reading of cached.items) expect(reading).toMatchObject({ kind: "cached", note });
      await owner.query(`update ${table} set last_updated = now() - interval '7 hours' where user_id = $1`, [
        ada.userId,
      ]);
      for (const reading of (await list(source.refresh)).items)
        expect(reading).toMatchObject({ kind: "simulated", note });
      expect(JSON.stringify(cached)).not.toContain("internal details");
    }
  },
);

test.for([
  [429, "The server responded with status 429"],
  [500, "The server responded with status 500"],
  ["garbage", "This address is not a feed (RSS, Atom or JSON Feed)"],
  ["half", "This address is not a feed (RSS, Atom or JSON Feed)"],
] as const)("%s from a feed keeps its articles and shows the reason", async ([fault, message]) => {
  await ada.invoke(newsFeeds.create, { url: `${address}/feed/${part}` });
  serverMode = fault;
  await owner.query(
    "update news_feeds set last_read_at = now() - interval '1 hour', next_read_at = now() - interval '1 second'",
  );
  await list(news.refresh);
  expect(await list(newsFeeds.list)).toMatchObject({ items: [{ lastError: message }] });
  expect(await list(news.list)).toMatchObject({ items: [{ title: "Kept" }] });
});

test("D28: no request waits longer than ten seconds, and nothing of a partial response is stored", {
  timeout: 30_000,
}, async () => {
  services.config = parseConfig(SERVICES.osrm);
  serverMode = "slow";
  const [sky, way, feed] = await Promise.all([
    list(weather.refresh),
    list(traffic.refresh),
    ada.invoke(newsFeeds.create, { url: `${address}/feed/slow` }).catch((error: Error) => error.message),
  ]);
  for (const reading of sky.items)
    expect(reading).toMatchObject({ kind: "simulated", note: "The weather service could not be reached" });
  for (const reading of way.items)
    expect(reading).toMatchObject({ kind: "simulated", note: "The routing service could not be reached" });
  expect(feed).toMatch(/it took too long/);
  expect(await list(newsFeeds.list)).toEqual({ items: [] });
});
