import { test } from "vitest";
import { expectLawfulAlternatives } from "./what-if-laws.factory.ts";

test("issue 27: in 150 generated weeks with changes every alternative follows the hard rules, differs, and is not dominated", () => {
  expectLawfulAlternatives(150, 27);
});
