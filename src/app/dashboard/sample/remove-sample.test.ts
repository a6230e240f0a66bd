import { getTableName } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { events } from "#features/calendar/tables.ts";
import { aCommitment } from "#features/commitments/factory.ts";
import { commitments } from "#features/commitments/tables.ts";
import { conversationParticipants, conversations, messages } from "#features/communication/tables.ts";
import { contacts } from "#features/contacts/tables.ts";
import { documents } from "#features/documents/tables.ts";
import { emails } from "#features/email/tables.ts";
import { projects, tasks } from "#features/tasks/tables.ts";
import { decisionVotes, teamDecisions, workspaceMembers, workspaces } from "#features/team/tables.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard.ts";
import { SPECIFIED } from "../model.ts";
import { dashboardFigures, isStoredIn, load, sampleInstance } from "./sample-instance.factory.ts";

const { aUser, as, owner, services } = await sampleInstance();

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

const TABLES = [
  ...[
    tasks,
    projects,
    emails,
    events,
    documents,
    contacts,
    conversations,
    conversationParticipants,
    messages,
  ],
  ...[workspaces, workspaceMembers, teamDecisions, decisionVotes],
].map((table): string => getTableName(table));
TABLES.push(
  "email_templates",
  "morning_briefings",
  "time_savings",
  "sample_records",
  "sample_workspaces",
  "users",
  "profiles",
);

const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => [
        table,
        Number((await owner.query(`select count(*) from ${table}`)).rows[0].count),
      ]),
    ),
  );

test("removing deletes exactly what was loaded: other rows, and the sample of Bob, stay", async () => {
  await load(bob);
  await ada.run(({ db, actor: { userId } }) => db.insert(tasks).values({ userId, title: "My own" }));
  const before = await countAll();
  await load(ada);
  await ada.invoke(dashboard.removeSample);
  expect(await countAll()).toEqual(before);
  expect(await dashboardFigures(bob)).toMatchObject(SPECIFIED);
  expect((await ada.run(({ db }) => db.select().from(tasks))).map(({ title }) => title)).toEqual(["My own"]);
});

test("a job deletes the files after the rows", async () => {
  await load(ada);
  const keys = (await ada.run(({ db }) => db.select().from(documents))).map(({ storageKey }) => storageKey);
  expect(keys).toHaveLength(156);
  await ada.invoke(dashboard.removeSample);
  await vi.waitFor(async () => {
    expect(await Promise.all(keys.map(isStoredIn(services)))).not.toContain(true);
  }, 15_000);
});

test("one's own task in a sample project stays when the project is removed", async () => {
  await load(ada);
  await ada.run(async ({ db, actor: { userId } }) => {
    const [project] = await db.select().from(projects);
    await db.insert(tasks).values({ userId, title: "Mine", projectId: project?.id ?? null });
  });
  await ada.invoke(dashboard.removeSample);
  expect(await ada.run(({ db }) => db.select().from(tasks))).toMatchObject([
    { title: "Mine", projectId: null },
  ]);
});

test("edited records and left conversations are removed as well, and the sample can be loaded again", async () => {
  await load(ada);
  await ada.run(async ({ db }) => {
    await db.update(tasks).set({ title: "Renamed" });
    await db.update(conversationParticipants).set({ leftAt: new Date() });
  });
  await ada.invoke(dashboard.removeSample);
  expect(await dashboardFigures(ada)).toMatchObject({ sample: true });
  await load(ada);
  expect(await dashboardFigures(ada)).toMatchObject({ sample: false, ...SPECIFIED });
});

test("the sample is described as long as it is loaded", async () => {
  const describe = async () =>
    (await ada.invoke(dashboard.sampleWorkspace)) as { loadedAt: string | null; records: number };
  expect(await describe()).toEqual({ loadedAt: null, records: 0 });
  await load(ada);
  expect(await describe()).toEqual({ loadedAt: expect.any(String), records: expect.any(Number) });
  const { records } = await describe();
  expect(await ada.invoke(dashboard.removeSample)).toEqual({ removed: records });
  expect(await describe()).toEqual({ loadedAt: null, records: 0 });
});

test("without a sample there is nothing to remove", async () => {
  await expect(ada.invoke(dashboard.removeSample)).rejects.toMatchObject({ code: "not_found" });
});

test("promises found in loaded mail go with it, and the person's own stay", async () => {
  await load(ada);
  const { userId } = ada;
  const { rows } = await owner.query("select id from emails where user_id = $1 limit 1", [userId]);
  await ada.run(({ db }) =>
    db
      .insert(commitments)
      .values([
        aCommitment({ userId, sourceId: rows[0].id }),
        aCommitment({ userId, sourceKind: "own", what: "Call Clara" }),
      ]),
  );
  await ada.invoke(dashboard.removeSample);
  const left = await owner.query("select what from commitments where user_id = $1", [userId]);
  expect(left.rows).toEqual([{ what: "Call Clara" }]);
});
