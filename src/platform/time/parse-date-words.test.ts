import { expect, test } from "vitest";
import { parseDateWords } from "./parse-date-words.ts";

/** A Saturday, 11 in the morning in Vienna. */
const now = new Date("2026-11-28T10:00:00Z");
const read = (text: string, firstWeekday = 1, timeZone = "Europe/Vienna") => {
  const found = parseDateWords(text, { now, timeZone, firstWeekday });
  return found && `${found.hasDay ? found.day : ""} ${found.time}`.trim();
};

test.for([
  ["mon 9", "2026-11-30 09:00"],
  ["Tue 14:00", "2026-12-01 14:00"],
  ["wed", "2026-12-02"],
  ["tomorrow 14:00", "2026-11-29 14:00"],
  ["tomorrow 14", "2026-11-29 14:00"],
  ["tomorrow morning", "2026-11-29 09:00"],
  ["this evening", "2026-11-28 18:00"],
  ["day after tomorrow", "2026-11-30"],
  ["next friday", "2026-12-04"],
  ["in 2 weeks", "2026-12-12"],
  ["in 3 days at 9", "2026-12-01 09:00"],
  ["3 dec", "2026-12-03"],
  ["dec 3", "2026-12-03"],
  ["3 dec 14:00", "2026-12-03 14:00"],
  ["3 dec 9", "2026-12-03 09:00"],
  ["3.12.", "2026-12-03"],
  ["3.12.2027 14.30", "2027-12-03 14:30"],
  ["2031-03-05 10:00", "2031-03-05 10:00"],
  ["14:00", "14:00"],
  ["3pm", "15:00"],
  ["17h", "17:00"],
  ["tomorrow 17h", "2026-11-29 17:00"],
  ["17h30", "17:30"],
  ["in 2h", "2026-11-28 13:00"],
  ["2 weeks ago", "2026-11-14"],
  ["9", "09:00"],
  ["noon", "12:00"],
  ["eod", "2026-11-28 17:00"],
  ["end of day", "2026-11-28 17:00"],
  ["fri eod", "2026-12-04 17:00"],
  ["tomorrow end of day", "2026-11-29 17:00"],
  ["half past 3", "15:30"],
  ["half past nine", "09:30"],
  ["half past 3 pm", "15:30"],
  ["half past 12", "12:30"],
  ["half past 12 am", "00:30"],
  ["quarter to 0", "23:45"],
  ["half past 8 pm", "20:30"],
  ["half past 3am", "03:30"],
  ["quarter to 12", "11:45"],
  ["tomorrow at quarter past 4", "2026-11-29 16:15"],
  ["tonight", "2026-11-28 20:00"],
  ["tonight at 9", "2026-11-28 21:00"],
  ["tonight 9:30", "2026-11-28 21:30"],
  ["tonight at 21:00", "2026-11-28 21:00"],
  ["tomorrow morning at 8", "2026-11-29 08:00"],
  ["fri afternoon 3", "2026-12-04 15:00"],
  ["next week wed", "2026-12-02"],
  ["wednesday next week", "2026-12-02"],
  ["next week on thursday 14:00", "2026-12-03 14:00"],
  ["next week sunday", "2026-12-06"],
  ["next week fri 9", "2026-12-04 09:00"],
] as const)("'%s' is %s", ([words, meant]) => {
  expect(read(words)).toBe(meant);
});

test.for([
  "",
  "soon",
  "review tomorrow",
  "tomorrow or so",
  "mon 99",
  "32 dec",
  "last monday",
  "99h",
  "next week sometime",
  "next week monster",
  "half past",
  "tonight at 12",
  "past monday",
  "half past 24",
  "eod maybe",
  "x".repeat(1000),
])("'%s' is not understood: every word counts", (words) => {
  expect(read(words)).toBeNull();
});

test("'next week' begins on the first day of the reader's week", () => {
  expect(read("next week")).toBe("2026-11-30");
  expect(read("next week", 0)).toBe("2026-11-29");
  expect(read("next week sun", 0)).toBe("2026-11-29");
  expect(read("next week sat", 0)).toBe("2026-12-05");
});

/** Vienna: a day of 23 hours on 29 March 2026, one of 25 on 25 October. */
test.for([
  ["2026-03-28T22:30:00Z", "tomorrow eod", "2026-03-29 17:00"],
  ["2026-03-29T00:30:00Z", "eod", "2026-03-29 17:00"],
  ["2026-03-29T00:30:00Z", "tonight at 9", "2026-03-29 21:00"],
  ["2026-03-29T00:30:00Z", "today half past 3", "2026-03-29 15:30"],
  ["2026-03-27T12:00:00Z", "next week wed", "2026-04-01"],
  ["2026-10-24T22:30:00Z", "eod", "2026-10-25 17:00"],
  ["2026-10-25T17:30:00Z", "eod", "2026-10-25 23:59"],
  ["2026-10-24T22:30:00Z", "tonight at 9", "2026-10-25 21:00"],
  ["2026-10-24T22:30:00Z", "next week wed", "2026-10-28"],
  ["2026-10-24T21:30:00Z", "next week wed half past 2", "2026-10-28 14:30"],
] as const)("at %s, on days with another number of hours, '%s' is %s", ([at, words, meant]) => {
  const found = parseDateWords(words, { now: new Date(at), timeZone: "Europe/Vienna", firstWeekday: 1 });
  expect(found && `${found.day} ${found.time}`.trim()).toBe(meant);
});

test("days and times are those of the zone", () => {
  expect(read("today", 1, "Pacific/Auckland")).toBe("2026-11-28");
  expect(parseDateWords("in an hour", { now, timeZone: "Asia/Tokyo", firstWeekday: 1 })).toEqual({
    day: "2026-11-28",
    hasDay: true,
    time: "20:00",
  });
});
