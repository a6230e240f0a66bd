import { expect, test } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { WorkError, type WorkFailure } from "#platform/workers/work.ts";
import { violationsOf } from "../engine/check-plan.ts";
import type { Problem } from "../engine/plan-problem.ts";
import { anItem, aProblem, TUESDAY } from "../engine/weeks.factory.ts";
import { findPlans, searchPlans } from "./search-plans.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser());
const items = Array.from({ length: 25 }, (_, index) =>
  anItem(`task:${index}`, { minutes: 30, due: TUESDAY(10 + (index % 6)), importance: (index % 4) / 3 }),
);
const problems: readonly Problem[] = [aProblem(items), aProblem(items.slice(3), { pauseMinutes: 5 })];

test("issue 27: many plans are searched in a process of its own, and are the same each time", async () => {
  const found = await ada.run((context) => findPlans(context, problems));
  expect(found).toEqual(searchPlans(problems));
  expect(await ada.run((context) => findPlans(context, problems))).toEqual(found);
});

/** The context of a program whose processes fail for this reason. */
const failing = (reason: WorkFailure): Pick<SignedIn, "workers" | "actor"> => ({
  actor: ada,
  workers: { run: () => Promise.reject(new WorkError(reason, "no process")), close: async () => undefined },
});

test("issue 27: where no process is free, plans are less searched for and follow the rules; faults are not hidden", async () => {
  const found = await findPlans(failing("busy"), problems);
  expect(found.map((plan, index) => violationsOf(problems[index] ?? aProblem([]), plan.blocks))).toEqual([
    [],
    [],
  ]);
  await expect(findPlans(failing("failed"), problems)).rejects.toMatchObject({ reason: "failed" });
});
