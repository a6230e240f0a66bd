import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Place, TrafficProvider, WeatherProvider } from "../model.ts";
import { createJsonRequester, ReadingError } from "../providers/json-requester.ts";
import { openMeteo, positionByTown } from "../providers/open-meteo.ts";
import { byDistance, osrm, tomTom } from "../providers/routing.ts";
import { simulatedNews } from "../providers/simulated-news.ts";
import { simulatedTraffic } from "../providers/simulated-traffic.ts";
import { simulatedWeather } from "../providers/simulated-weather.ts";

type Sources = { weather: WeatherProvider | null; traffic: TrafficProvider | null };

const DAYS = 24 * 60;
/** Minutes for which a service's answer is cached: its data changes no more often. */
const CACHE_MINUTES = { weather: 15, traffic: 5, places: 30 * DAYS };

/** The configured external services; null for each that is not configured. */
export function externalSources({ outbound, config }: Pick<SignedIn, "outbound" | "config">): Sources {
  const { weatherUrl, placesUrl, routingUrl, tomTomUrl, tomTomKey } = config.surroundings;
  const find = placesUrl
    ? positionByTown(
        createJsonRequester(outbound, "The directory of places", CACHE_MINUTES.places),
        placesUrl,
      )
    : positionAsGiven;
  const requestRoute = createJsonRequester(outbound, "The routing service", CACHE_MINUTES.traffic);
  const traffic = () => {
    if (tomTomKey) return tomTom(requestRoute, { baseUrl: tomTomUrl, key: tomTomKey }, find);
    return routingUrl ? osrm(requestRoute, routingUrl, find) : byDistance(find);
  };
  return {
    weather: weatherUrl
      ? openMeteo(
          createJsonRequester(outbound, "The weather service", CACHE_MINUTES.weather),
          weatherUrl,
          find,
        )
      : null,
    traffic: tomTomKey || routingUrl || placesUrl ? traffic() : null,
  };
}

async function positionAsGiven({ latitude, longitude }: Place) {
  if (latitude === null || longitude === null)
    throw new ReadingError(t`This place has no coordinates. Add them in Settings.`);
  return { latitude, longitude, foundAs: null };
}

/** Estimates traffic between known coordinates without any external service. */
export const trafficByDistance: TrafficProvider = byDistance(positionAsGiven);

/** Used when no service is available; its texts say that they are simulated. */
export const simulation = {
  weather: simulatedWeather(Math.random),
  traffic: simulatedTraffic(Math.random),
  news: simulatedNews(Math.random),
};

/** Milliseconds for which the last real reading replaces one from a service that does not answer. */
const MAX_FALLBACK_AGE_MS = 6 * 60 * 60_000;

type StoredReading<R> = R & { lastUpdated: Date };

/**
 * Reads every item: from the service, otherwise the last real reading with its age, otherwise the simulation. After an
 * error that affects all items the service is not called again.
 */
export async function readEach<I, R extends { kind: string; note: string | null }>(
  items: readonly I[],
  options: {
    now: Date;
    request: ((item: I) => Promise<R>) | null;
    simulate: (item: I) => Promise<R>;
    earlier: (item: I) => StoredReading<R> | undefined;
  },
): Promise<(StoredReading<R> & { item: I })[]> {
  const { now, request, simulate, earlier } = options;
  const readings: (StoredReading<R> & { item: I })[] = [];
  let down: ReadingError | null = null;
  for (const item of items) {
    const asked: R | ReadingError | null =
      down ?? (request && (await request(item).catch(requireReadingError)));
    if (asked instanceof ReadingError) {
      if (asked.isDown) down = asked;
      const last = earlier(item);
      const isReal =
        last && last.kind !== "simulated" && now.getTime() - last.lastUpdated.getTime() < MAX_FALLBACK_AGE_MS;
      const reading = isReal ? { ...last, kind: "cached" } : { ...(await simulate(item)), lastUpdated: now };
      readings.push({ ...reading, note: asked.message, item });
    } else readings.push({ ...(asked ?? (await simulate(item))), lastUpdated: now, item });
  }
  return readings;
}

function requireReadingError(error: unknown): ReadingError {
  if (error instanceof ReadingError) return error;
  throw error;
}
