import { expect, test } from "vitest";
import { pressureOf, suggestByRule } from "./suggest-by-rule.ts";

const now = new Date("2026-03-28T22:30:00Z");
const task = (fields: object = {}) =>
  ({ status: "todo", priority: "medium", dueDate: null, ...fields }) as const;

test("TASK-38, TASK-41: four suggestions of the specified types, even without tasks", () => {
  const types = suggestByRule(pressureOf([], now, "UTC")).map(({ type }) => type);
  expect(types).toEqual(["priority_focus", "overdue_review", "task_breakdown", "progress_update"]);
});

test("TASK-40: the first counts open tasks of high or urgent priority", () => {
  const [first] = suggestByRule(
    pressureOf(
      [
        task({ priority: "high" }),
        task({ priority: "urgent" }),
        task(),
        task({ priority: "urgent", status: "completed" }),
      ],
      now,
      "UTC",
    ),
  );
  expect(first?.description).toContain("2 tasks");
  expect(suggestByRule(pressureOf([task({ priority: "high" })], now, "UTC"))[0]?.description).toContain(
    "1 task of",
  );
  expect(suggestByRule(pressureOf([], now, "UTC"))[0]?.description).toContain("no tasks");
});

test("the second counts tasks overdue at the person's own midnight", () => {
  const due = task({ dueDate: "2026-03-28T12:00:00.000Z" });
  expect(suggestByRule(pressureOf([due], now, "UTC"))[1]).toMatchObject({ priority: "medium" });
  expect(suggestByRule(pressureOf([due], now, "Asia/Tokyo"))[1]).toMatchObject({
    priority: "urgent",
    description: expect.stringContaining("1 task past"),
  });
});

test("DATA-10: every suggestion has a title, a description, a priority and a type", () => {
  for (const suggestion of suggestByRule(pressureOf([], now, "UTC")))
    expect(suggestion).toMatchObject({
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      priority: expect.stringMatching(/^(low|medium|high|urgent)$/),
      type: expect.any(String),
    });
});

test("a large count is written with its separators", () => {
  const [first] = suggestByRule({ urgent: 1001, overdue: 0, started: 0 });
  expect(first?.description).toContain("1,001 tasks");
});
