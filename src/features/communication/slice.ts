import type { Slice } from "#platform/capability/slice.ts";
import { calls } from "./calls.ts";
import { contactCards } from "./contact-cards.ts";
import { contacts } from "./contacts.ts";
import { conversations } from "./conversations.ts";
import { hearAnswers, purgeTrash } from "./jobs.ts";
import { keepCalls } from "./keep-calls.ts";
import { leaveConversations } from "./leave-conversations.ts";
import { messages } from "./messages.ts";
import { postOutside } from "./post-outside.ts";

export const communication: Slice = {
  name: "communication",
  resources: [conversations, messages, contacts, contactCards, calls],
  jobs: [hearAnswers, purgeTrash, postOutside, leaveConversations],
  keepers: [keepCalls],
};
