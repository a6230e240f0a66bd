import { expect, test } from "vitest";
import { tokensOf } from "../tokens.ts";
import { trainedFrames } from "../understand-sentence.ts";
import { encode, encoderNames } from "./encode.ts";

const read = (sentence: string) => encode(tokensOf(sentence));
const bestOf = (scores: Float32Array | readonly number[]) => scores.indexOf(Math.max(...scores));

test("its frames are some of those that are understood", () => {
  const known = new Set(trainedFrames().frames);
  expect(encoderNames().frames.filter((frame) => !known.has(frame))).toEqual([]);
});

test.each([
  ["which of my to-dos are past their deadline", "tasks.overdue"],
  ["put the lease review off until Thursday", "tasks.due"],
  ["bin that mail from the bank", "emails.delete"],
])("'%s' is %s", (sentence, frame) => {
  const { frames } = read(sentence) ?? { frames: new Float32Array() };
  expect(encoderNames().frames[bestOf(frames)]).toBe(frame);
  expect(frames.reduce((sum, each) => sum + Math.exp(each), 0)).toBeCloseTo(1, 3);
});

test("the words of a role are told apart from the others", () => {
  const tags = read("snooze the newsletter until Monday")?.tagsFor("emails.snooze") ?? [];
  expect(tags.map((row) => encoderNames().tags[bestOf(row)])).toEqual(["", "B-item", "I-item", "", "B-when"]);
});

test("where another request begins", () => {
  const begins = read("archive the newsletter and call Bob tomorrow")?.begins ?? new Float32Array();
  expect([...begins].flatMap((surely, at) => (surely > 0 ? [at] : []))).toEqual([4]);
});

test("the same sentence is read the same after others", () => {
  const before = read("archive the newsletter")?.frames;
  read("a long sentence about nothing at all, ".repeat(20));
  expect(read("archive the newsletter")?.frames).toEqual(before);
});

test("nothing is read of no words, and only the beginning of very many", () => {
  expect(read("")).toBeNull();
  const { begins } = read("word ".repeat(300)) ?? { begins: new Float32Array() };
  expect(begins.length).toBeLessThanOrEqual(96);
});

test("a frame that it does not know has no roles", () => {
  expect(read("archive the newsletter")?.tagsFor("no.frame")).toEqual([]);
});
