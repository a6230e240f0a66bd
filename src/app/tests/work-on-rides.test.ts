import { expect, test } from "vitest";
import { planBlocks } from "#features/planning/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../assistant/understanding/acts/turn.factory.ts";
import { addEvents, clockOf, lineOf, personIn, todayAt } from "./today.factory.ts";

const server = await testDatabase();
const BERLIN = "Europe/Berlin";
const DATE = "2027-03-04";
const on = clockOf(DATE, BERLIN);

/** A train from 9 to 13 with writing planned on it from 10 to 11. */
async function aTraveller() {
  const ada = await personIn(server, BERLIN);
  const [train, writing] = await addEvents(
    ada,
    { title: "ICE 599 to Munich", startTime: on("9:00"), endTime: on("13:00") },
    { title: "Write", startTime: on("10:00"), endTime: on("11:00") },
  );
  await ada.run(({ db }) =>
    db.insert(planBlocks).values({
      ...{ userId: ada.userId, eventId: writing?.id ?? "", subject: "task", subjectId: ada.userId },
      ...{ plannedStart: on("10:00"), plannedEnd: on("11:00") },
      reasons: [{ kind: "ride", item: `event:${train?.id}` }],
    }),
  );
  return ada;
}

test("work that is planned on a train overlaps nothing in today's line, and clashes with nothing when asked", async () => {
  const ada = await aTraveller();
  expect(lineOf(await todayAt(ada, on("8:00")))).toEqual([
    ...["09:00-13:00 ICE 599 to Munich", "10:00-11:00 Write", "13:00-17:00 free"],
  ]);
  const when = { when: "4 March 2027" };
  expect((await actAs(ada, "events.conflicts", when, { timeZone: BERLIN })).text).toMatch(
    /^No, nothing clashes/,
  );
  await addEvents(ada, { title: "Standup", startTime: on("10:30"), endTime: on("10:45") });
  expect(lineOf(await todayAt(ada, on("8:00")))).toContain("10:00-11:00 Write, overlaps");
  expect((await actAs(ada, "events.conflicts", when, { timeZone: BERLIN })).text).toBe(
    "Yes: 3 events overlap.",
  );
});
