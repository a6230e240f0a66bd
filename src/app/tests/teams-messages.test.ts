import "../slices.ts";
import { expect, test } from "vitest";
import { postExternalMessage } from "#features/communication/external/post-external-message.ts";
import { messages } from "#features/communication/messages.ts";
import type { MessageOnWire } from "#features/communication/model.ts";
import { messengerInstance, readConversation } from "./messengers.factory.ts";

const { graph, server, aConnected } = await messengerInstance();

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
