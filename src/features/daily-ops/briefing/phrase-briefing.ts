import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { askModel, configuredModel } from "#platform/model/model.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import type { BriefingLine } from "../model.ts";
import { phrasingPrompt } from "../prompts.ts";
import { hasSameFacts } from "./check-phrasing.ts";

/** Our sentence → how a model puts it, and where; only what passed the check. */
export type Phrasing = ReadonlyMap<string, { text: string; place: number }>;

export const NO_PHRASING: Phrasing = new Map();

/** A briefing is worth waiting for so long. */
const TIMEOUT_MS = 20_000;
const MAX_LINES = 40;
const PARTS = new Set<BriefingLine["part"]>(["summary", "insight"]);

export const usesModel = ({ systemSettings }: Pick<SignedIn, "systemSettings">) =>
  configuredModel(systemSettings) !== null;

/**
 * Has the model of the instance order and phrase the sentences. It has no tools and its words are believed in nothing:
 * a sentence whose facts are not exactly ours stays as we wrote it. Null where the model did not answer with anything
 * that could be used; never throws for what the model or its network does.
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
    for await (const piece of askModel(context, asked)) answer += piece;
  } catch (error) {
    if (error instanceof AppError || error instanceof OutboundError) return null;
    throw error;
  }
  return parsePhrasing(answer, sentences);
}

const Answer = z.array(z.object({ number: z.int(), text: z.string().max(1000) })).max(200);

/** Of an answer such as [{"number": 2, "text": "…"}] what holds. */
export function parsePhrasing(answer: string, sentences: readonly BriefingLine[]): Phrasing | null {
  const said = Answer.safeParse(parsed(answer));
  if (!said.success) return null;
  const phrasing = new Map<string, { text: string; place: number }>();
  for (const { number, text } of said.data) {
    const sentence = sentences[number - 1];
    if (!sentence || phrasing.has(sentence.text)) continue;
    const titles = sentence.records.map(({ title }) => title);
    const words = text.trim();
    const isTrue = hasSameFacts(words, sentence.text, [...titles, ...titles.map(shortened)]);
    phrasing.set(sentence.text, { text: isTrue ? words : sentence.text, place: phrasing.size });
  }
  return phrasing.size > 0 ? phrasing : null;
}

/** As `quoted` in format-facts.ts writes a long one. */
const shortened = (title: string) => `${[...title].slice(0, 69).join("")}…`;

/** Models like to put a fence around what they answer. */
function parsed(answer: string): unknown {
  const [from, to] = [answer.indexOf("["), answer.lastIndexOf("]")];
  if (from < 0 || to < from) return null;
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    // A model that writes no JSON is answered by the built-in phrases.
    return null;
  }
}

/** The lines in the order and the words of the model; those it left out follow, and none is lost. */
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
