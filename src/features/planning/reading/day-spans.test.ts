import { expect, test } from "vitest";
import { PLAN_DEFAULTS } from "../model.ts";
import { datesBetween, daySpans } from "./day-spans.ts";

const HOURS = { workingDays: [1, 2, 3, 4, 5], workFrom: 540, workTo: 1020, otherHours: [] };
const settings = { ...PLAN_DEFAULTS, focus: [{ from: 480, to: 750 }], breaks: [{ from: 720, to: 780 }] };
const span = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });

test("working hours are divided by breaks, and focus hours lie within them", () => {
  expect(daySpans("2026-12-01", "Europe/Berlin", HOURS, settings)).toEqual({
    date: "2026-12-01",
    work: [span("2026-12-01T08:00Z", "2026-12-01T11:00Z"), span("2026-12-01T12:00Z", "2026-12-01T16:00Z")],
    focus: [span("2026-12-01T08:00Z", "2026-12-01T11:00Z")],
    mostMinutes: 360,
  });
});

test("nobody works on a day off", () => {
  expect(daySpans("2026-12-05", "Europe/Berlin", HOURS, settings)).toMatchObject({ work: [], focus: [] });
});

test("a day that changes the clock is planned by the clock, in every zone", () => {
  const everyDay = { ...HOURS, workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 0, workTo: 1440 };
  const none = { ...settings, breaks: [], focus: [] };
  const hours = (date: string, zone: string) => {
    const [first] = daySpans(date, zone, everyDay, none).work;
    return first ? (first.end - first.start) / 3_600_000 : 0;
  };
  expect(hours("2026-03-29", "Europe/Berlin")).toBe(23);
  expect(hours("2026-10-25", "Europe/Berlin")).toBe(25);
  expect(hours("2026-11-01", "America/New_York")).toBe(25);
  expect(hours("2026-10-04", "Australia/Lord_Howe")).toBe(23.5);
  expect(hours("2026-03-29", "Asia/Kolkata")).toBe(24);
});

test("breaks that overlap or lie outside of the working hours divide nothing twice", () => {
  const breaks = [
    { from: 600, to: 660 },
    { from: 630, to: 690 },
    { from: 0, to: 560 },
  ];
  expect(daySpans("2026-12-01", "UTC", HOURS, { ...settings, breaks, focus: [] }).work).toEqual([
    span("2026-12-01T09:20Z", "2026-12-01T10:00Z"),
    span("2026-12-01T11:30Z", "2026-12-01T17:00Z"),
  ]);
});

test("dates run over the ends of months and years", () => {
  expect(datesBetween("2026-12-30", "2027-01-02")).toEqual([
    ...["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"],
  ]);
});

test("some days of the week have other hours, also one that would be a day off", () => {
  const hours = {
    ...HOURS,
    otherHours: [
      { weekday: 5, from: 480, to: 780 },
      { weekday: 6, from: 540, to: 720 },
    ],
  };
  const limits = { focus: [], breaks: [], mostPlannedMinutes: 360 };
  const hoursOf = (date: string) =>
    daySpans(date, "Europe/Berlin", hours, limits).work.map(({ start, end }) =>
      [start, end].map((at) => new Date(at).toISOString().slice(11, 16)).join("-"),
    );
  expect(["2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"].map(hoursOf)).toEqual([
    ...[["08:00-16:00"], ["07:00-12:00"], ["08:00-11:00"], []],
  ]);
});
