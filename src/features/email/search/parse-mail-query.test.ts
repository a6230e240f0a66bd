import { expect, test } from "vitest";
import { parseAlternatives, parseMailQuery, plainWordsOf, wordsOf } from "./parse-mail-query.ts";

test("operators are parsed from a search; unknown ones are searched as text", () => {
  expect(
    parseMailQuery(
      'budget from:anna To:"Ben Carter" subject:q3 has:attachment is:unread before:2026-03-01 plan',
    ),
  ).toEqual({
    words: "budget plan",
    from: "anna",
    to: "Ben Carter",
    subject: "q3",
    hasAttachment: true,
    isUnread: true,
    isStarred: false,
    before: "2026-03-01",
    after: null,
  });
  expect(parseMailQuery("after:tomorrow is:late 10:30 https://x.org from:").words).toBe(
    "after:tomorrow is:late 10:30 https://x.org from:",
  );
  expect(parseMailQuery("after:2026-02-31").after).toBeNull();
  expect(wordsOf("budget-2026 from:anna is:unread")).toEqual(["budget", "2026", "anna"]);
});

test("E2: the words of a saved search that tasks, documents and messages are searched for as well", () => {
  expect(plainWordsOf('from:anna OR budget is:unread subject:"q3 plan"')).toBe("budget q3 plan");
  expect(plainWordsOf("from:anna has:attachment")).toBe("");
});

const nothing = parseMailQuery("");
test.each([
  ["from:anna from:ben", { from: "anna ben" }],
  ['subject:"q3  plan" to:x@y.org', { subject: "q3  plan", to: "x@y.org" }],
  ["HAS:Attachments", { hasAttachment: true }],
  ["is:unread", { isUnread: true }],
  ["Is:STARRED", { isStarred: true }],
  ["after:2026-03-01", { after: "2026-03-01" }],
  ["before:2024-02-29", { before: "2024-02-29" }],
  ['from:""', { words: 'from:""' }],
  ["before:2026-02-29", { words: "before:2026-02-29" }],
  ["after:2026-3-1", { words: "after:2026-3-1" }],
  ["after:2026-13-01", { words: "after:2026-13-01" }],
  ["has:starred", { words: "has:starred" }],
  ["  two \t words ", { words: "two words" }],
])("the search %s is parsed exactly", (text, asked) => {
  expect(parseMailQuery(text)).toEqual({ ...nothing, ...asked });
});

test("OR separates up to eight alternatives; in lower case it is a word", () => {
  const words = (text: string) => parseAlternatives(text).map((query) => query.words);
  expect(words("budget OR from:anna plan OR  offer")).toEqual(["budget", "plan", "offer"]);
  expect(words("this or that ORDER")).toEqual(["this or that ORDER"]);
  expect(words("OR budget OR ")).toEqual(["budget"]);
  expect(words(" ")).toEqual([""]);
  expect(words("a OR b OR c OR d OR e OR f OR g OR h OR i")).toEqual([..."abcdefgh"]);
  expect(wordsOf("from:anna OR to:ben subject:q3-plan")).toEqual(["anna", "ben", "q3", "plan"]);
});
