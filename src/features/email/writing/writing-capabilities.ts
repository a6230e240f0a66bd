import { z } from "zod";
import { read } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id } from "#platform/capability/wire.ts";
import { configuredModel } from "#platform/model/model.ts";
import { many } from "../organizing/email-selection.ts";
import { Assisted, AssistInput } from "../writing-engine.ts";
import { assistByModel, Writer } from "./assist-writing.ts";
import { DraftStart, startForward, startNew, startReply } from "./build-drafts.ts";
import { ReplyIntents, ReplyIntentsInput, replyIntents } from "./reply-intents.ts";

const WRITING_MS = 65_000;

/** The part of `emails` that begins messages and helps to write them. */
export const writing = {
  startNew: read({
    summary: "Get account and signature for a new message, from the given account or the default one",
    input: z.strictObject({ accountId: Id.nullable().default(null) }),
    output: DraftStart,
    access: "user",
    run: (context: SignedIn, { accountId }) => startNew(context, accountId),
  }),
  startReply: read({
    summary: "Get subject, recipients and category for a reply to an email, with `all` to all its recipients",
    input: z.strictObject({ id: Id, all: z.boolean().default(false) }),
    output: DraftStart,
    access: "user",
    run: (context: SignedIn, input) => startReply(context, input),
  }),
  startForward: read({
    summary: "Get subject and text for a message that forwards emails",
    input: many,
    output: DraftStart,
    access: "user",
    run: (context: SignedIn, { ids }) => startForward(context, ids),
  }),
  replyIntents: read({
    summary: "List finished replies that fit an email, the best one first; `message` is why there are none",
    input: ReplyIntentsInput,
    output: ReplyIntents,
    access: "user",
    run: (context: SignedIn, input) => replyIntents(context, input),
  }),
  assist: read({
    summary:
      "Compose, improve, answer or summarize a text; `result` is the text, `error` the reason if there is none",
    input: AssistInput,
    output: Assisted,
    access: "user",
    ownTransactions: true,
    run: ({ actor, outbound, systemSettings, inTransaction }, input) =>
      assistByModel(
        { actor, outbound, systemSettings, inTransaction },
        input,
        AbortSignal.timeout(WRITING_MS),
      ),
  }),
  writer: read({
    summary: "Get who writes for `assist`: a language model, by its name, or the built-in rules",
    input: z.strictObject({}),
    output: Writer,
    access: "user",
    run: async ({ systemSettings }) => {
      const model = configuredModel(systemSettings);
      return { source: model ? ("model" as const) : ("built-in" as const), name: model?.name ?? null };
    },
  }),
};
