import { piecesByItem } from "./cost-of-plan.ts";
import type { Block, Span } from "./plan-problem.ts";

/** What changes from one plan to the next, by item; spans are in the order of time. */
export type PlanChanges = {
  readonly placed: readonly { readonly itemId: string; readonly to: readonly Span[] }[];
  readonly moved: readonly {
    readonly itemId: string;
    readonly from: readonly Span[];
    readonly to: readonly Span[];
  }[];
  readonly dropped: readonly { readonly itemId: string; readonly from: readonly Span[] }[];
  readonly stayed: readonly { readonly itemId: string; readonly at: readonly Span[] }[];
};

/** `moved` also has items that are divided otherwise. */
export function comparePlans(before: readonly Block[], after: readonly Block[]): PlanChanges {
  const [old, next] = [spansOf(before), spansOf(after)];
  const both = [...next].flatMap(([itemId, to]) => {
    const from = old.get(itemId);
    return from ? [{ itemId, from, to }] : [];
  });
  return {
    placed: [...next].filter(([id]) => !old.has(id)).map(([itemId, to]) => ({ itemId, to })),
    moved: both.filter(({ from, to }) => !isSame(from, to)),
    dropped: [...old].filter(([id]) => !next.has(id)).map(([itemId, from]) => ({ itemId, from })),
    stayed: both.filter(({ from, to }) => isSame(from, to)).map(({ itemId, to }) => ({ itemId, at: to })),
  };
}

const spansOf = (blocks: readonly Block[]) =>
  new Map(
    [...piecesByItem(blocks)].map(([id, pieces]) => [
      id,
      pieces.map(({ start, end }): Span => ({ start, end })),
    ]),
  );

const isSame = (one: readonly Span[], other: readonly Span[]) =>
  one.length === other.length &&
  one.every(({ start, end }, at) => other[at]?.start === start && other[at]?.end === end);
