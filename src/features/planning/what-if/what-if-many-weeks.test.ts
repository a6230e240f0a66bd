import { describe, test } from "vitest";
import { expectLawfulAlternatives } from "./what-if-laws.factory.ts";

describe("issue 27: alternatives of 1,000 generated weeks with changes", () => {
  for (const seed of [1, 2, 3, 4])
    test(`250 weeks of seed ${seed} follow the hard rules, differ, and are not dominated`, () => {
      expectLawfulAlternatives(250, 100 + seed);
    });
});
