import { chooseSeeded } from "#features/planning/engine/choose-seeded.ts";
import { greedyPlan, planItems } from "#features/planning/engine/plan-items.ts";
import type { Item, PlanDay, Problem } from "#features/planning/engine/plan-problem.ts";
import { report } from "./support/compare.ts";

// Issue 27: 200 tasks and 60 events; the first proposal, the whole search, and its cost against the greedy plan, which
// is the floor in the same run. One week has room for a part of the tasks only, four weeks for most of them.

const ROUNDS = 5;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2037, 10, 16);

for (const weeks of [1, 2, 4]) {
  const problem = aProblem(weeks);
  const samples: { greedy: number; first: number; whole: number; between: number }[] = [];
  let [greedyCost, cost, unplaced] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    greedyCost = greedyPlan(problem).cost;
    const floor = performance.now();
    const times: number[] = [];
    for (const plan of planItems(problem)) {
      times.push(performance.now() - floor);
      cost = plan.cost;
      unplaced = plan.unplaced.length;
    }
    const between = Math.max(...times.map((time, at) => time - (times[at - 1] ?? 0)));
    samples.push({ greedy: floor - start, first: times[0] ?? 0, whole: times.at(-1) ?? 0, between });
  }
  const name = `200 tasks, 60 events, ${weeks} weeks`;
  report(
    `${name}: first proposal`,
    samples.map(({ first }) => first),
  );
  report(
    `${name}: whole search`,
    samples.map(({ whole }) => whole),
  );
  report(
    `${name}: longest wait between two plans`,
    samples.map(({ between }) => between),
  );
  report(
    `  floor: the greedy plan alone`,
    samples.map(({ greedy }) => greedy),
  );
  console.log(
    `  cost ${cost.toFixed(0)}, ratio to the greedy plan ${(cost / greedyCost).toFixed(3)}; ${unplaced} without a place`,
  );
}

function aProblem(weeks: number): Problem {
  const choose = chooseSeeded(27);
  const days = Array.from({ length: weeks * 7 }, (_, day) => dayOf(MONDAY + day * DAY)).filter(
    ({ work }) => work.length > 0,
  );
  const quarter = () => Math.floor(choose() * 4) * 15 * MINUTE;
  const busy = Array.from({ length: 60 }, (_, event) => {
    const day = Math.floor(choose() * days.length);
    const start = (days[day]?.work[0]?.start ?? 0) + Math.floor(choose() * 8) * HOUR + quarter();
    return { id: `event-${event}`, start, end: start + (1 + Math.floor(choose() * 4)) * 15 * MINUTE };
  });
  const items = Array.from({ length: 200 }, (_, task) => itemOf(task, choose, weeks));
  return { now: MONDAY + 8 * HOUR, days, busy, stays: [], quiet: [], items, pauseMinutes: 5 };
}

function dayOf(midnight: number): PlanDay {
  const isFree = new Date(midnight).getUTCDay() % 6 === 0;
  const at = (hour: number) => midnight + hour * HOUR;
  const work = isFree
    ? []
    : [
        { start: at(9), end: at(12.5) },
        { start: at(13.5), end: at(18) },
      ];
  const focus = isFree ? [] : [{ start: at(9), end: at(11) }];
  return { date: new Date(midnight).toISOString().slice(0, 10), work, focus, mostMinutes: 420 };
}

function itemOf(task: number, choose: () => number, weeks: number): Item {
  const minutes = 15 * (1 + Math.floor(choose() * 8));
  const due = choose() < 0.6 ? MONDAY + Math.floor(choose() * weeks * 7) * DAY + 17 * HOUR : null;
  return {
    ...{
      id: `task-${task}`,
      kind: "task",
      minutes,
      earliest: MONDAY,
      due,
      latest: null,
      place: null,
      hours: null,
      kept: [],
    },
    leastMinutes: choose() < 0.3 ? Math.min(minutes, 30) : minutes,
    importance: choose(),
    isPromised: choose() < 0.2,
    after: task > 0 && choose() < 0.2 ? [`task-${Math.floor(choose() * task)}`] : [],
    energy: choose() < 0.3 ? "deep" : choose() < 0.5 ? "light" : "any",
    isFixed: false,
  };
}
