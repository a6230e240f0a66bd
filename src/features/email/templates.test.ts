import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { emails } from "./emails.ts";
import { templates } from "./templates.ts";
import type { EmailTemplateOnWire } from "./writing-model.ts";

const server = await testDatabase();
const { aUser, as } = server;
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

const THANKS = { name: "Thanks", subject: "Thank you", body: "It was good to see you." };
const create = async (fields: object = {}, person = ada) =>
  (await person.invoke(templates.create, { ...THANKS, ...fields })) as EmailTemplateOnWire;
const names = async (person = ada) =>
  ((await person.invoke(templates.list)) as { items: EmailTemplateOnWire[] }).items.map(({ name }) => name);

test("TMPL-12, DATA-08: a template has name, subject, body and category, and was never used", async () => {
  expect(await create({ category: "clients" })).toMatchObject({
    ...THANKS,
    userId: ada.userId,
    category: "clients",
    usageCount: 0,
    lastUsed: null,
  });
  await undoLastAction(server, ada, templates);
  expect(await names()).toEqual([]);
});

test("TMPL-10: name, subject and body are required", async () => {
  for (const fields of [{ name: " " }, { subject: "" }, { body: "\n" }])
    await expect(create(fields)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("Name, subject and body are required"),
    });
});

test("TMPL-11, ROLE-06: the user's own, by name", async () => {
  const carol = as(await aUser());
  for (const name of ["Zeta", "alpha", "Éclair", "Beta"]) await create({ name }, carol);
  expect(await names(carol)).toEqual(["alpha", "Beta", "Éclair", "Zeta"]);
  expect(await names(bob)).toEqual([]);
  expect(await carol.invoke(emails.stats)).toMatchObject({ templates: 4 });
});

test("TMPL-08, TMPL-09, TMPL-13: each use increments the count, also concurrently, and sets the date", async () => {
  const { id } = await create();
  await Promise.all([1, 2, 3].map(() => ada.invoke(templates.use, { id })));
  const used = (await ada.invoke(templates.get, { id })) as EmailTemplateOnWire;
  expect(used.usageCount).toBe(3);
  expect(Date.now() - Date.parse(used.lastUsed ?? "")).toBeLessThan(60_000);
  await expect(bob.invoke(templates.use, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("ROLE-07: only the owner can update and delete templates; versions are checked", async () => {
  const { id, version } = await create();
  await expect(bob.invoke(templates.update, { id, version, name: "Bob's" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(bob.invoke(templates.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await ada.invoke(templates.update, { id, version, name: "New" })).toMatchObject({ name: "New" });
  await expect(ada.invoke(templates.update, { id, version, name: "Newer" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { name: "New" } },
  });
});

test("a deleted template is in the trash and can be restored", async () => {
  const { id } = await create({ name: "Gone" });
  await ada.invoke(templates.delete, { id });
  const trash = (await ada.invoke(templates.trash)) as { items: EmailTemplateOnWire[] };
  expect(trash.items.map((item) => item.id)).toContain(id);
  await undoLastAction(server, ada, templates);
  expect(await ada.invoke(templates.get, { id })).toMatchObject({ name: "Gone" });
});
