/** Every zone that this browser knows, and the one that is chosen where it does not know that. */
export function timeZones(chosen: string): string[] {
  return [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}

/** As people write it: `America/New York`. */
export const zoneLabel = (zone: string) => zone.replaceAll("_", " ");

/** Every word of the search stands somewhere in the name: `york`, `am new`. */
export function matchesZone(zone: string, search: string): boolean {
  const label = zoneLabel(zone).toLowerCase();
  return search
    .toLowerCase()
    .split(/[\s/_]+/)
    .every((word) => label.includes(word));
}

/** What a clock there shows: `2:05 PM, GMT+2`. */
export function timeThere(zone: string, now: Date, locale?: string): string {
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "shortOffset",
  });
  const parts = time.formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const clock = parts.filter(({ type }) => type !== "timeZoneName").map(({ value }) => value);
  return `${clock.join("").trim()}, ${offset}`;
}
