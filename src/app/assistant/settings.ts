import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { configuredModel } from "#platform/model/model.ts";
import { callsToday } from "#platform/model/model-budget.ts";
import { modelUseOf } from "./answer-by-model.ts";
import { MODEL_USES } from "./model.ts";
import { assistantSettings } from "./tables.ts";

const Settings = z.object({
  modelUse: z.enum(MODEL_USES),
  /** The language model of this instance; null: none, and the built-in engine alone answers. */
  model: z.string().nullable(),
  callsToday: z.int(),
  callsPerDay: z.int(),
});

/** How a person wants the assistant to work. */
export const settings = resource("assistantSettings", {
  get: read({
    summary:
      "Reads when the assistant asks a language model, which one there is, and how often it was asked today",
    input: z.strictObject({}),
    output: Settings,
    access: "user",
    agents: "hidden",
    run: (context) => settingsOf(context),
  }),
  save: write({
    summary: "Chooses when the assistant asks a language model: where no phrase fits, always, or never",
    input: z.strictObject({ modelUse: z.enum(MODEL_USES) }),
    output: Settings,
    access: "user",
    agents: "hidden",
    run: async (context, { modelUse }) => {
      const { db, actor, now } = context;
      const before = await modelUseOf(context);
      await db
        .insert(assistantSettings)
        .values({ userId: actor.userId, modelUse, updatedAt: now })
        .onConflictDoUpdate({ target: assistantSettings.userId, set: { modelUse, updatedAt: now } });
      context.undoWith({ capability: "assistantSettings.save", input: { modelUse: before } });
      return settingsOf(context);
    },
  }),
});

async function settingsOf(context: SignedIn) {
  const { systemSettings, actor, db } = context;
  return {
    modelUse: await modelUseOf(context),
    model: configuredModel(systemSettings)?.name ?? null,
    callsToday: await callsToday({ inTransaction: (_, run) => run(db) }, actor.userId),
    callsPerDay: systemSettings.current.modelCallsPerDay,
  };
}
