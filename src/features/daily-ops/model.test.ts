import { expect, test } from "vitest";
import { conditionOf } from "./model.ts";

test.for([
  [10, 10, "Light"],
  [11, 10, "Light"],
  [12, 10, "Moderate"],
  [13, 10, "Heavy"],
  [33, 30, "Light"],
  [34, 30, "Moderate"],
  [36, 30, "Moderate"],
  [37, 30, "Heavy"],
  [25, 30, "Light"],
] as const)("DAILY-05: %i minutes where usually %i are needed is %s", ([current, normal, condition]) => {
  expect(conditionOf(current, normal)).toBe(condition);
});
