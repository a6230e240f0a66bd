import { expect, test } from "vitest";
import { newsInterests } from "#features/daily-ops/news-interests.ts";
import { locations } from "#features/settings/locations.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";
import { timeZoneOf } from "./find-time-zone.ts";
import { clockText, quietHoursIn, weekdaysIn, workingHoursIn } from "./read-hours.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
await ada.invoke(newsInterests.save, { interests: ["climate", "manufacturing"] });

const hours = (given: { from?: number; to?: number } | null) =>
  given && [given.from, given.to].map((minutes) => (minutes === undefined ? null : clockText(minutes)));

test.each([
  ["8 to 17", "08:00", "17:00"],
  ["nine to five", "09:00", "17:00"],
  ["half eight to five", "08:30", "17:00"],
  ["9 to 1 on weekdays", "09:00", "13:00"],
  ["8am-4pm", "08:00", "16:00"],
  ["half past eight", "08:30", null],
  ["until 5:30", null, "17:30"],
])("working hours '%s'", (words, from, to) => {
  expect(hours(workingHoursIn(words))).toEqual([from, to]);
});

test.each([
  ["22:00 to 7:00", "22:00", "07:00"],
  ["between 9pm and 6am", "21:00", "06:00"],
  ["22-7", "22:00", "07:00"],
  ["ten to seven", "22:00", "07:00"],
  ["noon and one", "12:00", "13:00"],
])("quiet hours '%s'", (words, from, to) => {
  expect(hours(quietHoursIn(words))).toEqual([from, to]);
});

test("days and places by their usual names", () => {
  expect(weekdaysIn("mon-thu")).toEqual([1, 2, 3, 4]);
  expect(weekdaysIn("Tuesdays and Thursdays only")).toEqual([2, 4]);
  expect(["New York", "Central European", "bangalore", "São Paulo", "Nowhere"].map(timeZoneOf)).toEqual([
    ...["America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo", null],
  ]);
});

test.each([
  [
    "settings.timeZone",
    { place: "Lisbon" },
    "switch me to Lisbon time",
    "profile.update",
    { timeZone: "Europe/Lisbon" },
  ],
  ["settings.timeZone", {}, "timezone tokyo pls", "profile.update", { timeZone: "Asia/Tokyo" }],
  ["settings.clock", { value: "24-hour" }, "use the 24-hour clock", "profile.update", { hourCycle: "h23" }],
  [
    "settings.clock",
    { value: "am and pm" },
    "I can't stand am and pm. Show me 14:00, not 2pm.",
    "profile.update",
    { hourCycle: "h23" },
  ],
  [
    "settings.clock",
    { value: "24-hour Lisbon" },
    "24-hour clock and Lisbon time, please",
    "profile.update",
    { hourCycle: "h23", timeZone: "Europe/Lisbon" },
  ],
  ["settings.language", { value: "German" }, "switch to German", "profile.update", { language: "de" }],
  [
    "settings.signature",
    { text: "Ada" },
    "sign my mails with Ada",
    "mailPreferences.update",
    { signature: "Ada" },
  ],
  [
    "settings.workingHours",
    { when: "8 to 17" },
    "working hours: 8 to 17",
    "calendarSettings.save",
    { workFrom: 480, workTo: 1020 },
  ],
  [
    "settings.workingHours",
    { when: "Saturdays" },
    "I work Saturdays too",
    "calendarSettings.save",
    { workingDays: [1, 2, 3, 4, 5, 6] },
  ],
  [
    "settings.workingHours",
    { when: "Fridays until 1" },
    "I only work until 1 on Fridays",
    "calendarSettings.save",
    { workFrom: 540, workTo: 1020, otherHours: [{ weekday: 5, from: 540, to: 780 }] },
  ],
  [
    "settings.workingHours",
    { when: "Saturdays 9 to 12" },
    "I work Saturdays 9 to 12",
    "calendarSettings.save",
    { workingDays: [1, 2, 3, 4, 5, 6], otherHours: [{ weekday: 6, from: 540, to: 720 }] },
  ],
  [
    "settings.workingHours",
    { when: "Monday to Friday 8 to 4" },
    "I work Monday to Friday 8 to 4",
    "calendarSettings.save",
    { workFrom: 480, workTo: 960, workingDays: [1, 2, 3, 4, 5], otherHours: [] },
  ],
  [
    "settings.quietHours",
    { when: "10pm-7am" },
    "quiet 10pm-7am except urgent stuff",
    "notificationPolicy.save",
    { quietEnabled: true, quietFrom: "22:00", quietTo: "07:00", allowsUrgent: true },
  ],
  [
    "settings.briefingTime",
    { when: "half past seven" },
    "briefing at half past seven",
    "dailyOpsSettings.save",
    { briefingTime: "07:30" },
  ],
  [
    "settings.briefingTime",
    {},
    "no briefing on weekends",
    "dailyOpsSettings.save",
    { weekdays: [1, 2, 3, 4, 5] },
  ],
  [
    "settings.briefingTime",
    {},
    "stop the daily briefing altogether",
    "dailyOpsSettings.save",
    { briefingEnabled: false },
  ],
  [
    "news.interest",
    { topic: "batteries too" },
    "could the news cover batteries too",
    "newsInterests.save",
    { interests: ["climate", "manufacturing", "batteries"] },
  ],
  [
    "news.interest",
    {},
    "I've had enough climate news. Drop the topic.",
    "newsInterests.save",
    { interests: ["manufacturing"] },
  ],
  [
    "news.interest",
    { topic: "logistics" },
    "news about logistics instead of manufacturing",
    "newsInterests.save",
    { interests: ["climate", "logistics"] },
  ],
  [
    "places.create",
    { name: "gym", place: "Praterstraße 1, Vienna" },
    "my gym is at Praterstraße 1, Vienna",
    "locations.create",
    { name: "Gym", address: "Praterstraße 1, Vienna" },
  ],
  [
    "booking.create",
    { title: "intro calls", duration: "30-minute" },
    "a booking page for 30-minute intro calls",
    "bookingPages.create",
    { title: "Intro calls", minutes: 30, slug: "ada-lovelace-intro-calls" },
  ],
] as const)("%s of %o in '%s'", async (frame, roles, sentence, capability, input) => {
  const { calls } = await actAs(ada, frame, roles, { sentence });
  expect(calls).toEqual([[capability, expect.objectContaining(input)]]);
});

test("two settings of one sentence are two steps", async () => {
  const roles = { when: "22-7 6:30" };
  const sentence = "set quiet hours to 22-7 and move my briefing to 6:30";
  const { calls } = await actAs(ada, "settings.quietHours", roles, { sentence });
  expect(calls.map(([name]) => name)).toEqual(["notificationPolicy.save", "dailyOpsSettings.save"]);
});

test.each([
  ["settings.timeZone", {}, "which time zone am I set to?", /^Your time zone is UTC/],
  ["settings.workingHours", {}, "what are my working hours?", /09:00 to 17:00/],
  ["settings.workingHours", { when: "Saturday" }, "do my working days include Saturday?", /^No: you work/],
  ["settings.language", { value: "Dutch" }, "put everything in Dutch", /^No, Dutch is not/],
  ["settings.theme", { value: "dark" }, "dark mode", /^I cannot switch/],
  ["news.interest", {}, "which topics do you follow in the news for me?", /climate and manufacturing/],
  ["booking.list", {}, "do I have a booking page", /^No, you have no booking page/],
  ["places.list", {}, "show my places", /^No, you have no places/],
] as const)("%s in '%s' is answered", async (frame, roles, sentence, text) => {
  const answer = await actAs(ada, frame, { ...roles } as Record<string, string>, {
    sentence: sentence as string,
  });
  expect(answer.calls).toEqual([]);
  expect(answer.text).toMatch(text as RegExp);
});

test.each([
  ["settings.timeZone", {}, "change my time zone"],
  ["settings.quietHours", { when: "Sundays" }, "Sundays I want peace and quiet"],
  ["settings.clock", {}, "change the clock"],
  ["places.create", {}, "I'd like to add a place"],
  ["booking.list", {}, "would you close my booking page?"],
] as const)("%s in '%s' is asked about", async (frame, roles, sentence) => {
  expect(await actAs(ada, frame, roles, { sentence })).toMatchObject({ isQuestion: true, calls: [] });
});

test("a place that is named is the one that is answered", async () => {
  const bob = server.as(await server.aUser({ fullName: "Bob Carter" }));
  await bob.invoke(locations.create, { locationType: "home", name: "Home", address: "12 Harbour Lane" });
  await bob.invoke(locations.create, { locationType: "work", name: "Office", address: "Stephansplatz 4" });
  const { text } = await actAs(bob, "places.list", {}, { sentence: "which home address do you have" });
  expect(text).toBe("Home: 12 Harbour Lane");
});
