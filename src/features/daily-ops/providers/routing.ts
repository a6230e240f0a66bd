import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { TrafficProvider } from "../model.ts";
import { type JsonRequester, ReadingError } from "./json-requester.ts";
import type { FindPosition, Position } from "./open-meteo.ts";

const seconds = z.number().min(0).max(10_000_000);
const OsrmAnswer = z.object({ routes: z.array(z.object({ duration: seconds })).min(1) });

/**
 * An Open Source Routing Machine server (https://project-osrm.org/docs): it knows roads but no live traffic, so both
 * durations are estimates.
 */
export const osrm = (requestJson: JsonRequester, baseUrl: string, find: FindPosition): TrafficProvider => ({
  readTraffic: async (from, to) => {
    const ends = (await positionsOf(find, from, to)).map(({ latitude, longitude }) =>
      [longitude.toFixed(3), latitude.toFixed(3)].join(","),
    );
    const url = new URL(`${baseUrl}/route/v1/driving/${ends.join(";")}?overview=false`);
    const { routes } = await requestJson(url, OsrmAnswer);
    const usual = minutesOf(routes[0]?.duration ?? 0);
    const note = "By road, without current traffic";
    return { currentDuration: usual, normalDuration: usual, kind: "estimate", note };
  },
});

const TomTomAnswer = z.object({
  routes: z
    .array(
      z.object({
        summary: z.object({
          travelTimeInSeconds: seconds,
          noTrafficTravelTimeInSeconds: seconds.optional(),
          historicTrafficTravelTimeInSeconds: seconds.optional(),
        }),
      }),
    )
    .min(1),
});

/** https://developer.tomtom.com/routing-api/documentation: with live traffic. */
export const tomTom = (
  requestJson: JsonRequester,
  { baseUrl, key }: { baseUrl: string; key: string },
  find: FindPosition,
): TrafficProvider => ({
  readTraffic: async (from, to) => {
    const ends = (await positionsOf(find, from, to)).map(({ latitude, longitude }) =>
      [latitude.toFixed(3), longitude.toFixed(3)].join(","),
    );
    const url = new URL(`${baseUrl}/routing/1/calculateRoute/${ends.join(":")}/json`);
    url.search = new URLSearchParams({ key, traffic: "true", computeTravelTimeFor: "all" }).toString();
    const { routes } = await requestJson(url, TomTomAnswer);
    const { travelTimeInSeconds, noTrafficTravelTimeInSeconds, historicTrafficTravelTimeInSeconds } =
      routes[0]?.summary ?? { travelTimeInSeconds: 0 };
    const usual = noTrafficTravelTimeInSeconds ?? historicTrafficTravelTimeInSeconds ?? travelTimeInSeconds;
    return {
      currentDuration: minutesOf(travelTimeInSeconds),
      normalDuration: minutesOf(usual),
      kind: "live",
      note: null,
    };
  },
});

/** Used without a routing service: estimates from the distance, with roads a third longer than the straight line. */
export const byDistance = (find: FindPosition): TrafficProvider => ({
  readTraffic: async (from, to) => {
    const [start, end] = await positionsOf(find, from, to);
    const kilometres = distance(start, end) * 1.3;
    const usual = minutesOf((kilometres / speedOver(kilometres)) * 3600);
    const note = `From the distance of about ${Math.max(1, Math.round(kilometres))} km: no routing service is set`;
    return { currentDuration: usual, normalDuration: usual, kind: "estimate", note };
  },
});

async function positionsOf(
  find: FindPosition,
  ...[from, to]: Parameters<TrafficProvider["readTraffic"]>
): Promise<[Position, Position]> {
  const ends: [Position, Position] = [await find(from), await find(to)];
  const { foundAs } = ends[0];
  if (foundAs !== null && foundAs === ends[1].foundAs)
    throw new ReadingError(t`Both addresses were found only as ${foundAs}. Add coordinates in Settings.`);
  return ends;
}

const minutesOf = (duration: number) => Math.max(1, Math.round(duration / 60));

/** Kilometres an hour: through town, over land, on motorways. */
const speedOver = (kilometres: number) => (kilometres < 15 ? 30 : kilometres < 60 ? 60 : 90);

const EARTH_RADIUS_KM = 6371;

/** Kilometres along the great circle (haversine formula). */
function distance(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2;
  const chord =
    half(b.latitude - a.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(b.longitude - a.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
