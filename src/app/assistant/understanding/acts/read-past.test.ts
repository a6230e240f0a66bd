import { expect, test } from "vitest";
import { splitException } from "../exceptions.ts";
import { pastTimeIn } from "./read-past.ts";
import { newTimeIn, piecesOf } from "./role-pieces.ts";

const situation = { now: new Date("2026-11-18T08:30:00Z"), timeZone: "Europe/Vienna" };
const day = (at: Date) => new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10);

test.each([
  ["on Friday the 13th", "2026-11-13", "2026-11-14"],
  ["last Tuesday", "2026-11-17", "2026-11-18"],
  ["Wednesday", "2026-11-18", "2026-11-19"],
  ["last week", "2026-11-09", "2026-11-16"],
  ["in October", "2026-10-01", "2026-11-01"],
  ["2 Oct", "2026-10-02", "2026-10-03"],
  ["the twelfth", "2026-11-12", "2026-11-13"],
  ["up to last Sunday", "1970-01-01", "2026-11-16"],
  ["before Monday", "1970-01-01", "2026-11-16"],
  ["older than two weeks", "1970-01-01", "2026-11-04"],
  ["three days ago", "2026-11-15", "2026-11-16"],
  ["last month", "2026-10-01", "2026-11-01"],
])("'%s' lies behind us", (words, from, to) => {
  const { period } = pastTimeIn(`the mails ${words}`, situation) ?? {};
  expect(period && [day(period.from), day(period.to)]).toEqual([from, to]);
});

test("'since' has no end, and a part of a day ends within it", () => {
  expect(pastTimeIn("since Monday", situation)?.period.to.getFullYear()).toBeGreaterThan(2100);
  const { period } = pastTimeIn("this morning's newsletters", situation) ?? {};
  expect(period?.to.toISOString()).toBe("2026-11-18T11:00:00.000Z");
  expect(pastTimeIn("The Morning Brief", situation)).toBeNull();
});

test.each([
  ["the newsletters the Brief", "the newsletters but leave me the Brief", "the newsletters", "the Brief"],
  ["all newsletters", "archive all newsletters apart from SaaS Digest", "all newsletters", "SaaS Digest"],
  [
    "Marcus's mails",
    "Marcus's mails, not the contract though, that one stays",
    "Marcus's mails",
    "the contract",
  ],
  ["the mails I have not read", "archive the mails I have not read", "the mails I have not read", null],
  ["the read ones", "clear the read ones but keep them", "the read ones", null],
])("of '%s' in '%s' an exception is left out", (item, sentence, words, exception) => {
  expect(splitException(item, sentence)).toMatchObject({ words, exception });
});

test("of two times the new one is meant", () => {
  const sentence = "it should not go out Friday, make it Monday at 9";
  expect(piecesOf(sentence, "Friday Monday at 9")).toEqual(["Friday", "Monday at 9"]);
  expect(newTimeIn(sentence, "Friday Monday at 9")).toBe("Monday at 9");
  expect(newTimeIn("Friday, 8:00: remind me to pack", "Friday 8:00")).toBe("Friday 8:00");
  const rather = "I'd rather have it tonight at 19:00 than tomorrow morning";
  expect(newTimeIn(rather, "tonight at 19:00 tomorrow morning")).toBe("tonight at 19:00");
});
