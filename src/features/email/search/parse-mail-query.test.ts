import { expect, test } from "vitest";
import { parseMailQuery, plainWordsOf, wordsOf } from "./parse-mail-query.ts";

test("operators are taken out of a search; what none understands is searched for as it stands", () => {
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

test("E2: the words of a kept search that tasks, documents and messages can be asked for as well", () => {
  expect(plainWordsOf('from:anna OR budget is:unread subject:"q3 plan"')).toBe("budget q3 plan");
  expect(plainWordsOf("from:anna has:attachment")).toBe("");
});
