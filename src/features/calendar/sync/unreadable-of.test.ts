import { expect, test } from "vitest";
import { notesNotShown, unreadableOf } from "./unreadable-events.ts";

const problem = (kind: string, title: string, isImported = false) => ({
  ...{ kind, title, isImported, line: 7, uid: title, reason: "Its start cannot be read" },
});

test("only events count as unreadable, and an event that was read before is shown", () => {
  const problems = [problem("VTODO", "Task"), problem("VEVENT", "Lunch"), problem("VEVENT", "Board", true)];
  const place = {
    hrefOf: () => "/work/1.ics",
    isStored: ({ title }: { title: string }) => title === "nothing",
  };
  expect(unreadableOf(problems, place)).toMatchObject([
    { title: "Lunch", isShown: false },
    { title: "Board", isShown: true },
  ]);
});

test("the notes of a feed are one line", () => {
  expect(notesNotShown([])).toEqual([]);
  expect(notesNotShown([1])).toMatchObject([{ title: "1 note" }]);
  expect(notesNotShown([1, 2])).toMatchObject([{ title: "2 notes" }]);
});
