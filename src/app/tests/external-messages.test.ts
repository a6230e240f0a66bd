import "../slices.ts";
import { expect, test } from "vitest";
import { detachConversations } from "#features/communication/conversations/detach-conversations.ts";
import { conversations } from "#features/communication/conversations.ts";
import { postExternalMessage } from "#features/communication/external/post-external-message.ts";
import { messages } from "#features/communication/messages.ts";
import type { MessageOnWire } from "#features/communication/model.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { syncOne } from "#features/integrations/jobs.ts";
import { messengerInstance, readConversation } from "./messengers.factory.ts";

const { slack, graph, server, standIn, enqueued, aConnected } = await messengerInstance();

test("INT-14: Slack channels are imported with history, then new messages, each once and with its author", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.post("C1", "Hello <@U1>, see <https://example.com|the plan> &amp; tell me");
  slack.post("C1", "joined", { subtype: "channel_join" });
  slack.post("C1", "Mine", { user: "U1" });
  slack.behaviour.pageSize = 1;
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 2 });
  const { talk, said } = await readConversation(ada, "#board");
  expect(talk).toMatchObject({ origin: "slack", unreadCount: 0, participants: [ada.userId] });
  expect(said.map(({ senderName, content }) => [senderName, content])).toEqual([
    ["Bob Stone", "Hello @Ada Lovelace, see the plan (https://example.com) & tell me"],
    ["Ada", "Mine"],
  ]);
  slack.post("C1", "One more");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await ada.sync()).toEqual({ count: 0 });
  const later = await readConversation(ada, "#board");
  expect(later.talk.unreadCount).toBe(1);
  expect(later.said.map(({ content }) => content).at(-1)).toBe("One more");
});

test("a message written here is posted there as the user, once, and is not imported again", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.post("C1", "Who is in?");
  const ada = await aConnected("slack");
  await ada.sync();
  const { talk } = await readConversation(ada, "#board");
  const sent = (await ada.invoke(messages.send, {
    conversationId: talk.id,
    content: "I am <in>",
  })) as MessageOnWire;
  expect(sent.externalState).toBe("queued");
  const job = { userId: ada.userId, messageId: sent.id };
  await postExternalMessage.run(server.services, job);
  await postExternalMessage.run(server.services, job);
  expect(slack.channels.get("C1")?.messages.map(({ text, user }) => [user, text])).toEqual([
    ["U2", "Who is in?"],
    ["U1", "I am &lt;in&gt;"],
  ]);
  expect(await ada.sync()).toEqual({ count: 0 });
  const { said } = await readConversation(ada, "#board");
  expect(said.map(({ content, externalState }) => [content, externalState])).toEqual([
    ["Who is in?", null],
    ["I am <in>", "sent"],
  ]);
});

test("INT-14: Slack messages changed, deleted or answered in a thread are updated here", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  const [plan, slip] = [slack.post("C1", "The plan"), slack.post("C1", "A slip")];
  slack.post("C1", "In the thread", { thread_ts: plan });
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 3 });
  const { talk, said } = await readConversation(ada, "#board");
  const answer = said.find(({ content }) => content === "In the thread");
  expect(answer?.replyTo?.content).toBe("The plan");
  slack.edit("C1", plan, "The better plan");
  slack.remove("C1", slip);
  const late = slack.post("C1", "Late answer", { thread_ts: plan });
  expect(await ada.sync()).toEqual({ count: 2 });
  const words = async () => (await readConversation(ada, "#board")).said.map(({ content }) => content);
  expect(await words()).toEqual(["The better plan", "In the thread", "Late answer"]);
  expect((await ada.runs())[0]).toMatchObject({ count: 2, removed: 1 });
  expect(await ada.sync()).toEqual({ count: 0 });

  const sent = (await ada.invoke(messages.send, {
    ...{ conversationId: talk.id, content: "Agreed", replyToId: answer?.id },
  })) as MessageOnWire;
  await postExternalMessage.run(server.services, { userId: ada.userId, messageId: sent.id });
  expect(slack.channels.get("C1")?.messages.at(-1)).toMatchObject({ text: "Agreed", thread_ts: plan });
  slack.remove("C1", late);
  slack.post("C1", "And another", { thread_ts: plan });
  expect(await ada.sync()).toEqual({ count: 1 });
  const left = ["Agreed", "And another", "In the thread", "The better plan"];
  expect((await words()).toSorted()).toEqual(left);
});

test("INT-14: without push, Slack is read again five pages back and in threads of the last day: edits arrive", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  const sentIds = Array.from({ length: 12 }, (_, number) => slack.post("C1", `Word ${number}`));
  const [oldest = "", , , second = "", , , , , , , , newest = ""] = sentIds;
  const inThread = slack.post("C1", "In the thread", { thread_ts: newest });
  const unclear = slack.post("C1", "Unclear", { thread_ts: newest });
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 14 });
  slack.behaviour.pageSize = 2;
  slack.edit("C1", second, "Said better");
  slack.edit("C1", inThread, "Answered better");
  slack.edit("C1", oldest, "Beyond the fifth page");
  expect(await ada.sync()).toEqual({ count: 2 });
  const words = async () => (await readConversation(ada, "#board")).said.map(({ content }) => content);
  expect(await words()).toEqual(expect.arrayContaining(["Said better", "Answered better", "Word 0"]));
  // A message that cannot be read does not count as deleted.
  slack.edit("C1", unclear, 7 as never);
  slack.remove("C1", second);
  expect(await ada.sync()).toEqual({ count: 0 });
  expect((await ada.runs())[0]).toMatchObject({ removed: 1, quarantined: 1 });
  expect(await words()).not.toContain("Said better");
  expect(await words()).toContain("Unclear");
});

test.each(["slack", "teams"] as const)(
  "G16: a post to %s whose response was lost is matched on import, and is one message",
  async (provider) => {
    slack.channels.set("C1", { name: "board", messages: [] });
    slack.wake();
    slack.post("C1", "Who is in?");
    graph.chats.set("19:board", { topic: "#board", messages: [] });
    graph.state.clock = Date.now();
    graph.postInChat("19:board", "Who is in?");
    const ada = await aConnected(provider);
    await ada.sync();
    const { talk } = await readConversation(ada, "#board");
    const send = async () =>
      (await ada.invoke(messages.send, { conversationId: talk.id, content: "I am" })) as MessageOnWire;
    standIn.behaviour.transportFault = "half";
    for (const { id } of [await send(), await send()])
      await postExternalMessage.run(server.services, { userId: ada.userId, messageId: id });
    standIn.clearFaults();
    const states = async () =>
      (await readConversation(ada, "#board")).said.map(({ externalState }) => externalState);
    expect(await states()).toEqual([null, "failed", "failed"]);
    expect(await ada.sync()).toEqual({ count: 0 });
    expect(await states()).toEqual([null, "sent", "sent"]);
    expect(await ada.sync()).toEqual({ count: 0 });
    const there = provider === "slack" ? slack.channels.get("C1") : graph.chats.get("19:board");
    expect(there?.messages).toHaveLength(3);
  },
);

test("a message posted to another messenger cannot be changed only here", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.post("C1", "Who is in?", { user: "U1" });
  const ada = await aConnected("slack");
  await ada.sync();
  const [message] = (await readConversation(ada, "#board")).said;
  const change = { id: message?.id, version: message?.version, content: "Nobody" };
  await expect(ada.invoke(messages.update, change)).rejects.toMatchObject({ code: "conflict" });
});

test("a post that Slack refuses is shown as not posted, and the connection says why", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.post("C1", "Who is in?");
  const ada = await aConnected("slack");
  await ada.sync();
  const { talk } = await readConversation(ada, "#board");
  const sent = (await ada.invoke(messages.send, {
    conversationId: talk.id,
    content: "I am",
  })) as MessageOnWire;
  slack.behaviour.refusal = "token_revoked";
  await postExternalMessage.run(server.services, { userId: ada.userId, messageId: sent.id });
  expect((await readConversation(ada, "#board")).said.at(-1)?.externalState).toBe("failed");
  expect(await ada.row()).toMatchObject({ status: "error", syncState: "needs_you" });
});

test("ROLE-06: nobody can forge a message of another participant in a conversation", async () => {
  const ada = await aConnected("slack");
  const bob = server.as(await server.aUser({ fullName: "Bob" }));
  const { id } = (await ada.invoke(conversations.create, { type: "group", title: "Ours" })) as { id: string };
  const forged = JSON.stringify([{ content: "I resign", author: "Bob", at: new Date() }]);
  for (const person of [ada, bob]) {
    const { rows } = await person.run(({ db }) =>
      db.execute(`select store_outside_messages('${id}', '${forged}'::jsonb, false)`),
    );
    expect(rows).toEqual([]);
  }
});

test("INT-15: after a disconnect imported messages are archived, or deleted", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.post("C1", "Who is in?");
  const ada = await aConnected("slack");
  await ada.sync();
  const disconnected = {
    userId: ada.userId,
    integrationId: (await ada.row()).id ?? "",
    provider: "slack" as const,
  };
  await detachConversations.run(server.services, { ...disconnected, keepData: true });
  const { items } = (await ada.invoke(conversations.list, { isArchived: true })) as { items: unknown[] };
  expect(items).toHaveLength(1);
});

test("INT-15: a full resync imports what could not be read before, and duplicates nothing", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  const longAgo = (Date.now() / 1000 - 30 * 86_400).toFixed(6);
  slack.post("C1", "Unreadable", { ts: longAgo, text: 7 as never });
  slack.post("C1", "Today");
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await ada.runs())[0]).toMatchObject({ quarantined: 1 });
  slack.edit("C1", longAgo, "Readable now");
  expect(await ada.sync()).toEqual({ count: 0 });
  await ada.invoke(integrations.resync, { provider: "slack" });
  expect(enqueued.at(-1)).toMatchObject({
    job: syncOne.name,
    payload: { userId: ada.userId, provider: "slack" },
  });
  await syncOne.run(server.services, { userId: ada.userId, provider: "slack" });
  expect((await ada.runs())[0]).toMatchObject({ count: 1, isFull: true, quarantined: 0 });
  expect((await readConversation(ada, "#board")).said.map(({ content }) => content)).toEqual([
    "Readable now",
    "Today",
  ]);
  const bob = server.as(await server.aUser({ fullName: "Bob" }));
  await expect(bob.invoke(integrations.resync, { provider: "slack" })).rejects.toMatchObject({
    code: "not_found",
  });
});
