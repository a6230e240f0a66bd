import { expect, onTestFinished, test, vi } from "vitest";
import { localClock, localDay, localInstant } from "./local-day.ts";
import { ownTimeZone } from "./own-time-zone.ts";
import {
  browserClock,
  readerDayAt,
  readerInstant,
  readerWallClock,
  readerWeekday,
  setReaderClock,
} from "./reader-clock.ts";

function readIn(timeZone: string) {
  setReaderClock({ timeZone, hourCycle: "h23", firstWeekday: 1 });
  onTestFinished(() => setReaderClock(browserClock()));
}

test("an instant is shown on the reader's clock, and a local time becomes its instant", () => {
  readIn("Asia/Kathmandu");
  const at = new Date("2026-03-05T20:00:00Z");
  expect(readerWallClock(at)).toEqual({ year: 2026, month: 3, day: 6, hour: 1, minute: 45 });
  expect([localDay(at), localClock(at), readerWeekday(at)]).toEqual(["2026-03-06", "01:45", 5]);
  expect(readerInstant({ year: 2026, month: 3, day: 6, hour: 1, minute: 45 })).toEqual(at);
  expect(localInstant("2026-03-06", "01:45")).toBe(at.toISOString());
  expect(localInstant("2026-03-06", "")).toBe("2026-03-05T18:15:00.000Z");
  for (const day of ["", "soon", "2026-3-6"]) expect(localInstant(day, "")).toBeNull();
});

test("eight in the morning after the clocks have changed is eight on the wall", () => {
  readIn("America/New_York");
  const saturday = new Date("2026-03-07T15:00:00Z");
  expect(readerDayAt(saturday, 0, 8).toISOString()).toBe("2026-03-07T13:00:00.000Z");
  expect(readerDayAt(saturday, 1, 8).toISOString()).toBe("2026-03-08T12:00:00.000Z");
  expect(readerDayAt(saturday, 30, 8).toISOString()).toBe("2026-04-06T12:00:00.000Z");
});

test("the browser's own zone gives what its dates give, year 1 to 9999 and the days of change", () => {
  readIn(ownTimeZone());
  const own = ["0001-02-03", "1969-12-31", "2026-03-29", "2026-10-25", "9999-12-31"].flatMap((day) =>
    [0, 1, 2, 3, 12, 23].map((hour) => new Date(`${day}T${String(hour).padStart(2, "0")}:30:00Z`)),
  );
  for (const at of own) {
    const { year, month, day, hour, minute } = readerWallClock(at);
    expect([year, month, day, hour, minute]).toEqual([
      ...[at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()],
    ]);
  }
});

test("a browser whose language is not a valid tag has a clock too", async () => {
  vi.stubGlobal("navigator", { language: "en-US@posix" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { firstWeekday, hourCycle } = browserClock();
  expect(firstWeekday).toBeGreaterThanOrEqual(0);
  expect(hourCycle).toMatch(/^h12|h23$/);
});
