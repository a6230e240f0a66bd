import { isSwitch, missingMinutes, type Neighbour, pauseRate } from "./cost-of-neighbours.ts";
import { costOfEnd, costOfQuiet, costOfShape } from "./cost-of-plan.ts";
import { WEIGHTS } from "./cost-weights.ts";
import type { Block, Span } from "./plan-problem.ts";
import { type Parts, type Prepared, partsFor, type Stretch, type Task } from "./prepare-problem.ts";
import { shared } from "./span-sets.ts";

/** A part of a task in a stretch, given by its index. */
export type Piece = Span & { readonly stretch: number };
type Placed = Piece & { readonly task: number };

/** Where a piece could go: free, within the window of the task, at its place and hours, on a day with time left. */
export type Opening = Span & {
  readonly stretch: Stretch;
  readonly index: number;
  /** Most of it that the day allows, in milliseconds. */
  readonly most: number;
  /** It begins where something else ends, so a block may begin there off the grid. */
  readonly isEdge: boolean;
  /** What ends before it and begins after it. */
  readonly before: Neighbour;
  readonly after: Neighbour;
};

/** The places of all tasks, to go back to. */
export type Snapshot = { readonly pieces: readonly (readonly Piece[] | null)[]; readonly cost: number };

/** What a task would cost there, in points. */
export type Place = { readonly pieces: readonly Piece[]; readonly cost: number };

/** Hard rules that are set aside, to find out which of them leaves no room. */
export type Relaxed = "place" | "hours" | "limit" | "none";

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
  readonly #pauseRate: number;

  constructor(prepared: Prepared) {
    this.prepared = prepared;
    this.#pieces = prepared.tasks.map(() => null);
    this.#costs = prepared.tasks.map(({ costUnplaced }) => costUnplaced);
    this.#inStretch = prepared.stretches.map(() => []);
    this.#left = [...prepared.limits];
    this.#pauseRate = pauseRate(prepared.problem.pauseMinutes);
    for (const task of prepared.tasks)
      if (task.isFixed)
        this.#record(task, task.item.kept.map((span) => ({ ...span, stretch: -1 })).toSorted(inTime));
    this.cost = this.#costs.reduce((sum, cost) => sum + cost, 0);
  }

  piecesOf(index: number): readonly Piece[] | null {
    return this.#pieces[index] ?? null;
  }

  /** Of itself: without what its neighbours cost. */
  costOf(index: number): number {
    return this.#costs[index] ?? 0;
  }

  isPlaced(index: number): boolean {
    return this.#pieces[index] !== null;
  }

  /** What the day may still have, in milliseconds. */
  leftOf(day: number): number {
    return this.#left[day] ?? 0;
  }

  /** The tasks with a piece in the stretch between the two instants. */
  tasksBetween(stretch: number, start: number, end: number): number[] {
    const list = this.#inStretch[stretch] ?? [];
    return list.filter((placed) => placed.start < end && placed.end > start).map(({ task }) => task);
  }

  /** The task must have no place yet, and the pieces one that `openingsFor` offered. */
  put(task: Task, pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      this.cost += this.#costBeside(task, piece);
      const list = this.#inStretch[piece.stretch] ?? [];
      list.splice(placeIn(list, piece), 0, { ...piece, task: task.index });
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
      this.cost -= this.#costBeside(task, piece);
      this.#addLeft(piece, piece.end - piece.start);
    }
    this.#pieces[task.index] = null;
    this.#setCost(task, task.costUnplaced);
  }

  /** In points, as if the pieces were its place, with what that changes for their neighbours. */
  costWith(task: Task, pieces: readonly Piece[]): number {
    let cost = this.#costAlone(task, pieces);
    for (const piece of pieces) cost += this.#costBeside(task, piece);
    return cost;
  }

  #costAlone(task: Task, pieces: readonly Piece[]): number {
    const last = pieces.at(-1);
    if (!last) return task.costUnplaced;
    const [first] = pieces;
    const stretch = this.prepared.stretches[last.stretch];
    const isOne = pieces.length === 1 || (first && first.stretch === last.stretch);
    const focus = isOne && stretch ? stretch.focus : this.prepared.allFocus;
    const shape =
      costOfShape(task.rates, pieces, focus) + costOfQuiet(task.item, pieces, this.prepared.stretches);
    return costOfEnd(task.rates, last.end) + shape;
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
    const openings: Opening[] = [];
    this.eachOpening(task, { least, window, relaxed }, (opening) => openings.push(opening) < 0);
    return openings;
  }

  /** The same one by one, until `visit` returns true. */
  eachOpening(
    task: Task,
    { least, window, relaxed }: { least: number; window: Span; relaxed: Relaxed },
    visit: (opening: Opening) => boolean,
  ): void {
    const { stretches } = this.prepared;
    const parts = this.#partsWith(task, relaxed);
    this.effort += CALL;
    for (let index = this.prepared.firstEndingAfter(window.start); index < stretches.length; index += 1) {
      const stretch = stretches[index];
      if (!stretch || stretch.start >= window.end) break;
      this.effort += 1;
      const most = relaxed === "limit" ? Number.POSITIVE_INFINITY : (this.#left[stretch.day] ?? 0);
      if (most < least) continue;
      let free = stretch.start;
      const list = this.#inStretch[index] ?? [];
      this.effort += list.length;
      for (let at = 0; at <= list.length; at += 1) {
        const next = list[at];
        const gap = { start: free, end: next ? next.start : stretch.end };
        if (next) free = next.end;
        if (gap.end - gap.start < least) continue;
        for (const part of parts ? within(parts[index] ?? [], gap) : [gap]) {
          const start = Math.max(part.start, window.start);
          const end = Math.min(part.end, window.end);
          if (end - start < least) continue;
          const [before, after] = [this.#before(index, at), this.#after(index, at)];
          const isEdge = start === part.start;
          if (visit({ start, end, stretch, index, most, isEdge, before, after })) return;
        }
      }
    }
  }

  /** Where it can lie if one of its rules were none. */
  #partsWith({ item, parts }: Task, relaxed: Relaxed): Parts | null {
    if (parts === null || (relaxed !== "place" && relaxed !== "hours")) return parts;
    const { problem, stretches } = this.prepared;
    return partsFor({ place: item.place, hours: item.hours, [relaxed]: null }, problem, stretches);
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

  /** What the piece would add to the cost of pauses and switches; the task itself lies elsewhere, or not at all. */
  #costBeside(task: Task, piece: Piece): number {
    return this.#change(task, piece, (before, after) => this.#costBetween(before, after));
  }

  /** The two parts of it in points, for all pieces. */
  besideWith(task: Task, pieces: readonly Piece[]): { pause: number; switch: number } {
    const sumOf = (cost: (before: Neighbour, after: Neighbour) => number) =>
      pieces.reduce((sum, piece) => sum + this.#change(task, piece, cost), 0);
    const { pauseMinutes } = this.prepared.problem;
    return {
      pause: sumOf((before, after) => missingMinutes(before, after, pauseMinutes) * this.#pauseRate),
      switch: sumOf((before, after) => (isSwitch(before, after) ? WEIGHTS.switch.each : 0)),
    };
  }

  #change(
    { item }: Task,
    { start, end, stretch }: Piece,
    cost: (before: Neighbour, after: Neighbour) => number,
  ): number {
    if (stretch < 0) return 0;
    const at = placeIn(this.#inStretch[stretch] ?? [], { start });
    const [before, after] = [this.#before(stretch, at), this.#after(stretch, at)];
    return cost(before, { at: start, item }) + cost({ at: end, item }, after) - cost(before, after);
  }

  #costBetween(before: Neighbour, after: Neighbour): number {
    const missing = missingMinutes(before, after, this.prepared.problem.pauseMinutes) * this.#pauseRate;
    return isSwitch(before, after) ? missing + WEIGHTS.switch.each : missing;
  }

  /** What lies before the block that is, or would be, at this place of the stretch. */
  #before(stretch: number, at: number): Neighbour {
    const { stretches } = this.prepared;
    let placed = this.#inStretch[stretch]?.[at - 1];
    for (let near = stretch; !placed && stretches[near]?.isNearBefore; near -= 1)
      placed = this.#inStretch[near - 1]?.at(-1);
    if (placed) return { at: placed.end, item: this.#itemOf(placed) };
    return { at: stretches[stretch]?.closedBefore ?? Number.NEGATIVE_INFINITY, item: null };
  }

  #after(stretch: number, at: number): Neighbour {
    const { stretches } = this.prepared;
    let placed = this.#inStretch[stretch]?.[at];
    let near = stretch + 1;
    for (; !placed && stretches[near]?.isNearBefore; near += 1) placed = this.#inStretch[near]?.[0];
    if (placed) return { at: placed.start, item: this.#itemOf(placed) };
    return { at: stretches[stretch]?.closedAfter ?? Number.POSITIVE_INFINITY, item: null };
  }

  #itemOf = ({ task }: Placed) => this.prepared.tasks[task]?.item ?? null;

  #record(task: Task, pieces: readonly Piece[]) {
    this.#pieces[task.index] = pieces;
    this.#setCost(task, this.#costAlone(task, pieces));
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

const within = (parts: readonly Span[], gap: Span): Span[] => shared(parts, [gap]);

/** Where a piece with this start belongs in a list in the order of time. */
function placeIn(list: readonly Placed[], { start }: Pick<Span, "start">): number {
  const at = list.findIndex((placed) => placed.start > start);
  return at < 0 ? list.length : at;
}
