import { chooseSeeded } from "../engine/choose-seeded.ts";
import type { DraftPlan, Snapshot } from "../engine/draft-plan.ts";
import { byUrgency, placeInOrder, takeUnneededOut } from "../engine/place-greedily.ts";
import type { Task } from "../engine/prepare-problem.ts";
import { polishPlan } from "./polish-plan.ts";
import { SearchStep } from "./search-step.ts";

/** How much a search may do: stretches examined. A clock would give another plan on a busy machine. */
const MOST_EFFORT = 15_000_000;
/** Small problems end earlier: so many steps for a start, and for each task. */
const STEPS = { first: 6000, perTask: 800 };
/** Between two of these the caller cannot stop the search. */
const CHECKPOINTS = 60;
/** So many searches begin with the first plans, each with other numbers and this share of the effort. */
const STARTS = { count: 4, share: 0.1 };
/** What is left continues with the best of them, in rounds; all but the first begin by making room for something. */
const ROUNDS = { effort: 375_000, least: 3 };
/** At the start of a round a step may make a plan worse by so much of the cost of a mean task, at its end by nothing. */
const FIRST_TOLERANCE = { search: 1, madeRoom: 0.3 };
const LEAST_GAIN = 1e-6;

export type SearchOptions = {
  readonly seed?: number | undefined;
  readonly effort?: number | undefined;
  /** Other plans to begin with. */
  readonly others?: readonly Snapshot[];
};

/**
 * Large neighbourhood search: each step takes a few related tasks out and places them again; steps that cost little are
 * accepted, less and less. Yields after each part of the effort; `draft` is then the best plan so far, and never worse
 * than it was. At the end no task alone can be placed better.
 */
export function* improvePlan(
  draft: DraftPlan,
  { seed = 1, effort = MOST_EFFORT, others = [] }: SearchOptions = {},
): Generator<void> {
  const tasks = byUrgency(draft.prepared).filter(({ isCircular }) => !isCircular);
  if (tasks.length === 0) return;
  const search = new Search(draft, tasks, { seed, effort, others });
  const [first, last] = [draft.effort, draft.effort + effort];
  const steps = STEPS.first + STEPS.perTask * tasks.length;
  let shown = search.best;
  for (let done = 0, checkpoint = 1; done < steps && draft.effort < last; done += 1) {
    const share = Math.max(done / steps, (draft.effort - first) / effort);
    search.step(share);
    if (share * CHECKPOINTS < checkpoint) continue;
    checkpoint += 1;
    draft.restore(search.best);
    // A step tries few of those without a place; what is shown as without one has none.
    if (search.best !== shown) {
      placeInOrder(draft, tasks);
      takeUnneededOut(draft);
    }
    shown = search.show();
    yield;
    search.resume();
  }
  draft.restore(search.best);
  polishPlan(draft, tasks);
  takeUnneededOut(draft);
  yield;
}

/** Several searches from first plans, then rounds from the best of theirs. */
class Search {
  /** Of all of them. */
  best: Snapshot;
  readonly #draft: DraftPlan;
  readonly #tasks: readonly Task[];
  readonly #step: SearchStep;
  readonly #starts: readonly Snapshot[];
  /** After the starts. */
  readonly #rounds: number;
  #phase = 0;
  /** Where the search is, and the best since it began. */
  #current: Snapshot;
  #record: Snapshot;

  constructor(
    draft: DraftPlan,
    tasks: readonly Task[],
    { seed, effort, others }: { seed: number; effort: number; others: readonly Snapshot[] },
  ) {
    this.#draft = draft;
    this.#tasks = tasks;
    this.#step = new SearchStep(draft, tasks, chooseSeeded(seed));
    this.best = draft.snapshot();
    this.#starts = [this.best, ...others];
    this.#rounds = Math.max(ROUNDS.least, Math.round(effort / ROUNDS.effort));
    this.#current = this.best;
    this.#record = this.best;
  }

  /** `share`: of the whole effort, so much is spent. */
  step(share: number): void {
    const draft = this.#draft;
    const over = roundsOver(share, this.#rounds);
    this.#enter(Math.floor(over));
    const before = draft.effort;
    this.#step.take();
    const isRecord = draft.cost < this.#record.cost - LEAST_GAIN;
    const isBetter = draft.cost < this.#current.cost - LEAST_GAIN;
    this.#step.reward(isRecord ? 1 : isBetter ? 0.3 : 0, draft.effort - before);
    const first = this.#hasMadeRoom ? FIRST_TOLERANCE.madeRoom : FIRST_TOLERANCE.search;
    const tolerance = (first / this.#tasks.length) * (1 - (over % 1));
    const most = Math.max(this.#record.cost * (1 + tolerance), this.#current.cost);
    if (draft.cost > most + LEAST_GAIN) draft.restore(this.#current);
    else this.#current = draft.snapshot();
    if (isRecord) this.#record = this.#current;
    if (this.#record.cost < this.best.cost - LEAST_GAIN) this.best = this.#record;
  }

  /** The draft as it is becomes the best. */
  show(): Snapshot {
    this.best = this.#draft.snapshot();
    return this.best;
  }

  resume(): void {
    this.#draft.restore(this.#current);
  }

  #enter(phase: number): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    const start = phase < STARTS.count ? this.#starts[phase % this.#starts.length] : this.best;
    this.#draft.restore(start ?? this.best);
    if (this.#hasMadeRoom) this.#step.makeRoom();
    this.#current = this.#draft.snapshot();
    this.#record = this.#current;
  }

  get #hasMadeRoom(): boolean {
    return this.#phase > STARTS.count;
  }
}

/** Rounds that are over after this share of the effort, with the part of the next one; the first ones are the starts. */
function roundsOver(share: number, later: number): number {
  const starts = STARTS.count * STARTS.share;
  if (share < starts) return share / STARTS.share;
  const over = STARTS.count + ((share - starts) / (1 - starts)) * later;
  return Math.min(over, STARTS.count + later - 1e-9);
}
