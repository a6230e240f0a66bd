import { expect, test } from "vitest";
import { contentOf, EMPTY_DRAFT, hasChanges, oddAddresses, scheduleOf } from "./compose-draft.ts";

const draft = (fields: object) => ({ ...EMPTY_DRAFT, ...fields });

test("MAIL-36: without a subject or a body there is nothing to save", () => {
  expect(contentOf(draft({ subject: "Figures" }))).toBeNull();
  expect(contentOf(draft({ body: "See below." }))).toBeNull();
  expect(contentOf(draft({ subject: " ", body: "\n" }))).toBeNull();
});

test("MAIL-37: To, Cc and Bcc are comma separated and trimmed, and empty entries are dropped", () => {
  const written = {
    subject: " Figures ",
    body: "See below.",
    to: " a@x.org, ,b@x.org,",
    cc: ",",
    bcc: "c@x.org",
  };
  expect(contentOf(draft(written))).toEqual({
    subject: "Figures",
    body: "See below.",
    html: null,
    accountId: null,
    recipients: ["a@x.org", "b@x.org"],
    cc: [],
    bcc: ["c@x.org"],
    priority: "medium",
    category: null,
    isReceiptRequested: false,
    attachmentIds: [],
  });
});

test("MAIL-31: the chosen day and time; null if not scheduled, undefined if the day is missing", () => {
  expect(scheduleOf(draft({ day: "2031-03-05" }))).toBeNull();
  expect(scheduleOf(draft({ isScheduled: true }))).toBeUndefined();
  const at = scheduleOf(draft({ isScheduled: true, day: "2031-03-05", time: "08:30" }));
  expect(at).toBe(new Date(2031, 2, 5, 8, 30).toISOString());
});

test("MAIL-39: entries that do not look like addresses are reported, without further checks", () => {
  expect(oddAddresses(draft({ to: "bob, Anna <anna@x.org>, c@x.org", bcc: "d@x" }))).toEqual(["bob", "d@x"]);
});

test("only typed content counts as a change", () => {
  expect(hasChanges(draft({ priority: "high", isScheduled: true }), EMPTY_DRAFT)).toBe(false);
  expect(hasChanges(draft({ to: "a" }), EMPTY_DRAFT)).toBe(true);
});
