import { costOfEnd } from "./cost-of-plan.ts";
import { divideTask } from "./divide-task.ts";
import type { DraftPlan, Opening, Place, Relaxed } from "./draft-plan.ts";
import { firstStart } from "./opening-starts.ts";
import type { Span } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";

type Search = {
  /** Used to explain: time where the task shall not be. */
  readonly avoid?: readonly Span[];
  readonly relaxed?: Relaxed;
  /** Only the first start of each opening, or the last: what is packed leaves the rest in one piece. */
  readonly packed?: "first" | "last";
  /** Only regular starts, although the window leaves room for others: for windows that are no rule of the person. */
  readonly isStrict?: boolean;
  /** Instead of what the order and the dates allow. */
  readonly window?: Span;
};

/**
 * The cheapest place for a task that has none, with everything else where it is; null if the hard rules leave none.
 * Starts are the quarters of an hour, the ends of what is beside, the ends of focus hours and the last plan's.
 */
export function findPlace(draft: DraftPlan, task: Task, search: Search = {}): Place | null {
  const window = search.window ?? draft.windowOf(task);
  if (!window) return null;
  const isDivisible = task.least < task.length;
  const all = draft.openingsFor(task, task.least, window, search.relaxed);
  const openings = search.avoid ? all.flatMap((opening) => avoiding(opening, search.avoid ?? [], task)) : all;
  const whole = placeWhole(draft, task, openings, search);
  if (!isDivisible) return whole;
  const divided = divideTask(draft, task, openings, whole?.cost ?? task.costUnplaced);
  return divided ?? whole;
}

/** `openings` are in the order of time and costs of ends never fall, so most of them need not be tried. */
function placeWhole(
  draft: DraftPlan,
  task: Task,
  openings: readonly Opening[],
  { isStrict, packed }: Search,
): Place | null {
  let best: Place | null = null;
  for (const opening of openings) {
    if (opening.most < task.length || opening.end - opening.start < task.length) continue;
    const first = firstStart(opening, task.length, isStrict);
    if (first + task.length > opening.end) continue;
    if (best && costOfEnd(task.rates, first + task.length) >= best.cost) break;
    const starts =
      packed === undefined
        ? startsIn(opening, first, task)
        : [packed === "first" ? first : lastStart(opening, task)];
    for (const start of starts) {
      const pieces = [{ start, end: start + task.length, stretch: opening.index }];
      const cost = draft.costWith(task, pieces);
      if (!best || cost < best.cost - 1e-9) best = { pieces, cost };
    }
  }
  return best;
}

/** Between these, the cost is a straight line of the start, so that the cheapest start is one of them. */
function startsIn({ start, end, stretch }: Opening, first: number, { item, length }: Task): number[] {
  const last = end - length;
  const starts = [first];
  const add = (at: number) => {
    if (at > first && at <= last) starts.push(at);
  };
  if (item.energy !== "any") {
    for (const focus of stretch.focus) for (const edge of [focus.start, focus.end]) addBoth(edge);
    add(lastStart({ start, end }, { length }));
  }
  for (const previous of item.kept) {
    if (previous.start >= start && previous.start <= last && previous.start !== first)
      starts.push(previous.start);
    add(previous.end - length);
  }
  return starts;

  function addBoth(edge: number) {
    add(edge);
    add(edge - length);
  }
}

const MINUTE = 60_000;

/** Ends with the opening, on a full minute. */
const lastStart = ({ start, end }: Span, { length }: Pick<Task, "length">) =>
  Math.max(start, Math.floor((end - length) / MINUTE) * MINUTE);
/** The parts of an opening outside of some time. */
function avoiding(opening: Opening, avoid: readonly Span[], { least }: Task): Opening[] {
  let parts: Opening[] = [opening];
  for (const { start, end } of avoid)
    parts = parts.flatMap((part) =>
      start >= part.end || end <= part.start
        ? [part]
        : [
            { ...part, end: start },
            { ...part, start: end, isEdge: true },
          ],
    );
  return parts.filter((part) => part.end - part.start >= least);
}
