import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach } from "#platform/capability/slice.ts";
import { callSweeper } from "./calls/sweep-calls.ts";
import { calls } from "./calls.ts";
import { detachConversations } from "./conversations/detach-conversations.ts";
import { conversations } from "./conversations.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { messageImporter } from "./external/import-messages.ts";
import { postExternalMessage } from "./external/post-external-message.ts";
import { purgeTrash, receiveEmailReplies } from "./jobs.ts";
import { messages } from "./messages.ts";

export const communication: ImportingSlice = {
  name: "communication",
  descriptions,
  resources: [conversations, messages, calls],
  feeds: {
    conversations: feedOfEach(conversations.get, conversations.stats),
    messages: feedOfEach(messages.get),
  },
  jobs: [receiveEmailReplies, purgeTrash, postExternalMessage, detachConversations],
  backgroundServices: [callSweeper],
  imports: { importers: [messageImporter] },
};
