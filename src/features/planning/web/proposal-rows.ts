import { localDay } from "#platform/time/local-day.ts";
import type { plan } from "./api.ts";

export type ProposalOnWire = Awaited<ReturnType<typeof plan.propose.call>>;
type Block = ProposalOnWire["blocks"][number];
type Times = Pick<Block, "startTime" | "endTime">;

/** One block of a proposal in its list: proposed, or left out by the person. */
export type PlanRow = Pick<Block, "item" | "kind" | "title"> &
  Times & {
    key: string;
    eventId: string | null;
    change: Block["change"] | "removed";
    before: Times | null;
    reasons: readonly string[];
    /** Where its length is a guess: from what. */
    guess: string | null;
  };

/** Rows that the person left out, by their items, as they were proposed. */
export type LeftOut = ReadonlyMap<string, readonly PlanRow[]>;

export const NOTHING_LEFT_OUT: LeftOut = new Map();

/** All rows of a proposal in the order of time; those that are taken away last. */
export function rowsOf({ blocks, removed }: ProposalOnWire): PlanRow[] {
  const rows = blocks.map((block) => ({
    ...block,
    reasons: block.reasons.filter(({ kind }) => kind !== "guess").map(({ text }) => text),
    guess: block.isGuess ? (block.reasons.find(({ kind }) => kind === "guess")?.text ?? null) : null,
  }));
  const gone = removed.map((block) => ({
    ...block,
    ...{ change: "removed" as const, before: null, reasons: [block.text], guess: null },
  }));
  const seen = new Map<string, number>();
  return [...rows, ...gone].map((row) => {
    const piece = (seen.get(row.item) ?? 0) + 1;
    seen.set(row.item, piece);
    // The same row if it moves: only a task in pieces has several.
    return { ...row, key: `${row.item} ${row.change === "removed" ? "removed " : ""}${piece}` };
  });
}

/** With the rows that were left out at the places that they had. */
export const withLeftOut = (rows: readonly PlanRow[], left: LeftOut): PlanRow[] =>
  [...rows.filter(({ item }) => !left.has(item)), ...[...left.values()].flat()].toSorted(byStart);

/** The rows of each day on the reader's clock, without those that are taken away. */
export const rowsByDay = (rows: readonly PlanRow[]): [day: string, rows: PlanRow[]][] => [
  ...Map.groupBy(
    rows.filter(({ change }) => change !== "removed"),
    ({ startTime }) => localDay(startTime),
  ),
];

export const minutesOf = ({ startTime, endTime }: Times): number =>
  Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000);

const byStart = (one: PlanRow, other: PlanRow) =>
  one.startTime < other.startTime ? -1 : Number(one.startTime > other.startTime);
