/** All time zones that this browser supports, UTC, and the chosen one even if the browser does not support it. */
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
