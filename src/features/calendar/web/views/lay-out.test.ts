import { expect, test } from "vitest";
import { type EventOnWire, PLAIN_EVENT } from "../../model.ts";
import { addDays, daysFrom } from "../days.ts";
import { fitBars, layOutBars } from "./lay-out-bars.ts";
import { layOutBlocks } from "./lay-out-blocks.ts";

const allDay = (title: string, first: string, days = 1): EventOnWire => ({
  ...PLAIN_EVENT,
  id: title,
  userId: "ada",
  title,
  description: null,
  startTime: `${first}T00:00:00.000Z`,
  endTime: `${addDays(first, days)}T00:00:00.000Z`,
  location: null,
  meetingLink: null,
  attendees: [],
  category: null,
  isAllDay: true,
  reminderSettings: {},
  createdByAi: false,
  createdFrom: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  deletedAt: null,
  version: 1,
});
const week = daysFrom("2026-03-02", 7);

test("an event of several days is one bar, cut at the edges of the week", () => {
  const bars = layOutBars([allDay("Fair", "2026-02-27", 5), allDay("Trip", "2026-03-07", 4)], week);
  expect(bars).toMatchObject([
    { column: 0, span: 2, lane: 0, continuesBefore: true, continuesAfter: false },
    { column: 5, span: 2, lane: 0, continuesBefore: false, continuesAfter: true },
  ]);
});

test("bars share a lane where they do not touch, and none covers another", () => {
  const bars = layOutBars(
    [
      allDay("A", "2026-03-02", 3),
      allDay("B", "2026-03-03", 2),
      allDay("C", "2026-03-05"),
      allDay("Elsewhere", "2026-04-01"),
    ],
    week,
  );
  expect(bars.map(({ event, lane }) => [event.id, lane])).toEqual([
    ["A", 0],
    ["B", 1],
    ["C", 0],
  ]);
});

test("hidden events are counted on their day, and the last lane there stays free for the count", () => {
  const many = ["A", "B", "C", "D"].map((title) => allDay(title, "2026-03-04"));
  const bars = layOutBars([...many, allDay("Alone", "2026-03-06")], week);
  const { shown, hidden } = fitBars(bars, 7, 3);
  expect(shown.map(({ event }) => event.id)).toEqual(["A", "B", "Alone"]);
  expect(hidden).toEqual([0, 0, 2, 0, 0, 0, 0]);
  expect(fitBars(bars, 7, 4).hidden).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("simultaneous events are side by side and grow into free space at their right", () => {
  const blocks = layOutBlocks([
    { id: "A", from: 540, to: 600 },
    { id: "B", from: 540, to: 570 },
    { id: "C", from: 570, to: 630 },
    { id: "D", from: 560, to: 565 },
    { id: "E", from: 700, to: 760 },
  ]);
  const places = Object.fromEntries(
    blocks.map(({ id, column, columns, span }) => [id, [column, columns, span]]),
  );
  expect(places).toEqual({ A: [0, 3, 1], B: [1, 3, 1], D: [2, 3, 1], C: [1, 3, 1], E: [0, 1, 1] });
  for (const one of blocks)
    for (const other of blocks)
      if (one !== other && one.from < other.to && other.from < one.to)
        expect(one.column + one.span <= other.column || other.column + other.span <= one.column).toBe(true);
});

test("consecutive events do not share the width", () => {
  const blocks = layOutBlocks([
    { id: "A", from: 540, to: 600 },
    { id: "B", from: 600, to: 660 },
  ]);
  expect(blocks.map(({ columns }) => columns)).toEqual([1, 1]);
});
