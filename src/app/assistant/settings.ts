import { eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { configuredModel } from "#platform/model/model.ts";
import { callsToday } from "#platform/model/model-budget.ts";
import { modelFailure } from "#platform/model/model-status.ts";
import { modelUseOf } from "./agent/answer-with-model.ts";
import { MODEL_USES } from "./model.ts";
import { assistantSettings } from "./tables.ts";

const Settings = z.object({
  modelUse: z.enum(MODEL_USES),
  /** Replies to Adjutant's own mails are commands. */
  acceptsReplies: z.boolean(),
  /** The language model of this instance; null: none, and the built-in engine alone answers. */
  model: z.string().nullable(),
  callsToday: z.int(),
  callsPerDay: z.int(),
});

const Status = z.object({
  /** The language model that answers this person; null: the built-in engine alone. */
  model: z.string().nullable(),
  /** Why the model cannot answer now; null if it can, or there is none. */
  failure: z.string().nullable(),
});

/** How a person wants the assistant to work. */
export const settings = resource("assistantSettings", {
  get: read({
    summary:
      "Get when the assistant uses a language model, which model is set up, and how many calls it made today",
    input: z.strictObject({}),
    output: Settings,
    access: "user",
    agents: "hidden",
    run: (context) => settingsOf(context),
  }),
  status: read({
    summary:
      "Check what answers you now: the built-in engine, or a language model and whether it can be reached",
    input: z.strictObject({}),
    output: Status,
    access: "user",
    agents: "hidden",
    ownTransactions: true,
    run: (context) => statusOf(context),
  }),
  save: write({
    summary:
      "Set when the assistant uses a language model, and whether replies to Adjutant's own mails are commands",
    input: z.strictObject({
      modelUse: z.enum(MODEL_USES).optional(),
      acceptsReplies: z.boolean().optional(),
    }),
    output: Settings,
    access: "user",
    agents: "hidden",
    run: async (context, changes) => {
      const { db, actor, now } = context;
      // An API key with write access could make mails commands, which may do more than the key.
      if (changes.acceptsReplies && actor.via === "api_key")
        throw new AppError("forbidden", t`Please sign in to switch this on`);
      const before = await settingsOf(context);
      const modelUse = changes.modelUse ?? before.modelUse;
      const acceptsReplies = changes.acceptsReplies ?? before.acceptsReplies;
      const values = { modelUse, acceptsReplies, updatedAt: now };
      await db
        .insert(assistantSettings)
        .values({ userId: actor.userId, ...values })
        .onConflictDoUpdate({ target: assistantSettings.userId, set: values });
      const undo = {
        ...(changes.modelUse !== undefined && { modelUse: before.modelUse }),
        ...(changes.acceptsReplies !== undefined && { acceptsReplies: before.acceptsReplies }),
      };
      context.undoWith({ capability: "assistantSettings.save", input: undo });
      return settingsOf(context);
    },
  }),
});

async function statusOf(context: SignedIn): Promise<z.output<typeof Status>> {
  const model = configuredModel(context.systemSettings);
  const use = model && (await inOwnTransaction(context, "read", modelUseOf));
  if (!model || use === "never") return { model: null, failure: null };
  return { model: model.name, failure: await modelFailure(context, model) };
}

async function settingsOf(context: SignedIn) {
  const { systemSettings, actor, db } = context;
  const [row] = await db
    .select({ acceptsReplies: assistantSettings.acceptsReplies })
    .from(assistantSettings)
    .where(eq(assistantSettings.userId, actor.userId));
  return {
    modelUse: await modelUseOf(context),
    acceptsReplies: row?.acceptsReplies ?? false,
    model: configuredModel(systemSettings)?.name ?? null,
    callsToday: await callsToday({ inTransaction: (_, run) => run(db) }, actor.userId),
    callsPerDay: systemSettings.current.modelCallsPerDay,
  };
}
