import { costOfEnd, costOfShape } from "./cost-of-plan.ts";
import type { Block, Span } from "./plan-problem.ts";
import type { Prepared, Stretch, Task } from "./prepare-problem.ts";

/** A part of a task in a stretch, given by its index. */
export type Piece = Span & { readonly stretch: number };
type Placed = Piece & { readonly task: number };

/** Where a piece could go: free, within the window of the task, at its place, on a day with time left. */
export type Opening = Span & {
  readonly stretch: Stretch;
  readonly index: number;
  /** Most of it that the day allows, in milliseconds. */
  readonly most: number;
  /** It begins where something else ends, so a block may begin there off the grid. */
  readonly isEdge: boolean;
};

/** The places of all tasks, to go back to. */
export type Snapshot = { readonly pieces: readonly (readonly Piece[] | null)[]; readonly cost: number };

/** What a task would cost there, in points. */
export type Place = { readonly pieces: readonly Piece[]; readonly cost: number };

/** Hard rules that are set aside, to find out which of them leaves no room. */
export type Relaxed = "window" | "place" | "limit" | "none";

/** A plan that a search changes: every state of it follows the hard rules. */
export class DraftPlan {
  readonly prepared: Prepared;
  /** In points. */
  cost = 0;
  /** How many stretches were examined so far: the measure of work by which a search is limited. */
  effort = 0;
  readonly #pieces: (readonly Piece[] | null)[];
  readonly #costs: number[];
  readonly #inStretch: Placed[][];
  readonly #left: number[];

  constructor(prepared: Prepared) {
    this.prepared = prepared;
    this.#pieces = prepared.tasks.map(() => null);
    this.#costs = prepared.tasks.map(({ costUnplaced }) => costUnplaced);
    this.#inStretch = prepared.stretches.map(() => []);
    this.#left = [...prepared.limits];
    for (const task of prepared.tasks)
      if (task.isFixed)
        this.#record(task, task.item.kept.map((span) => ({ ...span, stretch: -1 })).toSorted(inTime));
    this.cost = this.#costs.reduce((sum, cost) => sum + cost, 0);
  }

  piecesOf(index: number): readonly Piece[] | null {
    return this.#pieces[index] ?? null;
  }

  costOf(index: number): number {
    return this.#costs[index] ?? 0;
  }

  isPlaced(index: number): boolean {
    return this.#pieces[index] !== null;
  }

  /** The tasks with a piece in the stretch between the two instants. */
  tasksBetween(stretch: number, start: number, end: number): number[] {
    const list = this.#inStretch[stretch] ?? [];
    return list.filter((placed) => placed.start < end && placed.end > start).map(({ task }) => task);
  }

  /** The task must have no place yet, and the pieces one that `openingsFor` offered. */
  put(task: Task, pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const list = this.#inStretch[piece.stretch] ?? [];
      const at = list.findIndex(({ start }) => start > piece.start);
      list.splice(at < 0 ? list.length : at, 0, { ...piece, task: task.index });
      this.#addLeft(piece, piece.start - piece.end);
    }
    this.#record(task, pieces);
  }

  /** A fixed task stays, and so does one without a place. */
  remove(task: Task): void {
    const pieces = this.#pieces[task.index];
    if (!pieces || task.isFixed) return;
    for (const piece of pieces) {
      const list = this.#inStretch[piece.stretch] ?? [];
      const at = list.findIndex((placed) => placed.task === task.index && placed.start === piece.start);
      list.splice(at, 1);
      this.#addLeft(piece, piece.end - piece.start);
    }
    this.#pieces[task.index] = null;
    this.#setCost(task, task.costUnplaced);
  }

  /** In points, as if the pieces were its place. */
  costWith(task: Task, pieces: readonly Piece[]): number {
    const last = pieces.at(-1);
    if (!last) return task.costUnplaced;
    const [first] = pieces;
    const stretch = this.prepared.stretches[last.stretch];
    const isOne = pieces.length === 1 || (first && first.stretch === last.stretch);
    const focus = isOne && stretch ? stretch.focus : this.prepared.allFocus;
    return costOfEnd(task.rates, last.end) + costOfShape(task.rates, pieces, focus);
  }

  /** The end of what it waits for and the start of what waits for it; null if what it waits for has no place. */
  windowOf(task: Task): Span | null {
    if (task.isCircular) return null;
    let start = task.from;
    let end = task.until;
    for (const index of task.before) {
      const last = this.#pieces[index]?.at(-1);
      if (!last) return null;
      start = Math.max(start, last.end);
    }
    for (const index of task.followers) end = Math.min(end, this.#pieces[index]?.[0]?.start ?? end);
    return { start, end };
  }

  /** In the order of time; each at least `least` long (milliseconds) within the window. */
  openingsFor(task: Task, least: number, window: Span, relaxed: Relaxed = "none"): Opening[] {
    const { stretches, placed, pause } = this.prepared;
    const { place } = task.item;
    const atPlace = place === null || relaxed === "place" ? undefined : placed.get(place);
    const openings: Opening[] = [];
    this.effort += stretches.length + CALL;
    for (const [index, stretch] of stretches.entries()) {
      if (stretch.end <= window.start) continue;
      if (stretch.start >= window.end) break;
      const most = relaxed === "limit" ? Number.POSITIVE_INFINITY : (this.#left[stretch.day] ?? 0);
      if (most < least) continue;
      let free = this.#freeFrom(index);
      const closing = this.#freeUntil(index);
      const list = this.#inStretch[index] ?? [];
      this.effort += list.length;
      for (let at = 0; at <= list.length; at += 1) {
        const next = list[at];
        const gap = { start: free, end: next ? next.start - pause : closing };
        if (next) free = next.end + pause;
        if (gap.end - gap.start < least) continue;
        for (const part of atPlace ? within(atPlace[index] ?? [], gap, pause) : [gap]) {
          const start = Math.max(part.start, window.start);
          const end = Math.min(part.end, window.end);
          if (end - start >= least)
            openings.push({ start, end, stretch, index, most, isEdge: start === part.start });
        }
      }
    }
    return openings;
  }

  snapshot(): Snapshot {
    return { pieces: [...this.#pieces], cost: this.cost };
  }

  /** Changes only the tasks that differ. */
  restore({ pieces, cost }: Snapshot): void {
    const changed = this.prepared.tasks.filter(({ index }) => this.#pieces[index] !== pieces[index]);
    for (const task of changed) this.remove(task);
    for (const task of changed) {
      const previous = pieces[task.index];
      if (previous) this.put(task, previous);
    }
    this.cost = cost;
  }

  /** In the order of time. */
  blocks(): Block[] {
    return this.#pieces
      .flatMap((pieces, index) =>
        (pieces ?? []).map(({ start, end }) => ({
          start,
          end,
          itemId: this.prepared.tasks[index]?.item.id ?? "",
        })),
      )
      .toSorted((one, other) => inTime(one, other) || (one.itemId < other.itemId ? -1 : 1));
  }

  /** Its start, or later because of a block that ends less than a pause before it. */
  #freeFrom(index: number): number {
    const { stretches, pause } = this.prepared;
    const start = stretches[index]?.start ?? 0;
    for (let near = index; stretches[near]?.isNearBefore; near -= 1) {
      const last = this.#inStretch[near - 1]?.at(-1);
      if (last) return Math.max(start, last.end + pause);
    }
    return start;
  }

  #freeUntil(index: number): number {
    const { stretches, pause } = this.prepared;
    const end = stretches[index]?.end ?? 0;
    for (let near = index + 1; stretches[near]?.isNearBefore; near += 1) {
      const first = this.#inStretch[near]?.[0];
      if (first) return Math.min(end, first.start - pause);
    }
    return end;
  }

  #record(task: Task, pieces: readonly Piece[]) {
    this.#pieces[task.index] = pieces;
    this.#setCost(task, this.costWith(task, pieces));
  }

  #setCost(task: Task, cost: number) {
    this.cost += cost - this.costOf(task.index);
    this.#costs[task.index] = cost;
  }

  #addLeft({ stretch }: Piece, length: number) {
    const day = this.prepared.stretches[stretch]?.day;
    if (day !== undefined) this.#left[day] = (this.#left[day] ?? 0) + length;
  }
}

/** What a call costs besides its stretches, in stretches. */
const CALL = 40;
const inTime = (one: Span, other: Span) => one.start - other.start;

/** The parts within the gap; each begins a pause after the one before, because both may be used. */
function within(parts: readonly Span[], gap: Span, pause: number): Span[] {
  let free = gap.start;
  return parts.flatMap((part) => {
    const [start, end] = [Math.max(part.start, free), Math.min(part.end, gap.end)];
    if (start >= end) return [];
    free = end + pause;
    return [{ start, end }];
  });
}
