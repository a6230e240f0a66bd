import { beforeEach, expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant.ts";
import type { ChatMessageOnWire } from "../model.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  for (const title of ["Renew the visa", "Order the internet line"])
    await ada.invoke(tasks.create, { title });
});

type Asked = { chatId: string; answer: ChatMessageOnWire };
const ask = async (text: string) =>
  ((await ada.invoke(assistant.ask, { text, timeZone: "Europe/Vienna" })) as Asked).answer;
const shown = ({ proposals }: ChatMessageOnWire) => proposals.map(({ id, inputHash }) => ({ id, inputHash }));
const listed = async () => {
  const { items } = (await ada.invoke(tasks.list, { sort: "title" })) as {
    items: { title: string; status: string; priority: string }[];
  };
  return items.map(({ title, status, priority }) => [title, status, priority]);
};
const BEFORE = [
  ["Order the internet line", "todo", "medium"],
  ["Renew the visa", "todo", "medium"],
];
const TWO = "mark the visa renewal as done, and make the internet line urgent";

test("several requests of a sentence are steps, approved and taken back as one", async () => {
  const answer = await ask(TWO);
  expect(answer.proposals.map(({ summary }) => summary)).toEqual([
    "Complete: 'Renew the visa'",
    "Set the priority to urgent: 'Order the internet line'",
  ]);
  expect(await listed()).toEqual(BEFORE);
  await ada.invoke(assistant.approveAll, { steps: shown(answer) });
  expect(await listed()).toEqual([
    ["Order the internet line", "todo", "urgent"],
    ["Renew the visa", "completed", "medium"],
  ]);
  await ada.invoke(assistant.undo, { id: answer.id });
  expect(await listed()).toEqual(BEFORE);
});

test("if one step fails, none is done", async () => {
  const answer = await ask(TWO);
  const { items } = (await ada.invoke(tasks.list, { text: "internet" })) as { items: { id: string }[] };
  await ada.invoke(tasks.delete, { id: items[0]?.id });
  await expect(ada.invoke(assistant.approveAll, { steps: shown(answer) })).rejects.toThrow();
  expect(await listed()).toEqual([["Renew the visa", "todo", "medium"]]);
});

test("steps of two answers are not approved together", async () => {
  const [first] = shown(await ask(TWO));
  const [, second] = shown(await ask(TWO));
  await expect(ada.invoke(assistant.approveAll, { steps: [first, second] })).rejects.toThrow(
    "These steps belong to several answers",
  );
  expect(await listed()).toEqual(BEFORE);
});

test.each([
  "don't complete the visa renewal",
  "do not create a task called 'Buy milk'",
  "never delete the visa task",
  "don't undo that",
])("'%s' changes nothing and proposes nothing", async (sentence) => {
  const { proposals } = await ask(sentence);
  expect(proposals).toEqual([]);
  expect(await listed()).toEqual(BEFORE);
});

test("of what is not wanted and what is wanted instead only the second is proposed", async () => {
  const { proposals } = await ask("don't delete the visa task, just make it urgent");
  expect(proposals.map(({ summary }) => summary)).toEqual(["Set the priority to urgent: 'Renew the visa'"]);
});

test("a step that is not wanted is left out", async () => {
  const { proposals } = await ask("don't delete the visa task, and mark the internet line as done");
  expect(proposals.map(({ summary }) => summary)).toEqual(["Complete: 'Order the internet line'"]);
});
