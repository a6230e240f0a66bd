import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { anEvent } from "./factory.ts";
import { purgeTrash } from "./jobs.ts";
import { events } from "./tables.ts";

const { aUser, as, services, owner } = await testDatabase();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("events deleted more than 30 days ago are purged for all users; the rest stays", async () => {
  for (const person of [as(await aUser()), as(await aUser())])
    await person.run(({ db, actor: { userId } }) =>
      db
        .insert(events)
        .values([
          anEvent({ userId, startTime: new Date(), title: "Old", deletedAt: daysAgo(30.1) }),
          anEvent({ userId, startTime: new Date(), title: "New", deletedAt: daysAgo(29.9) }),
          anEvent({ userId, startTime: daysAgo(400), title: "Kept" }),
        ]),
    );
  await purgeTrash.run(services, {});
  const { rows } = await owner.query("select title, count(*)::int from events group by 1 order by 1");
  expect(rows).toEqual([
    { title: "Kept", count: 2 },
    { title: "New", count: 2 },
  ]);
  expect(purgeTrash.cron).toMatch(/^\d+ \d+ \* \* \*$/);
});
