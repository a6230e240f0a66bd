import { expect, test } from "vitest";
import { ACTS } from "#app/assistant/understanding/acts.ts";
import { readingsOf, trainedFrames } from "#app/assistant/understanding/understand-sentence.ts";
import { corpusHash, parseMarked, readMarked } from "./sentences/read-marked.ts";

test("the weights were trained with the sentences as they are", () => {
  // If this fails: node scripts/train-sentences.ts
  expect(trainedFrames().corpus).toBe(corpusHash());
});

test("every frame has at least ten sentences, and nothing is done for a frame without any", () => {
  const counts = Map.groupBy(readMarked(), ({ frame }) => frame);
  expect([...counts].filter(([, sentences]) => sentences.length < 10).map(([frame]) => frame)).toEqual([]);
  expect([...counts.keys()].sort()).toEqual([...trainedFrames().frames]);
  expect(Object.keys(ACTS).filter((frame) => !counts.has(frame))).toEqual([]);
});

test("words in braces are the roles of the words in them", () => {
  const { sentence, tokens, roles, frame } = parseMarked(
    "tasks.due\tpush {item:the Q3 budget} to {when:Friday}",
  );
  expect({ frame, sentence }).toEqual({ frame: "tasks.due", sentence: "push the Q3 budget to Friday" });
  expect(tokens.map(({ word }, at) => [word, roles[at]])).toEqual([
    ["push", ""],
    ["the", "B-item"],
    ["q3", "I-item"],
    ["budget", "I-item"],
    ["to", ""],
    ["friday", "B-when"],
  ]);
});

test.each([
  ["please push the Q3 budget to Friday", "tasks.due", { item: "the Q3 budget", when: "Friday" }],
  [
    "could you snooze that mail from Tom until Monday?",
    "emails.snooze",
    { item: "that mail from Tom", when: "Monday" },
  ],
  ["what's on my calendar tomorrow", "events.list", { when: "tomorrow" }],
])("%s", (sentence, frame, roles) => {
  expect(readingsOf(sentence, 1)).toMatchObject([{ frame, roles }]);
});
