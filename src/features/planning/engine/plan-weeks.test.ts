import { test } from "vitest";
import { expectLawfulFullWeeks, expectLawfulWeeks, expectStableReplans } from "./week-laws.factory.ts";

test("issue 27: in 300 generated weeks no plan breaks a hard rule, and the same week has the same plan", () => {
  expectLawfulWeeks(300, 27);
});

test("issue 27: after a new event, nothing moves whose move does not lower the cost", () => {
  expectStableReplans(100, 27);
});

test("in 60 full weeks no plan breaks a hard rule, and the plan does not depend on ids or on the order of the items", () => {
  expectLawfulFullWeeks(60, 27);
});
