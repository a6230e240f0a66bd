import { belongsTo, costOf, sharedMinutes, termsOf } from "./cost-of-plan.ts";
import { WEIGHTS } from "./cost-weights.ts";
import { draftOf } from "./draft-of-plan.ts";
import type { DraftPlan, Piece, Place } from "./draft-plan.ts";
import { findOtherPlaces } from "./find-other-places.ts";
import { findPlace } from "./find-place.ts";
import { type Block, COST_KINDS, type CostKind, type Plan, type Problem, type Span } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";
import { joined } from "./span-sets.ts";

const MINUTE = 60_000;
/** More of a reserve is none that is near. */
const MARGIN = WEIGHTS.close.marginMinutes * MINUTE;

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
  /** So many minutes of other than deep work leave focus hours free. */
  | { readonly kind: "outside-focus"; readonly minutes: number }
  /** So many minutes are where the last plan had them. */
  | { readonly kind: "kept"; readonly minutes: number }
  /** Elsewhere it would be in more pieces. */
  | { readonly kind: "undivided" }
  /** It must end before `latest`, and ends so many minutes before. */
  | { readonly kind: "before-meeting"; readonly latest: number; readonly slackMinutes: number }
  /** At another time of the day it would cost less, and it can only be done within these hours. */
  | { readonly kind: "hours"; readonly start: number; readonly end: number }
  /** It waits for this item, and follows it directly or would have had room before. */
  | { readonly kind: "after"; readonly itemId: string; readonly end: number }
  /** No place ends earlier. */
  | { readonly kind: "first-free" }
  /** Earlier it would have shorter pauses beside it. */
  | { readonly kind: "pause" }
  /** Elsewhere it, or what is next to it, would not follow other short items directly. */
  | { readonly kind: "together" }
  /** It ends so many minutes before its due time, and elsewhere it would have less of a reserve. */
  | { readonly kind: "reserve"; readonly due: number; readonly slackMinutes: number }
  /** Earlier it would lie in the last minutes before this event, on which much depends. */
  | { readonly kind: "approach"; readonly eventId: string }
  /** Earlier it would lie outside of the working hours. */
  | { readonly kind: "beyond" }
  /** It would cost less if the day of this instant might have more planned than `minutes`. */
  | { readonly kind: "limit"; readonly at: number; readonly minutes: number }
  /** All other time that it could have is held by these items, though a minute of them is worth less. */
  | { readonly kind: "held"; readonly itemIds: readonly string[] }
  /** No other reason names one kind of cost alone: all in all it would cost so many points more elsewhere. */
  | { readonly kind: "cheapest"; readonly costsMore: number }
  /** No other place is left at all, even if everything gave way of which a minute is worth less. */
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

type Explained = { reasonsFor: (block: Block) => Reason[]; elsewhere: BlockReasons["elsewhere"] };

function explain(draft: DraftPlan, task: Task): Explained {
  const pieces = draft.piecesOf(task.index) ?? [];
  const last = pieces.at(-1);
  if (!last || task.isFixed) return { reasonsFor: () => [{ kind: "fixed" }], elsewhere: null };
  const whole = draft.cost;
  draft.remove(task);
  const cost = task.costUnplaced + whole - draft.cost;
  const { earlier, later, beside } = findOtherPlaces(draft, task, pieces);
  const anyOrder = { start: task.from, end: Math.min(task.until, last.end - 1) };
  const holders = earlier || later || beside ? null : holdersOf(draft, task, pieces);
  const withoutOrder = earlier ? null : findPlace(draft, task, { window: anyOrder, isStrict: true });
  const others = [earlier, later, beside].filter((place) => place !== null);
  const dearer = dearerKinds(draft, task, pieces, others);
  const sooner = earlier ? dearerKinds(draft, task, pieces, [earlier]) : NO_KINDS;
  const isHeldToHours = isCheaperAtOtherHours(draft, task, cost);
  const limit = limitOf(draft, task, cost, pieces);
  draft.put(task, pieces);

  const before = earlier ? null : lastBefore(draft, task);
  const isNext = before !== null && (pieces[0]?.start ?? 0) - before.end < draft.prepared.pause + MINUTE;
  const holder = withoutOrder || isNext ? before : null;
  const common: Reason[] = [
    ...dateReasons(task, last.end, dearer, others.length === 0),
    ...(limit ? [limit] : []),
    ...(holder ? [holder] : []),
    ...(others.length > 0 && !earlier && !holder && !limit ? [{ kind: "first-free" as const }] : []),
    ...(others.length > 0 || (limit && !holders?.isInTheWay)
      ? []
      : onlyOrHeld(task, holders?.itemIds ?? null)),
    ...(earlier && sooner.has("approach") ? approachReasons(draft, task, earlier) : []),
    ...(sooner.has("beyond") ? [{ kind: "beyond" as const }] : []),
    ...(dearer.has("divided") ? [{ kind: "undivided" as const }] : []),
    ...(sooner.has("pause") ? [{ kind: "pause" as const }] : []),
    ...(dearer.has("switch") ? [{ kind: "together" as const }] : []),
  ];
  const cheapest = others.toSorted((one, other) => one.cost - other.cost)[0];
  return {
    reasonsFor: (block) => {
      const reasons = [
        ...(isHeldToHours ? hoursAround(task, block) : []),
        ...common,
        ...hourReasons(draft, task, block, dearer),
      ];
      if (reasons.length > 0 || !cheapest) return reasons;
      return [{ kind: "cheapest", costsMore: cheapest.cost - cost }];
    },
    elsewhere: cheapest ? { pieces: cheapest.pieces.map(spanOf), costsMore: cheapest.cost - cost } : null,
  };
}

/** Whether the task, which has no place now, could lie where it costs less than `cost` if any time of the day would do. */
function isCheaperAtOtherHours(draft: DraftPlan, task: Task, cost: number): boolean {
  if (task.item.hours === null) return false;
  const place = findPlace(draft, task, { relaxed: "hours", isStrict: true });
  return place !== null && place.cost < cost - 1e-6;
}

/** The first limit of a day without which the task, which has no place now, would cost less; null if none holds it. */
function limitOf(draft: DraftPlan, task: Task, cost: number, pieces: readonly Piece[]): Reason | null {
  const place = findPlace(draft, task, { relaxed: "limit", isStrict: true });
  if (!place || place.cost >= cost - 1e-6) return null;
  const { stretches, problem } = draft.prepared;
  const dayOf = ({ stretch }: Piece) => stretches[stretch]?.day ?? -1;
  const here = new Set(pieces.map(dayOf));
  const full = place.pieces.find(
    (piece) => !here.has(dayOf(piece)) && draft.leftOf(dayOf(piece)) < piece.end - piece.start,
  );
  const day = full && problem.days[dayOf(full)];
  return full && day ? { kind: "limit", at: full.start, minutes: day.mostMinutes } : null;
}

/** The event that it would come too near to earlier. */
function approachReasons(draft: DraftPlan, { item }: Task, { pieces }: Place): Reason[] {
  const near = draft.prepared.problem.quiet.filter(
    (span) => span.kind === "approach" && !belongsTo(span, item.latest) && sharedMinutes(pieces, [span]) > 0,
  );
  return near.slice(0, 1).map(({ id }) => ({ kind: "approach", eventId: id }));
}

const hoursAround = ({ item }: Task, block: Span): Reason[] => {
  const hours = joined(item.hours ?? []).find(({ start, end }) => start <= block.start && block.end <= end);
  return hours ? [{ kind: "hours", ...hours }] : [];
};

const spanOf = ({ start, end }: Span): Span => ({ start, end });

type Kinds = ReadonlySet<CostKind>;
const NO_KINDS: Kinds = new Set();

/** The kinds of cost that are higher in one of the other places than where the task, which has none now, was. */
function dearerKinds(
  draft: DraftPlan,
  task: Task,
  pieces: readonly Piece[],
  others: readonly Place[],
): Kinds {
  const { problem } = draft.prepared;
  const { id } = task.item;
  const costs = (spans: readonly Piece[]) => {
    const blocks = spans.map(({ start, end }) => ({ start, end, itemId: id }));
    const terms = termsOf(problem, blocks).filter(({ itemId }) => itemId === id);
    const beside = draft.besideWith(task, spans);
    return (kind: CostKind) =>
      kind === "pause" || kind === "switch"
        ? beside[kind]
        : costOf(terms.filter((term) => term.kind === kind));
  };
  const here = costs(pieces);
  return new Set(
    others.flatMap((place) => {
      const there = costs(place.pieces);
      return COST_KINDS.filter((kind) => there(kind) > here(kind) + 1e-6);
    }),
  );
}

/** At most so many items are named as what holds other time. */
const MOST_NAMED = 3;

type Holders = {
  readonly itemIds: readonly string[];
  /** They lie there; else they have the minutes of that day. */
  readonly isInTheWay: boolean;
};

/**
 * Where the task, which has none now, could lie if everything gave way of which a minute is worth less: the items that
 * have that time, or that day's minutes; null if it could lie nowhere else.
 */
function holdersOf(draft: DraftPlan, task: Task, pieces: readonly Piece[]): Holders | null {
  const before = draft.snapshot();
  const worth = (each: Task) => each.costUnplaced / each.length;
  const isBound = ({ index }: Task) => task.before.includes(index) || task.followers.includes(index);
  const lower = draft.prepared.tasks.filter((each) => worth(each) < worth(task) && !isBound(each));
  for (const each of lower) draft.remove(each);
  const { earlier, later, beside } = findOtherPlaces(draft, task, pieces);
  draft.restore(before);
  const place = earlier ?? later ?? beside;
  if (!place) return null;
  const { stretches } = draft.prepared;
  const dayOf = ({ stretch }: Piece) => stretches[stretch]?.day;
  const days = new Set(place.pieces.map(dayOf));
  const has = (isIn: (piece: Piece) => boolean) =>
    lower.filter(({ index, isFixed }) => !isFixed && draft.piecesOf(index)?.some(isIn));
  const over = has((piece) => sharedMinutes([piece], place.pieces) > 0);
  const holders = over.length > 0 ? over : has((piece) => days.has(dayOf(piece)));
  return { itemIds: holders.slice(0, MOST_NAMED).map(({ item }) => item.id), isInTheWay: over.length > 0 };
}

/** That a meeting is prepared last before it says enough: `before-meeting`. */
function onlyOrHeld({ item }: Task, holders: readonly string[] | null): Reason[] {
  if (holders && holders.length > 0) return [{ kind: "held", itemIds: holders }];
  return item.kind === "preparation" && item.latest !== null ? [] : [{ kind: "only-room" }];
}

function dateReasons({ item, until }: Task, end: number, dearer: Kinds, isOnly: boolean): Reason[] {
  const reasons: Reason[] = [];
  if (item.due !== null && end > item.due)
    reasons.push({ kind: "late", due: item.due, minutes: (end - item.due) / MINUTE });
  else if (
    item.due !== null &&
    (isOnly || dearer.has("late") || dearer.has("close") || dearer.has("reserve"))
  )
    reasons.push({
      kind: item.isPromised ? "promised" : "due",
      due: item.due,
      slackMinutes: (item.due - end) / MINUTE,
    });
  if (item.latest !== null)
    reasons.push({ kind: "before-meeting", latest: until, slackMinutes: (until - end) / MINUTE });
  if (item.due !== null && end < item.due && item.due - end <= MARGIN && dearer.has("reserve"))
    reasons.push({ kind: "reserve", due: item.due, slackMinutes: (item.due - end) / MINUTE });
  return reasons;
}

function hourReasons(draft: DraftPlan, { item }: Task, block: Span, dearer: Kinds): Reason[] {
  const reasons: Reason[] = [];
  const inFocus = sharedMinutes([block], draft.prepared.allFocus);
  const outside = (block.end - block.start) / MINUTE - inFocus;
  if (dearer.has("energy") && item.energy === "deep" && inFocus > 0)
    reasons.push({ kind: "focus", minutes: inFocus });
  if (dearer.has("energy") && item.energy !== "deep" && inFocus === 0)
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
