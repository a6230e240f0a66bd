import { expect, test } from "vitest";
import { aFile } from "../factory.ts";
import { describeText } from "./describe-text.ts";

const TODAY = "2026-11-01";
const lease = aFile[".txt"].toString();

test("a summary has the most important sentences, in their own words and order", () => {
  const { summary } = describeText(lease, TODAY);
  expect(summary).toContain("The lease begins on January 4, 2027 and ends on December 31, 2031.");
  for (const sentence of summary?.split(/(?<=\.) /) ?? []) expect(lease).toContain(sentence);
  expect(describeText("Short note. Nothing to sum up.", TODAY).summary).toBeNull();
});

test("future dates are found with their sentence; meetings are events, deadlines tasks", () => {
  expect(describeText(lease, TODAY).dates).toEqual([
    {
      day: "2026-11-15",
      time: null,
      kind: "task",
      sentence: "The landlord must repair the heating by November 15, 2026.",
    },
    expect.objectContaining({ day: "2027-01-04", time: null, kind: "event" }),
    {
      day: "2027-01-04",
      time: "10:00",
      kind: "event",
      sentence: "The keys are handed over in a meeting on January 4, 2027 at 10:00.",
    },
    expect.objectContaining({ day: "2031-09-30", kind: "task" }),
    expect.objectContaining({ day: "2031-12-31" }),
  ]);
});

test("dates that have passed, lack a year or are invalid are not offered", () => {
  for (const text of [
    "The contract of January 4, 2019 is void.",
    "We meet on November 19.",
    "Call 2027 times and pay 4,800 euros on the first working day.",
    "Version 2027.1 is ready tomorrow.",
  ])
    expect(describeText(text, TODAY).dates, text).toEqual([]);
});

test("a long text is processed in bounded time and size", () => {
  const long = "The board must decide about the budget of the year 2027 by March 3, 2027. ".repeat(20_000);
  const { summary, dates } = describeText(long, TODAY);
  expect(summary?.length).toBeLessThanOrEqual(610);
  expect(dates).toHaveLength(1);
});
