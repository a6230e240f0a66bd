import { expect, test } from "vitest";
import { parseCalendarAddress } from "./calendar-address.ts";

test("the URL holds the view, the day and the open dialog, and unknown values are dropped", () => {
  const event = "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a";
  const address = { view: "week", date: "2026-03-05", search: "board", trash: true, event, create: "event" };
  expect(parseCalendarAddress(address)).toEqual(address);
  const wrong = {
    view: "year",
    date: "2026-02-30",
    search: "  ",
    trash: "x",
    event: "1",
    create: "task",
    a: 1,
  };
  expect(parseCalendarAddress(wrong)).toEqual({});
});
