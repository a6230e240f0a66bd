import loadHighs from "highs";
import { expect, test } from "vitest";
import { bestPlan, greedyPlan } from "./plan-items.ts";
import { aSmallWeek, leastCost } from "./small-weeks.factory.ts";

test.each([1, 21, 41])(
  "issue 27: in 20 small weeks from seed %i on, plans cost at most 5 % more than the optimum of a solver",
  (first) => expectNearOptimum({ first, items: 8 }),
);

test.each([1, 21])(
  "in 20 small weeks from seed %i on, with about twice as many tasks as have room, too",
  (first) => expectNearOptimum({ first, items: 14 }),
);

test.each([1, 21])(
  "in 20 small weeks from seed %i on, with tasks that can only be done at some hours, too",
  (first) => expectNearOptimum({ first, items: 10, withHours: true }),
);

type Weeks = { first: number; items: number; withHours?: boolean };

async function expectNearOptimum({ first, items, withHours }: Weeks): Promise<void> {
  const weeks = 20;
  const highs = await loadHighs();
  const gaps = { search: 0, greedy: 0 };
  let worst = 0;
  let exact = 0;
  for (let seed = first; seed < first + weeks; seed += 1) {
    const problem = aSmallWeek(seed, items, withHours);
    const least = leastCost(problem, highs);
    const gap = bestPlan(problem).cost / least - 1;
    // Below the optimum, the model or the check of rules would be wrong.
    expect(gap).toBeGreaterThan(-1e-6);
    gaps.search += gap / weeks;
    gaps.greedy += (greedyPlan(problem).cost / least - 1) / weeks;
    worst = Math.max(worst, gap);
    if (gap < 1e-6) exact += 1;
  }
  const measured = `${items} tasks${withHours ? " with hours" : ""}: mean gap ${percent(gaps.search)}, greatest ${percent(worst)}, ${exact} of ${weeks} optimal; greedy ${percent(gaps.greedy)}`;
  expect(gaps.search, measured).toBeLessThanOrEqual(0.05);
  console.warn(measured);
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
