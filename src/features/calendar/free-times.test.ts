import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { suggestTimes } from "./availability/suggest-times.ts";
import { events } from "./calendar-events.ts";
import { freeTimes } from "./free-times.ts";
import { DAY } from "./model.ts";

// A time for several people of a workspace (issue 5): shows only free and busy, in each person's own time zone.

const house = await testDatabase();
const somebody = async (fullName: string, zone: string) => {
  const person = house.as(await house.aUser({ fullName }));
  await house.owner.query("update profiles set time_zone = $2 where user_id = $1", [person.userId, zone]);
  return person;
};
const start = Date.UTC(new Date().getUTCFullYear() + 1, 5, 1);
const monday = start + ((8 - new Date(start).getUTCDay()) % 7) * DAY;
const at = (hour: number, day = 0) => new Date(monday + day * DAY + hour * 3_600_000).toISOString();

type Found = { suggestions: object[]; people: object[] };

test("people of a workspace are free at a time; of others nobody learns more than when they are taken", async () => {
  const [ada, bob, eve] = [
    await somebody("Ada", "Europe/Berlin"),
    await somebody("Bob", "America/New_York"),
    await somebody("Eve", "UTC"),
  ];
  const { rows } = await house.owner.query(
    "insert into workspaces (name, created_by) values ('Board', $1) returning id",
    [ada.userId],
  );
  for (const { userId } of [ada, bob])
    await house.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      rows[0].id,
      userId,
    ]);
  await bob.invoke(events.create, { title: "Secret plan", startTime: at(13), endTime: at(14) });
  await bob.invoke(events.create, {
    title: "Maybe",
    startTime: at(14),
    endTime: at(15),
    transparency: "transparent",
  });
  const window = { from: at(0), to: at(0, 1), minutes: 60 };
  const found = (await ada.invoke(freeTimes.find, { ...window, userIds: [bob.userId] })) as Found;
  expect(found.suggestions[0]).toMatchObject({
    ...{ startTime: at(14), endTime: at(15) },
    ...{ taken: [], outsideHours: [] },
  });
  expect(found.people[1]).toMatchObject({
    userId: bob.userId,
    taken: [{ startTime: at(13), endTime: at(14) }],
  });
  expect(JSON.stringify(found)).not.toContain("Secret");
  expect(await ada.invoke(freeTimes.people)).toMatchObject({
    items: [{ fullName: "Ada" }, { fullName: "Bob", timeZone: "America/New_York" }],
  });
  await expect(ada.invoke(freeTimes.find, { ...window, userIds: [eve.userId] })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    ada.invoke(freeTimes.find, { ...window, to: at(0, 40), userIds: [bob.userId] }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("where nobody is free for all, the times that suit most come, and nobody's night unless there is no day", () => {
  const office = { zone: "UTC", days: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1020 };
  const whole = [{ start: monday, end: monday + DAY }];
  const people = [
    { userId: "ada", ...office, taken: [] },
    { userId: "bob", ...office, zone: "Asia/Tokyo", taken: [] },
    { userId: "carol", ...office, taken: whole },
  ];
  const wanted = { from: monday, to: monday + DAY, minutes: 60, most: 3 };
  const [first] = suggestTimes(people.slice(0, 2), wanted);
  expect(first).toMatchObject({ taken: [], outsideHours: ["ada"] });
  expect(suggestTimes(people, wanted)[0]).toMatchObject({ taken: ["carol"] });
  expect(
    suggestTimes(
      [people[0] ?? people[2]].flatMap((one) => one ?? []),
      wanted,
    ),
  ).toHaveLength(3);
});
