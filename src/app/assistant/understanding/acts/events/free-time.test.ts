import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";

const { aUser, as } = await testDatabase();
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const ada = as(await aUser());
const add = (title: string, from: string, to: string) =>
  ada.invoke(events.create, { title, startTime: `${day}T${from}:00Z`, endTime: `${day}T${to}:00Z` });
await add("Roof inspection", "09:00", "10:00");
await add("Budget review", "14:00", "15:00");

test.each([
  [
    "events.free",
    { when: `${day} at 14:30` },
    "am I free then?",
    /^No: .*'Budget review' \(14:00 to 15:00\)/,
  ],
  ["events.free", { when: `${day} at 11:00` }, "am I free then?", /^Yes, you are free .*until 14:00/],
  ["events.free", { when: day }, "when am I free", /10:00 to 14:00 and 15:00 to/],
  ["events.free", { when: day }, "what is my longest free stretch", /10:00 to 14:00: 4 hours/],
  ["events.duration", {}, "gap between the roof inspection and the budget review", /4 hours/],
  ["events.restore", { item: "the picnic" }, "restore the picnic", /^No event is in the trash/],
] as const)("%s %j: '%s'", async (frame, roles, sentence, text) => {
  expect((await actAs(ada, frame, roles, { sentence })).text).toMatch(text);
});

test("two events are swapped, and a range gives both ends", async () => {
  const swapped = await actAs(
    ...([ada, "events.move", { item: "the roof inspection and the budget review" }] as const),
    { sentence: "swap the roof inspection and the budget review" },
  );
  expect(swapped.calls.map(([, input]) => "startTime" in input && input.startTime)).toEqual([
    `${day}T14:00:00.000Z`,
    `${day}T09:00:00.000Z`,
  ]);
  const moved = await actAs(ada, "events.move", { item: "budget review", when: "from 10 to 12" }, {});
  expect(moved.calls[0]?.[1]).toMatchObject({
    startTime: `${day}T10:00:00.000Z`,
    endTime: `${day}T12:00:00.000Z`,
  });
});
