import type { Block, Span } from "./engine/plan-problem.ts";
import { isSameSpan } from "./facts-of-block.ts";
import type { PresentBlock } from "./reading/wanted-item.ts";

/** `present`: the block of the calendar that stays or moves there; null for a new one. */
export type PlacedBlock = Block & { change: "new" | "moved" | "kept"; present: PresentBlock | null };
export type Comparison = { placed: PlacedBlock[]; removed: PresentBlock[] };

/** What a plan changes in the calendar: a block stays if it can, and moves rather than one is made and another removed. */
export function compareBlocks(blocks: readonly Block[], present: readonly PresentBlock[]): Comparison {
  const open = new Set(present);
  const take = (block: Block, isFitting: (one: PresentBlock) => boolean): PresentBlock | null => {
    const found =
      present.find((one) => open.has(one) && one.itemId === block.itemId && isFitting(one)) ?? null;
    if (found) open.delete(found);
    return found;
  };
  const ordered = blocks.toSorted(byStart);
  const unchanged = ordered.map((block) => take(block, (one) => isSameSpan(one, block)));
  const placed = ordered.map((block, index): PlacedBlock => {
    const same = unchanged[index];
    if (same) return { ...block, change: "kept", present: same };
    const moved = take(block, () => true);
    return { ...block, change: moved ? "moved" : "new", present: moved };
  });
  return { placed, removed: [...open].toSorted(byStart) };
}

const byStart = (one: Span, other: Span) => one.start - other.start || one.end - other.end;
