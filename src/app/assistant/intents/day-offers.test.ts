import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { locations } from "#features/settings/locations.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant.ts";
import type { ChatMessageOnWire } from "../model.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

const ask = async (text: string) =>
  ((await ada.invoke(assistant.ask, { text, timeZone: "UTC" })) as { answer: ChatMessageOnWire }).answer;
const proposed = ({ proposals }: ChatMessageOnWire) => proposals.map(({ capability }) => capability);
const addPlace = (name: string) =>
  ada.invoke(locations.create, { locationType: "frequent", name, address: `${name} Street 1, Vienna` });

test("before the briefing is written it is offered, with what is in the calendar", async () => {
  const startTime = new Date();
  startTime.setUTCHours(23, 0, 0, 0);
  const endTime = new Date(startTime.getTime() + 1_800_000);
  await ada.invoke(events.create, {
    ...{ title: "Call with Ann", timeZone: "UTC" },
    ...{ startTime: startTime.toISOString(), endTime: endTime.toISOString() },
  });
  const answer = await ask("brief me");
  expect(answer.content).toMatch(/^Today's briefing is not written yet\. You have 1 event today\./);
  expect(answer.cards.map(({ title }) => title)).toEqual(["Call with Ann"]);
  expect(proposed(answer)).toEqual(["briefings.generate"]);
});

test("weather and travel times are offered once there are places, and else it says that places are missing", async () => {
  expect((await ask("how is the weather?")).content).toContain("add a place");
  await addPlace("Home");
  expect(proposed(await ask("how is the weather?"))).toEqual(["weather.refresh"]);
  expect((await ask("how is the traffic?")).content).toContain("add two places");
  await addPlace("Office");
  expect(proposed(await ask("how is the traffic?"))).toEqual(["traffic.refresh"]);
});
