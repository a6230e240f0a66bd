import type { WritingEngine } from "../writing-engine.ts";
import { composeByRule } from "./compose-by-rule.ts";
import { improveByRule } from "./improve-by-rule.ts";
import { replyByRule } from "./reply-by-rule.ts";
import { summarizeByRule } from "./summarize-by-rule.ts";

/** The built-in engine: no model, always the same result. */
export const writeByRule: WritingEngine = {
  source: "built-in",
  write: async ({ action, context, prompt, author, reply }) => {
    if (action === "compose") return composeByRule(prompt, author);
    if (action === "improve") return improveByRule(context.body);
    if (action === "reply") return replyByRule(context, prompt, author, reply);
    return summarizeByRule(context.body);
  },
};
