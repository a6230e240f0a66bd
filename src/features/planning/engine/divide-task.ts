import { belongsTo, costOfEnd } from "./cost-of-plan.ts";
import { WEIGHTS } from "./cost-weights.ts";
import type { DraftPlan, Opening, Piece, Place } from "./draft-plan.ts";
import { firstStart } from "./opening-starts.ts";
import type { Span } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";

const MINUTE = 60_000;
/** So many openings are tried as the one that the first piece is in. */
const FIRST_OPENINGS = 6;

/** From `start` on, a piece of at most `most` milliseconds. */
type Slot = { readonly start: number; readonly most: number; readonly opening: Opening };

/**
 * The cheapest of several ways to place a task in pieces, if it costs less than `bound` (points): one after the other,
 * in the hours for its energy, in the largest openings, and where the last plan has them.
 */
export function divideTask(
  draft: DraftPlan,
  task: Task,
  openings: readonly Opening[],
  bound: number,
): Place | null {
  const slots = openings.flatMap((opening) => slotIn(opening, opening, task));
  const inTime = fill(slots, task);
  if (!inTime) return null;
  draft.effort += openings.length;
  let best: Place | null = null;
  const consider = (pieces: Piece[] | null) => {
    if (!pieces) return;
    const cost = draft.costWith(task, pieces);
    if (cost < (best?.cost ?? bound) - 1e-9) best = { pieces, cost };
  };
  consider(inTime);
  // One after the other from the start on ends first: if even this end costs too much, no other way can be cheaper.
  const end = inTime.at(-1)?.end ?? 0;
  if (costOfEnd(task.rates, Math.min(end, earliestEnd(slots, task))) + WEIGHTS.divided.perPiece >= bound)
    return best;
  for (let skip = 1; skip <= FIRST_OPENINGS && skip < slots.length; skip += 1)
    consider(fill(slots.slice(skip), task));
  const fitting = slotsOfEnergy(openings, task);
  if (fitting.length > 0) {
    const gaps = new Set(fitting.map(({ opening }) => opening));
    consider(fill(fitting, task));
    consider(fill([...fitting, ...slots.filter(({ opening }) => !gaps.has(opening))], task));
  }
  consider(
    fill(
      slots.toSorted((one, other) => other.most - one.most || one.start - other.start),
      task,
    ),
  );
  const spaced = openings.flatMap((opening) =>
    slotIn(opening, withPauses(opening, draft.prepared.pause, task), task),
  );
  consider(fill(spaced, task));
  consider(
    fill(
      spaced.toSorted((one, other) => other.most - one.most || one.start - other.start),
      task,
    ),
  );
  consider(fillPrevious(slots, task));
  return best;
}

/** Less the pauses beside it, and the quiet time before what comes next, if that leaves enough for a piece. */
function withPauses(
  { start, end, before, after, stretch }: Opening,
  pause: number,
  { least, item }: Task,
): Span {
  const quiet = stretch.quiet.find(
    (span) => span.end >= end && span.start < end && !belongsTo(span, item.latest),
  );
  const spaced = {
    start: Math.max(start, before.at + pause),
    end: Math.min(end, after.at - pause, quiet?.start ?? end),
  };
  return spaced.end - spaced.start >= least ? spaced : { start, end };
}

function slotIn(opening: Opening, span: Span, { least }: Task): Slot[] {
  const isEdge = opening.isEdge || span.start > opening.start;
  const start = firstStart({ ...span, isEdge }, least);
  const most = Math.floor((Math.min(span.end - start, opening.most) + 0.5) / MINUTE) * MINUTE;
  return most >= least ? [{ start, most, opening }] : [];
}

/** Nothing can end before the openings until then have enough room. */
function earliestEnd(slots: readonly Slot[], { length }: Task): number {
  let room = 0;
  for (const { start, most } of slots) {
    if (room + most >= length) return start + length - room;
    room += most;
  }
  return Number.POSITIVE_INFINITY;
}

/** The part of each opening in which this energy belongs; the longest, because a gap holds one piece. */
function slotsOfEnergy(openings: readonly Opening[], task: Task): Slot[] {
  const { energy } = task.item;
  if (task.rates.energy === 0) return [];
  return openings.flatMap((opening) => {
    const edges = [
      opening.start,
      ...opening.stretch.focus.flatMap(({ start, end }) => [start, end]),
      opening.end,
    ];
    const parts = edges.slice(1).map((end, index) => ({ start: edges[index] ?? end, end }));
    const [best] = parts
      .filter((_, index) => (index % 2 === 1) === (energy === "deep"))
      .map(({ start, end }) => ({ start: Math.max(start, opening.start), end: Math.min(end, opening.end) }))
      .filter(({ start, end }) => end - start >= task.least)
      .toSorted((one, other) => other.end - other.start - (one.end - one.start));
    return best ? slotIn(opening, best, task) : [];
  });
}

/** Uses the slots in their order until they are enough; the pieces, in the order of time, sum to the length. */
function fill(
  slots: readonly Slot[],
  { length, least }: Task,
  reserved?: Map<number, number>,
): Piece[] | null {
  const used = new Map(reserved);
  let chosen: Slot[] = [];
  let room = 0;
  for (const slot of slots) {
    if (room >= length) break;
    const { day } = slot.opening.stretch;
    const most = Math.min(slot.most, slot.opening.most - (used.get(day) ?? 0));
    if (most < least) continue;
    chosen.push({ ...slot, most });
    used.set(day, (used.get(day) ?? 0) + most);
    room += most;
  }
  while (room >= length && chosen.length * least > length) {
    const smallest = Math.min(...chosen.map(({ most }) => most));
    const at = chosen.findIndex(({ most }) => most === smallest);
    chosen = chosen.toSpliced(at, 1);
    room -= smallest;
  }
  if (room < length || chosen.length === 0) return null;
  let extra = length - chosen.length * least;
  return chosen
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, most, opening }) => {
      const more = Math.min(most - least, extra);
      extra -= more;
      return { start, end: start + least + more, stretch: opening.index };
    });
}

/** The pieces of the last plan that are still free, and what is missing from elsewhere. */
function fillPrevious(slots: readonly Slot[], task: Task): Piece[] | null {
  const pieces: Piece[] = [];
  const used = new Map<number, number>();
  let missing = task.length;
  for (const span of task.item.kept.toSorted((one, other) => one.start - other.start)) {
    const slot = slots.find(({ opening }) => opening.start <= span.start && span.end <= opening.end);
    const length = Math.min(span.end - span.start, missing);
    if (!slot || length < task.least || span.start < (pieces.at(-1)?.end ?? -Infinity)) continue;
    const { day } = slot.opening.stretch;
    if ((used.get(day) ?? 0) + length > slot.opening.most) continue;
    pieces.push({ start: span.start, end: span.start + length, stretch: slot.opening.index });
    used.set(day, (used.get(day) ?? 0) + length);
    missing -= length;
  }
  if (pieces.length === 0) return null;
  if (missing === 0) return pieces;
  const isBeside = ({ opening }: Slot) =>
    pieces.some(({ start, end }) => start < opening.end && end > opening.start);
  const others = slots.filter((slot) => !isBeside(slot));
  const rest = missing < task.least ? null : fill(others, { ...task, length: missing }, used);
  return rest ? [...pieces, ...rest].toSorted((one, other) => one.start - other.start) : null;
}
