import type { WeatherProvider } from "../model.ts";

const CONDITIONS = ["Sunny", "Partly Cloudy", "Cloudy", "Light Rain"] as const;

/** Used without an external source: 50 to 79 °F, humidity 30 to 69 %, wind 5 to 19 mph (DAILY-33 to 35). */
export function simulatedWeather(random: () => number): WeatherProvider {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const condition = () => CONDITIONS[between(0, CONDITIONS.length - 1)] ?? "Cloudy";
  const day = (around: number) => ({
    high: around + between(0, 8),
    low: around - between(4, 14),
    condition: condition(),
  });
  return {
    readWeather: async () => {
      const temperature = between(50, 79);
      const now = condition();
      return {
        temperature,
        condition: now,
        humidity: between(30, 69),
        windSpeed: between(5, 19),
        forecastData: {
          today: { ...day(temperature), condition: now },
          tomorrow: day(between(52, 76)),
          dayAfter: day(between(52, 76)),
        },
        kind: "simulated",
        note: null,
      };
    },
  };
}
