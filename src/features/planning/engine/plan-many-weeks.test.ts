import { describe, test } from "vitest";
import { expectLawfulFullWeeks, expectLawfulWeeks, expectStableReplans } from "./week-laws.factory.ts";
import { ZONES } from "./weeks.factory.ts";

describe("issue 27: 10,000 generated weeks", () => {
  for (const [index, zone] of ZONES.entries()) {
    test(`in 1,000 weeks of ${zone} no plan breaks a hard rule, and the same week has the same plan`, () => {
      expectLawfulWeeks(1000, 100 + index, [zone]);
    });

    test(`in 200 weeks of ${zone} nothing moves in vain after a new event`, () => {
      expectStableReplans(200, 200 + index, [zone]);
    });
  }
});

test.each([300, 301, 302, 303])(
  "in 300 full weeks of seed %i no plan breaks a hard rule, and it does not depend on ids or on the order of the items",
  (seed) => {
    expectLawfulFullWeeks(300, seed);
  },
);
