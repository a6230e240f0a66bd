import { expect, test } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { locations } from "#features/settings/locations.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { anArticle } from "./factory.ts";
import { sweepDailyOps } from "./jobs.ts";
import { news, storeNews } from "./news.ts";
import { simulatedNews } from "./providers/simulated-news.ts";
import { simulatedWeather } from "./providers/simulated-weather.ts";
import { newsArticles } from "./tables.ts";
import { refreshTraffic, traffic } from "./traffic.ts";
import { refreshWeather, weather } from "./weather.ts";

const { aUser, as, owner, services } = await testDatabase();
const aPerson = async () => as(await aUser());
type Listed = { items: Record<string, unknown>[] };

async function live(person: Person): Promise<void> {
  for (const [name, locationType, isPrimary] of [
    ["Office", "work", false],
    ["Home", "home", true],
    ["Gym", "frequent", false],
  ])
    await person.invoke(locations.create, { name, locationType, isPrimary, address: `${name} Street 1` });
}

test("DAILY-07, DATA-21: weather is stored per place, and a refresh replaces it", async () => {
  const ada = await aPerson();
  await live(ada);
  const { items } = (await ada.invoke(weather.refresh)) as Listed;
  expect(items.map(({ location }) => location)).toEqual(["Gym", "Home", "Office"]);
  expect(items[0]).toMatchObject({
    temperature: expect.any(Number),
    condition: expect.any(String),
    humidity: expect.any(Number),
    windSpeed: expect.any(Number),
    forecastData: {
      today: { high: expect.any(Number), low: expect.any(Number), condition: expect.any(String) },
      tomorrow: expect.anything(),
      dayAfter: expect.anything(),
    },
    lastUpdated: expect.any(String),
    kind: "simulated",
  });
  await ada.run((context) =>
    refreshWeather(
      context,
      simulatedWeather(() => 0),
    ),
  );
  const again = (await ada.invoke(weather.list)) as Listed;
  expect(again.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  expect(again.items.every(({ temperature }) => temperature === 50)).toBe(true);
});

test("DAILY-21: without a place there is no weather, and the message explains what to do", async () => {
  const ada = await aPerson();
  await expect(ada.invoke(weather.refresh)).rejects.toMatchObject({
    code: "invalid",
    message: "Please add locations in Settings to get weather updates",
  });
  expect(await ada.invoke(weather.list)).toEqual({ items: [] });
});

test("the next refresh deletes the weather and routes of a deleted place", async () => {
  const ada = await aPerson();
  await live(ada);
  await ada.invoke(weather.refresh);
  await ada.invoke(traffic.refresh);
  const { items } = (await ada.invoke(locations.list)) as { items: { id: string; name: string }[] };
  await ada.invoke(locations.delete, { id: items.find(({ name }) => name === "Gym")?.id });
  expect(((await ada.invoke(weather.refresh)) as Listed).items).toHaveLength(2);
  expect(((await ada.invoke(traffic.refresh)) as Listed).items).toHaveLength(1);
});

test("places with one name and different types have separate weather", async () => {
  const ada = await aPerson();
  for (const locationType of ["home", "work"])
    await ada.invoke(locations.create, { name: "Mill", locationType, address: "Mill Road 1" });
  const { items } = (await ada.invoke(weather.refresh)) as Listed;
  expect(items.map(({ location }) => location)).toEqual(["Mill (Home)", "Mill (Work)"]);
});

test("DAILY-08, DATA-22: routes go from the primary place to the others, are stored by name and rated", async () => {
  const ada = await aPerson();
  await live(ada);
  const slow = {
    readTraffic: async () => ({ currentDuration: 37, normalDuration: 30, kind: "live" as const, note: null }),
  };
  await ada.run((context) => refreshTraffic(context, slow));
  expect(await ada.invoke(traffic.list)).toMatchObject({
    items: [
      {
        routeName: "Home to Gym",
        origin: "Home Street 1",
        destination: "Gym Street 1",
        currentDuration: 37,
        normalDuration: 30,
        trafficCondition: "Heavy",
        lastUpdated: expect.any(String),
        kind: "live",
      },
      { routeName: "Home to Office" },
    ],
  });
  const { items } = (await ada.invoke(traffic.refresh)) as Listed;
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({ kind: "simulated" });
});

test("one place gives no route", async () => {
  const ada = await aPerson();
  await ada.invoke(locations.create, { name: "Home", address: "Home Street 1" });
  await expect(ada.invoke(traffic.refresh)).rejects.toMatchObject({
    code: "invalid",
    message: "Please add two locations in Settings to get traffic updates",
  });
});

test("DAILY-09, DAILY-25, DATA-23: the ten newest articles, one per URL", async () => {
  const ada = await aPerson();
  const { items } = (await ada.invoke(news.refresh)) as Listed;
  expect(items).toHaveLength(10);
  const dates = items.map(({ publishedAt }) => String(publishedAt));
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(items[0]).toMatchObject({
    title: expect.any(String),
    content: expect.any(String),
    summary: expect.any(String),
    url: expect.stringMatching(/^https:/),
    category: expect.any(String),
    tags: expect.any(Array),
    relevanceScore: expect.any(Number),
    isProcessed: false,
  });
  for (let time = 0; time < 5; time += 1) await ada.invoke(news.refresh);
  const { rows } = await owner.query(
    "select count(*)::int as all, count(distinct url)::int as urls from news_articles where user_id = $1",
    [ada.userId],
  );
  expect(rows[0].all).toBe(rows[0].urls);
  expect(((await ada.invoke(news.list)) as Listed).items).toHaveLength(10);
});

test("security §2: Bob's refresh never changes Ada's article with the same URL", async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const url = "https://news.example/one";
  await ada.run(({ db }) =>
    db.insert(newsArticles).values(anArticle({ userId: ada.userId, url, title: "True" })),
  );
  const [sample] = await simulatedNews(() => 0.5).readNews(new Date());
  if (!sample) throw new Error("No article");
  await bob.run((context) => storeNews(context, [{ ...sample, url, title: "Forged" }]));
  expect(await ada.invoke(news.list)).toMatchObject({ items: [{ title: "True" }] });
  expect(await bob.invoke(news.list)).toMatchObject({ items: [{ title: "Forged" }] });
});

test("an area that is disabled in Settings is not refreshed", async () => {
  const ada = await aPerson();
  await live(ada);
  await ada.invoke(dailyOpsSettings.save, {
    ...DAILY_OPS_DEFAULTS,
    weatherEnabled: false,
    trafficEnabled: false,
    newsEnabled: false,
  });
  for (const [area, words] of [
    [weather.refresh, "Weather updates are switched off in Settings"],
    [traffic.refresh, "Traffic updates are switched off in Settings"],
    [news.refresh, "News updates are switched off in Settings"],
  ] as const)
    await expect(ada.invoke(area)).rejects.toThrow(words);
});

test("news are deleted after 30 days", async () => {
  const ada = await aPerson();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await ada.run(({ db }) =>
    db
      .insert(newsArticles)
      .values([
        anArticle({ userId: ada.userId, url: "https://news.example/old", publishedAt: daysAgo(30.1) }),
        anArticle({ userId: ada.userId, url: "https://news.example/new", publishedAt: daysAgo(29.9) }),
      ]),
  );
  await sweepDailyOps.run(services, {});
  expect(((await ada.invoke(news.list)) as Listed).items).toMatchObject([
    { url: "https://news.example/new" },
  ]);
});
