import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { configuredModel, type ModelParts } from "#platform/model/model.ts";
import { MAX_BODY } from "../model.ts";
import { Assisted, type AssistInput, type WritingEngine } from "../writing-engine.ts";
import { NEEDS_CONTENT, NEEDS_PROMPT, splitComposed } from "../writing-model.ts";
import { NO_SALUTATION } from "./parse-salutation.ts";
import { readSentSamples, salutationOf } from "./read-sent-samples.ts";
import { type ReplyOptions, repliesTo } from "./reply-by-rule.ts";
import { isAutomaticEmail, NO_REPLY } from "./reply-intents.ts";
import { withKnownLinks, writeByModel } from "./write-by-model.ts";
import { writeByRule } from "./write-by-rule.ts";

/** The current writer, with its name if it is a model. */
export const Writer = z.object({ source: Assisted.shape.source, name: z.string().nullable() });

export async function assistWriting(
  { actor, reply = {} }: Pick<SignedIn, "actor"> & { reply?: ReplyOptions },
  input: z.output<typeof AssistInput>,
  engine: WritingEngine = writeByRule,
): Promise<Assisted> {
  const { source } = engine;
  const error = missingInput(input);
  if (error) return { result: null, error, source, subject: null, body: null, notice: null };
  const salutation = reply.samples ? salutationOf(reply.samples) : NO_SALUTATION;
  const written = await engine.write({ ...input, author: actor.fullName, salutation, reply });
  const result = written.slice(0, MAX_BODY);
  if (result === "" && input.action === "reply")
    return { result: null, error: reasonFor(input, reply), source, subject: null, body: null, notice: null };
  const parts = input.action === "compose" ? splitComposed(result) : { subject: null, body: result };
  return { result, error: null, source, ...parts, notice: null };
}

type Writing = Pick<SignedIn, "actor"> & ModelParts;
type OnText = (text: string) => Promise<void> | void;

/**
 * Writes with this instance's model, if any, streaming pieces to `onText`; where that fails, the built-in rules write,
 * and `notice` states why (decision 9).
 */
export async function assistByModel(
  context: Writing,
  input: z.output<typeof AssistInput>,
  signal: AbortSignal,
  onText: OnText = () => {},
): Promise<Assisted> {
  const author = { actor: context.actor, reply: await replyOptionsFor(context, input) };
  const isByRule = missingInput(input) !== null || isLeftToRules(input, author.reply);
  if (!configuredModel(context.systemSettings) || isByRule) return assistWriting(author, input);
  try {
    return await assistWriting(author, input, modelEngine(context, signal, onText));
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return { ...(await assistWriting(author, input)), notice: error.message };
  }
}

/** Frauds, threats and mails of programs never reach a model: their text could make it promise what they want. */
const isLeftToRules = (
  { action, context, prompt }: z.output<typeof AssistInput>,
  reply: ReplyOptions,
): boolean => {
  if (action !== "reply") return false;
  const { none, choices } = repliesTo(context, "", reply);
  if (none === "extortion" || none === "phishing") return true;
  return (none === "automatic" && prompt.trim() === "") || choices[0]?.intent === "verify";
};

const replyOptionsFor = async (
  { actor, inTransaction }: Writing,
  { action, context: { id, sender, recipient } }: z.output<typeof AssistInput>,
): Promise<ReplyOptions> =>
  action === "reply"
    ? inTransaction("read", async (db) => ({
        samples: await readSentSamples({ db, actor }, recipient || sender),
        isAutomatic: id !== null && (await isAutomaticEmail({ db, actor }, id)),
      }))
    : {};

/** Why there is no draft. */
const reasonFor = ({ context }: z.output<typeof AssistInput>, reply: ReplyOptions): string =>
  NO_REPLY[repliesTo(context, "", reply).none ?? "nothing"];

const modelEngine = (context: Writing, signal: AbortSignal, onText: OnText): WritingEngine => ({
  source: "model",
  write: async (request) => {
    let fullText = "";
    for await (const text of writeByModel(context, context.actor.userId, request, signal)) {
      fullText += text;
      await onText(text);
    }
    if (fullText.trim() === "") throw new AppError("upstream", t`The language model said nothing`);
    return withKnownLinks(fullText, request).trim();
  },
});

function missingInput({ action, context, prompt }: z.output<typeof AssistInput>): string | null {
  if (action === "compose") return prompt.trim() === "" ? NEEDS_PROMPT : null;
  return context.body.trim() === "" ? NEEDS_CONTENT : null;
}
