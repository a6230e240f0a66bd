import type { Highs } from "highs";
import { violationsOf } from "./check-plan.ts";
import { chooseSeeded, oneOf } from "./choose-seeded.ts";
import { pauseRate } from "./cost-of-neighbours.ts";
import { costOf, termsOf } from "./cost-of-plan.ts";
import { WEIGHTS } from "./cost-weights.ts";
import type { Item, Problem } from "./plan-problem.ts";
import { aDay, anItem, clockOf, quietBefore } from "./weeks.factory.ts";

const MINUTE = 60_000;
const GRID = 15 * MINUTE;
const DATES = ["2026-03-27", "2026-03-30", "2026-03-31"] as const;

/**
 * Three short days with the change of clocks between them, some tasks in one piece and two events, all on quarters of
 * an hour: small enough for an exact solver, and too much to have room for everything.
 */
export function aSmallWeek(seed: number, count = 8, withHours = false): Problem {
  const choose = chooseSeeded(seed);
  // Of its own, so that the same weeks come with hours and without.
  const chooseHours = chooseSeeded(seed + 1_000_000);
  const upTo = (most: number) => Math.floor(choose() * (most + 1));
  const clocks = DATES.map((date) => clockOf(date, "Europe/Berlin"));
  const at = (day: number, quarters: number) => (clocks[day]?.(9) ?? 0) + quarters * GRID;
  const days = clocks.map((clock, day) => ({
    ...aDay(clock, DATES[day]),
    work: [{ start: clock(9), end: clock(9 + 2 + upTo(3)) }],
    mostMinutes: 120 + upTo(12) * 15,
  }));
  const busy = [0, 1].map((event) => {
    const start = at(upTo(2), upTo(12));
    return { id: `event-${event}`, start, end: start + (1 + upTo(3)) * GRID };
  });
  const someHours = () => {
    const [from, length] = [Math.floor(chooseHours() * 8), 4 + Math.floor(chooseHours() * 6)];
    return clocks.map((_, day) => ({ start: at(day, from), end: at(day, from + length) }));
  };
  const items = Array.from({ length: count }, (_, number): Item => {
    const minutes = (1 + upTo(7)) * 15;
    const start = at(upTo(2), upTo(12));
    return anItem(`item-${number}`, {
      ...{ minutes, leastMinutes: minutes, importance: choose(), isPromised: choose() < 0.2 },
      earliest: choose() < 0.7 ? 0 : at(upTo(2), upTo(8)),
      due: choose() < 0.6 ? at(upTo(2), 4 + upTo(20)) : null,
      latest: choose() < 0.15 ? at(upTo(2), 8 + upTo(12)) : null,
      after: number > 0 && choose() < 0.25 ? [`item-${upTo(number - 1)}`] : [],
      energy: oneOf(["deep", "light", "any"] as const, choose) ?? "any",
      kept: choose() < 0.2 ? [{ start, end: start + minutes * MINUTE }] : [],
      hours: withHours && chooseHours() < 0.4 ? someHours() : null,
    });
  });
  const quiet = busy.slice(0, 1).map(quietBefore);
  return { now: at(0, 0), days, busy, stays: [], quiet, items, pauseMinutes: oneOf([0, 15], choose) ?? 0 };
}

type Start = { readonly name: string; readonly start: number; readonly day: number; readonly saved: number };
type Choice = { readonly item: Item; readonly length: number; readonly starts: readonly Start[] };

/**
 * The least cost of any plan that follows the hard rules, in points, with starts on quarters of an hour: a binary
 * variable for each start of each item. Shares only the published cost and the check of rules with the search.
 */
export function leastCost(problem: Problem, highs: Pick<Highs, "solve">): number {
  const choices = problem.items.map((item, index) => choiceOf(problem, item, index));
  const names = choices.flatMap(({ starts }) => starts.map(({ name }) => name));
  const none = costOf(termsOf(problem, []));
  if (names.length === 0) return none;
  const goal = choices.flatMap(({ starts }) =>
    starts.map(({ saved, name }) => `- ${saved.toFixed(9)} ${name}`),
  );
  const beside = costsBeside(problem, choices);
  goal.push(...beside.goal);
  const rows = [
    ...oneStartEach(choices),
    ...noOverlaps(problem, choices),
    ...beside.rows,
    ...limits(problem, choices),
    ...orders(choices),
  ];
  const model = `Minimize\n obj: ${goal.join("\n ")}\nSubject To\n${rows.map((row, at) => ` r${at}: ${row}`).join("\n")}\nBinary\n ${names.join("\n ")}\nEnd\n`;
  const solved = highs.solve(model, { output_flag: false, mip_rel_gap: 0, mip_abs_gap: 1e-6 });
  if (solved.Status !== "Optimal") throw new Error(`The solver ended with ${solved.Status}`);
  return none + solved.ObjectiveValue;
}

/** Where the item may be by itself, and how much less it costs there than without a place. */
function choiceOf(problem: Problem, item: Item, index: number): Choice {
  const alone = { ...problem, items: [{ ...item, after: [] }] };
  const length = item.minutes * MINUTE;
  const none = costOf(termsOf(problem, []));
  const starts = problem.days.flatMap(({ work }, day) =>
    work.flatMap((span) => {
      const count = Math.max(0, Math.floor((span.end - length - span.start) / GRID) + 1);
      return Array.from({ length: count }, (_, at): Start[] => {
        const start = span.start + at * GRID;
        const blocks = [{ itemId: item.id, start, end: start + length }];
        if (violationsOf(alone, blocks).length > 0) return [];
        const saved = none - costOf(termsOf(problem, blocks));
        return [{ name: `x${index}_${start / MINUTE}`, start, day, saved }];
      }).flat();
    }),
  );
  return { item, length, starts };
}

const sum = (starts: readonly Start[]) => starts.map(({ name }) => name).join(" + ");

const oneStartEach = (choices: readonly Choice[]) =>
  choices.flatMap(({ starts }) => (starts.length > 0 ? [`${sum(starts)} <= 1`] : []));

/** In each quarter of an hour, at most one block. */
function noOverlaps({ days }: Problem, choices: readonly Choice[]): string[] {
  const rows: string[] = [];
  for (const { start, end } of days.flatMap(({ work }) => work))
    for (let time = start; time < end; time += GRID) {
      const covering = choices.flatMap(({ length, starts }) =>
        starts.filter((each) => each.start <= time && time < each.start + length),
      );
      if (covering.length > 1) rows.push(`${sum(covering)} <= 1`);
    }
  return rows;
}

/**
 * Where one block ends and another begins: `p`, at least 1 unless both are short, is the missing pause; `s`, at most 1 and
 * only of short ones, is the switch that is saved. Pauses of small weeks are no longer than a quarter of an hour, so no
 * other distance matters.
 */
function costsBeside({ days, pauseMinutes }: Problem, choices: readonly Choice[]) {
  const [goal, rows]: [string[], string[]] = [[], []];
  const price = pauseMinutes * pauseRate(pauseMinutes);
  const isShort = ({ item }: Choice, most: number) => item.energy !== "deep" && item.minutes <= most;
  const names = (list: readonly Choice[], isHere: (start: Start, length: number) => boolean) =>
    list.flatMap(({ starts, length }) => starts.filter((start) => isHere(start, length)));
  const short = (most: number) => choices.filter((choice) => isShort(choice, most));
  const long = choices.filter((choice) => !isShort(choice, WEIGHTS.pause.shortMinutes));
  for (const { start, end } of days.flatMap(({ work }) => work))
    for (let time = start + GRID; time < end; time += GRID) {
      const ends = (list: readonly Choice[]) => names(list, (each, length) => each.start + length === time);
      const begins = (list: readonly Choice[]) => names(list, (each) => each.start === time);
      const at = time / MINUTE;
      for (const [before, after] of [
        [ends(choices), begins(long)],
        [ends(long), begins(choices)],
      ] as const)
        if (price > 0 && before.length > 0 && after.length > 0)
          rows.push(`${sum(before)} + ${sum(after)} - p${at} <= 1`);
      if (price > 0) goal.push(`+ ${price.toFixed(9)} p${at}`);
      const [before, after] = [
        ends(short(WEIGHTS.switch.shortMinutes)),
        begins(short(WEIGHTS.switch.shortMinutes)),
      ];
      if (before.length === 0 || after.length === 0) continue;
      rows.push(`s${at} - ${minus(before)} <= 0`, `s${at} - ${minus(after)} <= 0`);
      goal.push(`- ${WEIGHTS.switch.each} s${at}`);
    }
  return { goal, rows };
}
const minus = (starts: readonly Start[]) => starts.map(({ name }) => name).join(" - ");

function limits({ days }: Problem, choices: readonly Choice[]): string[] {
  return days.flatMap(({ mostMinutes }, day) => {
    const today = choices.flatMap(({ item, starts }) =>
      starts.filter((start) => start.day === day).map(({ name }) => `${item.minutes} ${name}`),
    );
    return today.length > 0 ? [`${today.join(" + ")} <= ${mostMinutes}`] : [];
  });
}

/** What follows has a place only if the other has, and at no time has begun while the other has not ended. */
function orders(choices: readonly Choice[]): string[] {
  return choices.flatMap((follower) =>
    follower.item.after.flatMap((id) => {
      const first = choices.find(({ item }) => item.id === id);
      if (!first || follower.starts.length === 0) return [];
      const both = first.starts.length > 0 ? ` - ${first.starts.map(({ name }) => name).join(" - ")}` : "";
      const inOrder = follower.starts.map(({ start }) => {
        const begun = follower.starts.filter((each) => each.start <= start);
        const unfinished = first.starts.filter((each) => each.start + first.length > start);
        return `${sum([...begun, ...unfinished])} <= 1`;
      });
      return [`${sum(follower.starts)}${both} <= 0`, ...inOrder];
    }),
  );
}
