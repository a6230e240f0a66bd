import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#platform/capability/errors.ts";
import { asAppError } from "#platform/database/sql-errors.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { tasks } from "./tasks.ts";

const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));

const create = (fields: object) =>
  ada.invoke(tasks.create, { title: "Call Anna", ...fields }) as Promise<TaskOnWire>;

const refused: [string, object][] = [
  ["no title", { title: undefined }],
  ["an empty title", { title: "" }],
  ["a blank title", { title: " \n\u00a0 " }],
  ["a title of 501 characters", { title: "x".repeat(501) }],
  ["a title of a million characters", { title: "x".repeat(1_000_000) }],
  ["a title that is a list", { title: ["Call", "Anna"] }],
  ["a title that is null", { title: null }],
  ["NUL in the title", { title: "Call\u0000Anna" }],
  ["NUL in a tag", { tags: ["a\u0000b"] }],
  ["a hundred thousand tags", { tags: Array.from({ length: 100_000 }, (_, index) => `${index}`) }],
  ["51 tags", { tags: Array.from({ length: 51 }, (_, index) => `${index}`) }],
  ["a tag of 61 characters", { tags: ["x".repeat(61)] }],
  ["tags in one text", { tags: "board, q3" }],
  ["a tag that is a number", { tags: [7] }],
  ["a description of 20,001 characters", { description: "x".repeat(20_001) }],
  ["an unknown status", { status: "done" }],
  ["an unknown priority", { priority: "URGENT" }],
  ["a date that is none", { dueDate: "2026-02-30T00:00:00Z" }],
  ["a day without a time", { dueDate: "2026-03-01" }],
  ["a date beyond the calendar", { dueDate: "9999-12-31T23:59:59-23:59" }],
  ["a date before the calendar", { dueDate: "0000-01-01T00:00:00Z" }],
  ["a project that is no id", { projectId: "'; drop table tasks; --" }],
  ["an owner", { userId: crypto.randomUUID() }],
  ["an unknown field", { constructor: { prototype: {} } }],
];

test.each(refused)("a task with %s is refused as invalid, and nothing is written", async (_, fields) => {
  const count = async () => (await owner.query("select count(*) from tasks")).rows[0].count;
  const before = await count();
  await expect(create(fields).catch((error) => Promise.reject(asAppError(error)))).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(/\S/),
  });
  expect(await count()).toBe(before);
});

test.each([
  ["an id that nobody has", { projectId: crypto.randomUUID() }],
  ["a parent that nobody has", { parentId: crypto.randomUUID() }],
])("%s is not found", async (_, fields) => {
  await expect(create(fields)).rejects.toMatchObject({ code: "not_found" });
});

test("text of every kind is returned as it was written", async () => {
  const texts = [
    "🚀👩‍👩‍👧‍👦🇩🇪",
    "\u202eRTL\u202c שלום مرحبا",
    "e\u0301 ﬁ Å",
    "<script>alert(1)</script>",
    "'; drop table tasks; --",
    '{}[]\\"',
    "x".repeat(500),
    "\u0001\u001b[31m\u007f",
    "👍".repeat(250),
  ];
  for (const title of texts) {
    const task = await create({ title, description: title, tags: [title.slice(0, 60)] });
    expect(task).toMatchObject({ title, description: title, tags: [title.slice(0, 60).trim()] });
    const { id, version } = task;
    expect(await ada.invoke(tasks.update, { id, version, priority: "high" })).toMatchObject({
      title,
      description: title,
    });
  }
});

test("a one-word description too long for an index is saved", async () => {
  const description = "\u{1d7d8}".repeat(9_999);
  expect((await create({ description })).description).toBe(description);
  const long = "ab".repeat(10_000);
  expect((await create({ description: long })).description).toBe(long);
});

test("half a surrogate pair never breaks a write or a read", async () => {
  const task = await create({ title: "half \ud83d", tags: ["\udc00"] });
  const { id, version } = task;
  const changed = ada.invoke(tasks.update, { id, version, title: "low \udc00", tags: ["\ud800"] });
  const outcome = await changed.catch((error) => asAppError(error));
  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "invalid" });
  await ada.invoke(tasks.list, { text: "half \ud83d" });
  await ada.invoke(tasks.quickAdd, { text: "\ud83d tomorrow #\udc00" });
});

const verbs = {
  ...tasks,
  project: projects.create,
  projectUpdate: projects.update,
  projectList: projects.list,
};

test("for any input the answer is a result or an error that a person can act on", async () => {
  const scraps = fc.oneof(
    fc.constantFrom(
      "id",
      "title",
      "ids",
      "changes",
      "status",
      "text",
      "cursor",
      "limit",
      "version",
      "tags",
      "name",
      "timeZone",
    ),
    fc.string({ unit: "grapheme", maxLength: 5 }),
  );
  const values = fc.oneof(
    fc.constantFrom(
      "todo",
      "completed",
      "created",
      "UTC",
      crypto.randomUUID(),
      "2026-03-01T09:00:00Z",
      0,
      -1,
      1e300,
      null,
    ),
    fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text)),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const inputs = fc.dictionary(scraps, fc.oneof(values, fc.array(values, { maxLength: 3 })), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(verbs)),
      fc.oneof(inputs, values),
      async (verb, input) => {
        const outcome = await ada.invoke(verb, input).catch((error) => asAppError(error));
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
      },
    ),
    { numRuns: 300 },
  );
});
