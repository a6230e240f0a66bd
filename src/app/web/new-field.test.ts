import { readFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import type { ContactOnWire } from "#features/contacts/model.ts";
import type { TaskOnWire } from "#features/tasks/model.ts";
import type { AnyField } from "#platform/fields/field-kinds.ts";

/**
 * 'A field is four files' (decision 0066): two resources get additional fields that only their definitions contain, and
 * the columns that a generated migration would add; every interface must support them.
 */
vi.resetModules();
const kinds = await import("#platform/fields/field-kinds.ts");

/** As docs/architecture.md has it. */
const NICKNAME = [
  '...optionalText({ label: "Nickname", max: 60, form: "line", search: "plain" })',
  '...{ vcard: "nickname", merge: "first", shown: "fact" }',
];
const nickname = {
  ...kinds.optionalText({ label: "Nickname", max: 60, form: "line", search: "plain" }),
  ...{ vcard: "nickname", merge: "first", shown: "fact" },
};
const mood = kinds.choice({
  label: "Mood",
  values: ["low", "high"],
  labels: { low: "Tired is fine", high: "Wide awake" },
  initial: "low",
  form: "line",
  search: "none",
});
const outcome = kinds.longText({ label: "Outcome", max: 2000, form: "line", search: "C" });

vi.doMock("#features/contacts/fields.ts", async (original) => {
  const definition = await original<typeof import("#features/contacts/fields.ts")>();
  return { ...definition, contactFields: { ...definition.contactFields, nickname } };
});
vi.doMock("#features/tasks/fields.ts", async (original) => {
  const definition = await original<typeof import("#features/tasks/fields.ts")>();
  return { ...definition, taskFields: { ...definition.taskFields, mood, outcome } };
});
afterAll(() => {
  for (const slice of ["contacts", "tasks"]) vi.doUnmock(`#features/${slice}/fields.ts`);
  vi.resetModules();
});

const { testDatabase } = await import("#platform/testing/test-database.ts");
const { undoLastAction } = await import("#platform/testing/undo-last-action.ts");
const { searchTextOf } = await import("#platform/database/field-columns.ts");
const { formOf } = await import("#platform/fields/field-form.ts");
const { searchedText } = await import("#platform/fields/field-shapes.ts");
const { RecordForm } = await import("#ui/forms/record-form.tsx");
const { describeValue } = await import("#ui/forms/describe-value.ts");
const { PgDialect } = await import("drizzle-orm/pg-core");
const { contactFields } = await import("#features/contacts/fields.ts");
const { taskFields } = await import("#features/tasks/fields.ts");
const { contacts } = await import("#features/contacts/contacts.ts");
const { contactCards } = await import("#features/contacts/contact-cards.ts");
const { storeCards } = await import("#features/contacts/import-vcards.ts");
const { readCards } = await import("#features/contacts/read-vcards.ts");
const { tasks } = await import("#features/tasks/tasks.ts");

const app = await testDatabase();
const { aUser, as, owner } = app;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Carter" }));

/** What the generated migration does. */
const searchOf = (fields: Readonly<Record<string, AnyField>>) =>
  new PgDialect().sqlToQuery(searchTextOf(fields)).sql;
await owner.query(`alter table contacts add nickname text, drop search,
  add search tsvector generated always as (${searchOf(contactFields)}) stored`);
await owner.query(`alter table tasks add mood text not null default 'low', add outcome text, drop search,
  add search tsvector generated always as (${searchOf(taskFields)}) stored`);

type Contact = ContactOnWire & { nickname: string | null };
type Task = TaskOnWire & { mood: string; outcome: string | null };
type List<R> = { items: R[] };

test("the worked example of the architecture page is the field that is tested here", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  for (const line of NICKNAME) expect(page).toContain(line);
});

test("a new field of contacts is created, read, found, changed, compared and undone", async () => {
  const clara = (await ada.invoke(contacts.create, { contactName: "Clara", nickname: " Ace " })) as Contact;
  expect(clara.nickname).toBe("Ace");
  expect(await ada.invoke(contacts.get, { id: clara.id })).toMatchObject({ nickname: "Ace" });
  const found = (await ada.invoke(contacts.list, { text: "ace" })) as List<Contact>;
  expect(found.items.map(({ nickname }) => nickname)).toEqual(["Ace"]);
  const { id, version } = clara;
  expect(await ada.invoke(contacts.update, { id, version, nickname: "Bee" })).toMatchObject({
    nickname: "Bee",
  });
  await expect(ada.invoke(contacts.update, { id, version, nickname: "Cee" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { nickname: "Bee" } },
  });
  expect(await undoLastAction(app, ada, contacts)).toMatchObject({ nickname: "Ace" });
  await expect(
    ada.invoke(contacts.create, { contactName: "Dan", nickname: "x".repeat(61) }),
  ).rejects.toMatchObject({ code: "invalid", details: { fields: { nickname: expect.any(String) } } });
});

test("a new field of contacts is preserved by a merge, its undo, and a vCard export and import", async () => {
  const [first, second] = [
    (await bob.invoke(contacts.create, { contactName: "Dora Diaz" })) as Contact,
    (await bob.invoke(contacts.create, { contactName: "D. Diaz", nickname: "Dee" })) as Contact,
  ];
  expect(await bob.invoke(contacts.merge, { id: first.id, ids: [second.id] })).toMatchObject({
    nickname: "Dee",
  });
  const { text } = (await bob.invoke(contactCards.export)) as { text: string };
  expect(text).toContain("NICKNAME:Dee\r\n");
  const eve = as(await aUser({ fullName: "Eve" }));
  await eve.run((context) => storeCards(context, readCards({ text }).cards));
  expect(((await eve.invoke(contacts.list)) as List<Contact>).items).toMatchObject([{ nickname: "Dee" }]);
  expect(await undoLastAction(app, bob, contacts)).toMatchObject({ id: first.id, nickname: null });
});

test("new fields of tasks are created with and without a value, read, found, changed together and undone", async () => {
  const call = (await ada.invoke(tasks.create, {
    title: "Call Anna",
    mood: "high",
    outcome: "A signed lease",
  })) as Task;
  const walk = (await ada.invoke(tasks.quickAdd, { text: "Walk" })) as Task;
  expect([call.mood, walk.mood, walk.outcome]).toEqual(["high", "low", null]);
  const found = (await ada.invoke(tasks.list, { text: "lease" })) as List<Task>;
  expect(found.items).toMatchObject([{ mood: "high", outcome: "A signed lease" }]);
  const changes = [
    { id: call.id, mood: "low" },
    { id: walk.id, outcome: "Fresh air" },
  ];
  expect(await ada.invoke(tasks.updateMany, { changes })).toMatchObject({
    items: [
      { mood: "low", outcome: "A signed lease" },
      { mood: "low", outcome: "Fresh air" },
    ],
  });
  await undoLastAction(app, ada, tasks);
  expect(await ada.invoke(tasks.get, { id: call.id })).toMatchObject({ mood: "high" });
  expect(await ada.invoke(tasks.get, { id: walk.id })).toMatchObject({ outcome: null });
  await expect(ada.invoke(tasks.create, { title: "Nap", mood: "none" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a new field is in the form, its draft, its differences and its description", async () => {
  const task = (await bob.invoke(tasks.create, { title: "Write to Anna", mood: "high" })) as Task;
  const form = formOf({ ...taskFields, mood, outcome });
  const draft = { ...form.draftOf({ ...task, mood: "high" }), outcome: "An answer" };
  const values = form.valuesOf(draft);
  if (!values) throw new Error("nothing to save");
  expect(form.changeBetween({ ...task, mood: "high" }, values)).toEqual({ outcome: "An answer" });
  const server = { ...task, mood: "low" as const };
  expect(form.differences({ ...task, mood: "high" }, values, server)).toContainEqual({
    field: "mood",
    hasLocalChange: false,
  });
  expect(form.withField(draft, "mood", server)).toMatchObject({ mood: "low", outcome: "An answer" });
  expect(form.initialValues({ title: "Nap" })).toMatchObject({ mood: "low", outcome: null });
  expect(describeValue(form.fields.mood, "low")).toBe("Tired is fine");
  expect(searchedText(form.fields, values)).toContain("An answer");
  const markup = renderToStaticMarkup(
    createElement(RecordForm<typeof form.fields, typeof draft>, {
      fields: form.fields,
      draft,
      onChange: () => {},
      parts: { projectId: () => null },
    }),
  );
  for (const words of ["Mood", "Wide awake", "Outcome", "An answer"]) expect(markup).toContain(words);
});

test("the data export contains the new field, because it reads whole rows", async () => {
  const { rows } = await owner.query(
    "select to_jsonb(c) as row from contacts c where user_id = $1 and deleted_at is null",
    [ada.userId],
  );
  expect(rows).toMatchObject([{ row: { nickname: "Ace" } }]);
});
