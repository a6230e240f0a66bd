import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { aProject, aTask } from "./factory.ts";
import { purgeTrash } from "./jobs.ts";
import { projects, tasks } from "./tables.ts";

const { aUser, as, services, owner } = await testDatabase();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("tasks deleted more than 30 days ago are purged, for everybody; the rest stays", async () => {
  for (const person of [as(await aUser()), as(await aUser())])
    await person.run(async ({ db }) => {
      const { userId } = person;
      const [old] = await db
        .insert(projects)
        .values([
          aProject({ userId, name: "Old project", deletedAt: daysAgo(31) }),
          aProject({ userId, name: "New project", deletedAt: daysAgo(29) }),
        ])
        .returning();
      const [parent] = await db
        .insert(tasks)
        .values([
          aTask({ userId, title: "Old", deletedAt: daysAgo(30.1) }),
          aTask({ userId, title: "New", deletedAt: daysAgo(29.9) }),
          aTask({ userId, title: "Live, of the old project", projectId: old?.id ?? null }),
        ])
        .returning();
      await db
        .insert(tasks)
        .values(aTask({ userId, title: "Step", parentId: parent?.id ?? null, deletedAt: daysAgo(30.1) }));
      await db
        .insert(tasks)
        .values(Array.from({ length: 1100 }, () => aTask({ userId, deletedAt: daysAgo(40) })));
    });
  await purgeTrash.run(services, {});
  await purgeTrash.run(services, {});
  const { rows } = await owner.query(
    `select title, project_id, count(*)::int from tasks group by 1, 2
     union all select name, null, count(*)::int from projects group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { title: "Live, of the old project", project_id: null, count: 2 },
    { title: "New", project_id: null, count: 2 },
    { title: "New project", project_id: null, count: 2 },
  ]);
});

test("the purge runs every night", () => {
  expect(purgeTrash.cron).toMatch(/^\d+ \d+ \* \* \*$/);
});
