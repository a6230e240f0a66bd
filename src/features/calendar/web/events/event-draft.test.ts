import { afterAll, expect, test } from "vitest";
import { browserClock, setReaderClock } from "#platform/time/reader-clock.ts";

setReaderClock({ ...browserClock(), timeZone: "America/New_York" });
afterAll(() => setReaderClock(browserClock()));
const { changeBetween, draftAt, draftOf, fieldsOf, problemOf, withAllDay, withStart } = await import(
  "./event-draft.ts"
);

const ten = draftAt({
  isAllDay: false,
  startTime: "2026-03-05T15:00:00.000Z",
  endTime: "2026-03-05T16:00:00.000Z",
});
const board = { ...ten, title: "  Board  " };

test("CAL-10: an event without a title, a start or an end is rejected", () => {
  const message = "Title, start time, and end time are required";
  expect(problemOf(board)).toBeNull();
  for (const gap of [{ title: "  " }, { start: "" }, { end: "" }])
    expect(problemOf({ ...board, ...gap })).toBe(message);
  expect(fieldsOf(board).title).toBe("Board");
});

test("CAL-11: an end that is not after the start is rejected; an all-day event may end on its first day", () => {
  const message = "End time must be after start time";
  expect(problemOf({ ...board, end: "2026-03-05T10:00" })).toBe(message);
  expect(problemOf({ ...board, end: "2026-03-05T09:00" })).toBe(message);
  const allDay = withAllDay(board, true);
  expect(problemOf(allDay)).toBeNull();
  expect(problemOf({ ...allDay, end: "2026-03-04" })).toBe(message);
});

test("CAL-12: attendees are separated by commas", () => {
  const draft = { ...board, attendees: " a@example.com,, b@example.com , ,a@example.com" };
  expect(fieldsOf(draft).attendees).toEqual(["a@example.com", "b@example.com"]);
});

test("CAL-13: an all-day event is entered and stored as dates", () => {
  const allDay = { ...withAllDay(board, true), end: "2026-03-06" };
  expect([allDay.start, allDay.end]).toEqual(["2026-03-05", "2026-03-06"]);
  const fields = fieldsOf(allDay);
  expect(fields).toMatchObject({
    startTime: "2026-03-05T00:00:00.000Z",
    endTime: "2026-03-07T00:00:00.000Z",
  });
  expect(draftOf(fields)).toMatchObject({ start: "2026-03-05", end: "2026-03-06", isAllDay: true });
  expect(withAllDay(allDay, false).start).toBe("2026-03-05T09:00");
});

test("CAL-14: an edit accepts what is typed and corrects invalid values", () => {
  const base = fieldsOf(board);
  const edited = (parts: object) => fieldsOf({ ...draftOf(base), ...parts }, base);
  expect(edited({ end: "2026-03-05T08:00" })).toMatchObject({
    startTime: base.startTime,
    endTime: base.endTime,
  });
  expect(edited({ start: "2026-03-06T10:00" })).toMatchObject({
    startTime: "2026-03-06T15:00:00.000Z",
    endTime: "2026-03-06T16:00:00.000Z",
  });
  expect(edited({ start: "", title: "" })).toMatchObject({ startTime: base.startTime, title: "" });
});

test("saving an unchanged dialog changes nothing, including seconds and several reminders", () => {
  const base = {
    ...fieldsOf(board),
    startTime: "2026-03-05T15:00:27.123Z",
    reminderSettings: { minutesBefore: [10, 60] },
  };
  expect(changeBetween(base, fieldsOf(draftOf(base), base))).toEqual({});
  const renamed = fieldsOf(
    { ...draftOf(base), title: "Review", reminderSettings: { minutesBefore: [30] } },
    base,
  );
  expect(changeBetween(base, renamed)).toEqual({
    title: "Review",
    reminderSettings: { minutesBefore: [30] },
  });
});

test("a start that is moved after the end moves the end too", () => {
  expect(withStart(ten, "2026-03-06T18:00")).toMatchObject({ end: "2026-03-06T19:00" });
  expect(withStart(ten, "2026-03-05T09:00")).toMatchObject({ end: "2026-03-05T11:00" });
  expect(withStart(withAllDay(ten, true), "2026-03-09")).toMatchObject({ end: "2026-03-09" });
});
