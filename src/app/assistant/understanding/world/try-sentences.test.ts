import { readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { answerSentence, previousAnswerOf } from "../../answer-sentence.ts";
import { buildWorld } from "./build-world.factory.ts";
import { NOW, ZONE } from "./records.ts";
import { type Call, type Outcome, type Score, type Sentence, scoreSentence } from "./score-sentence.ts";
import { at } from "./world-parts.factory.ts";

vi.useFakeTimers({ toFake: ["Date"], now: at(NOW) });
const server = await testDatabase();
const world = await buildWorld(server);
afterAll(() => void vi.useRealTimers());

/** Thrown to end a sentence's transaction: the next one finds the world as it was. */
class Over extends Error {}

const NOTHING: Outcome = { text: "", isQuestion: false, cards: [], calls: [] };

/** What the last of the sentences led to. */
async function outcomeOf({ sentence: last, after = [] }: Sentence): Promise<Outcome> {
  let outcome = NOTHING;
  const run = async (context: SignedIn) => {
    let previous = previousAnswerOf(null);
    for (const sentence of [...after, last]) {
      const calls: Call[] = [];
      const observe = (call: Omit<Call, "isProposed">) => void calls.push({ ...call, isProposed: false });
      const answer = await answerSentence(context, { sentence, timeZone: ZONE, previous, observe });
      for (const one of answer.proposed ?? []) calls.push({ ...one, isProposed: true });
      const cards = answer.cards ?? [];
      outcome = { text: answer.text, isQuestion: answer.isQuestion ?? false, cards, calls };
      previous = previousAnswerOf({ ...answer, cards });
    }
    throw new Over();
  };
  await world.ada.run(run).catch((error: unknown) => {
    if (!(error instanceof Over)) throw error;
  });
  return outcome;
}

const idOf = (key: string) => world.ids.get(key.replace("#", "")) ?? `unknown ${key}`;

async function scoresIn(file: string): Promise<Score[]> {
  const lines = readFileSync(new URL(`sentences/${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const scores: Score[] = [];
  for (const line of lines) {
    const sentence: Sentence = JSON.parse(line);
    scores.push(scoreSentence(sentence.expect, await outcomeOf(sentence), idOf));
  }
  return scores;
}

/**
 * Of sentences in a filled workspace at least this share leads to exactly what a careful assistant would do, and at most
 * this many to a change that was not asked for, with a little room: which of two equal records comes first is chance.
 * Nobody worked on the rules with the sentences of `unseen`.
 */
test.each([
  ["tasks", 0.74, 1],
  ["calendar", 0.74, 1],
  ["day", 0.73, 1],
  ["email", 0.79, 1],
  ["content", 0.58, 1],
  ["people", 0.78, 1],
  ["rest", 0.73, 1],
  ["steps", 0.59, 1],
  ["unseen", 0.73, 2],
])("sentences about %s", { timeout: 900_000 }, async (file, leastRight, mostWrong) => {
  const scores = await scoresIn(file);
  const right = scores.filter(({ isRight }) => isRight).length;
  const wrong = scores.filter(({ hasWrongEffect }) => hasWrongEffect).length;
  process.stdout.write(
    `${file}: ${right} of ${scores.length} right, ${wrong} changes that were not asked for\n`,
  );
  expect(scores.length).toBeGreaterThanOrEqual(200);
  expect(right / scores.length).toBeGreaterThanOrEqual(leastRight);
  expect(wrong).toBeLessThanOrEqual(mostWrong);
});
