import type { AttentionContribution } from "#features/attention/public/attention-source.ts";
import type { CommandAnswerer } from "#features/daily-ops/public/command-answerer.ts";
import type { Slice } from "#platform/capability/slice.ts";
import { answerSpoken } from "./answer-command.ts";
import { approvalAttention } from "./approvals/find-waiting-approvals.ts";
import { approvals } from "./approvals.ts";
import { assistant as verbs } from "./assistant.ts";
import { chats } from "./chats.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { purgeAssistant, runMailCommands } from "./jobs.ts";
import { memories } from "./memories.ts";
import { assistantRoutes } from "./routes.ts";
import { settings } from "./settings.ts";

export const assistant: Slice & { attention: AttentionContribution; commandAnswerer: CommandAnswerer } = {
  name: "assistant",
  descriptions,
  resources: [verbs, approvals, chats, memories, settings],
  jobs: [purgeAssistant, runMailCommands],
  routes: assistantRoutes,
  attention: approvalAttention,
  commandAnswerer: answerSpoken,
};
