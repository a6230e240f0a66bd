import { expect, test } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { WorkError, type WorkFailure } from "#platform/workers/work.ts";
import { bestPlan } from "./engine/plan-items.ts";
import type { Item, Problem } from "./engine/plan-problem.ts";
import { findPlan } from "./find-plan.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser());
const HOUR = 3_600_000;
const NINE = Date.parse("2026-12-01T08:00:00Z");

const item = (index: number): Item => ({
  ...{
    id: `task:${index}`,
    kind: "task",
    minutes: 30,
    leastMinutes: 30,
    earliest: 0,
    due: NINE + (index % 7) * HOUR,
  },
  ...{
    latest: null,
    importance: (index % 4) / 3,
    isPromised: false,
    after: [],
    energy: "any",
    place: null,
    hours: null,
  },
  ...{ kept: [], isFixed: false },
});
const problem: Problem = {
  now: NINE - HOUR,
  days: [{ date: "2026-12-01", work: [{ start: NINE, end: NINE + 8 * HOUR }], focus: [], mostMinutes: 480 }],
  ...{ busy: [], stays: [], quiet: [], pauseMinutes: 0 },
  items: Array.from({ length: 20 }, (_, index) => item(index)),
};

test("a plan of many items is searched in a process of its own, and is the same each time", async () => {
  const expected = bestPlan(problem);
  const find = () => ada.run((context) => findPlan(context, problem));
  expect(await find()).toEqual(expected);
  expect(await find()).toEqual(expected);
  expect(expected.blocks.length).toBeGreaterThan(12);
});

/** The context of a program whose processes fail for this reason. */
const failing = (reason: WorkFailure): Pick<SignedIn, "workers" | "actor"> => ({
  actor: ada,
  workers: { run: () => Promise.reject(new WorkError(reason, "no process")), close: async () => undefined },
});

test("where no process is free, the plan is a little less searched for; other faults are not hidden", async () => {
  const plan = await findPlan(failing("busy"), problem);
  expect(plan.blocks.length).toBeGreaterThan(12);
  expect(plan.cost).toBeGreaterThanOrEqual(bestPlan(problem).cost - 1e-6);
  await expect(findPlan(failing("failed"), problem)).rejects.toMatchObject({ reason: "failed" });
});
