import { beforeEach, expect, test } from "vitest";
import { aDocument } from "#features/documents/factory.ts";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { withoutRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant.ts";
import { chats } from "../chats.ts";
import { anAssistantWithModel, call } from "../factory.ts";
import { memories } from "../memories.ts";
import { settings } from "../settings.ts";

const server = await anAssistantWithModel();
const { aUser, as, owner, model, progress, plan, results } = server;

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  Object.assign(model.behaviour, { mode: "answer", plan: undefined });
  model.asked.length = 0;
});

type AskOptions = Parameters<typeof server.ask>[2] & { person?: Person };
const ask = (text: string, { person = ada, ...options }: AskOptions = {}) =>
  server.ask(person, text, options);
const lastResult = () => results().at(-1) ?? "";
const offered = (asked = model.asked[0]) => asked?.tools?.map(({ function: { name } }) => name) ?? [];
const titles = async () =>
  ((await ada.invoke(tasks.list, {})) as { items: { title: string }[] }).items.map(({ title }) => title);

test("A1, A4, A8: a model uses tools step by step, streams, cites its sources, and its answer lists the calls made", async () => {
  await ada.invoke(tasks.create, { title: "Sell the boat", priority: "high" });
  await ada.invoke(memories.create, { content: "I fly on Fridays" });
  plan(
    () => call("tasks_list", {}),
    () => ({ text: "The boat is what presses most [1]. See [9] too." }),
  );
  progress.length = 0;
  const { answer, chatId } = await ask("think hard about what presses on me", { page: "tasks" });
  expect(answer).toMatchObject({
    content: "The boat is what presses most [1]. See too.",
    engine: "tiny",
    isTainted: false,
    cards: [{ kind: "task", title: "Sell the boat", cite: 1 }],
    toolCalls: [{ capability: "tasks.list", effect: "read", input: {}, outcome: "done" }],
    proposals: [],
  });
  expect(progress[0]).toBe("tasks.list");
  expect(progress.some((text) => text.startsWith("The boat is"))).toBe(true);
  const [system] = model.asked[0]?.messages ?? [];
  expect(system?.content).toContain("I fly on Fridays");
  expect(results()[0]).toMatch(/^<material ([0-9a-f-]{36})>[\s\S]*Sell the boat[\s\S]*<\/material \1>$/);
  plan(() => ({ text: "Yes." }));
  await ask("and why would you say so", { chatId });
  expect(model.asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
    "system",
    "user",
    "assistant",
    "user",
  ]);
});

test("G1, A4: the model receives the person's memories and nobody else's, without row-level security", async () => {
  const bob = as(await aUser({ fullName: "Bob Carter" }));
  await bob.invoke(memories.create, { content: "I am allergic to nuts" });
  await ada.invoke(memories.create, { content: "I fly on Fridays" });
  plan(() => ({ text: "Gladly." }));
  await withoutRowLevelSecurity(owner, async () => void (await ask("think hard about my travels")));
  const asked = JSON.stringify(model.asked);
  expect(asked).toContain("I fly on Fridays");
  expect(asked).not.toContain("allergic");
});

test("A7: secrets are not sent to the model and are restored in its answers and proposals", async () => {
  await ada.invoke(tasks.create, { title: "Pay with 4111 1111 1111 1111" });
  let word = "";
  plan(
    () => call("tasks_list", {}),
    (asked) => {
      word = /HIDDEN_CARD_\d+/.exec(JSON.stringify(asked.messages))?.[0] ?? "";
      return call("tasks_create", { title: `Ask the bank about ${word}` });
    },
    () => ({ text: `It is ${word}, and I wrote it down.` }),
  );
  const { answer } = await ask("ponder the card that I pay with", { page: "tasks" });
  expect(word).not.toBe("");
  expect(JSON.stringify(model.asked).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "")).not.toContain(
    "4111",
  );
  expect(answer.content).toContain("It is 4111 1111 1111 1111, and");
  expect(await titles()).toContain("Ask the bank about 4111 1111 1111 1111");
});

test("A7: the built-in engine answers matching phrases; people choose never or always, administrators can disable it", async () => {
  plan(() => ({ text: "I am the model." }));
  expect((await ask("show my tasks")).answer).toMatchObject({
    engine: null,
    content: "You have no open tasks.",
  });
  expect(model.asked).toEqual([]);
  await ada.invoke(settings.save, { modelUse: "always" });
  expect((await ask("show my tasks")).answer).toMatchObject({ engine: "tiny", content: "I am the model." });
  expect(await ada.invoke(settings.get)).toEqual({
    modelUse: "always",
    acceptsReplies: false,
    model: "tiny",
    callsToday: 1,
    callsPerDay: 200,
  });
  await ada.invoke(settings.save, { modelUse: "never" });
  expect((await ask("what would Plato say of it")).answer.engine).toBeNull();
  expect(model.asked).toHaveLength(1);
});

test("tools come from the page, the sentence and the tool finder, never all at once", async () => {
  plan(
    () => call("decisions_list", {}),
    () => call("find_tools", { words: "open decisions to vote on" }),
    () => call("decisions_list", {}),
    () => ({ text: "None." }),
  );
  await ask("ponder my duties", { page: "tasks" });
  expect(offered()).toContain("find_tools");
  expect(offered()).toContain("tasks_list");
  expect(offered().length).toBeLessThanOrEqual(21);
  expect(offered()).not.toContain("decisions_list");
  expect(results()[0]).toContain("There is no tool 'decisions_list' in hand");
  expect(offered(model.asked[2])).toContain("decisions_list");
  expect(lastResult()).toContain('"items":[]');
});

test("own rows are changed immediately, and one button undoes the whole run", async () => {
  plan(
    () => ({
      calls: [
        { name: "tasks_create", input: { title: "Call the bank" } },
        { name: "tasks_create", input: { title: "Call the notary" } },
      ],
    }),
    () => ({ text: "Both are written down." }),
  );
  const { answer } = await ask("the bank and the notary expect to hear from me", { page: "tasks" });
  expect((await titles()).sort()).toEqual(["Call the bank", "Call the notary"]);
  expect(answer).toMatchObject({ canUndo: true, proposals: [] });
  expect(answer.toolCalls.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  await ada.invoke(assistant.undo, { id: answer.id });
  expect(await titles()).toEqual([]);
});

test("issue 26, 4: what is not supported is asked about once; the better answer counts, and marks are stored", async () => {
  await ada.invoke(tasks.create, { title: "Sell the boat", dueDate: "2037-12-05T16:00:00.000Z" });
  plan(
    () => call("tasks_list", {}),
    () => ({ text: "The boat [1] is due on 6 December 2037, says Bob Carter." }),
    () => ({ text: "The boat [1] is due on 5 December 2037, says Bob Carter." }),
  );
  const { answer, chatId } = await ask("ponder the boat", { page: "tasks" });
  expect(answer.content).toBe("The boat [1] is due on 5 December 2037, says Bob Carter.");
  const [mark] = answer.marks;
  expect(answer.marks).toHaveLength(1);
  expect(answer.content.slice(mark?.start, mark?.end)).toBe("Bob Carter");
  expect(model.asked[2]?.messages.at(-1)?.content).toContain("6 December 2037\nBob Carter");
  const { items } = (await ada.invoke(chats.messages, { id: chatId })) as { items: { marks: unknown[] }[] };
  expect(items[0]?.marks).toEqual(answer.marks);
});

test("issue 26, 4: a citation stands only where its record holds the words", async () => {
  await ada.invoke(tasks.create, { title: "Sell the boat", dueDate: "2037-12-05T16:00:00.000Z" });
  await ada.invoke(tasks.create, { title: "Renew the visa", dueDate: "2037-11-20T16:00:00.000Z" });
  plan(
    () => call("tasks_list", {}),
    (asked) => {
      const rows = JSON.stringify(asked.messages.at(-1));
      const boat = /Sell the boat[\s\S]*?cite\\*":(\d)/.exec(rows)?.[1];
      const visa = boat === "1" ? "2" : "1";
      return { text: `One is due on 20 November [${visa}], the boat on 5 December [${visa}] [${boat}].` };
    },
  );
  const { answer } = await ask("ponder both", { page: "tasks" });
  expect(answer).toMatchObject({
    content: "One is due on 20 November [1], the boat on 5 December [2].",
    cards: [
      { title: "Renew the visa", cite: 1 },
      { title: "Sell the boat", cite: 2 },
    ],
    marks: [],
  });
});

test("issue 26, 4: an answer without end is stopped while it comes, and says so", async () => {
  const pieces = Array.from({ length: 2_000 }, () => "You have no tasks at all. ");
  Object.assign(model.behaviour, { mode: "endless", pieces });
  const { answer } = await ask("ponder for ever", { page: "tasks" });
  expect(answer.content.length).toBeLessThan(8_200);
  expect(answer.content).toMatch(
    /at all\.\n\nIt ended early: The answer grew longer than 8000 characters and was stopped\.$/,
  );
  await expect.poll(() => model.state.disconnected).toBe(1);
});

test("limits: an endless run is stopped, and its last step has no tools", async () => {
  plan(() => call("tasks_list", {}));
  const { answer } = await ask("ponder for ever", { page: "tasks" });
  expect(model.asked).toHaveLength(8);
  expect(model.asked[7]?.tools).toBeUndefined();
  expect(answer.content).toBe("I have nothing to say to that.");
});

test("decision 9: if the model fails, the built-in engine answers and says why; completed actions stay", async () => {
  for (const [mode, reason] of [
    [401, "refused its key"],
    [429, "overloaded"],
    ["garbage", "cannot be read"],
  ] as const) {
    Object.assign(model.behaviour, { mode });
    const { answer, notice } = await ask("ponder the boat");
    expect(answer.engine).toBeNull();
    expect(notice).toContain(reason);
  }
  Object.assign(model.behaviour, { mode: "answer" });
  plan(
    () => call("tasks_create", { title: "Half done" }),
    () => {
      model.behaviour.mode = 503;
      return call("tasks_list", {});
    },
  );
  const { answer } = await ask("the half of it, please", { page: "tasks" });
  expect(answer).toMatchObject({ engine: "tiny", canUndo: true });
  expect(answer.content).toContain("It ended early: The language model failed (503)");
  await ada.invoke(assistant.undo, { id: answer.id });
  expect(await titles()).toEqual([]);
});

test("D35: the daily budget is per person and set by the administrator", async () => {
  plan(() => ({ text: "Fine." }));
  await ask("ponder the boat");
  await owner.query("update model_uses set calls = 200 where user_id = $1", [ada.userId]);
  const before = model.asked.length;
  const { answer, notice } = await ask("ponder the boat");
  expect(answer.engine).toBeNull();
  expect(notice).toBe("The language model answers 200 times a day. Tomorrow it does again");
  expect(model.asked).toHaveLength(before);
  const bob = as(await aUser());
  expect((await ask("ponder the boat", { person: bob })).answer.engine).toBe("tiny");
});

test("attached documents are external text: read by the model, summarized by rule without one, only the person's own", async () => {
  const row = aDocument({ userId: ada.userId, title: "Lease" });
  const id = await ada.run(async ({ db }) => {
    const [made] = await db.insert(documents).values(row).returning({ id: documents.id });
    const content = "The lease ends in March. Please sign the new one by Friday.";
    await db.insert(documentTexts).values({ documentId: made?.id ?? "", userId: ada.userId, content });
    return made?.id ?? "";
  });
  plan(
    () => call("find_tools", { words: "create task" }),
    () => call("tasks_create", { title: "Sign" }),
    () => ({ text: "It ends in March." }),
  );
  const { question, answer } = await ask("what is in it", { documentIds: [id] });
  expect(question.attachments).toEqual([{ id, title: "Lease" }]);
  expect(answer).toMatchObject({
    engine: "tiny",
    isTainted: true,
    proposals: [{ capability: "tasks.create" }],
  });
  expect(model.asked[0]?.messages.at(-1)?.content).toMatch(/<material [\s\S]*ends in March/);
  await ada.invoke(settings.save, { modelUse: "never" });
  const { answer: built } = await ask("what is in it", { documentIds: [id] });
  expect(built).toMatchObject({ engine: null, cards: [{ kind: "document", title: "Lease" }] });
  expect(built.content).toContain("Please sign the new one by Friday.");
  const bob = as(await aUser());
  await expect(ask("what is in it", { documentIds: [id], person: bob })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("nobody can attach a document that they cannot read", async () => {
  await expect(ask("what does it say", { documentIds: [crypto.randomUUID()] })).rejects.toMatchObject({
    code: "not_found",
  });
});
