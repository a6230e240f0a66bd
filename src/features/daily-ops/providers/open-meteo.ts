import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { Place, WeatherProvider } from "../model.ts";
import { type JsonRequester, ReadingError } from "./json-requester.ts";

/** Coordinates in degrees, and the name of the town if they were found by one. */
export type Position = { latitude: number; longitude: number; foundAs: string | null };
export type FindPosition = (place: Place) => Promise<Position>;

const degrees = z.number().min(-150).max(200);
const threeOf = (number: z.ZodNumber) => z.array(number).min(3);
const Forecast = z.object({
  current: z.object({
    temperature_2m: degrees,
    relative_humidity_2m: z.number().min(0).max(100),
    wind_speed_10m: z.number().min(0).max(500),
    weather_code: z.int(),
  }),
  daily: z.object({
    weather_code: threeOf(z.int()),
    temperature_2m_max: threeOf(degrees),
    temperature_2m_min: threeOf(degrees),
  }),
});

/** https://open-meteo.com/en/docs: °F, per cent, miles per hour; coordinates are sent rounded to a kilometre. */
export const openMeteo = (
  requestJson: JsonRequester,
  baseUrl: string,
  find: FindPosition,
): WeatherProvider => ({
  readWeather: async (place) => {
    const { latitude, longitude, foundAs } = await find(place);
    const url = new URL(`${baseUrl}/v1/forecast`);
    url.search = new URLSearchParams({
      latitude: latitude.toFixed(2),
      longitude: longitude.toFixed(2),
      current: "temperature_2m,relative_humidity_2m,wind_speed_10m,weather_code",
      daily: "weather_code,temperature_2m_max,temperature_2m_min",
      forecast_days: "3",
      timezone: "auto",
      temperature_unit: "fahrenheit",
      wind_speed_unit: "mph",
    }).toString();
    const { current, daily } = await requestJson(url, Forecast);
    const day = (index: number) => ({
      high: Math.round(daily.temperature_2m_max[index] ?? 0),
      low: Math.round(daily.temperature_2m_min[index] ?? 0),
      condition: conditionOf(daily.weather_code[index] ?? -1),
    });
    return {
      temperature: Math.round(current.temperature_2m),
      condition: conditionOf(current.weather_code),
      humidity: Math.round(current.relative_humidity_2m),
      windSpeed: Math.round(current.wind_speed_10m),
      forecastData: { today: day(0), tomorrow: day(1), dayAfter: day(2) },
      kind: "live",
      note: foundAs,
    };
  },
});

/** Codes of the World Meteorological Organization (table 4677) as the service uses them: conditions up to each code. */
const CONDITIONS: readonly (readonly [number, string])[] = [
  [0, "Sunny"],
  [2, "Partly Cloudy"],
  [3, "Cloudy"],
  [48, "Fog"],
  [57, "Drizzle"],
  [61, "Light Rain"],
  [67, "Rain"],
  [77, "Snow"],
  [82, "Rain Showers"],
  [86, "Snow Showers"],
  [99, "Thunderstorm"],
];

const conditionOf = (code: number): string =>
  code < 0 ? "Unknown" : (CONDITIONS.find(([last]) => code <= last)?.[1] ?? "Unknown");

const Found = z.object({
  results: z
    .array(
      z.object({
        name: z.string().max(200),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        country: z.string().max(200).optional(),
        country_code: z.string().max(10).optional(),
        admin1: z.string().max(200).optional(),
      }),
    )
    .max(100)
    .optional(),
});
type Town = NonNullable<z.output<typeof Found>["results"]>[number];

/**
 * The user's coordinates, otherwise those of the town in the address: the service knows towns, not streets
 * (https://open-meteo.com/en/docs/geocoding-api). The rest of the address distinguishes towns of the same name.
 */
export const positionByTown =
  (requestJson: JsonRequester, baseUrl: string): FindPosition =>
  async (place) => {
    if (place.latitude !== null && place.longitude !== null)
      return { latitude: place.latitude, longitude: place.longitude, foundAs: null };
    const parts = place.address
      .split(/[,\n]/)
      .map((part) =>
        part
          .replace(/\b[A-Z]?\d\w*(?:-+\w+)*/gi, " ")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter((part) => part.length > 1);
    for (const part of townsFirst(parts)) {
      const url = new URL(`${baseUrl}/v1/search`);
      url.search = new URLSearchParams({
        name: part,
        count: "10",
        language: "en",
        format: "json",
      }).toString();
      const { results = [] } = await requestJson(url, Found);
      const others = parts.filter((other) => other !== part).map((other) => other.toLowerCase());
      const town =
        results.find((result) => areasOf(result).some((area) => others.includes(area))) ?? results[0];
      if (town) return { ...town, foundAs: [town.name, town.country].filter(Boolean).join(", ") };
    }
    throw new ReadingError(t`The address was not found. Add coordinates in Settings.`);
  };

/** Most addresses are 'street, town, country': tries the last part but one, then the last, then from the front. */
const townsFirst = (parts: readonly string[]): string[] => {
  const town = parts.at(-2);
  const rest = parts.filter((_, index) => index !== parts.length - 2);
  return [...(town === undefined ? [] : [town]), ...rest.toReversed()].slice(0, 4);
};

const areasOf = ({ country = "", country_code = "", admin1 = "" }: Town): string[] =>
  [country, country_code, admin1].map((area) => area.toLowerCase());
