import { describe, test } from "vitest";
import { expectLawfulAlternatives } from "./what-if-laws.factory.ts";

describe("issue 27: alternatives of 3,000 generated weeks with changes", () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    test(`500 weeks of seed ${seed} follow the hard rules, differ, and are not dominated`, () => {
      expectLawfulAlternatives(500, 100 + seed);
    });
});
