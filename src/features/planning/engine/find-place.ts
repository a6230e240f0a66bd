import { costOfEnd } from "./cost-of-plan.ts";
import { WEIGHTS } from "./cost-weights.ts";
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
  const { avoid, relaxed = "none" } = search;
  if (task.least === task.length && !avoid) {
    const whole = new WholePlace(draft, task, search);
    draft.eachOpening(task, { least: task.least, window, relaxed }, (opening) => whole.consider(opening));
    return whole.best;
  }
  const all = draft.openingsFor(task, task.least, window, relaxed);
  const openings = avoid ? all.flatMap((opening) => avoiding(opening, avoid, task)) : all;
  const whole = new WholePlace(draft, task, search);
  openings.some((opening) => whole.consider(opening));
  if (task.least === task.length) return whole.best;
  const divided = divideTask(draft, task, openings, whole.best?.cost ?? Number.POSITIVE_INFINITY);
  return divided ?? whole.best;
}

/** The cheapest place in one piece in the openings seen so far. */
class WholePlace {
  best: Place | null = null;
  readonly #draft: DraftPlan;
  readonly #task: Task;
  readonly #search: Search;

  constructor(draft: DraftPlan, task: Task, search: Search) {
    this.#draft = draft;
    this.#task = task;
    this.#search = search;
  }

  /** True if no later opening can be cheaper: costs of ends never fall. Openings must come in the order of time. */
  consider(opening: Opening): boolean {
    const task = this.#task;
    const { packed, isStrict } = this.#search;
    if (opening.most < task.length || opening.end - opening.start < task.length) return false;
    const first = firstStart(opening, task.length, isStrict);
    if (first + task.length > opening.end) return false;
    if (this.best && costOfEnd(task.rates, first + task.length) >= this.best.cost) return true;
    const starts =
      packed === undefined
        ? startsIn(opening, first, task, this.#draft.prepared.pause)
        : [packed === "first" ? first : lastStart(opening, task)];
    for (const start of starts) {
      const pieces = [{ start, end: start + task.length, stretch: opening.index }];
      const cost = this.#draft.costWith(task, pieces);
      if (!this.best || cost < this.best.cost - 1e-9) this.best = { pieces, cost };
    }
    return false;
  }
}

/** Between these, the cost is a straight line of the start, so that the cheapest start is one of them. */
function startsIn(
  { start, end, stretch, before, after }: Opening,
  first: number,
  { item, length, rates }: Task,
  pause: number,
): number[] {
  const last = end - length;
  const starts = [first];
  const add = (at: number) => {
    if (at > first && at <= last) starts.push(at);
  };
  if (rates.energy > 0)
    for (const focus of stretch.focus) for (const edge of [focus.start, focus.end]) addBoth(edge);
  if (rates.energy > 0 || item.minutes <= WEIGHTS.switch.shortMinutes)
    add(lastStart({ start, end }, { length }));
  for (const quiet of stretch.quiet) for (const edge of [quiet.start, quiet.end]) addBoth(edge);
  if (pause > 0) {
    add(Math.ceil((before.at + pause) / MINUTE) * MINUTE);
    add(Math.floor((after.at - pause - length) / MINUTE) * MINUTE);
  }
  if (item.due !== null) {
    add(item.due - length);
    if (rates.reserve > 0) add(item.due - WEIGHTS.reserve.minutes * MINUTE - length);
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
