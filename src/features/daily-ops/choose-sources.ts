import type { SignedIn } from "#platform/capability/context.ts";
import type { Place, TrafficProvider, WeatherProvider } from "./model.ts";
import { askService, ReadingError } from "./providers/ask-service.ts";
import { openMeteo, positionByTown } from "./providers/open-meteo.ts";
import { byDistance, osrm, tomTom } from "./providers/routing.ts";
import { simulatedNews } from "./providers/simulated-news.ts";
import { simulatedTraffic } from "./providers/simulated-traffic.ts";
import { simulatedWeather } from "./providers/simulated-weather.ts";

type Sources = { weather: WeatherProvider | null; traffic: TrafficProvider | null };

const DAYS = 24 * 60;
/** Minutes for which a service's answer holds: what changes there only once in that time. */
const HOLDS = { weather: 15, traffic: 5, places: 30 * DAYS };

/** The outside services that this program was started with; null where it keeps to itself. */
export function outsideSources({ outbound, config }: Pick<SignedIn, "outbound" | "config">): Sources {
  const { weatherUrl, placesUrl, routingUrl, tomTomUrl, tomTomKey } = config.surroundings;
  const find = placesUrl
    ? positionByTown(askService(outbound, "The directory of places", HOLDS.places), placesUrl)
    : positionAsGiven;
  const askWay = askService(outbound, "The routing service", HOLDS.traffic);
  const traffic = () => {
    if (tomTomKey) return tomTom(askWay, { baseUrl: tomTomUrl, key: tomTomKey }, find);
    return routingUrl ? osrm(askWay, routingUrl, find) : byDistance(find);
  };
  return {
    weather: weatherUrl
      ? openMeteo(askService(outbound, "The weather service", HOLDS.weather), weatherUrl, find)
      : null,
    traffic: tomTomKey || routingUrl || placesUrl ? traffic() : null,
  };
}

async function positionAsGiven({ latitude, longitude }: Place) {
  if (latitude === null || longitude === null)
    throw new ReadingError("This place has no coordinates. They can be given in Settings.");
  return { latitude, longitude, foundAs: null };
}

/** Between places whose coordinates are known, without asking anybody outside. */
export const waysByDistance: TrafficProvider = byDistance(positionAsGiven);

/** What answers where no service does; its words say so. */
export const simulation = {
  weather: simulatedWeather(Math.random),
  traffic: simulatedTraffic(Math.random),
  news: simulatedNews(Math.random),
};

/** Milliseconds for which the last real reading stands in for a service that does not answer. */
const STANDS_IN = 6 * 60 * 60_000;

/** A reading of before, as far as it is stored. */
type Earlier<R> = R & { lastUpdated: Date };

/**
 * Asks for every item: what the service says, else the last real reading with its age, else the simulation. After a
 * fault that concerns all of them it is not asked any more.
 */
export async function readEach<I, R extends { kind: string; note: string | null }>(
  items: readonly I[],
  how: {
    now: Date;
    ask: ((item: I) => Promise<R>) | null;
    simulate: (item: I) => Promise<R>;
    earlier: (item: I) => Earlier<R> | undefined;
  },
): Promise<(Earlier<R> & { item: I })[]> {
  const { now, ask, simulate, earlier } = how;
  const readings: (Earlier<R> & { item: I })[] = [];
  let down: ReadingError | null = null;
  for (const item of items) {
    const asked: R | ReadingError | null = down ?? (ask && (await ask(item).catch(faultOf)));
    if (asked instanceof ReadingError) {
      if (asked.isDown) down = asked;
      const last = earlier(item);
      const isReal =
        last && last.kind !== "simulated" && now.getTime() - last.lastUpdated.getTime() < STANDS_IN;
      const reading = isReal ? { ...last, kind: "cached" } : { ...(await simulate(item)), lastUpdated: now };
      readings.push({ ...reading, note: asked.message, item });
    } else readings.push({ ...(asked ?? (await simulate(item))), lastUpdated: now, item });
  }
  return readings;
}

function faultOf(error: unknown): ReadingError {
  if (error instanceof ReadingError) return error;
  throw error;
}
