import { beforeEach, expect, test } from "vitest";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant.ts";
import type { Turn } from "../intent.ts";
import type { ChatMessageOnWire } from "../model.ts";
import { ACTS } from "./acts.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

type Asked = { chatId: string; answer: ChatMessageOnWire };
const ask = (text: string, chatId?: string) =>
  ada.invoke(assistant.ask, { text, timeZone: "Europe/Vienna", ...(chatId && { chatId }) }) as Promise<Asked>;
const addTasks = async (...titles: string[]) => {
  for (const title of titles) await ada.invoke(tasks.create, { title });
};
const openTitles = async () => {
  const { items } = (await ada.invoke(tasks.list, { status: ["todo"], sort: "title" })) as {
    items: { title: string }[];
  };
  return items.map(({ title }) => title);
};

test("a record is found by part of its name, anywhere in the sentence", async () => {
  await addTasks("Finish the Q1 budget", "Renew the US visa");
  const { answer } = await ask("Hey, the budget is finally through, so please close that task.");
  expect(answer.cards).toMatchObject([{ title: "Finish the Q1 budget" }]);
  expect(answer.proposal).toMatchObject({ capability: "tasks.update", input: { status: "completed" } });
});

test("what is not understood completely is proposed, and done when it is approved", async () => {
  await addTasks("Compare insurance offers", "Renew the US visa");
  const { answer } = await ask("insurance offers are sorted more or less, so tick that off I suppose");
  expect(await openTitles()).toEqual(["Compare insurance offers", "Renew the US visa"]);
  const { proposal } = answer;
  expect(proposal).toMatchObject({
    capability: "tasks.update",
    summary: "Complete: 'Compare insurance offers'",
  });
  await ada.invoke(assistant.approve, { id: proposal?.id, inputHash: proposal?.inputHash });
  expect(await openTitles()).toEqual(["Renew the US visa"]);
});

test("several records at once are shown before anything happens", async () => {
  await addTasks("Order internet for Lisbon", "Review the Lisbon lease", "Renew the US visa");
  const { answer } = await ask("mark all Lisbon tasks as done");
  expect(answer.cards.map(({ title }) => title).sort()).toEqual([
    "Order internet for Lisbon",
    "Review the Lisbon lease",
  ]);
  expect(answer.proposal).toMatchObject({ capability: "tasks.updateMany", state: "waiting" });
  expect(await openTitles()).toHaveLength(3);
});

test("where two could be meant it asks, and the answer continues the sentence", async () => {
  await addTasks("Call Maria Lopez", "Call Maria Weiss");
  const { chatId, answer } = await ask("hey so that Maria call task, could it wait until Friday?");
  expect(answer.cards).toHaveLength(2);
  expect(answer.proposal ?? null).toBeNull();
  const picked = await ask("the second", chatId);
  const { title, id } = answer.cards[1] ?? {};
  expect(picked.answer).toMatchObject({
    cards: [{ title }],
    proposal: { capability: "tasks.update", input: { id } },
  });
});

test("what no workspace does is refused plainly, and nothing is searched or changed", async () => {
  const { answer } = await ask("order me a taxi to the airport please");
  expect(answer).toMatchObject({
    content: expect.stringMatching(/^I cannot do that/),
    toolCalls: [],
    cards: [],
  });
});

test("a mail that is to be sent waits with its text for approval", async () => {
  const { answer } = await ask(
    "hey, could you get an email over to bob@nordlys.test that the figures are late",
  );
  expect(answer.proposal).toMatchObject({
    capability: "emails.send",
    input: { recipients: ["bob@nordlys.test"], body: "The figures are late." },
  });
  expect(await ada.invoke(emails.list, {})).toMatchObject({ items: [] });
});

test.each(["undo that please", "never mind, change it back", "take back the last action"])(
  "'%s' undoes what the last answer did",
  async (sentence) => {
    await addTasks("Renew the US visa");
    const { chatId } = await ask("complete the task Renew the US visa");
    expect(await openTitles()).toEqual([]);
    expect((await ask(sentence, chatId)).answer.content).toBe("Undone.");
    expect(await openTitles()).toEqual(["Renew the US visa"]);
    expect((await ask(sentence, chatId)).answer.content).toBe("There is nothing to undo.");
  },
);

test("what was only proposed is not undone, and still waits", async () => {
  await addTasks("Compare insurance offers");
  const { chatId } = await ask("insurance offers are sorted more or less, so tick that off I suppose");
  expect((await ask("undo that", chatId)).answer.content).toMatch(/^Nothing was done yet/);
});

test("a vote is never guessed from the rest of the sentence", async () => {
  const turn = { sentence: "put my vote in on the Lisbon office" } as Turn;
  expect(await ACTS["decisions.vote"]?.(turn, { item: "the Lisbon office" })).toEqual({
    text: "Yes, no or abstain?",
    isQuestion: true,
    lacks: "role",
  });
});
