import type { Block, CostTerm, Item, Plan, Problem, Span } from "./engine/plan-problem.ts";
import type { Fact } from "./model.ts";
import type { Guess } from "./reading/guess-minutes.ts";
import { MINUTE } from "./reading/wanted-item.ts";

/** From here on an item counts as important: tasks of high priority and above. */
const IMPORTANT = 0.75;

export type FactSource = {
  problem: Problem;
  plan: Pick<Plan, "blocks" | "terms">;
  /** Null for an item whose person said how long it takes. */
  guesses: ReadonlyMap<string, Guess | null>;
  /** Minutes that an item got before. */
  worked: ReadonlyMap<string, number>;
};

/** Why a block is where it is and as long as it is: what holds of its item, and what the plan pays for it. */
export function factsOfBlock(block: Block, source: FactSource): Fact[] {
  const item = source.problem.items.find(({ id }) => id === block.itemId);
  if (!item) return [];
  const own = source.plan.terms.filter(({ itemId }) => itemId === item.id);
  const because = [
    ...timeFacts(item, own),
    ...orderFacts(item, source),
    ...hourFacts(item, block, own, source.problem),
    ...changeFacts(item, block, source.plan.blocks),
  ];
  const why: Fact[] = because.length > 0 ? because : [{ kind: "free" }];
  return [...why, ...lengthFacts(item, source)];
}

function timeFacts(item: Item, terms: readonly CostTerm[]): Fact[] {
  const late = terms.find(({ kind }) => kind === "late");
  const due = item.due === null ? [] : [{ kind: "due" as const, at: new Date(item.due) }];
  return [
    ...(late ? [{ kind: "late" as const, minutes: Math.round(late.amount) }] : []),
    ...(item.latest !== null ? [{ kind: "meeting" as const, at: new Date(item.latest) }] : due),
    ...(item.isPromised ? [{ kind: "promised" as const }] : []),
    ...(item.importance >= IMPORTANT && item.kind === "task" ? [{ kind: "important" as const }] : []),
  ];
}

function orderFacts(item: Item, { problem }: FactSource): Fact[] {
  const ids = new Set(problem.items.map(({ id }) => id));
  const before = item.after.filter((id) => ids.has(id)).length;
  const behind = problem.items.filter(({ after }) => after.includes(item.id)).length;
  return [
    ...(before > 0 ? [{ kind: "waited" as const, count: before }] : []),
    ...(behind > 0 ? [{ kind: "blocks" as const, count: behind }] : []),
  ];
}

function hourFacts(item: Item, block: Block, terms: readonly CostTerm[], { days, now }: Problem): Fact[] {
  const isWrong = terms.some(({ kind }) => kind === "energy");
  const isFocus = days.some(({ focus }) =>
    focus.some((span) => span.start <= block.start && block.end <= span.end),
  );
  return [
    ...(item.energy === "deep" && isFocus ? [{ kind: "focus" as const }] : []),
    ...(item.energy === "light" && !isWrong ? [{ kind: "light" as const }] : []),
    ...(item.kind === "task" && item.earliest > now
      ? [{ kind: "notBefore" as const, at: new Date(item.earliest) }]
      : []),
    ...(item.place !== null ? [{ kind: "place" as const }] : []),
  ];
}

function changeFacts(item: Item, block: Block, blocks: readonly Block[]): Fact[] {
  const pieces = blocks.filter(({ itemId }) => itemId === item.id).length;
  const isSame = item.kept.some((span) => isSameSpan(span, block));
  return [
    ...(pieces > 1 ? [{ kind: "piece" as const, count: pieces }] : []),
    ...(isSame ? [{ kind: "kept" as const }] : item.kept.length > 0 ? [{ kind: "moved" as const }] : []),
  ];
}

function lengthFacts(item: Item, { guesses, worked }: FactSource): Fact[] {
  const guess = guesses.get(item.id);
  const past = worked.get(item.id) ?? 0;
  const estimate: Fact[] = guess
    ? [{ kind: "guess", minutes: guess.minutes, from: guess.from, count: guess.count }]
    : item.kind === "task"
      ? [{ kind: "estimate" }]
      : [];
  return [...estimate, ...(past > 0 ? [{ kind: "worked" as const, minutes: past }] : [])];
}

export const isSameSpan = (one: Span, other: Span) => one.start === other.start && one.end === other.end;
export const minutesLong = ({ start, end }: Span) => Math.round((end - start) / MINUTE);
