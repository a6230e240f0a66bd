import { expect, test } from "vitest";
import { matchReply } from "./match-reply.ts";

const accept = { body: "Hi Ben,\n\nTuesday at 10:00 works for me.\n\nBest,\nAda" };
const decline = { body: "Hi Ben,\n\nI'm afraid I can't. Would [day and time] work instead?\n\nBest,\nAda" };
const replies = [accept, decline];

test.each([
  ["as it was written", accept.body, accept],
  ["with a filled gap", decline.body.replace("[day and time]", "Friday at 9"), decline],
  ["with a sentence more", accept.body.replace("me.", "me. See you there!"), accept],
  ["nothing", "", null],
  ["another text", "Hello, please send it to the office in Leeds instead.", null],
])("decision 0161: the chosen reply stays marked: %s", (_, written, reply) =>
  expect(matchReply(replies, written)).toBe(reply),
);
