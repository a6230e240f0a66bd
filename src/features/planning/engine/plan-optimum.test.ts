import loadHighs from "highs";
import { expect, test } from "vitest";
import { bestPlan, greedyPlan } from "./plan-items.ts";
import { aSmallWeek, leastCost } from "./small-weeks.factory.ts";

const WEEKS = 60;

test(`issue 27: in ${WEEKS} small weeks plans cost at most 5 % more than the optimum of a solver`, async () => {
  const highs = await loadHighs();
  const gaps = { search: 0, greedy: 0 };
  let worst = 0;
  let exact = 0;
  for (let seed = 1; seed <= WEEKS; seed += 1) {
    const problem = aSmallWeek(seed);
    const least = leastCost(problem, highs);
    const gap = bestPlan(problem).cost / least - 1;
    // Below the optimum, the model or the check of rules would be wrong.
    expect(gap).toBeGreaterThan(-1e-6);
    gaps.search += gap / WEEKS;
    gaps.greedy += (greedyPlan(problem).cost / least - 1) / WEEKS;
    worst = Math.max(worst, gap);
    if (gap < 1e-6) exact += 1;
  }
  const measured = `mean gap ${percent(gaps.search)}, greatest ${percent(worst)}, ${exact} of ${WEEKS} optimal; greedy ${percent(gaps.greedy)}`;
  expect(gaps.search, measured).toBeLessThanOrEqual(0.05);
  console.warn(measured);
});

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
