import { beforeEach, expect, test } from "vitest";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../../assistant.ts";
import type { ChatMessageOnWire } from "../../model.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  for (const title of ["Call Maria Lopez", "Call Maria Weiss", "Renew the visa"])
    await ada.invoke(tasks.create, { title });
});

type Asked = { chatId: string; answer: ChatMessageOnWire };
/** What the last of the sentences of one chat is answered with. */
async function chat(...sentences: string[]): Promise<ChatMessageOnWire> {
  let last: Asked | undefined;
  for (const text of sentences) {
    const { chatId } = last ?? {};
    const input = { text, timeZone: "Europe/Vienna", ...(chatId && { chatId }) };
    last = (await ada.invoke(assistant.ask, input)) as Asked;
  }
  if (!last) throw new Error("Nothing was asked");
  return last.answer;
}
const proposed = ({ proposals }: ChatMessageOnWire) => proposals.map(({ summary }) => summary);

const WHICH = "hey so that Maria call task, could it wait until Friday?";

test.each([
  ["the second", "Call Maria Weiss"],
  ["the Lopez one", "Call Maria Lopez"],
  ["Weiss, sorry", "Call Maria Weiss"],
])("'%s' after 'Which one?' goes on with what was asked", async (words, title) => {
  const answer = await chat(WHICH, words);
  const found = answer.cards.map((card) => card.title);
  if (words !== "the second") expect(found).toEqual([title]);
  expect(answer.proposals).toMatchObject([
    { capability: "tasks.update", input: { dueDate: expect.stringContaining("T") } },
  ]);
});

test.each(["yes", "👍", "sounds good", "ok"])("'%s' fills nothing that is missing", async (words) => {
  expect((await chat("add a task", words)).proposals).toEqual([]);
});

test("a correction takes the place of what was proposed", async () => {
  const input = { text: "give the visa task the due date December 18 please", timeZone: "Europe/Vienna" };
  const first = (await ada.invoke(assistant.ask, input)) as Asked;
  const [old] = first.answer.proposals;
  expect(old).toMatchObject({ capability: "tasks.update", state: "waiting" });
  const second = { ...input, text: "no, make that December 21", chatId: first.chatId };
  const { answer } = (await ada.invoke(assistant.ask, second)) as Asked;
  expect(answer.proposals).toMatchObject([
    { capability: "tasks.update", input: { dueDate: expect.stringMatching(/-12-2[01]T/) } },
  ]);
  await expect(
    ada.invoke(assistant.approve, { id: old?.id, inputHash: old?.inputHash }),
  ).rejects.toMatchObject({ message: "This was decided already" });
});

test("the same is asked for another record", async () => {
  const answer = await chat("make the visa renewal urgent please", "same for the Lopez call");
  expect(proposed(answer)).toEqual(["Set the priority to urgent: 'Call Maria Lopez'"]);
});

test("what was left out in the first sentence stays left out", async () => {
  const answer = await chat("mark all tasks as done except the Maria one", "Weiss");
  const changed = answer.proposals.flatMap(({ summary }) => summary);
  expect(changed.join()).not.toContain("Weiss");
});

test("'which of those' is asked of what was shown", async () => {
  await ada.invoke(tasks.create, { title: "Order a cake", dueDate: "2037-11-20T12:00:00Z" });
  const answer = await chat("which tasks mention Maria?", "which of those has no due date?");
  expect(answer.content).toMatch(/^2 of these 2: /);
  expect(answer.cards.map(({ title }) => title).toSorted()).toEqual(["Call Maria Lopez", "Call Maria Weiss"]);
});

test("'no, leave it' dismisses what was proposed, and nothing is done", async () => {
  const input = { text: "give the visa task the due date December 18 please", timeZone: "Europe/Vienna" };
  const { chatId, answer } = (await ada.invoke(assistant.ask, input)) as Asked;
  const stopped = (await ada.invoke(assistant.ask, {
    ...input,
    chatId,
    text: "No, wait, leave it.",
  })) as Asked;
  expect(stopped.answer).toMatchObject({ content: "I leave it as it is.", proposals: [], toolCalls: [] });
  await expect(
    ada.invoke(assistant.approve, { id: answer.proposal?.id, inputHash: answer.proposal?.inputHash }),
  ).rejects.toThrow();
});

test("'him' after a mail is who wrote it, also if he is no contact", async () => {
  await ada.run(({ db }) =>
    db.insert(emails).values(
      anEmail({
        userId: ada.userId,
        subject: "Lease",
        sender: "Marcus Feld <marcus@feld.test>",
        body: "The notice period of the lease is 12 months.",
      }),
    ),
  );
  const answer = await chat(
    "what did Marcus write about the notice period?",
    "tell him that six months are fine",
  );
  expect(answer.proposals).toMatchObject([
    { capability: "emails.send", input: { recipients: ["marcus@feld.test"] } },
  ]);
});
