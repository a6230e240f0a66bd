import type { DailyOpsSettings } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { refreshNews, storedNews } from "../news.ts";
import { refreshTraffic, storedTraffic } from "../traffic.ts";
import { refreshWeather, storedWeather } from "../weather.ts";

const MINUTE = 60_000;
/** Minutes after which a reading is refreshed. */
const MAX_AGE_MINUTES = { weather: 15, traffic: 5, news: 12 * 60 };

/** Refreshes outdated readings, except in disabled areas. Waits for the network: call it outside of transactions. */
export async function refreshStaleSources(context: SignedIn, settings: DailyOpsSettings): Promise<void> {
  const isOld = (at: Date | undefined, minutes: number) =>
    !at || context.now.getTime() - at.getTime() > minutes * MINUTE;
  const last = await inOwnTransaction(context, "read", async (own) => ({
    weather: (await storedWeather(own))[0]?.lastUpdated,
    traffic: (await storedTraffic(own))[0]?.lastUpdated,
    news: (await storedNews(own, 1))[0]?.publishedAt,
  }));
  if (settings.weatherEnabled && isOld(last.weather, MAX_AGE_MINUTES.weather)) await refreshWeather(context);
  if (settings.trafficEnabled && isOld(last.traffic, MAX_AGE_MINUTES.traffic)) await refreshTraffic(context);
  if (settings.newsEnabled && isOld(last.news, MAX_AGE_MINUTES.news)) await refreshNews(context);
}
