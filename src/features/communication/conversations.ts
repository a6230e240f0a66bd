import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageOf } from "#platform/capability/wire.ts";
import { NewConversation, openConversation, openWithPerson } from "./conversations/open-conversations.ts";
import {
  countConversations,
  findConversation,
  ListConversations,
  listConversations,
  listParticipants,
  listReachable,
} from "./conversations/read-conversations.ts";
import {
  addPeople,
  archiveConversation,
  leaveConversation,
  markRead,
  muteConversation,
  publishTyping,
  removePerson,
  setGoesByEmail,
  updateGroup,
} from "./conversations/update-conversations.ts";
import { Conversation, ENTER_A_TITLE, MAX_PEOPLE, MAX_TITLE, Participant, Reachable } from "./model.ts";

const byId = z.strictObject({ id: Id });

export const conversations = resource("conversations", {
  list: read({
    summary: "List your conversations, most recently active first, with unread counts",
    input: ListConversations,
    output: pageOf(Conversation),
    access: "user",
    run: listConversations,
  }),
  get: read({
    summary: "Get one conversation",
    input: byId,
    output: Conversation,
    access: "user",
    run: (context, { id }) => findConversation(context, id),
  }),
  stats: read({
    summary: "Count your active conversations, up to 1,000, and your unread messages",
    input: z.strictObject({}),
    output: z.object({ activeChats: z.int(), unread: z.int() }),
    access: "user",
    run: countConversations,
  }),
  participants: read({
    summary: "List the participants of a conversation",
    input: byId,
    output: z.object({ people: z.array(Participant) }),
    access: "user",
    run: async (context, { id }) => ({ people: await listParticipants(context, id) }),
  }),
  reachable: read({
    summary: "List the people you can message: from your workspaces, conversations and contacts",
    input: z.strictObject({
      text: z.string().trim().max(200).default(""),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ people: z.array(Reachable) }),
    access: "user",
    run: async (context, { text, limit }) => ({ people: await listReachable(context, text, limit) }),
  }),
  create: write({
    summary: "Open the one direct conversation with a contact, or create a group",
    input: NewConversation,
    output: Conversation,
    example: { type: "group", title: "Board preparation" },
    access: "user",
    run: openConversation,
  }),
  openWith: write({
    summary: "Open the one direct conversation with a person",
    input: z.strictObject({ userId: Id }),
    output: Conversation,
    access: "user",
    run: (context, { userId }) => openWithPerson(context, userId),
  }),
  update: write({
    summary: "Rename a group that you created, or set whether new participants see earlier messages",
    input: z.strictObject({
      id: Id,
      title: z.string().trim().min(1, ENTER_A_TITLE).max(MAX_TITLE).optional(),
      sharesHistory: z.boolean().optional(),
    }),
    output: Conversation,
    access: "user",
    run: updateGroup,
  }),
  mute: write({
    summary: "Mute a conversation until a time, except for mentions; null unmutes it",
    input: z.strictObject({ id: Id, until: Instant.nullable() }),
    output: Conversation,
    access: "user",
    run: (context, { id, until }) => muteConversation(context, id, until),
  }),
  setUsesEmail: write({
    summary:
      "Set whether messages to a contact without an account are sent by email or wait for their account",
    input: z.strictObject({ id: Id, usesEmail: z.boolean() }),
    output: Conversation,
    access: "user",
    run: (context, { id, usesEmail }) => setGoesByEmail(context, id, usesEmail),
  }),
  typing: read({
    summary: "Show the other participants that you are typing; nothing is stored",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await publishTyping(context, id);
      return { id };
    },
  }),
  archive: write({
    summary: "Archive a conversation until its next message",
    input: byId,
    output: Conversation,
    access: "user",
    run: (context, { id }) => archiveConversation(context, id, true),
  }),
  unarchive: write({
    summary: "Restore an archived conversation",
    input: byId,
    output: Conversation,
    access: "user",
    run: (context, { id }) => archiveConversation(context, id, false),
  }),
  addPeople: write({
    summary:
      "Add people to a group that you created; by default the group's setting decides whether they see earlier messages",
    input: z.strictObject({
      id: Id,
      userIds: z.array(Id).min(1, t`Please select somebody`).max(MAX_PEOPLE),
      canSeeHistory: z.boolean().optional(),
    }),
    output: Conversation,
    access: "user",
    run: addPeople,
  }),
  removePerson: destroy({
    summary: "Remove somebody from a group that you created",
    input: z.strictObject({ id: Id, userId: Id }),
    output: Conversation,
    access: "user",
    run: (context, { id, userId }) => removePerson(context, id, userId),
  }),
  leave: destroy({
    summary: "Leave a group; its creator can add people again",
    input: byId,
    output: byId,
    access: "user",
    run: async (context, { id }) => {
      await leaveConversation(context, id);
      return { id };
    },
  }),
  markRead: write({
    summary: "Mark the messages of a conversation as read, all or up to a given time",
    input: z.strictObject({ id: Id, until: Instant.optional() }),
    output: Conversation,
    access: "user",
    run: (context, { id, until }) => markRead(context, id, until ?? context.now),
  }),
});
