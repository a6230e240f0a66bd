import type { SignedIn } from "#platform/capability/context.ts";
import { askModel, type ModelParts } from "#platform/model/model.ts";
import { MAX_BODY } from "../model.ts";
import { writingPrompt } from "../prompts.ts";
import type { WritingRequest } from "../writing-engine.ts";

/** The text of a model as it is generated. It is for a person to read and send; nothing ever acts on it. */
export async function* writeByModel(
  parts: ModelParts,
  userId: SignedIn["actor"]["userId"],
  request: WritingRequest,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let size = 0;
  for await (const text of askModel(parts, { userId, messages: writingPrompt(request), signal })) {
    size += text.length;
    if (size > MAX_BODY) return;
    yield withoutHidden(text);
  }
}

/** Removes invisible characters, which could hide data (security.md D32). */
const withoutHidden = (text: string): string =>
  text.replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\p{Cc}]/gu, (sign) =>
    sign === "\n" || sign === "\t" ? sign : "",
  );

/** Keeps only links that the mail or the request contains exactly: any other could leak data (security.md D32). */
export function withKnownLinks(text: string, { context, prompt }: WritingRequest): string {
  const known = `${context.subject} ${context.body} ${prompt}`;
  return text.replaceAll(/\b(?:https?:\/\/|www\.)[^\s<>()[\]"']+/gi, (link) =>
    known.includes(link.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")) ? link : "[link left out]",
  );
}
