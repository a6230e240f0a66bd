import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { parseQuickEvent } from "./quick-event.ts";

/** A Thursday at ten in Berlin. */
const now = new Date("2026-03-12T09:00:00Z");
const timeZone = "Europe/Berlin";
const read = (line: string, answers: Record<string, string> = {}) =>
  parseQuickEvent(line, { now, timeZone, answers });
/** Title, start and end in Berlin time, or the days of an all-day event. */
const summarize = (line: string, answers?: Record<string, string>) => {
  const { title, startTime, endTime, isAllDay, questions } = read(line, answers);
  const local = (at: Date) =>
    isAllDay ? at.toISOString().slice(0, 10) : at.toLocaleString("sv", { timeZone }).slice(0, 16);
  return [title, local(startTime), local(endTime), ...questions.map(({ id }) => id)];
};

test("one line is parsed into title, people, day, hours and location", () => {
  const lunch = read("Lunch with Bob tomorrow 13-14 at Luigi's");
  expect(lunch).toMatchObject({
    title: "Lunch with Bob",
    location: "Luigi's",
    people: ["Bob"],
    startTime: new Date("2026-03-13T12:00:00Z"),
    endTime: new Date("2026-03-13T13:00:00Z"),
    isAllDay: false,
    repeat: null,
    questions: [],
  });
  expect(read("Review with Anna and maya@example.com Friday 9:30").people).toEqual([
    "Anna",
    "maya@example.com",
  ]);
});

test("hours, durations, days and ranges are parsed in local time", () => {
  expect(summarize("Call 15:30 for 45 min")).toEqual(["Call", "2026-03-12 15:30", "2026-03-12 16:15"]);
  expect(summarize("Call at 9am")).toEqual(["Call", "2026-03-13 09:00", "2026-03-13 10:00"]);
  expect(summarize("Dinner tomorrow 7-9pm")).toEqual(["Dinner", "2026-03-13 19:00", "2026-03-13 21:00"]);
  expect(summarize("Workshop on Monday 11-1")).toEqual(["Workshop", "2026-03-16 11:00", "2026-03-16 13:00"]);
  expect(summarize("Deploy tomorrow 23:00-1:00")).toEqual(["Deploy", "2026-03-13 23:00", "2026-03-14 01:00"]);
  expect(summarize("Focus tomorrow at 10:00 2h")).toEqual(["Focus", "2026-03-13 10:00", "2026-03-13 12:00"]);
  expect(summarize("Breakfast Mar 29 8:00")).toEqual(["Breakfast", "2026-03-29 08:00", "2026-03-29 09:00"]);
  expect(summarize("Offsite March 20 all day")).toEqual(["Offsite", "2026-03-20", "2026-03-21"]);
  expect(summarize("Fair all day Mar 23 to Mar 25")).toEqual(["Fair", "2026-03-23", "2026-03-26"]);
});

test("a recurring event starts on the first day that its rule names", () => {
  const standup = read("Standup every weekday 9:30 for 15 min");
  expect(standup.repeat).toMatchObject({ unit: "week", weekdays: [1, 2, 3, 4, 5] });
  expect(summarize("Standup every weekday 9:30 for 15 min").slice(0, 2)).toEqual([
    "Standup",
    "2026-03-13 09:30",
  ]);
  expect(read("Review every other Monday 14:00").repeat).toMatchObject({ every: 2, weekdays: [1] });
  expect(summarize("Review every other Monday 14:00")[1]).toBe("2026-03-16 14:00");
  expect(read("Gym every Tuesday and Friday 18:00 6 times").repeat).toMatchObject({
    weekdays: [2, 5],
    end: { kind: "after", count: 6 },
  });
  expect(read("Report monthly at 10:00").repeat).toMatchObject({ unit: "month", every: 1 });
});

test("an ambiguous line returns a question, and the answer is applied", () => {
  expect(summarize("Call at 5")).toEqual(["Call", "2026-03-12 17:00", "2026-03-12 18:00", "half"]);
  expect(summarize("Call tomorrow at 5", { half: "am" })).toEqual([
    "Call",
    "2026-03-13 05:00",
    "2026-03-13 06:00",
  ]);
  expect(read("Audit 3/4 14:00").questions).toMatchObject([
    { id: "day", options: [{ label: "Mar 4" }, { label: "Apr 3" }] },
  ]);
  expect(summarize("Audit 3/4 14:00", { day: "2026-04-03" })[1]).toBe("2026-04-03 14:00");
  expect(summarize("Audit 13/4 14:00")[1]).toBe("2026-04-13 14:00");
  expect(summarize("Birthday of Maya on Saturday")).toEqual([
    "Birthday of Maya",
    "2026-03-14",
    "2026-03-15",
    "hours",
  ]);
  expect(summarize("Birthday of Maya on Saturday", { hours: "all day" })).toHaveLength(3);
  expect(summarize("Lunch with Bob")).toContain("when");
});

test("any line is parsed into a valid event", () => {
  for (const line of [
    "",
    "   ",
    "99:99",
    "at",
    "every",
    "with",
    "13-",
    "@ @ @",
    "31/31",
    "a".repeat(5000),
    "0/0 24-24",
  ]) {
    const { startTime, endTime, title } = read(line);
    expect(endTime.getTime(), line).toBeGreaterThan(startTime.getTime());
    expect(title).not.toBe("");
  }
});

test("the server creates the event of a line, and rejects an ambiguous one with the question", async () => {
  const server = await testDatabase();
  const ada = server.as(await server.aUser());
  const add = (text: string, answers = {}) => ada.invoke(events.addQuickly, { text, timeZone, answers });
  expect(await add("Lunch with bob@example.com every Monday 13:00-14:00 at Luigi's")).toMatchObject({
    title: "Lunch with bob@example.com",
    location: "Luigi's",
    rrule: "FREQ=WEEKLY;BYDAY=MO",
    zone: timeZone,
  });
  await expect(add("Call tomorrow at 5")).rejects.toMatchObject({
    code: "invalid",
    message: "Morning or afternoon: 'at 5'? 5 PM or 5 AM",
  });
  expect(await add("Call tomorrow at 5", { half: "am" })).toMatchObject({ title: "Call" });
});
