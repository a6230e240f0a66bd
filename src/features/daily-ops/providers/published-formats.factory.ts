const KNOWN = {
  current: ["temperature_2m", "relative_humidity_2m", "wind_speed_10m", "weather_code"],
  daily: ["weather_code", "temperature_2m_max", "temperature_2m_min"],
};

/** What the services know: the towns of a name, and the temperature in Fahrenheit. */
type Known = { towns: object[] | undefined; temperature: number };

/** The status and the body of an answer. */
export function answerTo(
  { pathname, searchParams: query }: URL,
  { towns, temperature }: Known,
): [number, string] {
  if (pathname === "/v1/forecast") return forecast(query, temperature);
  if (pathname === "/v1/search")
    return [200, JSON.stringify({ ...(towns && { results: towns }), generationtime_ms: 0.6 })];
  if (/^\/route\/v1\/driving\/-?[\d.]+,-?[\d.]+;-?[\d.]+,-?[\d.]+$/.test(pathname))
    return [
      200,
      JSON.stringify({ code: "Ok", routes: [{ duration: 1512.3, distance: 20_100.4, legs: [] }] }),
    ];
  if (/^\/routing\/1\/calculateRoute\/[-\d.,:]+\/json$/.test(pathname))
    return [
      query.get("key") === "a key" ? 200 : 403,
      JSON.stringify({
        routes: [{ summary: { travelTimeInSeconds: 2400, noTrafficTravelTimeInSeconds: 1500 } }],
      }),
    ];
  return [404, "{}"];
}

function forecast(query: URLSearchParams, temperature: number): [number, string] {
  for (const part of ["current", "daily"] as const) {
    const wrong = (query.get(part) ?? "").split(",").find((name) => !KNOWN[part].includes(name));
    const reason = `Data corrupted at path ''. Cannot initialize from invalid String value ${wrong}.`;
    if (wrong !== undefined) return [400, JSON.stringify({ error: true, reason })];
  }
  const isImperial = query.get("temperature_unit") === "fahrenheit" && query.get("wind_speed_unit") === "mph";
  const current = {
    temperature_2m: isImperial ? temperature : 16,
    relative_humidity_2m: 47,
    wind_speed_10m: 8.3,
    weather_code: 61,
  };
  const daily = {
    time: ["2026-03-01", "2026-03-02", "2026-03-03"],
    weather_code: [61, 3, 71],
    temperature_2m_max: [63.2, 58.1, 35.4],
    temperature_2m_min: [50.5, 44.4, 28.6],
  };
  return [
    200,
    JSON.stringify({ latitude: 53.08, longitude: 8.8, timezone: "Europe/Berlin", current, daily }),
  ];
}
