import { expect, test } from "vitest";
import { findFaults } from "./find-faults.ts";
import { withSwitches } from "./plant-faults.ts";

const SOURCE = `
const LIMIT = 10;
export async function book(db, person, seats) {
  if (seats > LIMIT) throw new Error("too many");
  await lock(db, person.id);
  return db.select().from(rows).where(and(eq(rows.owner, person.id), isNull(rows.deletedAt)));
}
export const isFree = (seat) => seat.owner === null && !seat.isBlocked;
`;
const faults = findFaults("src/book.ts", SOURCE);

test("guards, limits, awaited effects, query conditions and results are found", () => {
  const found = faults.map(({ line, kind, text }) => `${line} ${kind}: ${text}`);
  expect(found).toEqual(
    expect.arrayContaining([
      "4 removed guard: false",
      "4 negated condition: !(seats > LIMIT)",
      "4 > for >=: (seats) >= (LIMIT)",
      "4 changed limit: (LIMIT * 2 + 1)",
      "5 removed call: undefined",
      "6 removed where condition: undefined",
      "8 === for !==: (seat.owner) !== (null)",
      "8 && for ||: (seat.owner === null) || (!seat.isBlocked)",
    ]),
  );
  expect(found.filter((fault) => fault.startsWith("6 removed where"))).toHaveLength(2);
});

test("code that runs at module load is skipped: it could not be switched", () => {
  expect(findFaults("src/a.ts", "export const isOn = one === two;")).toEqual([]);
});

test("a file with all its faults behaves unchanged until one is switched on", () => {
  const text = withSwitches(
    SOURCE,
    faults.map((fault, number) => ({ ...fault, number })),
  );
  const isFree = answerOf(text.slice(text.indexOf("export const isFree")));
  const guard = faults.findIndex(({ line, kind }) => line === 8 && kind === "=== for !==");
  const occupied = { owner: "Ada", isBlocked: false };
  expect(isFree(occupied, null)).toBe(false);
  expect(isFree(occupied, guard)).toBe(true);
});

/** Calls the last function of a switched source with one fault active. */
const answerOf = (text: string) => (argument: unknown, planted: number | null) => {
  const body = text
    .replace("export const isFree =", "return")
    .replace(/globalThis\.isPlanted\?\./g, "isPlanted");
  const make = new Function("isPlanted", body);
  return make((number: number) => number === planted)(argument);
};
