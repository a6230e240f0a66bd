import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_QUICK_ADD, parseQuickAdd } from "./quick-add.ts";

const now = new Date("2026-03-28T10:00:30Z");
const projects = [
  { id: "1", name: "Q3 Launch" },
  { id: "2", name: "Board" },
  { id: "3", name: "Board Meeting" },
];
const read = (text: string, timeZone = "Europe/Berlin") => parseQuickAdd(text, { now, timeZone, projects });
const due = (text: string, timeZone?: string) => read(text, timeZone).dueDate?.toISOString();

test("one line gives title, due date, priority and tags", () => {
  const line = "Call Anna tomorrow 15:00 !high #board";
  const { spans, ...parsed } = read(line);
  expect(parsed).toEqual({
    title: "Call Anna",
    dueDate: new Date("2026-03-29T13:00:00.000Z"),
    hasTime: true,
    priority: "high",
    tags: ["board"],
    project: null,
  });
  expect(spans.map(({ kind, start, end }) => [kind, line.slice(start, end)])).toEqual([
    ["date", "tomorrow 15:00"],
    ["priority", "!high"],
    ["tag", "#board"],
  ]);
});

test("dates use the person's own clock and midnight, also across a clock change", () => {
  expect(due("x tomorrow 15:00", "America/New_York")).toBe("2026-03-29T19:00:00.000Z");
  expect(due("x today")).toBe("2026-03-27T23:00:00.000Z");
  expect(due("x tomorrow")).toBe("2026-03-28T23:00:00.000Z");
  expect(due("x in 2 days")).toBe("2026-03-29T22:00:00.000Z");
  expect(due("x in 24 hours")).toBe("2026-03-29T10:00:00.000Z");
  expect(due("x at 5pm EST")).toBe("2026-03-28T22:00:00.000Z");
});

test.each([
  ["Submit report by Friday", "Submit report", "2026-04-02T22:00:00.000Z"],
  ["Pay rent on 1 April", "Pay rent", "2026-03-31T22:00:00.000Z"],
  ["due Friday: pay", "pay", "2026-04-02T22:00:00.000Z"],
  ["Send the report, due tomorrow.", "Send the report", "2026-03-28T23:00:00.000Z"],
  ["tomorrow !high 15:00 ship", "ship", "2026-03-29T13:00:00.000Z"],
  ["Kick-off 2027-01-04 14:30", "Kick-off", "2027-01-04T13:30:00.000Z"],
  ["Stand-up 9:30", "Stand-up", "2026-03-29T07:30:00.000Z"],
  ["Call at 5", "Call", "2026-03-28T16:00:00.000Z"],
  ["Lunch at noon", "Lunch", "2026-03-28T11:00:00.000Z"],
])("%s", (line, title, dueDate) => {
  expect(read(line)).toMatchObject({ title, dueDate: new Date(dueDate) });
});

test.each([
  "March review",
  "He sat down",
  "24/7 support",
  "Now or never",
  "Read chapter 3",
  "Add 1/2 cup",
  "Fix #123 in C#",
  "Wow! a + b !important",
  '"Day after tomorrow" and "!high #x +Board"',
])("no more is parsed than is meant: %s", (line) => {
  expect(read(line)).toMatchObject({
    title: line,
    dueDate: null,
    priority: null,
    tags: [],
    project: null,
    spans: [],
  });
});

test("priorities have names and numbers; the first one counts and the others stay in the title", () => {
  const priorities = ["!urgent", "!High", "!medium", "!low", "!1", "!2", "!3", "!4"];
  expect(priorities.map((mark) => read(`x ${mark}`).priority)).toEqual([
    ...["urgent", "high", "medium", "low"],
    ...["urgent", "high", "medium", "low"],
  ]);
  expect(read("x !low !high")).toMatchObject({ priority: "low", title: "x !high" });
});

test("a project is matched by full name, or by a unique prefix; the longest name wins", () => {
  expect(read("Slides +Board Meeting tomorrow")).toMatchObject({ title: "Slides", project: { id: "3" } });
  expect(read("Slides +board")).toMatchObject({ title: "Slides", project: { id: "2" } });
  expect(read("Slides +q3-la")).toMatchObject({ title: "Slides", project: { id: "1" } });
  expect(read("Slides +boa")).toMatchObject({ title: "Slides +boa", project: null });
  expect(read("Slides +Unknown")).toMatchObject({ title: "Slides +Unknown", project: null });
});

test("a line of punctuation alone is its own title", () => {
  expect(read("tomorrow")).toMatchObject({
    title: "tomorrow",
    dueDate: new Date("2026-03-28T23:00:00.000Z"),
  });
  expect(read("#x !1")).toMatchObject({ title: "#x !1", tags: ["x"], priority: "urgent" });
});

test("tags are in any script, once each, and at most 50", () => {
  expect(read("x #büro #会议 #büro, #q-3.").tags).toEqual(["büro", "会议", "q-3"]);
  const line = Array.from({ length: 60 }, (_, index) => `#t${index}`).join(" ");
  expect(read(line).tags).toHaveLength(50);
  expect(read(line).title).toContain("#t59");
  expect(read(`x #${"y".repeat(61)}`)).toMatchObject({ tags: [] });
});

const words = fc.oneof(
  fc.constantFrom(
    "tomorrow",
    "15:00",
    "!high",
    "#board",
    "+Board",
    '"',
    "by",
    "friday",
    "1",
    "in 2 weeks",
    ",",
    "at 5",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

test("text that is not recognized is never lost, whatever the line", () => {
  const letters = (text: string) => text.replaceAll(/[\s.,;:]/g, "");
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
      const line = parts.join(" ");
      const { title, spans } = read(line);
      const consumed = spans.map(({ start, end }) => line.slice(start, end)).join("");
      const sorted = (text: string) => [...letters(text)].sort().join("");
      if (letters(title) !== letters(line)) expect(sorted(title + consumed)).toBe(sorted(line));
      for (const [index, { start, end }] of spans.entries()) {
        expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
        expect(end).toBeGreaterThan(start);
      }
    }),
    { numRuns: 300 },
  );
});

test("hostile lines are parsed up to the limit and keep the rest as title", () => {
  const hostile = [
    "1 day and ",
    "12:30:",
    "+",
    '"',
    "#a ",
    "monday to ",
    " ",
    "in one ",
    "!high",
    "\u202e🚀",
    "1/2/",
    "at ",
  ];
  for (const part of hostile) {
    const line = part.repeat(MAX_QUICK_ADD);
    const { title, spans } = parseQuickAdd(line, {
      now,
      timeZone: "UTC",
      projects: Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, name: "+".repeat(150) })),
    });
    expect(title.length + spans.length).toBeGreaterThanOrEqual(line.trim() === "" ? 0 : 1);
    expect(spans.every(({ end }) => end <= MAX_QUICK_ADD)).toBe(true);
  }
});
