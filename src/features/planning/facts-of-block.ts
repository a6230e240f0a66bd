import type { Block, Item, Plan, Problem, Span } from "./engine/plan-problem.ts";
import { type Reason as Finding, reasonsOf } from "./engine/reasons-of.ts";
import { swapsOf } from "./engine/swap-in.ts";
import { type Fact, itemIdOf } from "./model.ts";
import { NOT_AWAY } from "./reading/find-away.ts";
import { NOT_ON_RIDES, type RideTime } from "./reading/find-rides.ts";
import type { Guess } from "./reading/guess-minutes.ts";
import { MINUTE } from "./reading/wanted-item.ts";

/** From here on an item counts as important: tasks of high priority and above. */
const IMPORTANT = 0.75;

export type FactSource = {
  problem: Problem;
  blocks: readonly Block[];
  /** Null for an item whose person said how long it takes. */
  guesses: ReadonlyMap<string, Guess | null>;
  /** Minutes that an item got before. */
  worked: ReadonlyMap<string, number>;
  rides: readonly RideTime[];
  /** Who relies on an item, by its id. */
  promisedTo: ReadonlyMap<string, string | null>;
};

/**
 * Why each block is where it is, found by comparison with other places (decision 0166), what else holds of its item, and
 * where its length comes from. In the order of the blocks.
 */
export function factsOfBlocks(source: FactSource): { block: Block; facts: Fact[] }[] {
  const items = new Map(source.problem.items.map((item) => [item.id, item]));
  return reasonsOf(source.problem, source).map(({ block, reasons }) => {
    const item = items.get(block.itemId);
    if (!item) return { block, facts: [] };
    const found = withGround(item, reasons.map(toFact), source);
    const facts = [...ownFacts(item, block, source, found), ...lengthFacts(item, source)];
    return { block, facts };
  });
}

/** What a place has beside it is no reason for being there: with it comes the date, or that there is none. */
function withGround(item: Item, found: readonly Fact[], { promisedTo }: FactSource): Fact[] {
  const named = found.map((fact) =>
    fact.kind === "promised" ? { ...fact, ...personOf(item, promisedTo) } : fact,
  );
  const isGround = ({ kind }: Fact) => !BESIDE.has(kind);
  if (item.kind === "preparation" || item.isPromised || named.some(isGround)) return named;
  const ground: Fact = item.due === null ? { kind: "undated" } : { kind: "due", at: new Date(item.due) };
  return [ground, ...named.filter(({ kind }) => kind !== "cheapest")];
}

const BESIDE: ReadonlySet<Fact["kind"]> = new Set(["pause", "together", "cheapest", "beyond"]);

const personOf = ({ id }: Item, promisedTo: FactSource["promisedTo"]): Pick<Fact, "person"> => {
  const person = promisedTo.get(id);
  return person ? { person } : {};
};

function toFact(finding: Finding): Fact {
  switch (finding.kind) {
    case "due":
    case "promised":
      return { kind: finding.kind, at: new Date(finding.due), minutes: whole(finding.slackMinutes) };
    case "reserve":
      return { kind: "reserve", minutes: whole(finding.slackMinutes) };
    case "approach":
      return { kind: "approach", item: itemIdOf("event", finding.eventId) };
    case "limit":
      return { kind: "limit", at: new Date(finding.at), minutes: whole(finding.minutes) };
    case "late":
      return { kind: "late", at: new Date(finding.due), minutes: whole(finding.minutes) };
    case "focus":
      return { kind: "focus", minutes: whole(finding.minutes) };
    case "outside-focus":
      return { kind: "outsideFocus", minutes: whole(finding.minutes) };
    case "kept":
      return { kind: "kept", minutes: whole(finding.minutes) };
    case "hours":
      return {
        ...{ kind: "hours", at: new Date(finding.start) },
        minutes: whole((finding.end - finding.start) / MINUTE),
      };
    case "after":
      return { kind: "after", item: finding.itemId };
    case "first-free":
      return { kind: "firstFree" };
    case "only-room":
      return { kind: "onlyRoom" };
    case "held":
      return { kind: "held", items: [...finding.itemIds] };
    case "cheapest":
      return { kind: "cheapest", points: whole(finding.costsMore) };
    case "before-meeting":
      return { kind: "meeting", at: new Date(finding.latest) };
    default:
      return { kind: finding.kind };
  }
}

/** Why each item without a place has none: what would have to go or move for it, and what that would cost more. */
export function factsOfUnplaced(
  problem: Problem,
  plan: Pick<Plan, "blocks" | "unplaced">,
): Map<string, Fact[]> {
  const swaps = swapsOf(problem, plan);
  return new Map(
    [...swaps].map(([id, { out, moved, costsMore }]) => {
      const items = (out.length > 0 ? out : moved).slice(0, MOST_NAMED);
      const count = out.length;
      const isLimit = plan.unplaced.some(({ itemId, because }) => itemId === id && because === "limit");
      const limit: Fact[] = isLimit ? [{ kind: "limit" }] : [];
      if (items.length === 0) return [id, limit];
      return [id, [{ kind: "crowdedOut", items, count, points: whole(costsMore) }, ...limit]];
    }),
  );
}
const MOST_NAMED = 20;

/** What was found, between what the item asks for and what the plan makes of it. */
function ownFacts(
  item: Item,
  block: Block,
  { problem, blocks, rides, promisedTo }: FactSource,
  found: readonly Fact[],
): Fact[] {
  const isFound = (kind: Fact["kind"]) => found.some((fact) => fact.kind === kind);
  const behind = problem.items.filter(({ after }) => after.includes(item.id)).length;
  const pieces = blocks.filter(({ itemId }) => itemId === item.id).length;
  const ride = rides.find(({ start, end }) => start <= block.start && block.end <= end);
  const isMoved = item.kept.length > 0 && !item.kept.some((span) => isSameSpan(span, block));
  return [
    ...(item.kind === "preparation" && item.latest !== null && !isFound("meeting")
      ? [{ kind: "meeting" as const, at: new Date(item.latest) }]
      : []),
    ...(item.isPromised && !isFound("promised")
      ? [
          {
            kind: "promised" as const,
            ...(item.due === null ? {} : { at: new Date(item.due) }),
            ...personOf(item, promisedTo),
          },
        ]
      : []),
    ...(item.importance >= IMPORTANT && item.kind === "task" ? [{ kind: "important" as const }] : []),
    ...(behind > 0 ? [{ kind: "blocks" as const, count: behind }] : []),
    ...(item.kind === "task" && item.earliest > problem.now
      ? [{ kind: "notBefore" as const, at: new Date(item.earliest) }]
      : []),
    ...(item.place !== null && item.place !== NOT_ON_RIDES && item.place !== NOT_AWAY
      ? [{ kind: "place" as const }]
      : []),
    ...(ride ? [{ kind: "ride" as const, item: itemIdOf("event", ride.id) }] : []),
    ...found,
    ...(pieces > 1 ? [{ kind: "piece" as const, count: pieces }] : []),
    ...(isMoved ? [{ kind: "moved" as const }] : []),
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

const whole = Math.round;
export const isSameSpan = (one: Span, other: Span) => one.start === other.start && one.end === other.end;
