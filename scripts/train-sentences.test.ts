import { expect, test } from "vitest";
import { ACTS } from "#app/assistant/understanding/acts.ts";
import { requestsIn } from "#app/assistant/understanding/split-sentence.ts";
import { readingsOf, trainedFrames } from "#app/assistant/understanding/understand-sentence.ts";
import { corpusHash, parseLine, readMarked } from "./sentences/read-marked.ts";

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
  const [request] = parseLine("tasks.due\tpush {item:the Q3 budget} to {when:Friday}").requests;
  const { sentence = "", tokens = [], roles = [], frame = "" } = request ?? {};
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

test("several requests of a line are divided where the marks are", () => {
  const { tokens, starts, requests } = parseLine(
    "tasks.complete + messages.send\t{item:the boiler} is done || , and tell {person:Hanna} {text:it works}",
  );
  expect(starts.map((at) => tokens[at]?.word)).toEqual(["tell"]);
  expect(requests.map(({ frame, sentence }) => [frame, sentence])).toEqual([
    ["tasks.complete", "the boiler is done"],
    ["messages.send", "tell Hanna it works"],
  ]);
});

test.each([
  [
    "archive the invoice from Tom and tell Bob I paid it",
    ["archive the invoice from Tom", "tell Bob I paid it"],
  ],
  ["move the lunch with Ann and Bob to Friday", ["move the lunch with Ann and Bob to Friday"]],
])("the requests in '%s'", (sentence, requests) => {
  expect(requestsIn(sentence)).toEqual(requests);
});
