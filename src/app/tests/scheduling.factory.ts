type Count = "0" | "1" | "0+" | "1+" | "0 or 1";
const ANY_EVENT: Readonly<Record<string, Count>> = {
  ...{ DTSTAMP: "1", ORGANIZER: "1", UID: "1", ATTACH: "0+", CATEGORIES: "0+", CLASS: "0 or 1" },
  ...{ COMMENT: "0+", CONTACT: "0+", CREATED: "0 or 1", DESCRIPTION: "0 or 1", DTEND: "0 or 1" },
  ...{ DURATION: "0 or 1", EXDATE: "0+", GEO: "0 or 1", "LAST-MODIFIED": "0 or 1", LOCATION: "0 or 1" },
  ...{ PRIORITY: "0 or 1", RDATE: "0+", "RECURRENCE-ID": "0 or 1", "RELATED-TO": "0+", RESOURCES: "0+" },
  ...{ RRULE: "0 or 1", STATUS: "0 or 1", TRANSP: "0 or 1", URL: "0 or 1" },
};
/** RFC 5546: 3.2.2, 3.2.3, 3.2.5, 3.2.7 and 3.2.8. */
const TABLES: Readonly<Record<string, Readonly<Record<string, Count>>>> = {
  REQUEST: {
    ...ANY_EVENT,
    ...{ ATTENDEE: "1+", DTSTART: "1", SEQUENCE: "0 or 1", SUMMARY: "1", "REQUEST-STATUS": "0" },
  },
  REPLY: {
    ...ANY_EVENT,
    ...{
      ATTENDEE: "1",
      DTSTART: "0 or 1",
      SEQUENCE: "0 or 1",
      SUMMARY: "0 or 1",
      "REQUEST-STATUS": "0+",
      VALARM: "0",
    },
  },
  CANCEL: {
    ...ANY_EVENT,
    ...{
      // 0+ in the table, whose comment requires those who are not invited any more.
      ATTENDEE: "1+",
      DTSTART: "0 or 1",
      SEQUENCE: "1",
      SUMMARY: "0 or 1",
      "REQUEST-STATUS": "0",
      VALARM: "0",
    },
  },
  COUNTER: {
    ...ANY_EVENT,
    ...{ ATTENDEE: "0+", DTSTART: "1", SEQUENCE: "1", SUMMARY: "1", "REQUEST-STATUS": "0+" },
  },
  DECLINECOUNTER: {
    ...ANY_EVENT,
    ...{
      ATTENDEE: "1+",
      DTSTART: "0 or 1",
      SEQUENCE: "1",
      SUMMARY: "0 or 1",
      "REQUEST-STATUS": "0+",
      VALARM: "0",
    },
  },
};
/** The values that the comments of the tables allow; a REPLY repeats that of the event. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  ...{ REQUEST: ["TENTATIVE", "CONFIRMED"], CANCEL: ["CANCELLED"] },
  COUNTER: ["CONFIRMED", "TENTATIVE", "CANCELLED"],
  DECLINECOUNTER: ["TENTATIVE", "CONFIRMED"],
};
const BOUNDS: Record<Count, [number, number]> = {
  ...{ "0": [0, 0], "1": [1, 1], "0 or 1": [0, 1], "0+": [0, Number.POSITIVE_INFINITY] },
  "1+": [1, Number.POSITIVE_INFINITY],
};

export const unfolded = (text: string) => text.replaceAll(/\r\n[ \t]/g, "");
export const eventsIn = (text: string) =>
  unfolded(text)
    .split("BEGIN:VEVENT\r\n")
    .slice(1)
    .map((part) => (part.split("END:VEVENT")[0] ?? "").trim().split("\r\n"));
const valuesOf = (lines: readonly string[], name: string) =>
  lines.filter((line) => new RegExp(`^${name}[;:]`).test(line)).map((line) => line.slice(name.length));

/** What a message breaks of its table. */
export function brokenRules(text: string, method: string): string[] {
  const all = eventsIn(text);
  const zones = new Set([...text.matchAll(/^TZID:(.*)\r$/gm)].map(([, name]) => name));
  const uids = new Set(all.flatMap((lines) => valuesOf(lines, "UID")));
  return [
    ...(unfolded(text).includes(`\r\nMETHOD:${method}\r\n`) ? [] : ["METHOD"]),
    ...(all.length > 0 && uids.size === 1 ? [] : ["All events must have one UID"]),
    ...(method === "COUNTER" && all.length > 1 ? ["A proposal is one VEVENT"] : []),
    ...all.flatMap((lines) =>
      valuesOf(lines, "STATUS").flatMap((value) =>
        STATUSES[method]?.includes(value.slice(1)) === false ? [`STATUS${value}`] : [],
      ),
    ),
    ...[...unfolded(text).matchAll(/;TZID=([^:;]+)/g)].flatMap(([, name]) =>
      zones.has(name ?? "") ? [] : [`VTIMEZONE of ${name}`],
    ),
    ...all.flatMap((lines) =>
      Object.entries(TABLES[method] ?? {}).flatMap(([name, count]) => {
        const found = valuesOf(lines, name).length + lines.filter((line) => line === `BEGIN:${name}`).length;
        const [least, most] = BOUNDS[count];
        return found >= least && found <= most ? [] : [`${name} ${found}, not ${count}`];
      }),
    ),
    ...all.flatMap((lines) =>
      lines.some((line) => line.startsWith("DTEND")) && lines.some((line) => line.startsWith("DURATION"))
        ? ["DTEND with DURATION"]
        : [],
    ),
  ];
}
