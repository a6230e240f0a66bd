import { expect, test } from "vitest";
import { countGuests } from "./count-guests.ts";
import { isOneOfMany, weightOf } from "./meeting-weight.ts";

const HOUR = 3_600_000;
const meeting = (title: string, fields = {}) => ({
  ...{ title, start: 0, end: HOUR, hasGuests: true, guestCount: 3, isOutside: false },
  ...{ isRecurring: false, isAllDay: false, isFree: false, ...fields },
});

test.each([
  ["Board meeting", "decisive"],
  ["Tender presentation", "decisive"],
  ["Vorstellungsgespräch Leitung Service", "decisive"],
  ["Conseil d'administration", "decisive"],
  ["Entrevista directora", "decisive"],
  ["Town hall", "decisive"],
  ["Dry run earnings call", "none"],
  ["Stand-up", "none"],
  ["Lunch with the board", "none"],
  ["School phone talk", "none"],
  ["Budget round 2", "usual"],
] as const)("'%s' is of the weight '%s' by its title", (title, weight) => {
  expect(weightOf(meeting(title))).toBe(weight);
});

test("routine of a series and meetings of many are not prepared; few people of elsewhere for an hour are decisive", () => {
  expect(weightOf(meeting("Pricing", { guestCount: 7 }))).toBe("none");
  expect(weightOf(meeting("Review", { isRecurring: true }))).toBe("none");
  expect(weightOf(meeting("Review", { isOutside: true }))).toBe("decisive");
  expect(weightOf(meeting("Review", { isOutside: true, end: HOUR / 2 }))).toBe("usual");
  expect(weightOf(meeting("Review", { isOutside: true, guestCount: 6 }))).toBe("usual");
});

test("one is one of many unless the title says that it matters more", () => {
  expect(isOneOfMany(meeting("IT steering", { guestCount: 12 }))).toBe(true);
  expect(isOneOfMany(meeting("Town hall", { guestCount: 120 }))).toBe(false);
});

test("guests are counted once and without the person; addresses of everybody say nothing about where they work", () => {
  const own = ["ada@firm.example"];
  expect(countGuests(["ada@firm.example", "bob@firm.example", "bob@firm.example", ""], own)).toEqual({
    ...{ guestCount: 1, isOutside: false },
  });
  expect(countGuests(["eva@client.example"], own)).toEqual({ guestCount: 1, isOutside: true });
  expect(countGuests(["eva@gmail.com", "Somebody"], own)).toEqual({ guestCount: 2, isOutside: false });
  expect(countGuests(["eva@client.example"], ["ada@gmail.com"])).toEqual({ guestCount: 1, isOutside: false });
});
