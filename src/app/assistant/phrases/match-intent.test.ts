import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guessIntent, INTENTS, nearestIntents, understand } from "../intents.ts";
import { compilePhrase } from "./compile-phrase.ts";
import { parsePeriod } from "./parse-period.ts";

const SITUATION = { now: new Date("2026-11-18T09:00:00Z"), timeZone: "Europe/Berlin" };
const matchSentence = (sentence: string) => understand(sentence, SITUATION);

/** `intent | sentence | slot=words; slot=words`; `-` is what no intent fits. */
const golden = readFileSync(new URL("golden-sentences.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [meant = "", sentence = "", slots = ""] = line.split(" | ");
    return { meant, sentence, slots: slots === "" ? [] : slots.split("; ") };
  });

test("decision 26: at least 60 intents, each matches its own example", () => {
  expect(INTENTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
  for (const { name, example } of INTENTS)
    expect([example, matchSentence(example)?.intent.name]).toEqual([example, name]);
});

test("300 sentences match the expected intents and slots", () => {
  const found = golden.map(({ meant, sentence, slots }) => {
    const read = matchSentence(sentence);
    const filled = Object.entries(read?.slots ?? {}).map(([slot, words]) => `${slot}=${words}`);
    return { meant, said: read?.intent.name ?? "-", slots, filled };
  });
  const claimed = found.filter(({ said }) => said !== "-");
  const answerable = found.filter(({ meant }) => meant !== "-");
  const right = claimed.filter(({ meant, said }) => meant === said);
  const filledRight = right.flatMap(({ slots, filled }) => filled.filter((each) => slots.includes(each)));
  const figures = {
    intents: { precision: right.length / claimed.length, recall: right.length / answerable.length },
    slots: {
      precision: filledRight.length / claimed.flatMap(({ filled }) => filled).length,
      recall: filledRight.length / answerable.flatMap(({ slots }) => slots).length,
    },
  };
  for (const [name, { precision, recall }] of Object.entries(figures))
    process.stdout.write(
      `${name} of ${golden.length} sentences of ours: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
    );
  expect(golden.length).toBeGreaterThanOrEqual(300);
  for (const { precision, recall } of Object.values(figures)) {
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  }
});

type ExpectedIntent = { meant: string; sentence: string };

/** `a/b`: either is right. */
const sentencesIn = (file: string): ExpectedIntent[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [meant = "", sentence = ""] = line.split(" | ");
      return { meant, sentence };
    });

/**
 * How well free sentences are understood. The first set was written by somebody who had not seen the phrases, and was
 * since used to add some. The second set was written before the last work on the language rules and measured once after
 * it, without being looked at in between: that figure is the honest one. If you add phrases because of these sets,
 * write new ones.
 */
test.each([
  ["by a stranger, used to add phrases", "independent-sentences.txt", 120, 0.88, 0.88],
  ["held out", "held-out-sentences.txt", 60, 0.9, 0.55],
] as const)("sentences %s", (name, file, count, leastPrecision, leastRecall) => {
  const found = sentencesIn(file).map(({ meant, sentence }) => ({
    meant: meant.split("/"),
    said: (matchSentence(sentence) ?? guessIntent(sentence, SITUATION))?.intent.name ?? "-",
    offered: nearestIntents(sentence, 3).map((intent) => intent.name),
  }));
  const answerable = found.filter(({ meant }) => meant[0] !== "-");
  const claimed = found.filter(({ said }) => said !== "-");
  const right = claimed.filter(({ meant, said }) => meant.includes(said));
  const open = answerable.filter(({ said }) => said === "-");
  const offered = open.filter((each) => each.offered.some((intent) => each.meant.includes(intent)));
  const precision = right.length / claimed.length;
  const recall = right.length / answerable.length;
  process.stdout.write(
    `${found.length} sentences ${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; of ${open.length} not understood ${offered.length} are offered\n`,
  );
  expect(found.length).toBeGreaterThanOrEqual(count);
  expect(precision).toBeGreaterThanOrEqual(leastPrecision);
  expect(recall).toBeGreaterThanOrEqual(leastRecall);
});

test("slots are extracted whatever polite words surround them", () => {
  expect(matchSentence("Hey, could you please mark \u201ccall Anna\u201d as done?")?.slots).toEqual({
    item: "call Anna",
  });
  expect(matchSentence("make the lease renewal urgent")?.slots).toEqual({
    item: "lease renewal",
    priority: "urgent",
  });
  expect(matchSentence("Do I have a meeting with Clara Voss next week?")?.slots).toEqual({
    person: "Clara Voss",
    when: "next week",
  });
  expect(matchSentence("send an email to bob@example.com saying we sign tomorrow")?.slots).toEqual({
    person: "bob@example.com",
    text: "we sign tomorrow",
  });
});

test("filler words and typos do not matter", () => {
  for (const [sentence, name] of [
    ["Alright, I was wondering what is overdue right now", "tasks.overdue"],
    ["show my projcets", "projects.list"],
    ["I'd love you to show my drafst, ok?", "emails.drafts"],
  ] as const)
    expect([sentence, matchSentence(sentence)?.intent.name]).toEqual([sentence, name]);
});

test("an unmatched question is guessed if one reading is clearly best, never for intents that change data", () => {
  const guessName = (sentence: string) => guessIntent(sentence, SITUATION)?.intent.name;
  expect(guessName("so which decisions of ours are still open")).toBe("decisions.open");
  expect(guessName("are my integrations all connected")).toBe("integrations.status");
  for (const sentence of [
    "delete all of it, every task",
    "send emails to everybody",
    "zebra quartz",
    "",
    "???",
  ])
    expect([sentence, guessName(sentence)]).toEqual([sentence, undefined]);
});

test("periods are whole days in the person's time zone", () => {
  const days = (words: string) => {
    const { from, to } = parsePeriod(words, SITUATION) ?? {};
    return [from?.toISOString(), to?.toISOString()];
  };
  expect(days("today")).toEqual(["2026-11-17T23:00:00.000Z", "2026-11-18T23:00:00.000Z"]);
  expect(days("this week")).toEqual(["2026-11-15T23:00:00.000Z", "2026-11-22T23:00:00.000Z"]);
  expect(days("the next 3 days")).toEqual(["2026-11-17T23:00:00.000Z", "2026-11-20T23:00:00.000Z"]);
  expect(days("next month")).toEqual(["2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"]);
  expect(days("on Friday")).toEqual(["2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"]);
  expect(parsePeriod("the office", SITUATION)).toBeNull();
});

test("a phrase with an unclosed bracket is rejected", () => {
  expect(() => compilePhrase("show (my|your tasks")).toThrow("')' is missing");
  expect(() => compilePhrase("show my] tasks")).toThrow("ends too early");
});

test("hostile sentences are matched quickly: no pattern backtracks without bound", () => {
  const hostile = [
    "to to ".repeat(150),
    "a".repeat(1000),
    `${"mark it as done ".repeat(60)}!`,
    "( [ { \\ * + ?".repeat(50),
  ];
  for (const sentence of hostile) expect(() => matchSentence(sentence)).not.toThrow();
});
