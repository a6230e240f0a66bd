import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { messageImporter } from "./bring-messages.ts";
import { calls } from "./calls.ts";
import { conversations } from "./conversations.ts";
import { hearAnswers, purgeTrash } from "./jobs.ts";
import { keepCalls } from "./keep-calls.ts";
import { leaveConversations } from "./leave-conversations.ts";
import { messages } from "./messages.ts";
import { postOutside } from "./post-outside.ts";

export const communication: ImportingSlice = {
  name: "communication",
  resources: [conversations, messages, calls],
  jobs: [hearAnswers, purgeTrash, postOutside, leaveConversations],
  keepers: [keepCalls],
  imports: { importers: [messageImporter] },
};
