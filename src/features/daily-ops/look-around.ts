import type { DailyOpsSettings } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { refreshNews, storedNews } from "./news.ts";
import { refreshTraffic, storedTraffic } from "./traffic.ts";
import { refreshWeather, storedWeather } from "./weather.ts";

const MINUTE = 60_000;
/** Minutes after which a reading is looked up again. */
const OLD = { weather: 15, traffic: 5, news: 12 * 60 };

/** Looks up what has become old, except areas that are switched off. Waits on the network: outside of transactions. */
export async function lookAround(context: SignedIn, settings: DailyOpsSettings): Promise<void> {
  const isOld = (at: Date | undefined, minutes: number) =>
    !at || context.now.getTime() - at.getTime() > minutes * MINUTE;
  const last = await inside(context, "read", async (own) => ({
    weather: (await storedWeather(own))[0]?.lastUpdated,
    traffic: (await storedTraffic(own))[0]?.lastUpdated,
    news: (await storedNews(own, 1))[0]?.publishedAt,
  }));
  if (settings.weatherEnabled && isOld(last.weather, OLD.weather)) await refreshWeather(context);
  if (settings.trafficEnabled && isOld(last.traffic, OLD.traffic)) await refreshTraffic(context);
  if (settings.newsEnabled && isOld(last.news, OLD.news)) await refreshNews(context);
}
