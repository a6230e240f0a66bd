import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { aProject, aTask } from "#features/tasks/factory.ts";
import { projects, tasks } from "#features/tasks/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { search } from "./search.ts";

const { aUser, as, database } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

type Found = { kind: string; id: string; title: string; subtitle: string | null; href: string };
const find = async (text: string, person: Person = ada) =>
  ((await person.invoke(search.query, { text })) as { results: Found[] }).results;
const titles = async (text: string, person?: Person) => (await find(text, person)).map(({ title }) => title);

const { userId } = ada;
const [project] = await ada.run(({ db }) =>
  db
    .insert(projects)
    .values(aProject({ userId, name: "Lisbon office" }))
    .returning(),
);
const [task] = await ada.run(({ db }) =>
  db
    .insert(tasks)
    .values([
      aTask({ userId, title: "Negotiate the contract", projectId: project?.id ?? null }),
      aTask({ userId, title: "Paint the walls", description: "of the office in Lisbon" }),
      aTask({ userId, title: "Lisbon, deleted", deletedAt: new Date() }),
    ])
    .returning(),
);

test("SHELL-42: the palette finds records of every kind and their pages", async () => {
  expect(await find("contract")).toEqual([
    {
      kind: "task",
      id: task?.id,
      title: "Negotiate the contract",
      subtitle: "Lisbon office",
      href: `/tasks?task=${task?.id}`,
    },
  ]);
  expect(await find("lisb off")).toEqual([
    {
      kind: "project",
      id: project?.id,
      title: "Lisbon office",
      subtitle: null,
      href: `/tasks/projects/${project?.id}`,
    },
    expect.objectContaining({ kind: "task", title: "Paint the walls", subtitle: "of the office in Lisbon" }),
  ]);
});

test("SHELL-42: conversations, their messages and contacts are found by participants only", async () => {
  const zoe = as(await aUser({ fullName: "Zoe Quartz" }));
  const contact = { contactName: "Zoe Quartz", contactEmail: zoe.email };
  const { id: contactId } = (await ada.invoke(contacts.create, contact)) as { id: string };
  const conversation = (await ada.invoke(conversations.openWith, { userId: zoe.userId })) as { id: string };
  const message = (await zoe.invoke(messages.send, {
    conversationId: conversation.id,
    content: "Bring the telescope",
  })) as {
    id: string;
  };
  expect(await find("quartz")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: "conversation",
        href: `/communication?conversation=${conversation.id}`,
      }),
      expect.objectContaining({ kind: "contact", href: `/communication?contact=${contactId}` }),
    ]),
  );
  expect(await find("telesc")).toMatchObject([
    { kind: "message", title: "Bring the telescope", href: `/communication?message=${message.id}` },
  ]);
  expect(await titles("telescop quart")).toEqual([]);
  expect(await titles("telescoppe")).toEqual(["Bring the telescope"]);
  expect(await titles("Zoe Quarz")).toContain("Zoe Quartz");
  for (const text of ["quartz", "telescope", "telescoppe"]) expect(await titles(text, bob)).toEqual([]);
});

test("a misspelled word finds the most similar titles", async () => {
  expect(await titles("negotiat teh contrakt")).toEqual(["Negotiate the contract"]);
  expect(await titles("lisbin")).toContain("Lisbon office");
  expect(await titles("xylophone")).toEqual([]);
});

test("junk and deleted mail is never found, however it is spelled", async () => {
  await ada.run(({ db }) =>
    db
      .insert(emails)
      .values([
        anEmail({ userId, subject: "Regatta of the house" }),
        anEmail({ userId, subject: "Regatta of strangers", folder: "junk" }),
        anEmail({ userId, subject: "Regatta of yesterday", deletedAt: new Date() }),
      ]),
  );
  for (const text of ["regatta", "regata"]) expect(await titles(text)).toEqual(["Regatta of the house"]);
  await ada.run(({ db }) => db.delete(emails));
});

test("SHELL-03: Bob finds nothing of Ada's, whether spelled correctly or not", async () => {
  for (const text of ["contract", "contrakt", "lisbon", "lisbin", "e"])
    expect(await find(text, bob)).toEqual([]);
});

test("a connection without a user finds nothing", async () => {
  for (const call of [
    "search_tasks('contract', 9)",
    "search_tasks_fuzzy('contract', 9)",
    "search_projects('lisbon', 9)",
    "search_projects_fuzzy('lisbon', 9)",
    "matching_tasks('contract', 9)",
  ]) {
    const { rows } = await database.pool.query(`select * from ${call}`);
    expect([call, rows]).toEqual([call, []]);
  }
});

test("an empty search finds nothing; odd text is no error", async () => {
  for (const text of [
    "",
    "  ",
    "!!!",
    "' | & ! :* <-> \\",
    "%_",
    "🚀",
    "\u202e",
    "x".repeat(200),
    "a ".repeat(100),
  ])
    expect(await find(text)).toEqual([]);
  await expect(find("x".repeat(201))).rejects.toMatchObject({ code: "invalid" });
});

test("at most twenty results, those with the word in the title first", async () => {
  const carol = as(await aUser());
  const defaults = { userId: carol.userId, description: "budget" };
  const insertTasks = (rows: Partial<typeof tasks.$inferInsert>[]) =>
    carol.run(({ db }) => db.insert(tasks).values(rows.map((row) => aTask({ ...defaults, ...row }))));
  await insertTasks([{ title: "Budget" }]);
  await insertTasks(Array.from({ length: 200 }, (_, index) => ({ title: `Report ${index}` })));
  const found = await titles("budget", carol);
  expect(found).toHaveLength(20);
  expect(found[0]).toBe("Budget");
});

test("SHELL-42: equal matches are sorted by date within each area, with the areas in turn", async () => {
  const dora = as(await aUser());
  const { userId: owner } = dora;
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  await dora.run(async ({ db }) => {
    for (const date of [2, 3, 1])
      await db.insert(tasks).values(aTask({ userId: owner, title: `Pier ${date}`, createdAt: day(date) }));
    await db.insert(projects).values(aProject({ userId: owner, name: "Pier 4", createdAt: day(4) }));
  });
  expect(await titles("pier", dora)).toEqual(["Pier 3", "Pier 4", "Pier 2", "Pier 1"]);
});

test("an old record among two thousand others is found by index, and short words match exactly", async () => {
  const erin = as(await aUser());
  await erin.run(({ db }) =>
    db.execute(
      sql`insert into tasks (user_id, title, status, priority, position, created_at)
        select ${erin.userId}::uuid, 'Letter of day ' || number, 'todo', 'medium', 'a' || number || 'z',
          now() - number * interval '1 minute' from generate_series(1, 2200) number`,
    ),
  );
  expect(await titles("day 2199", erin)).toEqual(["Letter of day 2199"]);
  expect(await titles("of 2199", erin)).toEqual(["Letter of day 2199"]);
  expect(await titles("let of day 2198", erin)).toEqual(["Letter of day 2198"]);
  expect((await titles("letter", erin))[0]).toBe("Letter of day 1");
});

test("decision 0151: the search is limited to some kinds of records", async () => {
  const of = async (...kinds: string[]) =>
    ((await ada.invoke(search.query, { text: "lisbon", kinds })) as { results: Found[] }).results;
  expect(new Set((await of("project")).map(({ kind }) => kind))).toEqual(new Set(["project"]));
  expect(new Set((await of("task", "email")).map(({ kind }) => kind))).not.toContain("project");
});
