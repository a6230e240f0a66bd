import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guessIntent, INTENTS, nearestIntents, understand } from "../intents.ts";
import { compilePhrase } from "./compile-phrase.ts";
import { parsePeriod } from "./parse-period.ts";

const SITUATION = { now: new Date("2026-11-18T09:00:00Z"), timeZone: "Europe/Berlin" };
const understood = (sentence: string) => understand(sentence, SITUATION);

/** `intent | sentence | slot=words; slot=words`; `-` is what no intent fits. */
const golden = readFileSync(new URL("golden-sentences.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [meant = "", sentence = "", slots = ""] = line.split(" | ");
    return { meant, sentence, slots: slots === "" ? [] : slots.split("; ") };
  });

test("decision 26: at least 60 intents, each with an example that it understands itself", () => {
  expect(INTENTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
  for (const { name, example } of INTENTS)
    expect([example, understood(example)?.intent.name]).toEqual([example, name]);
});

test("300 sentences are understood as they are meant, with what they are about", () => {
  const found = golden.map(({ meant, sentence, slots }) => {
    const read = understood(sentence);
    const filled = Object.entries(read?.slots ?? {}).map(([slot, words]) => `${slot}=${words}`);
    return { meant, said: read?.intent.name ?? "-", slots, filled };
  });
  const claimed = found.filter(({ said }) => said !== "-");
  const wanted = found.filter(({ meant }) => meant !== "-");
  const right = claimed.filter(({ meant, said }) => meant === said);
  const filledRight = right.flatMap(({ slots, filled }) => filled.filter((each) => slots.includes(each)));
  const figures = {
    intents: { precision: right.length / claimed.length, recall: right.length / wanted.length },
    slots: {
      precision: filledRight.length / claimed.flatMap(({ filled }) => filled).length,
      recall: filledRight.length / wanted.flatMap(({ slots }) => slots).length,
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

type Said = { meant: string; sentence: string };

/** `a/b`: either is right. */
const sentencesIn = (file: string): Said[] =>
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
    said: (understood(sentence) ?? guessIntent(sentence, SITUATION))?.intent.name ?? "-",
    offered: nearestIntents(sentence, 3).map((intent) => intent.name),
  }));
  const wanted = found.filter(({ meant }) => meant[0] !== "-");
  const claimed = found.filter(({ said }) => said !== "-");
  const right = claimed.filter(({ meant, said }) => meant.includes(said));
  const open = wanted.filter(({ said }) => said === "-");
  const offered = open.filter((each) => each.offered.some((intent) => each.meant.includes(intent)));
  const precision = right.length / claimed.length;
  const recall = right.length / wanted.length;
  process.stdout.write(
    `${found.length} sentences ${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; of ${open.length} not understood ${offered.length} are offered\n`,
  );
  expect(found.length).toBeGreaterThanOrEqual(count);
  expect(precision).toBeGreaterThanOrEqual(leastPrecision);
  expect(recall).toBeGreaterThanOrEqual(leastRecall);
});

test("what a sentence is about is cut out of it, whatever courtesies surround it", () => {
  expect(understood("Hey, could you please mark \u201ccall Anna\u201d as done?")?.slots).toEqual({
    item: "call Anna",
  });
  expect(understood("make the lease renewal urgent")?.slots).toEqual({
    item: "lease renewal",
    priority: "urgent",
  });
  expect(understood("Do I have a meeting with Clara Voss next week?")?.slots).toEqual({
    person: "Clara Voss",
    when: "next week",
  });
  expect(understood("send an email to bob@example.com saying we sign tomorrow")?.slots).toEqual({
    person: "bob@example.com",
    text: "we sign tomorrow",
  });
});

test("words that say nothing and slips of the pen do not matter", () => {
  for (const [sentence, name] of [
    ["Alright, I was wondering what is overdue right now", "tasks.overdue"],
    ["show my projcets", "projects.list"],
    ["I'd love you to show my drafst, ok?", "emails.drafts"],
  ] as const)
    expect([sentence, understood(sentence)?.intent.name]).toEqual([sentence, name]);
});

test("a question that fits no phrase is guessed where one reading stands out, never what changes something", () => {
  const guessed = (sentence: string) => guessIntent(sentence, SITUATION)?.intent.name;
  expect(guessed("so which decisions of ours are still open")).toBe("decisions.open");
  expect(guessed("are my integrations all connected")).toBe("integrations.status");
  for (const sentence of [
    "delete all of it, every task",
    "send emails to everybody",
    "zebra quartz",
    "",
    "???",
  ])
    expect([sentence, guessed(sentence)]).toEqual([sentence, undefined]);
});

test("periods are whole days of the person's calendar", () => {
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

test("a phrase that is not closed is refused at once", () => {
  expect(() => compilePhrase("show (my|your tasks")).toThrow("')' is missing");
  expect(() => compilePhrase("show my] tasks")).toThrow("ends too early");
});

test("hostile sentences cost no time worth speaking of: no pattern backtracks without end", () => {
  const hostile = [
    "to to ".repeat(150),
    "a".repeat(1000),
    `${"mark it as done ".repeat(60)}!`,
    "( [ { \\ * + ?".repeat(50),
  ];
  for (const sentence of hostile) expect(() => understood(sentence)).not.toThrow();
});
