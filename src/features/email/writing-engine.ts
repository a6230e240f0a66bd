import { z } from "zod";
import type { Salutation } from "./writing/parse-salutation.ts";
import type { ReplyOptions } from "./writing/reply-by-rule.ts";
import { AssistAction, AssistContext } from "./writing-model.ts";

/** The body of the specified function 'email-ai' (MAIL-47). */
export const AssistInput = z.strictObject({
  action: AssistAction,
  /** The mail that is answered, improved or summarized. */
  context: AssistContext.default({ id: null, subject: "", sender: "", recipient: "", body: "" }),
  prompt: z.string().max(4000).default(""),
});

export const Assisted = z.object({
  /** The text; null where `error` says why there is none. */
  result: z.string().nullable(),
  error: z.string().nullable(),
  /** The writer: the built-in rules or a language model. */
  source: z.enum(["built-in", "model"]),
  /** Of `compose`: the first line that begins with 'Subject:', taken from the text (MAIL-77). */
  subject: z.string().nullable(),
  body: z.string().nullable(),
  /** Why the built-in rules wrote it although a model is configured. */
  notice: z.string().nullable(),
});

export type Assisted = z.output<typeof Assisted>;

export type WritingRequest = z.output<typeof AssistInput> & {
  author: string;
  /** How the author greets whom a reply goes to, and closes. */
  salutation: Salutation;
  /** What the author sent before, and whether a program sent the mail. */
  reply: ReplyOptions;
};

/** A writing engine: the built-in rules, or a model with the same four actions. */
export type WritingEngine = {
  source: "built-in" | "model";
  /** Throws an AppError where it cannot. Its text is for people and is never read as a command. */
  write(request: WritingRequest): Promise<string>;
};
