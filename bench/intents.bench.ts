import { readFileSync } from "node:fs";
import { assistant } from "#app/assistant/assistant.ts";
import { guessIntent, INTENTS, understand } from "#app/assistant/intents.ts";
import { invoke } from "#platform/capability/execute.ts";
import { withoutTypes } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { quantile, report, timed } from "./support/compare.ts";
import * as fill from "./support/fill-areas.ts";

// P17: from a sentence to its answer without a model, within 150 ms, over 50,000 mails, 10,000 tasks and 5,000 events;
// and how well other people's sentences are understood. The floor is parsing the sentence. `BENCH_PART=0.1 node
// bench/intents.bench.ts` uses a tenth of the rows.

const part = Number(environment.BENCH_PART ?? 1);
const ROUNDS = 5;
const instance = await createBenchInstance([
  fill.fillMailbox(50_000 * part),
  fill.fillDueTasks(10_000 * part),
  fill.fillEventsAroundNow(5_000 * part),
]);
const { ada, services } = instance;
const timeZone = "Europe/Berlin";
const ask = (text: string) =>
  invoke(
    services,
    withoutTypes(assistant.ask),
    { text, timeZone },
    { actor: ada, requestId: crypto.randomUUID(), address: null },
  ) as Promise<{ answer: { toolCalls: { effect: string }[] } }>;

/** Only reading intents: writes start jobs, and a benchmark has no job queue. */
const asked: string[] = [];
for (const { example } of INTENTS) {
  // Examples that need something this instance lacks are skipped.
  const result = await ask(example).catch(() => null);
  if (result?.answer.toolCalls.every(({ effect }) => effect === "read")) asked.push(example);
}

const samples: { sentence: string; milliseconds: number }[] = [];
const floor: number[] = [];
for (let round = 0; round < ROUNDS; round += 1)
  for (const sentence of asked) {
    samples.push({ sentence, milliseconds: await timed(() => ask(sentence)) });
    floor.push(await timed(async () => understand(sentence, { now: new Date(), timeZone })));
  }
report(
  `assistant.ask, ${asked.length} questions`,
  samples.map(({ milliseconds }) => milliseconds),
);
report("  floor: reading the sentence", floor);
const slowest = asked
  .map((sentence) => ({
    sentence,
    median: quantile(
      samples.filter((each) => each.sentence === sentence).map(({ milliseconds }) => milliseconds),
      0.5,
    ),
  }))
  .sort((one, other) => other.median - one.median);
for (const { sentence, median } of slowest.slice(0, 5)) console.log(`  ${median.toFixed(1)} ms  ${sentence}`);

const lines = readFileSync(
  new URL("../src/app/assistant/phrases/independent-sentences.txt", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => line.split(" | "));
const situation = { now: new Date("2026-11-18T09:00:00Z"), timeZone };
const read = lines.map(([expected = "", sentence = ""]) => ({
  expected: expected.split("/"),
  actual: (understand(sentence, situation) ?? guessIntent(sentence, situation))?.intent.name ?? "-",
}));
const claimed = read.filter(({ actual }) => actual !== "-");
const right = claimed.filter(({ expected, actual }) => expected.includes(actual)).length;
const expectedCount = read.filter(({ expected }) => expected[0] !== "-").length;
console.log(
  `  ${read.length} sentences of others: precision ${(right / claimed.length).toFixed(2)}, recall ${(right / expectedCount).toFixed(2)}`,
);
await instance.remove();
