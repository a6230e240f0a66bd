import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "./assistant.ts";
import { chats } from "./chats.ts";
import { INTENTS } from "./intents.ts";
import { purgeAssistant } from "./jobs.ts";
import { memories } from "./memories.ts";
import type { ChatMessageOnWire, ChatOnWire } from "./model.ts";

const { aUser, as, owner, services } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [purgeAssistant]);
  atEnd(() => jobs.stop());
  return { jobs };
});

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

type Asked = { chatId: string; question: ChatMessageOnWire; answer: ChatMessageOnWire };
const ask = (text: string, chatId?: string, person = ada) =>
  person.invoke(assistant.ask, {
    text,
    timeZone: "Europe/Berlin",
    ...(chatId && { chatId }),
  }) as Promise<Asked>;
const approve = (proposal: ChatMessageOnWire["proposal"] | undefined, person = ada) =>
  person.invoke(assistant.approve, { id: proposal?.id, inputHash: proposal?.inputHash });
type Listed<T> = { items: T[] };
const titles = async (person = ada) =>
  ((await person.invoke(tasks.list, {})) as Listed<{ title: string }>).items.map(({ title }) => title);

test("decision 7: a command runs the same capability as the screen, and the word undo undoes it", async () => {
  const { chatId, question, answer } = await ask("Create a high priority task to call Anna tomorrow at 3pm");
  expect(question).toMatchObject({
    role: "user",
    content: "Create a high priority task to call Anna tomorrow at 3pm",
  });
  expect(answer).toMatchObject({
    role: "assistant",
    intent: "tasks.create",
    content: expect.stringMatching(/^I created the task 'call Anna', due \w+, \w+ \d+, 15:00\.$/),
    toolCalls: [{ capability: "tasks.quickAdd", effect: "write" }],
    cards: [{ kind: "task", title: "call Anna", href: expect.stringMatching(/^\/tasks\?task=/) }],
    canUndo: true,
  });
  expect(await titles()).toEqual(["call Anna"]);
  const { answer: undone } = await ask("undo", chatId);
  expect(undone.content).toBe("Undone.");
  expect(await titles()).toEqual([]);
  expect((await ask("undo", chatId)).answer.content).toBe("There is nothing to undo.");
});

test("the Undo button does the same as the word, once", async () => {
  const { answer } = await ask("add milk to my list");
  const undone = await ada.invoke(assistant.undo, { id: answer.id });
  expect(undone).toMatchObject({ canUndo: false, undoneAt: expect.any(String) });
  await expect(ada.invoke(assistant.undo, { id: answer.id })).rejects.toMatchObject({ code: "conflict" });
  expect(await titles()).toEqual([]);
});

test("'the task' is none of those with its words in their titles, and a second sentence is no part of a title", async () => {
  await ask("create a task to send the task list to Tom");
  const { answer: which } = await ask("set the task to done please");
  expect(which.canUndo).toBe(false);
  expect(which.content).toBe("Which task?");
  expect((await ask("task deadlines Friday. Go.")).answer).toMatchObject({ canUndo: false });
  expect(await titles()).toEqual(["send the task list to Tom"]);
  await ask("create a task to call Dr. Lee about Mr. Kim");
  const { answer: done } = await ask("mark call Dr. Lee about Mr. Kim as done");
  expect(done).toMatchObject({ content: "'call Dr. Lee about Mr. Kim' is completed.", canUndo: true });
});

test("an ambiguous command lists choices; the second picks one, and it then refers to the shown record", async () => {
  await ask("create a task to review the budget of the north");
  await ask("create a task to review the budget of the south");
  const { chatId, answer } = await ask("mark review the budget as done");
  expect(answer.content).toContain("Which one?");
  expect(answer.cards).toHaveLength(2);
  const second = answer.cards[1]?.title ?? "";
  const done = await ask("the second", chatId);
  expect(done.answer.content).toBe(`'${second}' is completed.`);
  const urgent = await ask("make it urgent", chatId);
  expect(urgent.answer.content).toBe(`'${second}' has urgent priority now.`);
});

test("D33: a deletion waits for approval, runs once exactly as shown, and can be undone", async () => {
  await ask("create a task to sell the boat");
  const { answer } = await ask("delete the task sell the boat");
  expect(answer.proposal).toMatchObject({
    capability: "tasks.delete",
    state: "waiting",
    summary: "Move the task 'sell the boat' to the trash",
  });
  expect(await titles()).toEqual(["sell the boat"]);
  const forged = { ...answer.proposal, inputHash: "0".repeat(64) } as ChatMessageOnWire["proposal"];
  await expect(approve(forged)).rejects.toMatchObject({
    message: "This changed since it was shown. Ask for it again",
  });
  const approved = (await approve(answer.proposal)) as ChatMessageOnWire;
  expect(approved).toMatchObject({ proposal: { state: "done" }, canUndo: true });
  expect(await titles()).toEqual([]);
  await expect(approve(answer.proposal)).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(assistant.undo, { id: answer.id });
  expect(await titles()).toEqual(["sell the boat"]);
});

test("D33: nothing is sent before approval; dismissed or expired proposals are never sent", async () => {
  const { answer } = await ask("send an email to bob@example.com saying the budget is approved");
  expect(answer.proposal).toMatchObject({
    capability: "emails.send",
    input: { recipients: ["bob@example.com"], subject: "The budget is approved" },
  });
  const written = (await ada.invoke(emails.list, {})) as Listed<{ status: string }>;
  expect(written.items).toEqual([]);
  await ada.invoke(assistant.dismiss, { id: answer.proposal?.id });
  await expect(approve(answer.proposal)).rejects.toMatchObject({
    message: "This was decided already",
  });
  const later = await ask("send an email to bob@example.com saying we meet at three");
  await owner.query("update assistant_proposals set expires_at = now() - interval '1 second' where id = $1", [
    later.answer.proposal?.id,
  ]);
  await expect(approve(later.answer.proposal)).rejects.toMatchObject({
    message: "This proposal has expired: ask for it again",
  });
  const { items } = (await ada.invoke(emails.list, {})) as Listed<{ status: string }>;
  expect(items).toEqual([]);
});

test("nobody else can approve, undo or read: Bob finds nothing of Ada's", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  await ask("create a task to buy a ring");
  const { chatId, answer } = await ask("delete the task buy a ring");
  await expect(approve(answer.proposal, bob)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(bob.invoke(assistant.undo, { id: answer.id })).rejects.toMatchObject({ code: "not_found" });
  await expect(ask("hello", chatId, bob)).rejects.toMatchObject({ code: "not_found" });
  expect((await ask("show my tasks", undefined, bob)).answer.content).toBe("You have no open tasks.");
  expect((await ask("find ring", undefined, bob)).answer.cards).toEqual([]);
});

test("every example is answered without an error, in an empty instance and in one with data", async () => {
  const failed: string[] = [];
  for (const isFull of [false, true]) {
    if (isFull) await furnish();
    for (const { name, example } of INTENTS) {
      const { answer } = await ask(example).catch((error: Error) => {
        failed.push(`${example}: ${error.message}`);
        return { answer: { intent: name, content: "failed" } };
      });
      expect([example, answer.intent]).toEqual([example, name]);
      expect(answer.content).not.toBe("");
    }
  }
  expect(failed).toEqual([]);
});

async function furnish() {
  const anna = { contactName: "Anna", contactEmail: "anna@example.com", contactPhone: "+43 1 234" };
  await ada.invoke(contacts.create, anna);
  await ada.invoke(contacts.create, { contactName: "Bob", contactEmail: "bob@example.com" });
  await ada.invoke(workspaces.create, { name: "Board" });
  await ask("create a task to call Anna");
  await ask("create a project called Launch");
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  const endTime = new Date(Date.now() + 7_200_000).toISOString();
  await ada.invoke(events.create, { title: "Board meeting", startTime, endTime });
}

test("answers come from the person's own rows: calendar, people, free hours", async () => {
  await furnish();
  const { answer: next } = await ask("when is my next meeting?");
  expect(next).toMatchObject({
    content: expect.stringMatching(/^'Board meeting' begins in (59|60) minutes, at \d\d:\d\d\.$/),
    cards: [{ kind: "event", title: "Board meeting" }],
  });
  const { answer: phone } = await ask("what is the phone number of Anna?");
  expect(phone.cards).toMatchObject([{ title: "Anna", subtitle: "anna@example.com, +43 1 234" }]);
  const { answer: busy } = await ask("how many meetings do I have in the next 2 days?");
  expect(busy.content).toMatch(/^You have 1 event the next 2 days, 1 hour altogether\.$/);
});

test("C7: an event created by the assistant records the sentence and the reason", async () => {
  await ask("schedule a meeting with Anna tomorrow at 3 pm");
  const { items } = (await ada.invoke(events.upcoming, {})) as Listed<unknown>;
  const quote = "schedule a meeting with Anna tomorrow at 3 pm";
  expect(items).toMatchObject([{ createdByAi: true, createdFrom: { quote, reason: expect.any(String) } }]);
});

test("free hours are within the person's working day; missing text is asked for, not drafted", async () => {
  const hours = { workingDays: [1, 2, 3, 4, 5, 6, 0], secondTimeZone: null, version: 0 };
  await ada.invoke(calendarSettings.save, { ...hours, workFrom: 600, workTo: 720 });
  expect((await ask("when am I free tomorrow?")).answer.content).toBe(
    "You are free tomorrow: 10:00 to 12:00.",
  );
  const { answer } = await ask("write a new email to bob@example.com");
  expect(answer.content).toMatch(/^What is it about\?/);
  expect(((await ada.invoke(emails.list, {})) as Listed<unknown>).items).toEqual([]);
});

test("a sentence without a matching intent searches everywhere and says so if nothing is found", async () => {
  await ask("create a task to paint the lighthouse");
  const { answer } = await ask("lighthouse");
  expect(answer).toMatchObject({
    intent: "search.find",
    cards: [{ kind: "task", title: "paint the lighthouse" }],
  });
  expect((await ask("xyzzy plugh")).answer.content).toMatch(
    /^I do not understand that without a language model/,
  );
  expect((await ask("write me a sonnet")).answer.content).toMatch(/^I cannot do that/);
});

test("chats are saved, found, renamed, deleted and restored; messages are listed newest first", async () => {
  const { chatId } = await ask("what can you do?");
  await ask("hello", chatId);
  const list = async (text = "") => ((await ada.invoke(chats.list, { text })) as Listed<ChatOnWire>).items;
  expect(await list("can you")).toMatchObject([{ id: chatId, title: "what can you do?" }]);
  expect(await list("Hello Ada")).toMatchObject([{ id: chatId }]);
  expect(await list("100%")).toEqual([]);
  const { items } = (await ada.invoke(chats.messages, { id: chatId })) as Listed<ChatMessageOnWire>;
  expect(items.map(({ role, content }) => [role, content.slice(0, 11)])).toEqual([
    ["assistant", "Hello Ada. "],
    ["user", "hello"],
    ["assistant", "I answer fr"],
    ["user", "what can yo"],
  ]);
  await ada.invoke(chats.rename, { id: chatId, title: "Questions" });
  await ada.invoke(chats.delete, { id: chatId });
  expect(await list()).toEqual([]);
  await expect(ask("hello", chatId)).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(chats.restore, { id: chatId });
  expect(await list()).toMatchObject([{ id: chatId, title: "Questions" }]);
});

test("A5: memories can be read, changed, deleted and restored", async () => {
  await ask("remember that I fly on Fridays");
  const list = async () =>
    ((await ada.invoke(memories.list, {})) as Listed<{ id: string; content: string }>).items;
  const [fact] = await list();
  expect(fact?.content).toBe("I fly on Fridays");
  expect((await ask("what do you remember?")).answer.content).toBe("• I fly on Fridays");
  await ada.invoke(memories.update, { id: fact?.id, content: "I fly on Mondays" });
  await ada.invoke(memories.delete, { id: fact?.id });
  expect(await list()).toEqual([]);
  await ada.invoke(memories.restore, { id: fact?.id });
  expect((await ask("forget that I fly")).answer.content).toBe("Forgotten: 'I fly on Mondays'.");
  await ada.invoke(memories.create, { content: "Bob is allergic to nuts" });
  expect(await list()).toMatchObject([{ content: "Bob is allergic to nuts" }]);
});

test("rows deleted 30 days ago are purged", async () => {
  const { chatId } = await ask("hello");
  await ada.invoke(chats.delete, { id: chatId });
  await owner.query("update assistant_chats set deleted_at = now() - interval '31 days' where id = $1", [
    chatId,
  ]);
  await purgeAssistant.run(services, {});
  const { rows } = await owner.query("select 1 from assistant_messages where chat_id = $1", [chatId]);
  expect(rows).toEqual([]);
});

test("the list of abilities names what the engine can do", async () => {
  const { abilities } = (await ada.invoke(assistant.abilities, {})) as { abilities: { example: string }[] };
  expect(abilities).toHaveLength(INTENTS.length);
});

test("'What needs me?' is answered from the list of what needs the person, each item with its link", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  expect((await ask("What needs me?", undefined, eve)).answer.content).toBe("Nothing needs you now.");
  const { id } = (await eve.invoke(tasks.create, {
    title: "Sign the lease",
    dueDate: "2024-05-05T10:00:00Z",
  })) as { id: string };
  expect((await ask("what should I do first?", undefined, eve)).answer).toMatchObject({
    content: "One thing needs you. First: 'Sign the lease'. This task is overdue.",
    cards: [
      {
        kind: "task",
        id,
        title: "Sign the lease",
        subtitle: "This task is overdue",
        href: `/tasks?task=${id}`,
      },
    ],
  });
});
