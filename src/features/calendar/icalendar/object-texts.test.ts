import { expect, test } from "vitest";
import { MAX_OBJECT_LENGTH, objectTexts } from "./object-texts.ts";
import { readEvent } from "./read-event.ts";
import { zonesOf } from "./read-zones.ts";
import { propertyOf, splitICalendar } from "./split-icalendar.ts";

const fileOf = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const eventOf = (uid: string, ...lines: string[]) => [
  ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTART:20270301T090000Z", ...lines, "END:VEVENT"],
];

/** The texts of the events of a file; `none` names those without a UID. */
function textsOf(text: string) {
  const file = splitICalendar(text);
  const context = {
    zones: zonesOf(file.components),
    zone: "UTC",
    isStartOptional: true,
    warn: () => undefined,
  };
  const read = file.components
    .filter(({ kind }) => kind === "VEVENT")
    .map((component) => ({
      component,
      event: readEvent(component, propertyOf(component, "UID")?.value ?? "none", context),
    }));
  const { texts, tooLarge } = objectTexts(text, file, read);
  return { texts: Object.fromEntries(texts), tooLarge: tooLarge.map(({ event }) => event.uid) };
}

test("each event of a file has a calendar of its own, with its occurrences and the zones that it names", () => {
  const zone = (name: string) => [
    ...["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
  ];
  const [office, home] = [zone("Office"), zone("Home")];
  const one = eventOf("one", "RRULE:FREQ=DAILY", "EXDATE;TZID=Office:20270304T090000");
  const occurrence = eventOf("one", "RECURRENCE-ID:20270302T090000Z", "SUMMARY:Early");
  const later = eventOf("one", "RECURRENCE-ID:20270302T090000Z", "SUMMARY:Late");
  const two = eventOf("two");
  const { texts, tooLarge } = textsOf(fileOf(...home, ...office, ...one, ...occurrence, ...two, ...later));
  // Of two versions of an occurrence the last one is stored.
  expect(texts).toEqual({ one: fileOf(...office, ...one, ...later), two: fileOf(...two) });
  expect(tooLarge).toEqual([]);
});

test("a zone that only an alarm names comes along, and a calendar without a program gets that of Adjutant", () => {
  const zone = [
    ...["BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
  ];
  const alarm = ["BEGIN:VALARM", "TRIGGER:-PT5M", "X-AT;TZID=Office:20270301T090000", "END:VALARM"];
  const file = fileOf(...zone, ...eventOf("one", ...alarm));
  expect(textsOf(file).texts).toEqual({ one: file });
  const completed = file.replace("PRODID:-//Phone//EN", "PRODID:-//Adjutant//Calendar//EN");
  expect(textsOf(file.replace("PRODID:-//Phone//EN\r\n", "")).texts).toEqual({ one: completed });
});

test("what has the grammar of vCalendar 1.0 has no text, wherever in the event it stands", () => {
  const [plain, quoted] = [eventOf("plain"), "SUMMARY;ENCODING=quoted-printable:=46air"];
  const alarm = [
    "BEGIN:VALARM",
    "TRIGGER:-PT5M",
    "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:=46air",
    "END:VALARM",
  ];
  const picture = eventOf("picture", "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA");
  const file = fileOf(...eventOf("one", quoted), ...plain, ...eventOf("two", ...alarm), ...picture);
  expect(textsOf(file).texts).toEqual({ plain: fileOf(...plain), picture: fileOf(...picture) });
  expect(textsOf(fileOf(...plain).replace("VERSION:2.0", "VERSION:1.0")).texts).toEqual({});
});

test("folded lines stay as they are; what other programs would not read is repaired", () => {
  const folded = ["DESCRIPTION:One", " two", "\tthree"];
  const asIs = fileOf(...eventOf("one", ...folded));
  expect(textsOf(asIs).texts).toEqual({ one: asIs });
  expect(textsOf(asIs.replace("\r\n two", "\r\n\r\n two")).texts).toEqual({ one: asIs });
  const unfolded = fileOf(...eventOf("one", "DESCRIPTION:One", "two", " and more"));
  expect(textsOf(unfolded).texts).toEqual({
    one: fileOf(...eventOf("one", "DESCRIPTION:One\\ntwoand more")),
  });
  const bare = [
    "BEGIN:VEVENT",
    "DTSTART:20270301",
    "EXDATE:20270302,20270303",
    "X-NUL:a\u0001b",
    "END:VEVENT",
  ];
  const repaired = [
    ...["BEGIN:VEVENT", "UID:none", "DTSTART;VALUE=DATE:20270301"],
    ...["EXDATE;VALUE=DATE:20270302,20270303", "X-NUL:ab", "END:VEVENT"],
  ];
  expect(textsOf(fileOf(...bare)).texts).toEqual({ none: fileOf(...repaired) });
  expect(textsOf(`\uFEFF${asIs.replaceAll("\r\n", "\n")}`).texts).toEqual({ one: asIs });
});

test("an object of the greatest length has a text; one of one character more is named as too large", () => {
  const ofLength = (length: number) => {
    const file = fileOf(...eventOf("big", "X-BIG:"), ...[]);
    return file.replace("X-BIG:", `X-BIG:${"x".repeat(length - file.length)}`);
  };
  const largest = ofLength(MAX_OBJECT_LENGTH);
  expect(textsOf(largest)).toEqual({ texts: { big: largest }, tooLarge: [] });
  expect(textsOf(ofLength(MAX_OBJECT_LENGTH + 1))).toEqual({ texts: {}, tooLarge: ["big"] });
});
