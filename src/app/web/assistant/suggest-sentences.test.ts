import { expect, test } from "vitest";
import { understand } from "../../assistant/intents.ts";
import { suggestSentences } from "./suggest-sentences.ts";

/** A week in local time, every third hour. */
const HOURS = Array.from({ length: 56 }, (_, step) => new Date(2026, 10, 16, step * 3));
const PAGES = [
  null,
  "calendar",
  "communication",
  "daily-ops",
  "documents",
  "email",
  "settings",
  "tasks",
  "team",
];

test("decision 26: suggestions fit the page and the time", () => {
  const mondayMorning = new Date(2026, 10, 16, 9);
  const fridayEvening = new Date(2026, 10, 20, 17);
  expect(suggestSentences("email", mondayMorning)).toEqual([
    "Any unread emails?",
    "Who has not replied yet?",
    "How busy am I this week?",
    "Give me my briefing",
  ]);
  expect(suggestSentences("email", fridayEvening).slice(2)).toEqual([
    "What did I finish this week?",
    "What is on my calendar next week?",
  ]);
  expect(suggestSentences(null, new Date(2026, 10, 18, 13))).toEqual([
    "When is my next meeting?",
    "What should I do next?",
    "Any unread emails?",
    "What can you do?",
  ]);
});

test("every suggestion is understood without a model, and none is repeated", () => {
  const all = PAGES.flatMap((page) => HOURS.map((now) => suggestSentences(page, now)));
  for (const sentences of all) {
    expect(sentences).toHaveLength(4);
    expect(new Set(sentences).size).toBe(4);
  }
  const situation = { now: HOURS[0] ?? new Date(), timeZone: "UTC" };
  const lost = [...new Set(all.flat())].filter((sentence) => understand(sentence, situation) === null);
  expect(lost).toEqual([]);
});
