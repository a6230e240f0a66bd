import fc from "fast-check";
import { expect, test } from "vitest";
import { positionBetween, positionOnTop } from "./board-position.ts";
import { BoardPosition } from "./model.ts";

test("a later task sorts above an earlier one without reading it", () => {
  const instants = [
    "2026-03-01T09:00:00.000Z",
    "2026-03-01T09:00:00.001Z",
    "2027-01-01T00:00:00.000Z",
    "2999-01-01T00:00:00.000Z",
  ];
  const positions = instants.map((instant) => positionOnTop(new Date(instant)));
  expect(positions.toSorted()).toEqual(positions.toReversed());
  expect(positions.every((position) => BoardPosition.safeParse(position).success)).toBe(true);
});

test("there is room between any two positions", () => {
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(places, fc.nat({ max: 4e12 }), (moves, time) => {
      const column = [positionOnTop(new Date(time))];
      for (const move of moves) {
        const place = move % (column.length + 1);
        const position = positionBetween(column[place - 1] ?? null, column[place] ?? null);
        expect(BoardPosition.safeParse(position).success).toBe(true);
        column.splice(place, 0, position);
      }
      expect(column.toSorted()).toEqual(column);
      expect(new Set(column).size).toBe(column.length);
    }),
  );
});

test("a thousand moves into the same gap produce no long positions", () => {
  let [above, below] = ["a", "b"];
  for (let move = 0; move < 1000; move += 1)
    if (move % 2) above = positionBetween(above, below);
    else below = positionBetween(above, below);
  expect(above.length).toBeLessThan(500);
});

test("positions out of order are a caller's error", () => {
  expect(() => positionBetween("b", "a")).toThrow(RangeError);
  expect(() => positionBetween("a", "a")).toThrow(RangeError);
});
