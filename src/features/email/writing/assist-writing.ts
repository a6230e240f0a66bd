import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { configuredModel, type ModelParts } from "#platform/model/model.ts";
import { MAX_BODY } from "../model.ts";
import { Assisted, type AssistInput, type WritingEngine } from "../writing-engine.ts";
import { NEEDS_CONTENT, NEEDS_PROMPT, splitComposed } from "../writing-model.ts";
import { NO_SALUTATION, type Salutation } from "./parse-salutation.ts";
import { readSalutation } from "./read-salutation.ts";
import { withKnownLinks, writeByModel } from "./write-by-model.ts";
import { writeByRule } from "./write-by-rule.ts";

/** The current writer, with its name if it is a model. */
export const Writer = z.object({ source: Assisted.shape.source, name: z.string().nullable() });

export async function assistWriting(
  { actor, salutation = NO_SALUTATION }: Pick<SignedIn, "actor"> & { salutation?: Salutation },
  input: z.output<typeof AssistInput>,
  engine: WritingEngine = writeByRule,
): Promise<Assisted> {
  const { source } = engine;
  const error = missingInput(input);
  if (error) return { result: null, error, source, subject: null, body: null, notice: null };
  const result = (await engine.write({ ...input, author: actor.fullName, salutation })).slice(0, MAX_BODY);
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
  const salutation = await salutationFor(context, input);
  const author = { actor: context.actor, salutation };
  if (!configuredModel(context.systemSettings) || missingInput(input)) return assistWriting(author, input);
  try {
    return await assistWriting(author, input, modelEngine(context, signal, onText));
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return { ...(await assistWriting(author, input)), notice: error.message };
  }
}

const salutationFor = async (
  { actor, inTransaction }: Writing,
  { action, context: { sender, recipient } }: z.output<typeof AssistInput>,
): Promise<Salutation> =>
  action === "reply"
    ? inTransaction("read", (db) => readSalutation({ db, actor }, recipient || sender))
    : NO_SALUTATION;

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
