import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "./turn.factory.ts";

const server = await testDatabase();
const DAY = 86_400_000;
const at = (days: number, time: string) =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T${time}:00.000Z`;
let ada: Person;
let garage = "";
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  const fields = { title: "Take the car to the garage", scheduledFor: at(3, "08:00") };
  garage = ((await ada.invoke(notifications.create, fields)) as { id: string }).id;
});

const moved = (until: string) => [["notifications.snooze", { id: garage, until }]];

test.each([
  [
    "reminders.cancel",
    { item: "the garage reminder" },
    "cancel the garage reminder",
    () => [["notifications.delete", { id: garage }]],
  ],
  [
    "reminders.cancel",
    { item: "that reminder" },
    "drop that reminder",
    () => [["notifications.delete", { id: garage }]],
  ],
  [
    "reminders.create",
    { title: "the car" },
    "don't remind me about the car",
    () => [["notifications.delete", { id: garage }]],
  ],
  [
    "reminders.move",
    { item: "the garage reminder", when: "8:30" },
    "push the garage reminder to 8:30",
    () => moved(at(3, "08:30")),
  ],
  [
    "reminders.move",
    { item: "the garage", when: "at 19:00 at 20:00" },
    "the garage at 19:00 rather than at 20:00",
    () => moved(at(3, "19:00")),
  ],
] as const)("%s of %o", async (frame, roles, sentence, calls) => {
  expect((await actAs(ada, frame, roles, { sentence })).calls).toEqual(calls());
});

test("what is not there is said or asked, and two are not guessed", async () => {
  await ada.invoke(notifications.create, { title: "Pick the car up", scheduledFor: at(4, "08:00") });
  const sentence = "cancel the reminder for the car";
  const both = await actAs(ada, "reminders.cancel", { item: "the car reminder" }, { sentence });
  expect(both).toMatchObject({ isQuestion: true, calls: [] });
  expect(both.cards).toHaveLength(2);
  const bob = server.as(await server.aUser({ fullName: "Bob" }));
  expect(await actAs(bob, "reminders.list", {}, { sentence: "my reminders" })).toMatchObject({
    text: "No, there are no reminders to come.",
  });
});

test("reminders are listed with their times", async () => {
  const { text, cards } = await actAs(ada, "reminders.list", {}, { sentence: "which reminders are set" });
  expect(cards).toEqual(["Take the car to the garage"]);
  expect(text).toMatch(/^1 reminder to come\. .+ 08:00: 'Take the car to the garage'\.$/);
});

test("'an hour before the board meeting' counts from that event", async () => {
  const times = { startTime: at(5, "10:00"), endTime: at(5, "12:00") };
  await ada.invoke(events.create, { title: "Board meeting", ...times });
  const roles = { title: "bring the minutes", when: "an hour before the board meeting" };
  const sentence = "remind me an hour before the board meeting to bring the minutes";
  const { calls } = await actAs(ada, "reminders.create", roles, { sentence });
  expect(calls).toEqual([
    ["notifications.create", { title: "Bring the minutes", scheduledFor: at(5, "09:00") }],
  ]);
  const unknown = await actAs(
    ada,
    "reminders.create",
    { title: "pack", when: "an hour before the gala" },
    { sentence: "remind me an hour before the gala to pack" },
  );
  expect(unknown).toMatchObject({ isQuestion: true, calls: [] });
});
