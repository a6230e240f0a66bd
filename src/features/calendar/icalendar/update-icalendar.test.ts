import { expect, test } from "vitest";
import { updateICalendar } from "./update-icalendar.ts";

// RFC 5545, by lines: what a change here touches in an object of another program, and what it leaves as it was.

const START = "DTSTART:20270301T090000Z";
const calendarOf = (lines: readonly string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];
const OLD_STAMPS = ["DTSTAMP:20260101T000000Z", "SEQUENCE:1"];
const NEW_STAMPS = ["DTSTAMP:20260202T000000Z", "SEQUENCE:2"];

const update = (stored: readonly string[], fresh: readonly string[], isNew = false) =>
  updateICalendar({ stored: calendarOf(stored), fresh: calendarOf(fresh), zone: "Europe/Berlin", isNew });

/** One stored event with these lines after the same lines of the new one were written into it. */
const changed = (stored: readonly string[], fresh: readonly string[]) =>
  update(event(...OLD_STAMPS, ...stored), event(...NEW_STAMPS, ...fresh));
const withNewStamps = (...lines: string[]) => calendarOf(event(...NEW_STAMPS, ...lines));

const RICH = [
  ...["DTSTART;TZID=Europe/Berlin:20270301T090000", "DTEND;TZID=Europe/Berlin:20270301T100000"],
  ...["RRULE:FREQ=DAILY", "RDATE:20270401T070000Z,20270402T070000Z", "EXDATE:20270302T080000Z"],
  ...["SUMMARY:Fair", "DESCRIPTION:One", "X-ALT-DESC:<b>One</b>", "LOCATION:Hall", "GEO:52.5;13.4"],
  ...["URL:https://meet.example/1", "CATEGORIES:Work,Home", "STATUS:TENTATIVE", "TRANSP:TRANSPARENT"],
  ...["CLASS:PRIVATE", "ORGANIZER:mailto:ada@example.com"],
  ...["ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:bob@example.com"],
  ...[
    "BEGIN:VALARM",
    "TRIGGER:-PT10M",
    "END:VALARM",
    "BEGIN:VALARM",
    "TRIGGER;RELATED=END:PT1M",
    "END:VALARM",
  ],
];

test("nothing is written for an event of the same meaning, whatever its stamps and its order", () => {
  const [exdates, rdates] = ["EXDATE:20270302T080000Z", "RDATE:20270402T070000Z,20270401T070000Z"];
  const inOtherWords = [
    ...["CLASS:PRIVATE", "TRANSP:TRANSPARENT", "STATUS:TENTATIVE", "CATEGORIES:Work", exdates, rdates],
    ...RICH.filter((line) => !/^(?:CLASS|TRANSP|STATUS|CATEGORIES|EXDATE|RDATE|X-ALT|GEO)/.test(line)),
  ];
  const stored = event(...OLD_STAMPS, ...RICH);
  expect(update(stored, event(...NEW_STAMPS, ...inOtherWords))).toBe(calendarOf(stored));
});

test.for<[name: string, stored: string[], fresh: string[], written?: string[]]>([
  ["its title", ["SUMMARY;LANGUAGE=de:Messe"], ["SUMMARY:Fair"]],
  ["its text and the second form of it", ["DESCRIPTION:One", "X-ALT-DESC:<b>One</b>"], ["DESCRIPTION:Two"]],
  ["its place and the point of it", ["LOCATION:Hall", "GEO:52.5;13.4"], ["LOCATION:Lake"]],
  ["no place", ["LOCATION:Hall", "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1,2"], []],
  ["its link", ["URL:https://meet.example/1"], ["URL:https://meet.example/2"]],
  ["no link", ["CONFERENCE;VALUE=URI:https://meet.example/1"], []],
  ["its first category", ["CATEGORIES:Work,Home"], ["CATEGORIES:Trip"], ["CATEGORIES:Trip,Home"]],
  ["no category", ["CATEGORIES:Work"], []],
  ["that it is certain", ["STATUS:TENTATIVE"], ["STATUS:CONFIRMED"]],
  ["that its time is free", ["TRANSP:OPAQUE"], ["TRANSP:TRANSPARENT"]],
  ["who may see it", ["CLASS:PRIVATE"], ["CLASS:PUBLIC"]],
  ["who invites", ["ORGANIZER;CN=Ada:mailto:ada@example.com"], ["ORGANIZER:mailto:bob@example.com"]],
  ["its rule", ["RRULE:FREQ=DAILY"], ["RRULE:FREQ=WEEKLY"]],
  ["no rule", ["RRULE:FREQ=DAILY"], []],
  ["its dates", ["RDATE:20270401T090000Z"], ["RDATE:20270402T090000Z"]],
  ["its exceptions", ["EXDATE:20270302T090000Z"], ["EXDATE:20270302T090000Z,20270303T090000Z"]],
])("a change writes %s, and nothing else", ([, stored, fresh, written = fresh]) => {
  const others = [START, "DURATION:PT1H", "X-SORT;X-BY=Ada:7"];
  expect(changed([...stored, ...others], [...fresh, ...others])).toBe(withNewStamps(...written, ...others));
});

test.for([
  ["TITLE", "SUMMARY:Fair"],
  ["LINK", "URL:https://meet.example/1"],
  ["CATEGORY", "CATEGORIES:Trip"],
])("what the stored event lacks comes after its properties and before its alarms (%s)", ([, line = ""]) => {
  const alarm = ["BEGIN:VALARM", "TRIGGER:-PT10M", "END:VALARM"];
  const written = changed([START, ...alarm], [START, line, ...alarm]);
  expect(written).toBe(withNewStamps(START, line, ...alarm));
});

test("another start writes the start, and the end only where the event has one", () => {
  const later = "DTSTART:20270301T100000Z";
  const [end, laterEnd] = ["DTEND:20270301T100000Z", "DTEND:20270301T110000Z"];
  expect(changed([START, "DURATION:PT1H"], [later, laterEnd])).toBe(withNewStamps(later, "DURATION:PT1H"));
  expect(changed([START, end], [later, laterEnd])).toBe(withNewStamps(later, laterEnd));
  expect(changed([START, "DURATION:PT1H"], [START, laterEnd])).toBe(withNewStamps(START, laterEnd));
  expect(changed([START, end], [START, laterEnd])).toBe(withNewStamps(START, laterEnd));
});

test("a whole day of the same hours is written with its type", () => {
  const hours = ["DTSTART:20270301T000000Z", "DTEND:20270302T000000Z"];
  const day = ["DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270302"];
  expect(changed(hours, day)).toBe(withNewStamps(...day));
  expect(changed(["DTSTART:20270301T000000Z", "DURATION:P1D"], day)).toBe(withNewStamps(...day));
});

test("another zone with the same instant is written for a series only, whose later times it decides", () => {
  const [berlin, paris] = [
    "DTSTART;TZID=Europe/Berlin:20270301T090000",
    "DTSTART;TZID=Europe/Paris:20270301T090000",
  ];
  const dates = "RDATE:20270401T080000Z";
  for (const repeating of ["RRULE:FREQ=DAILY", dates])
    expect(changed([berlin, repeating], [paris, repeating])).toBe(withNewStamps(paris, repeating));
  expect(changed([berlin], [paris])).toBe(calendarOf(event(...OLD_STAMPS, berlin)));
});

const zoneNamed = (name: string) => [
  ...["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:19700101T000000"],
  ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
];

test("a new time has the name that its zone has in the object, and another zone comes with its definition", () => {
  const at = (zone: string, hour: string) => [...OLD_STAMPS, `DTSTART;TZID=${zone}:20270301T${hour}0000`];
  const fresh = [...zoneNamed("Europe/Berlin"), ...event(...at("Europe/Berlin", "10"))];
  for (const [name, written] of [
    ["/mozilla.org/Europe/Berlin", "/mozilla.org/Europe/Berlin"],
    ['"Zone: Europe/Berlin"', '"Zone: Europe/Berlin"'],
  ] as const) {
    const zone = zoneNamed(name.replaceAll('"', ""));
    expect(update([...zone, ...event(...at(name, "09"))], fresh)).toBe(
      calendarOf([...zone, ...event(...at(written, "10"))]),
    );
  }
  const lisbon = [...zoneNamed("Europe/Lisbon"), ...event(...at("Europe/Lisbon", "08"))];
  expect(update(lisbon, fresh)).toBe(
    calendarOf([
      ...zoneNamed("Europe/Berlin"),
      ...zoneNamed("Europe/Lisbon"),
      ...event(...at("Europe/Berlin", "10")),
    ]),
  );
  for (const start of ["DTSTART:20270301T080000Z", "DTSTART:20270301T090000"])
    expect(update(event(...OLD_STAMPS, start), fresh)).toBe(
      calendarOf([...zoneNamed("Europe/Berlin"), ...event(...at("Europe/Berlin", "10"))]),
    );
});

test("an answer changes that parameter of the attendee, and all others stay", () => {
  const bob = (before: string) => `ATTENDEE;CN="B;B";${before}X-N=2:mailto:bob@example.com`;
  const clara = "ATTENDEE;PARTSTAT=DECLINED:MAILTO:clara@example.com";
  const dan = "ATTENDEE;ROLE=OPT-PARTICIPANT:mailto:dan@example.com";
  const answer = (stored: string, fresh: string) => changed([START, stored, clara], [START, clara, fresh]);
  const fresh = "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:bob@example.com";
  const first = "ATTENDEE;PARTSTAT=TENTATIVE:mailto:bob@example.com";
  expect(answer(bob("PARTSTAT=TENTATIVE;ROLE=CHAIR;"), fresh)).toBe(
    withNewStamps(START, bob("PARTSTAT=ACCEPTED;ROLE=CHAIR;"), clara),
  );
  expect(answer(bob("PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT;"), fresh)).toBe(
    withNewStamps(START, bob("PARTSTAT=ACCEPTED;ROLE=CHAIR;"), clara),
  );
  expect(answer("ATTENDEE:mailto:bob@example.com", first)).toBe(withNewStamps(START, first, clara));
  const accepted = clara.replace("DECLINED", "ACCEPTED");
  expect(changed([START, clara], [START, accepted])).toBe(withNewStamps(START, accepted));
  expect(changed([START, clara], [START, dan])).toBe(withNewStamps(START, dan));
  const room = "ATTENDEE;CUTYPE=ROOM:urn:uuid:1";
  expect(changed([START, room, "SUMMARY:Fair"], [START, "SUMMARY:Show"])).toBe(
    withNewStamps(START, room, "SUMMARY:Show"),
  );
});

const alarm = (trigger: string) => ["BEGIN:VALARM", `TRIGGER${trigger}`, "END:VALARM"];
const minutes = (...before: number[]) => before.flatMap((each) => alarm(`:-PT${each}M`));

test("alarms that were added or removed here are, and those that Adjutant does not show stay", () => {
  const atEnd = alarm(";RELATED=END:PT5M");
  expect(changed([START, ...minutes(10), ...atEnd], [START, ...minutes(20)])).toBe(
    withNewStamps(START, ...atEnd, ...minutes(20)),
  );
  expect(changed([START, ...minutes(10)], [START, ...minutes(10, 20), ...atEnd])).toBe(
    withNewStamps(START, ...minutes(10, 20)),
  );
  // Adjutant knows five of them.
  expect(changed([START, ...minutes(1, 2, 3, 4, 5, 6)], [START, ...minutes(1, 2, 3, 4)])).toBe(
    withNewStamps(START, ...minutes(1, 2, 3, 4, 6)),
  );
});

const occurrence = (day: string, ...lines: string[]) =>
  event(`RECURRENCE-ID:202703${day}T090000Z`, `DTSTART:202703${day}T090000Z`, ...lines);

test("occurrences that were changed here are added to their series, and those that were reset are removed", () => {
  const master = event(START, "RRULE:FREQ=DAILY");
  expect(update([...master, ...occurrence("02")], [...master, ...occurrence("03")])).toBe(
    calendarOf([...master, ...occurrence("03")]),
  );
  // Without its series an occurrence is an event of its own, and the others of the object are, too.
  const alone = [...occurrence("02"), ...occurrence("03")];
  expect(update(alone, occurrence("02", "SUMMARY:Fair"))).toBe(
    calendarOf([...occurrence("02", "SUMMARY:Fair"), ...occurrence("03")]),
  );
});

test("an event that cannot be read stays in the object, and so does what is no event", () => {
  const unread = event("DTSTART:when", "SUMMARY:Riddle");
  const task = ["BEGIN:VTODO", "UID:task", START, "SUMMARY:Call", "END:VTODO"];
  const stored = [...event(START, "SUMMARY:Fair"), ...unread, ...task];
  const fresh = [...event(START, "SUMMARY:Show"), ...task];
  expect(update(stored, fresh)).toBe(calendarOf([...event(START, "SUMMARY:Show"), ...unread, ...task]));
});

test("an object that no server has yet gets the UID of the event, a stamp and its zones", () => {
  const [stamp, otherStamp] = ["DTSTAMP:20260101T000000Z", "DTSTAMP:20260202T000000Z"];
  const at = "DTSTART;TZID=Europe/Berlin:20270301T090000";
  const freshZones = [...zoneNamed("Europe/Berlin"), ...zoneNamed("Europe/Lisbon")];
  const other = ["BEGIN:VEVENT", "UID:two", at, otherStamp, "END:VEVENT"];
  const fresh = [...freshZones, ...other];
  expect(update(event(at, stamp), fresh, true)).toBe(
    calendarOf([...zoneNamed("Europe/Berlin"), "BEGIN:VEVENT", "UID:two", at, stamp, "END:VEVENT"]),
  );
  expect(update(event(at), fresh, true)).toBe(calendarOf([...zoneNamed("Europe/Berlin"), ...other]));
  expect(update(event(at), fresh)).toBe(calendarOf(event(at)));
  const exception = occurrence("02");
  expect(update([...event(START, stamp), ...exception], event(START, stamp), true)).toBe(
    calendarOf(event(START, stamp)),
  );
});

test("the object's own line breaks are used, and a text that is no calendar is not updated", () => {
  const [stored, fresh] = [calendarOf(event(START)), calendarOf(event(START, "SUMMARY:Fair"))];
  const written = { fresh, zone: "UTC" };
  expect(updateICalendar({ ...written, stored: stored.replaceAll("\r\n", "\n") })).toBe(
    fresh.replaceAll("\r\n", "\n"),
  );
  expect(updateICalendar({ ...written, stored })).toBe(fresh);
  expect(updateICalendar({ ...written, stored: '{"kind":"event"}' })).toBeNull();
});
