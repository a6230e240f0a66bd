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
  "x".repeat(1000),
])("'%s' is not understood: every word counts", (words) => {
  expect(read(words)).toBeNull();
});

test("'next week' begins on the first day of the reader's week", () => {
  expect(read("next week")).toBe("2026-11-30");
  expect(read("next week", 0)).toBe("2026-11-29");
});

test("days and times are those of the zone", () => {
  expect(read("today", 1, "Pacific/Auckland")).toBe("2026-11-28");
  expect(parseDateWords("in an hour", { now, timeZone: "Asia/Tokyo", firstWeekday: 1 })).toEqual({
    day: "2026-11-28",
    hasDay: true,
    time: "20:00",
  });
});
