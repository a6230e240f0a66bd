import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { suggestTimes } from "./availability/suggest-times.ts";
import { events } from "./calendar-events.ts";
import { freeTimes } from "./free-times.ts";
import { DAY } from "./model.ts";

// A time for several people of a workspace: shows only free and busy, in each person's own time zone.

const server = await testDatabase();
const createUser = async (fullName: string, zone: string) => {
  const person = server.as(await server.aUser({ fullName }));
  await server.owner.query("update profiles set time_zone = $2 where user_id = $1", [person.userId, zone]);
  return person;
};
const start = Date.UTC(new Date().getUTCFullYear() + 1, 5, 1);
const monday = start + ((8 - new Date(start).getUTCDay()) % 7) * DAY;
const at = (hour: number, day = 0) => new Date(monday + day * DAY + hour * 3_600_000).toISOString();

type Found = { suggestions: object[]; people: object[] };

test("free times show when members of the same workspace are busy, without details of their events", async () => {
  const [ada, bob, eve] = [
    await createUser("Ada", "Europe/Berlin"),
    await createUser("Bob", "America/New_York"),
    await createUser("Eve", "UTC"),
  ];
  const { rows } = await server.owner.query(
    "insert into workspaces (name, created_by) values ('Board', $1) returning id",
    [ada.userId],
  );
  for (const { userId } of [ada, bob])
    await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
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
    ...{ busy: [], outsideHours: [] },
  });
  expect(found.people[1]).toMatchObject({
    userId: bob.userId,
    busy: [{ startTime: at(13), endTime: at(14) }],
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

test("where nobody is free at the same time, suggestions have the fewest conflicts and avoid nights", () => {
  const office = { zone: "UTC", workingDays: [1, 2, 3, 4, 5], workFrom: 540, workTo: 1020, otherHours: [] };
  const allDay = [{ start: monday, end: monday + DAY }];
  const people = [
    { userId: "ada", ...office, busy: [] },
    { userId: "bob", ...office, zone: "Asia/Tokyo", busy: [] },
    { userId: "carol", ...office, busy: allDay },
  ];
  const search = { from: monday, to: monday + DAY, minutes: 60, limit: 3 };
  const [first] = suggestTimes(people.slice(0, 2), search);
  expect(first).toMatchObject({ busy: [], outsideHours: ["ada"] });
  expect(suggestTimes(people, search)[0]).toMatchObject({ busy: ["carol"] });
  expect(
    suggestTimes(
      [people[0] ?? people[2]].flatMap((one) => one ?? []),
      search,
    ),
  ).toHaveLength(3);
});
