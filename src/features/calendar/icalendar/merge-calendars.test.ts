import { expect, test } from "vitest";
import { mergeCalendars } from "./merge-calendars.ts";

const calendarOf = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const zoneOf = (name: string, offset: string, ...rules: string[]) => [
  ...["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
  ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, ...rules, "END:STANDARD", "END:VTIMEZONE"],
];
const eventOf = (uid: string, ...lines: string[]) => [
  ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"],
];
const at = (zone: string) => `DTSTART;TZID=${zone}:20270301T090000`;
/** Received, and not changed since. */
const received = (uid: string, ...lines: string[]) => {
  const stored = calendarOf(...lines);
  return { uid, stored, fresh: stored };
};
const merge = (own: string[], ...objects: ReturnType<typeof received>[]) =>
  mergeCalendars({ own: calendarOf("NAME:Mine", ...own), objects, zone: "Europe/Berlin" });
const merged = (...lines: string[]) => calendarOf("NAME:Mine", ...lines);
const [first, second, third] = ["first", "second", "third"].map((uid) => eventOf(uid, at("Office"))) as [
  string[],
  string[],
  string[],
];

test("zones of one name that differ have two names, and equal ones have one", () => {
  const [east, west] = [zoneOf("Office", "+0100"), zoneOf("Office", "-0500")];
  const written = merge(
    [...first, ...second, ...third],
    received("first", ...east, ...first),
    received("second", ...west, ...second),
    received("third", ...east, ...third),
  );
  const renamed = eventOf("second", at("Office (2)"));
  expect(written).toBe(merged(...east, ...zoneOf("Office (2)", "-0500"), ...first, ...renamed, ...third));
});

test("a new name of a zone is written wherever it is named, quoted or in a folded line, and in no other value", () => {
  const lines = [
    ...[at("Office"), 'RDATE;TZID="Office":20270302T090000', "EXDATE;TZID=Offi", " ce:20270303T090000"],
    ...[
      "RDATE;TZID=Other:20270304T090000",
      "SUMMARY;LANGUAGE=de:TZID",
      " =Office",
      "DESCRIPTION:One",
      " \\;TZID=Office:",
    ],
  ];
  const other = zoneOf("Other", "+0300");
  const event = eventOf("second", ...lines);
  const written = merge(
    [...first, ...event],
    received("first", ...zoneOf("Office", "+0100"), ...first),
    received("second", ...zoneOf("Office", "-0500"), ...other, ...event),
  );
  expect(written).toContain(
    eventOf(
      "second",
      ...[at("Office (2)"), 'RDATE;TZID="Office (2)":20270302T090000'],
      ...["EXDATE;TZID=Office (2):20270303T090000", "RDATE;TZID=Other:20270304T090000"],
      ...["SUMMARY;LANGUAGE=de:TZID", " =Office", "DESCRIPTION:One", " \\;TZID=Office:"],
    ).join("\r\n"),
  );
});

test("of a zone that everybody knows there is one definition, by rules if one has them", () => {
  const [listed, byRule] = [
    zoneOf("Europe/Berlin", "+0100"),
    zoneOf("Europe/Berlin", "+0100", "RRULE:FREQ=YEARLY"),
  ];
  const [one, two] = [eventOf("one", at("Europe/Berlin")), eventOf("two", at("Europe/Berlin"))];
  const objects = [received("one", ...listed, ...one), received("two", ...byRule, ...two)];
  const written = merged(...byRule, ...one, ...two);
  expect(merge([...one, ...two], ...objects)).toBe(written);
  expect(merge([...one, ...two], ...objects.toReversed())).toBe(written);
});

test("events from here have the zones of the calendar that they name, and only those", () => {
  const own = eventOf("own", at("Europe/Berlin"));
  const berlin = zoneOf("Europe/Berlin", "+0100", "RRULE:FREQ=YEARLY");
  const unused = zoneOf("Europe/Paris", "+0100");
  expect(merge([...unused, ...berlin, ...own])).toBe(merged(...berlin, ...own));
  const one = eventOf("one", at("Europe/Berlin"));
  const listed = received("one", ...zoneOf("Europe/Berlin", "+0100"), ...one);
  expect(merge([...berlin, ...one, ...own], listed)).toBe(merged(...berlin, ...one, ...own));
  const byOther = zoneOf("Europe/Berlin", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=1");
  expect(merge([...berlin, ...one, ...own], received("one", ...byOther, ...one))).toBe(
    merged(...byOther, ...one, ...own),
  );
  expect(merge([...berlin, ...one], listed)).toBe(merged(...zoneOf("Europe/Berlin", "+0100"), ...one));
});

test("an object is written once with all its occurrences; tasks of the calendar are not, and an empty one is whole", () => {
  const master = eventOf("one", "DTSTART:20270301T090000Z", "RRULE:FREQ=DAILY");
  const occurrence = eventOf("one", "RECURRENCE-ID:20270302T090000Z", "DTSTART:20270302T100000Z");
  const own = eventOf("own", "DTSTART:20270301T090000Z");
  const task = ["BEGIN:VTODO", "UID:task", "END:VTODO"];
  const object = received("one", ...master, ...occurrence);
  expect(merge([...master, ...occurrence, ...task, ...own], object)).toBe(
    merged(...master, ...occurrence, ...own),
  );
  expect(merge([])).toBe(merged());
});

test("what was received and cannot be read is written as Adjutant has it", () => {
  const one = eventOf("one", "DTSTART:20270301T090000Z");
  const fresh = calendarOf(...one);
  expect(merge(one, { uid: "one", stored: "nothing", fresh })).toBe(merged(...one));
});
