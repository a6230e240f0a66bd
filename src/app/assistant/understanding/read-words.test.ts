import { expect, test } from "vitest";
import { readMention } from "./read-mention.ts";
import { readPriority } from "./read-priority.ts";
import { readDuration } from "./times/read-duration.ts";
import { readTime } from "./times/read-time.ts";

const now = new Date("2026-11-18T08:30:00Z");
const turn = { context: { now } as never, timeZone: "Europe/Vienna" };
const NINE_TO_THREE = new Date("2026-11-19T14:00:00Z");

test.each([
  ["tomorrow at 3", "2026-11-19T14:00:00.000Z", true],
  ["tues 4pm", "2026-11-24T15:00:00.000Z", true],
  ["half three tomorrow", "2026-11-19T14:30:00.000Z", true],
  ["ten o'clock on Friday", "2026-11-20T09:00:00.000Z", true],
  ["by Friday", "2026-11-19T23:00:00.000Z", false],
  ["EOD tomorrow", "2026-11-19T16:00:00.000Z", true],
])("the time '%s'", (words, at, hasTime) => {
  expect(readTime(turn, words)).toMatchObject({ at: new Date(at), hasTime });
});

test.each([
  ["an hour later", "2026-11-19T15:00:00.000Z"],
  ["half an hour earlier", "2026-11-19T13:30:00.000Z"],
  ["the day after", "2026-11-20T14:00:00.000Z"],
  ["back by two days", "2026-11-21T14:00:00.000Z"],
  ["Friday", "2026-11-20T14:00:00.000Z"],
  ["at 4", "2026-11-19T15:00:00.000Z"],
])("what is at three on Thursday moves to '%s'", (words, at) => {
  expect(readTime(turn, words, NINE_TO_THREE)?.at.toISOString()).toBe(at);
});

test("a time of which not every word is understood, or that may be of two weeks, is a guess", () => {
  expect(readTime(turn, "next Friday at 5pm")?.isGuess).toBe(true);
  expect(readTime(turn, "an hour before the board meeting tomorrow")?.isGuess).toBe(true);
  expect(readTime(turn, "Friday at 5pm")?.isGuess).toBe(false);
  expect(readTime(turn, "whenever")).toBeNull();
});

test.each([
  ["two hours", 120],
  ["half an hour", 30],
  ["45 min", 45],
  ["an hour and a half", 90],
  ["1.5h", 90],
  ["a while", null],
])("the duration '%s'", (words, minutes) => {
  expect(readDuration(words)).toBe(minutes);
});

test("priorities in usual words", () => {
  expect(["drop everything", "not urgent", "pretty important", "normal", "blue"].map(readPriority)).toEqual([
    ...["urgent", "low", "high", "medium"],
    null,
  ]);
});

test("a mention has the words that must be found, and what else narrows it", () => {
  const read = (words: string) =>
    readMention(words, new Set(["mail", "meet"]), { now, timeZone: "Europe/Vienna" });
  expect(read("the mail from Tom about the invoice")).toMatchObject({
    content: ["tom", "invoic"],
    isAll: false,
  });
  expect(read("all my meetings tomorrow")).toMatchObject({
    content: [],
    isAll: true,
    period: { name: "tomorrow" },
  });
  expect(read("the second one")).toMatchObject({ place: 1 });
  expect(read("that one")).toMatchObject({ isPointing: true });
  expect(read("my 3 o'clock").moment?.toISOString()).toBe("2026-11-18T14:00:00.000Z");
});
