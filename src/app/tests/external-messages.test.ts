import { afterAll, beforeEach, expect, test } from "vitest";
import "../slices.ts";
import { detachConversations } from "#features/communication/conversations/detach-conversations.ts";
import { conversations } from "#features/communication/conversations.ts";
import { postExternalMessage } from "#features/communication/external/post-external-message.ts";
import { messages } from "#features/communication/messages.ts";
import type { ConversationOnWire, MessageOnWire } from "#features/communication/model.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { connectedInstance } from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { syncOne } from "#features/integrations/jobs.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";

const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
const { server, standIn, enqueued, aConnected, atEnd } = await connectedInstance([
  slack.api,
  graph.api,
  google.api,
]);
afterAll(atEnd);
type Ada = Awaited<ReturnType<typeof aConnected>>;

beforeEach(() => {
  for (const each of [slack, graph, google]) each.clear();
  Object.assign(standIn.behaviour, { isRevoked: false, status: null, retryAfter: null, invalidAnswer: null });
});

const conversationsOf = async (ada: Ada) =>
  ((await ada.invoke(conversations.list)) as { items: ConversationOnWire[] }).items;
async function readConversation(ada: Ada, name: string) {
  const conversation = (await conversationsOf(ada)).find((each) => each.name === name);
  if (!conversation) throw new Error(`No conversation is called ${name}`);
  const page = (await ada.invoke(messages.list, { conversationId: conversation.id })) as {
    items: MessageOnWire[];
  };
  return { talk: conversation, said: page.items.toReversed() };
}

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

test("INT-14: Teams chats by name, read from their cursor, and answered as the user", async () => {
  graph.chats.set("19:board", { topic: "Board", messages: [] });
  graph.chats.set("19:bob", { topic: null, messages: [] });
  graph.postInChat("19:board", "<p>Are you <b>there</b>?</p>");
  graph.postInChat("19:bob", "Lunch?");
  const ada = await aConnected("teams");
  await server.owner.query("select 1");
  expect(await ada.sync()).toEqual({ count: 2 });
  const { talk, said } = await readConversation(ada, "Board");
  expect(said.map(({ senderName, content }) => [senderName, content])).toEqual([
    ["Bob Stone", "Are you there?"],
  ]);
  expect((await readConversation(ada, "Bob Stone")).said).toHaveLength(1);
  const sent = (await ada.invoke(messages.send, {
    conversationId: talk.id,
    content: "Yes",
  })) as MessageOnWire;
  await postExternalMessage.run(server.services, { userId: ada.userId, messageId: sent.id });
  graph.postInChat("19:bob", "At one?");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await readConversation(ada, "Board")).said.map(({ content }) => content)).toEqual([
    "Are you there?",
    "Yes",
  ]);
});

test("INT-14: Teams channels with threads, by delta queries; changes, deletions and posts sync both ways", async () => {
  graph.teams.set("t1", {
    name: "Lattice",
    channels: new Map([["19:general@thread.tacv2", { name: "General", roots: [] }]]),
  });
  const publish = (words: string, root?: string) =>
    graph.postInChannel("t1", "19:general@thread.tacv2", words, root);
  const launch = publish("<p>Launch on Friday?</p>");
  const reply = publish("Yes", launch);
  const slip = publish("A slip");
  graph.behaviour.pageSize = 1;
  const ada = await aConnected("teams");
  expect(await ada.sync()).toEqual({ count: 3 });
  const { talk, said } = await readConversation(ada, "Lattice · General");
  const words = async () =>
    (await readConversation(ada, "Lattice · General")).said.map(({ content }) => content);
  expect(said.map(({ content, replyTo }) => [content, replyTo?.content])).toEqual([
    ["Launch on Friday?", undefined],
    ["Yes", "Launch on Friday?"],
    ["A slip", undefined],
  ]);
  graph.edit(reply, "No, on Monday");
  graph.erase(slip);
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await words()).toEqual(["Launch on Friday?", "No, on Monday"]);
  const post = async (content: string, replyToId?: string) => {
    const input = { conversationId: talk.id, content, ...(replyToId && { replyToId }) };
    const sent = (await ada.invoke(messages.send, input)) as MessageOnWire;
    await postExternalMessage.run(server.services, { userId: ada.userId, messageId: sent.id });
    return (await readConversation(ada, "Lattice · General")).said.find(({ id }) => id === sent.id)
      ?.externalState;
  };
  expect([await post("Monday it is"), await post("Fine", said[1]?.id)]).toEqual(["sent", "sent"]);
  const roots = graph.teams.get("t1")?.channels.get("19:general@thread.tacv2")?.roots ?? [];
  expect(roots[0]?.replies.map(({ body }) => body)).toContainEqual({ contentType: "text", content: "Fine" });
  expect(await ada.sync()).toEqual({ count: 0 });
  // The provider forgot the cursor: everything is read again, and nothing is stored twice.
  graph.expireTokens();
  publish("New");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await ada.runs())[0]).toMatchObject({ isFull: true });
  expect(await words()).toHaveLength(5);
});

test("INT-14: changed and deleted messages in Teams chats; unreadable channels block no chat", async () => {
  graph.chats.set("19:board", { topic: "Board", messages: [] });
  const [first, second] = [graph.postInChat("19:board", "At nine"), graph.postInChat("19:board", "A slip")];
  graph.teams.set("t1", { name: "Lattice", channels: new Map() });
  graph.state.mayRead = false;
  const ada = await aConnected("teams");
  expect(await ada.sync()).toEqual({ count: 2 });
  graph.edit(first, "At ten");
  graph.erase(second);
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await readConversation(ada, "Board")).said.map(({ content }) => content)).toEqual(["At ten"]);
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

test.each([
  [
    "gmail",
    () =>
      google.people.push({
        id: "c1",
        resourceName: "people/c1",
        names: [{ displayName: "Clara Voss" }],
        emailAddresses: [{ value: "clara@example.com" }],
        phoneNumbers: [{ value: "+49 40 1234" }],
      }),
  ],
  [
    "outlook",
    () =>
      graph.contacts.push({
        id: "c1",
        displayName: "Clara Voss",
        emailAddresses: [{ address: "clara@example.com" }],
        mobilePhone: "+49 40 1234",
      }),
  ],
] as const)(
  "contacts of %s are imported once, and overwrite nothing written here",
  async (provider, know) => {
    know();
    const ada = await aConnected(provider, ["contacts"]);
    await ada.invoke(contacts.create, { contactName: "My Clara", contactEmail: "clara@example.com" });
    expect(await ada.sync()).toEqual({ count: 1 });
    expect(await ada.sync()).toEqual({ count: 0 });
    const { items } = (await ada.invoke(contacts.list)) as { items: Record<string, unknown>[] };
    expect(items).toEqual([
      expect.objectContaining({ contactName: "My Clara", contactPhone: "+49 40 1234" }),
    ]);
  },
);

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

test.each(["gmail", "outlook"] as const)(
  "contacts of %s whose cursor expired are all read again without duplicates",
  async (provider) => {
    const know = (id: string, name: string) =>
      provider === "gmail"
        ? google.people.push({ id, resourceName: `people/${id}`, names: [{ displayName: name }] })
        : graph.contacts.push({ id, displayName: name });
    know("c1", "Clara Voss");
    know("c2", "Dora Lind");
    google.behaviour.pageSize = 1;
    graph.behaviour.pageSize = 1;
    const ada = await aConnected(provider, ["contacts"]);
    expect(await ada.sync()).toEqual({ count: 2 });
    know("c3", "Emil Brandt");
    google.expireTokens();
    graph.expireTokens();
    expect(await ada.sync()).toEqual({ count: 1 });
    expect((await ada.runs())[0]).toMatchObject({ isFull: true, count: 1 });
    const { items } = (await ada.invoke(contacts.list)) as { items: { contactName: string }[] };
    expect(items.map(({ contactName }) => contactName).toSorted()).toEqual([
      "Clara Voss",
      "Dora Lind",
      "Emil Brandt",
    ]);
  },
);
