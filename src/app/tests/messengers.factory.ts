import { afterAll, beforeEach } from "vitest";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import type { ConversationOnWire, MessageOnWire } from "#features/communication/model.ts";
import { connectedInstance } from "#features/integrations/factory.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";
import type { Person } from "#platform/testing/test-database.ts";

/** An instance beside the stand-ins of Slack, Microsoft and Google, which are empty before every test. */
export async function messengerInstance() {
  const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
  const { server, standIn, enqueued, aConnected, atEnd } = await connectedInstance([
    slack.api,
    graph.api,
    google.api,
  ]);
  afterAll(atEnd);
  beforeEach(() => {
    for (const each of [slack, graph, google]) each.clear();
    Object.assign(standIn.behaviour, {
      isRevoked: false,
      status: null,
      retryAfter: null,
      invalidAnswer: null,
    });
  });
  return { slack, graph, google, server, standIn, enqueued, aConnected };
}

type Ada = Pick<Person, "invoke">;

export const conversationsOf = async (ada: Ada) =>
  ((await ada.invoke(conversations.list)) as { items: ConversationOnWire[] }).items;
export async function readConversation(ada: Ada, name: string) {
  const conversation = (await conversationsOf(ada)).find((each) => each.name === name);
  if (!conversation) throw new Error(`No conversation is called ${name}`);
  const page = (await ada.invoke(messages.list, { conversationId: conversation.id })) as {
    items: MessageOnWire[];
  };
  return { talk: conversation, said: page.items.toReversed() };
}
