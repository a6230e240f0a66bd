import { expect, test } from "vitest";
import type { Item } from "../engine/plan-problem.ts";
import { anItem } from "../engine/weeks.factory.ts";
import { busyOf } from "./busy-of.ts";
import { awayStays, isDoneInTown, townStays, withMargins } from "./find-away.ts";
import { ridesAmong } from "./find-rides.ts";
import type { PlanEvent } from "./wanted-item.ts";

const HOUR = 3_600_000;
const at = (day: number, hour: number) => Date.UTC(2026, 11, day, hour);

const anEvent = (
  title: string,
  start: number,
  hours: number,
  fields: Partial<PlanEvent> = {},
): PlanEvent => ({
  ...{ id: title, title, provenance: "person", location: null, start, end: start + hours * HOUR },
  ...{ isAllDay: false, travelMinutes: 0, isFree: false, hasGuests: false, isRecurring: false },
  ...{ guestCount: 0, isOutside: false },
  ...fields,
});
const items = ["office", "porto", "home"].map((place): Item => anItem(`in ${place}`, { place }));

function awayWith(events: readonly PlanEvent[]) {
  const rides = ridesAmong(events, [], { worksOnRides: false });
  return awayStays(events, rides, items).map(({ place, start, end }) => [
    place,
    (start - at(9, 0)) / HOUR,
    (end - at(9, 0)) / HOUR,
  ]);
}

test("between the way there and the way back one is away, but for the place where one is", () => {
  const events = [
    anEvent("Train to Porto", at(9, 8), 3),
    anEvent("Talks", at(9, 12), 2, { location: "Porto" }),
    anEvent("Train home", at(9, 16), 3),
    anEvent("Dinner", at(9, 20), 2, { location: "office" }),
  ];
  expect(awayWith(events)).toEqual([
    ["AWAY", 8, 19],
    ["porto", 8, 19],
  ]);
});

test("a ride without one back is away for its own time, and so is one whose way back is weeks later", () => {
  const out = anEvent("Flight LH 1170", at(9, 8), 2);
  expect(awayWith([out])).toEqual([["AWAY", 8, 10]]);
  expect(awayWith([out, anEvent("Flight home", at(20, 8), 2)])).toEqual([
    ["AWAY", 8, 10],
    ["AWAY", 272, 274],
  ]);
  expect(awayWith([anEvent("Book flight to Oslo", at(9, 8), 2)])).toEqual([]);
});

test("a flight takes an hour and a half before it and three quarters of one after it, a train less; what the person wrote counts first", () => {
  const marginsOf = (event: PlanEvent) => {
    const { start, end } = withMargins(event);
    return [(event.start - start) / 60_000, (end - event.end) / 60_000];
  };
  expect(marginsOf(anEvent("Flight to Oslo", at(9, 8), 2))).toEqual([90, 45]);
  expect(marginsOf(anEvent("ICE 599", at(9, 8), 2))).toEqual([15, 10]);
  expect(marginsOf(anEvent("ICE 599", at(9, 8), 2, { travelMinutes: 20 }))).toEqual([20, 20]);
});

test("two events at one place are one journey: no way between them, but the person stays there", () => {
  const drive = { travelMinutes: 75, location: "Porto " };
  const events = [anEvent("Council", at(9, 10), 2, drive), anEvent("Vineyard", at(9, 14), 1, drive)];
  const rides = ridesAmong(events, [], { worksOnRides: false });
  expect(busyOf(events, rides).map(({ start, end }) => [start, end])).toEqual([
    [at(9, 10) - 1.25 * HOUR, at(9, 12)],
    [at(9, 14), at(9, 15) + 1.25 * HOUR],
  ]);
  expect(awayWith(events)).toEqual([
    ["AWAY", 12, 14],
    ["porto", 12, 14],
  ]);
  const far = [anEvent("Council", at(9, 8), 2, drive), anEvent("Vineyard", at(9, 14), 1, drive)];
  expect(awayWith(far)).toEqual([]);
});

test("what is done in town is done anywhere but away", () => {
  const titles = [
    "Pick up dress",
    "Geschenk kaufen",
    "Acheter un billet",
    "Write the buyer's guide",
    "Collection plan",
  ];
  const found = titles.filter((title) => isDoneInTown({ kind: "task", place: null, title }));
  expect(found).toEqual(["Pick up dress", "Geschenk kaufen", "Acheter un billet"]);
  const away = [{ place: "AWAY", start: at(9, 8), end: at(9, 19) }];
  expect(townStays(away, { start: at(9, 0), end: at(10, 0) })).toEqual([
    { place: "NOT AWAY", start: at(9, 0), end: at(9, 8) },
    { place: "NOT AWAY", start: at(9, 19), end: at(10, 0) },
  ]);
});
