import { costOf, sharedMinutes, termsOf } from "./cost-of-plan.ts";
import { DraftPlan, type Place } from "./draft-plan.ts";
import { findOtherPlaces } from "./find-other-places.ts";
import { findPlace } from "./find-place.ts";
import type { Block, CostTerm, Plan, Problem, Span } from "./plan-problem.ts";
import { prepareProblem, type Task } from "./prepare-problem.ts";

const MINUTE = 60_000;

/**
 * Why a block is where it is: facts about the problem and the plan. Those in the first group are named only if the item
 * would cost more of that kind in the best earlier or the best later place.
 */
export type Reason =
  /** The item ends so many minutes before its due time. */
  | { readonly kind: "due"; readonly due: number; readonly slackMinutes: number }
  /** The same, and somebody relies on it. */
  | { readonly kind: "promised"; readonly due: number; readonly slackMinutes: number }
  /** So many minutes of deep work are in focus hours. */
  | { readonly kind: "focus"; readonly minutes: number }
  /** So many minutes of light work leave focus hours free. */
  | { readonly kind: "outside-focus"; readonly minutes: number }
  /** So many minutes are where the last plan had them. */
  | { readonly kind: "kept"; readonly minutes: number }
  /** Elsewhere it would be in more pieces. */
  | { readonly kind: "undivided" }
  /** It must end before `latest`, and ends so many minutes before. */
  | { readonly kind: "before-meeting"; readonly latest: number; readonly slackMinutes: number }
  /** It waits for this item, and follows it directly or would have had room before. */
  | { readonly kind: "after"; readonly itemId: string; readonly end: number }
  /** No place ends earlier. */
  | { readonly kind: "first-free" }
  /** No other place is left at all. */
  | { readonly kind: "only-room" }
  /** It ends so many minutes after its due time. */
  | { readonly kind: "late"; readonly due: number; readonly minutes: number }
  /** The person placed it. */
  | { readonly kind: "fixed" };

export type BlockReasons = {
  readonly block: Block;
  readonly reasons: readonly Reason[];
  /** The cheapest other place of the item, and how many points it costs more there. */
  readonly elsewhere: { readonly pieces: readonly Span[]; readonly costsMore: number } | null;
};

/** One for each block of the plan, which must follow the hard rules of the problem. */
export function reasonsOf(problem: Problem, { blocks }: Pick<Plan, "blocks">): BlockReasons[] {
  const draft = draftOf(problem, blocks);
  const explained = new Map(
    draft.prepared.tasks
      .filter(({ index }) => draft.isPlaced(index))
      .map((task) => [task.item.id, explain(draft, task)]),
  );
  return blocks.flatMap((block) => {
    const { reasonsFor, elsewhere } = explained.get(block.itemId) ?? {
      reasonsFor: () => [],
      elsewhere: null,
    };
    return [{ block, reasons: reasonsFor(block), elsewhere }];
  });
}

function draftOf(problem: Problem, blocks: readonly Block[]): DraftPlan {
  const draft = new DraftPlan(prepareProblem(problem));
  const { stretches, tasks } = draft.prepared;
  for (const task of tasks.filter(({ isFixed }) => !isFixed)) {
    const pieces = blocks
      .filter(({ itemId }) => itemId === task.item.id)
      .map(({ start, end }) => ({
        ...{ start, end },
        stretch: stretches.findIndex((stretch) => stretch.start <= start && end <= stretch.end),
      }));
    if (pieces.length > 0) draft.put(task, pieces);
  }
  return draft;
}

type Explained = { reasonsFor: (block: Block) => Reason[]; elsewhere: BlockReasons["elsewhere"] };

function explain(draft: DraftPlan, task: Task): Explained {
  const pieces = draft.piecesOf(task.index) ?? [];
  const last = pieces.at(-1);
  if (!last || task.isFixed) return { reasonsFor: () => [{ kind: "fixed" }], elsewhere: null };
  const cost = draft.costOf(task.index);
  draft.remove(task);
  const { earlier, later, beside } = findOtherPlaces(draft, task, pieces);
  const anyOrder = { start: task.from, end: Math.min(task.until, last.end - 1) };
  const withoutOrder = earlier ? null : findPlace(draft, task, { window: anyOrder, isStrict: true });
  draft.put(task, pieces);

  const others = [earlier, later, beside].filter((place) => place !== null);
  const dearer = dearerKinds(draft, task, pieces, others);
  const before = earlier ? null : lastBefore(draft, task);
  const isNext = before !== null && (pieces[0]?.start ?? 0) - before.end < draft.prepared.pause + MINUTE;
  const holder = withoutOrder || isNext ? before : null;
  const common: Reason[] = [
    ...dateReasons(task, last.end, dearer, others.length === 0),
    ...(holder ? [holder] : []),
    ...(others.length > 0 && !earlier && !holder ? [{ kind: "first-free" as const }] : []),
    ...(others.length === 0 ? [{ kind: "only-room" as const }] : []),
    ...(dearer.has("divided") ? [{ kind: "undivided" as const }] : []),
  ];
  const cheapest = others.toSorted((one, other) => one.cost - other.cost)[0];
  return {
    reasonsFor: (block) => [...common, ...hourReasons(draft, task, block, dearer)],
    elsewhere: cheapest ? { pieces: cheapest.pieces.map(spanOf), costsMore: cheapest.cost - cost } : null,
  };
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

type Kinds = ReadonlySet<CostTerm["kind"]>;

/** The kinds of cost that are higher in one of the other places than where the task is. */
function dearerKinds(
  draft: DraftPlan,
  { item }: Task,
  pieces: readonly Span[],
  others: readonly Place[],
): Kinds {
  const problem = { ...draft.prepared.problem, items: [item] };
  const costs = (spans: readonly Span[]) => {
    const terms = termsOf(
      problem,
      spans.map(({ start, end }) => ({ start, end, itemId: item.id })),
    );
    return (kind: CostTerm["kind"]) => costOf(terms.filter((term) => term.kind === kind));
  };
  const here = costs(pieces);
  const kinds = ["late", "close", "energy", "divided", "moved", "waiting"] as const;
  return new Set(
    others.flatMap((place) => kinds.filter((kind) => costs(place.pieces)(kind) > here(kind) + 1e-6)),
  );
}

function dateReasons({ item, until }: Task, end: number, dearer: Kinds, isOnly: boolean): Reason[] {
  const reasons: Reason[] = [];
  if (item.due !== null && end > item.due)
    reasons.push({ kind: "late", due: item.due, minutes: (end - item.due) / MINUTE });
  else if (item.due !== null && (isOnly || dearer.has("late") || dearer.has("close")))
    reasons.push({
      kind: item.isPromised ? "promised" : "due",
      due: item.due,
      slackMinutes: (item.due - end) / MINUTE,
    });
  if (item.latest !== null)
    reasons.push({ kind: "before-meeting", latest: until, slackMinutes: (until - end) / MINUTE });
  return reasons;
}

function hourReasons(draft: DraftPlan, { item }: Task, block: Span, dearer: Kinds): Reason[] {
  const reasons: Reason[] = [];
  const inFocus = sharedMinutes([block], draft.prepared.allFocus);
  const outside = (block.end - block.start) / MINUTE - inFocus;
  if (dearer.has("energy") && item.energy === "deep" && inFocus > 0)
    reasons.push({ kind: "focus", minutes: inFocus });
  if (dearer.has("energy") && item.energy === "light" && outside > 0)
    reasons.push({ kind: "outside-focus", minutes: outside });
  const minutes = sharedMinutes([block], item.kept);
  if (dearer.has("moved") && minutes > 0) reasons.push({ kind: "kept", minutes });
  return reasons;
}

/** Of the items that the task waits for, the one that ends last. */
function lastBefore(draft: DraftPlan, task: Task): Extract<Reason, { kind: "after" }> | null {
  const ends = task.before.flatMap((index) => {
    const end = draft.piecesOf(index)?.at(-1)?.end;
    const itemId = draft.prepared.tasks[index]?.item.id;
    return end === undefined || itemId === undefined ? [] : [{ kind: "after" as const, itemId, end }];
  });
  return ends.toSorted((one, other) => other.end - one.end)[0] ?? null;
}
