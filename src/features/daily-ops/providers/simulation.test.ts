import fc from "fast-check";
import { expect, test } from "vitest";
import { Article, NEWS_LIMIT, WeatherReading } from "../model.ts";
import { simulatedNews } from "./simulated-news.ts";
import { simulatedTraffic } from "./simulated-traffic.ts";
import { simulatedWeather } from "./simulated-weather.ts";

const place = { name: "Home", address: "12 Harbour Lane", latitude: null, longitude: null };
const now = new Date("2026-03-28T08:00:00Z");
/** Arbitrary random numbers, including both ends of the range. */
const dice = fc
  .array(fc.oneof(fc.constantFrom(0, 0.999999999), fc.double({ min: 0, max: 0.999999999, noNaN: true })), {
    minLength: 60,
    maxLength: 60,
  })
  .map((numbers) => {
    let next = 0;
    return () => numbers[next++ % numbers.length] ?? 0;
  });

test("DAILY-33, DAILY-34, DAILY-35: simulated weather is within 50-79 °F, 30-69 % and 5-19 mph for any seed", () =>
  fc.assert(
    fc.asyncProperty(dice, async (random) => {
      const { temperature, humidity, windSpeed, forecastData, kind, note, ...rest } =
        await simulatedWeather(random).readWeather(place);
      expect(kind).toBe("simulated");
      expect(temperature).toBeGreaterThanOrEqual(50);
      expect(temperature).toBeLessThanOrEqual(79);
      expect(humidity).toBeGreaterThanOrEqual(30);
      expect(humidity).toBeLessThanOrEqual(69);
      expect(windSpeed).toBeGreaterThanOrEqual(5);
      expect(windSpeed).toBeLessThanOrEqual(19);
      for (const { high, low } of Object.values(forecastData)) expect(high).toBeGreaterThan(low);
      expect(forecastData.today.condition).toBe(rest.condition);
      WeatherReading.parse({ temperature, humidity, windSpeed, forecastData, kind, note, ...rest });
    }),
  ));

test("DAILY-36: simulated routes usually take 15 to 44 minutes", () =>
  fc.assert(
    fc.asyncProperty(dice, async (random) => {
      const { normalDuration, currentDuration } = await simulatedTraffic(random).readTraffic(place, place);
      expect(normalDuration).toBeGreaterThanOrEqual(15);
      expect(normalDuration).toBeLessThanOrEqual(44);
      expect(currentDuration).toBeGreaterThan(0);
    }),
  ));

test("DAILY-16: the same random numbers give the same readings", async () => {
  const fixed = () => 0.42;
  for (const read of [
    () => simulatedWeather(fixed).readWeather(place),
    () => simulatedTraffic(fixed).readTraffic(place, place),
    () => simulatedNews(fixed).readNews(now),
  ])
    expect(await read()).toEqual(await read());
});

test("DAILY-16, DAILY-25: ten simulated articles with URLs that cannot exist, none from the future", () =>
  fc.assert(
    fc.asyncProperty(dice, async (random) => {
      const articles = await simulatedNews(random).readNews(now);
      expect(new Set(articles.map(({ url }) => url)).size).toBe(NEWS_LIMIT);
      for (const { url, publishedAt, relevanceScore, kind } of articles) {
        expect(new URL(url).hostname).toMatch(/\.example$/);
        expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(Article.shape.relevanceScore.safeParse(relevanceScore).success).toBe(true);
        expect(relevanceScore >= 0 && relevanceScore <= 1).toBe(true);
        expect(kind).toBe("simulated");
      }
    }),
  ));
