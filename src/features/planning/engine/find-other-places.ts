import type { DraftPlan, Piece, Place } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import type { Task } from "./prepare-problem.ts";

/** The cheapest places that end earlier, that begin after the end, and that share no time; null where there is none. */
export type OtherPlaces = {
  readonly earlier: Place | null;
  readonly later: Place | null;
  readonly beside: Place | null;
};

/** For a task that has just been removed from `pieces`. Only regular starts count as places. */
export function findOtherPlaces(draft: DraftPlan, task: Task, pieces: readonly Piece[]): OtherPlaces {
  const window = draft.windowOf(task);
  const last = pieces.at(-1);
  if (!window || !last) return { earlier: null, later: null, beside: null };
  const isStrict = true;
  const sooner = { start: window.start, end: Math.min(window.end, last.end - 1) };
  return {
    earlier: findPlace(draft, task, { window: sooner, isStrict }),
    later: findPlace(draft, task, { window: { ...window, start: last.end }, isStrict }),
    beside: findPlace(draft, task, { window, avoid: pieces, isStrict }),
  };
}
