import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { askModel, configuredModel } from "#platform/model/model.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import type { BriefingLine } from "../model.ts";
import { phrasingPrompt } from "../prompts.ts";
import { hasSameFacts } from "./check-phrasing.ts";

/** Built-in sentence → the model's phrasing and position; only checked ones. */
export type Phrasing = ReadonlyMap<string, { text: string; place: number }>;

export const NO_PHRASING: Phrasing = new Map();

/** How long to wait for the model. */
const TIMEOUT_MS = 20_000;
const MAX_LINES = 40;
const PARTS = new Set<BriefingLine["part"]>(["summary", "insight"]);

export const usesModel = ({ systemSettings }: Pick<SignedIn, "systemSettings">) =>
  configuredModel(systemSettings) !== null;

/**
 * Has the instance's model order and rephrase the sentences. It has no tools and is not trusted: a sentence whose facts
 * differ from ours keeps our text. Null if the model returned nothing usable; never throws for errors of the model or
 * its network.
 */
export async function phraseBriefing(
  context: SignedIn,
  lines: readonly BriefingLine[],
): Promise<Phrasing | null> {
  const sentences = lines.filter(({ part }) => PARTS.has(part)).slice(0, MAX_LINES);
  if (sentences.length === 0) return null;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let answer = "";
  try {
    const asked = { userId: context.actor.userId, messages: phrasingPrompt(sentences), signal };
    for await (const chunk of askModel(context, asked)) answer += chunk;
  } catch (error) {
    if (error instanceof AppError || error instanceof OutboundError) return null;
    throw error;
  }
  return parsePhrasing(answer, sentences);
}

const Answer = z.array(z.object({ number: z.int(), text: z.string().max(1000) })).max(200);

/** The valid entries of an answer such as [{"number": 2, "text": "…"}]. */
export function parsePhrasing(answer: string, sentences: readonly BriefingLine[]): Phrasing | null {
  const result = Answer.safeParse(parsed(answer));
  if (!result.success) return null;
  const phrasing = new Map<string, { text: string; place: number }>();
  for (const { number, text } of result.data) {
    const sentence = sentences[number - 1];
    if (!sentence || phrasing.has(sentence.text)) continue;
    const titles = sentence.records.map(({ title }) => title);
    const words = text.trim();
    const isTrue = hasSameFacts(words, sentence.text, [...titles, ...titles.map(shortened)]);
    phrasing.set(sentence.text, { text: isTrue ? words : sentence.text, place: phrasing.size });
  }
  return phrasing.size > 0 ? phrasing : null;
}

/** Cut as `quoted` in format-facts.ts cuts long titles. */
const shortened = (title: string) => `${[...title].slice(0, 69).join("")}…`;

/** Finds the JSON array, because models like to add a code fence. */
function parsed(answer: string): unknown {
  const [from, to] = [answer.indexOf("["), answer.lastIndexOf("]")];
  if (from < 0 || to < from) return null;
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    // Not JSON: the built-in sentences are used.
    return null;
  }
}

/** The lines in the model's order and phrasing, followed by the lines that it left out. */
export function withPhrasing(lines: readonly BriefingLine[], phrasing: Phrasing): BriefingLine[] {
  const place = ({ part, text }: BriefingLine, at: number) =>
    (PARTS.has(part) ? phrasing.get(text)?.place : undefined) ?? MAX_LINES + at;
  const parts = [...new Set(lines.map(({ part }) => part))];
  return parts.flatMap((part) =>
    lines
      .map((line, at) => ({ line, at: place(line, at) }))
      .filter(({ line }) => line.part === part)
      .sort((one, other) => one.at - other.at)
      .map(({ line }) => ({
        ...line,
        text: (PARTS.has(part) && phrasing.get(line.text)?.text) || line.text,
      })),
  );
}
