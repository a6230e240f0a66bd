/** An item between two minutes of a day. */
export type Slot = { id: string; from: number; to: number };

/** Which of the day's equal columns the block fills, and how many of them. */
export type Block<S extends Slot> = S & { column: number; columns: number; span: number };

/** Shorter blocks are drawn with this height, so they count as this long. */
const SHORTEST = 20;

/**
 * Overlapping blocks are side by side; each group shares the width of the day, and a block grows into free columns at
 * its right.
 */
export function layOutBlocks<S extends Slot>(slots: readonly S[]): Block<S>[] {
  const sorted = slots.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const blocks: Block<S>[] = [];
  let group: Block<S>[] = [];
  let groupEnd = -1;
  for (const slot of sorted) {
    if (slot.from >= groupEnd) {
      blocks.push(...widened(group));
      group = [];
    }
    const taken = new Set(group.filter((other) => endOf(other) > slot.from).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column += 1;
    group.push({ ...slot, column, columns: 1, span: 1 });
    groupEnd = Math.max(groupEnd, endOf(slot));
  }
  return [...blocks, ...widened(group)];
}

function widened<S extends Slot>(group: readonly Block<S>[]): Block<S>[] {
  const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
  return group.map((block) => {
    const right = group
      .filter((other) => other.column > block.column && overlaps(block, other))
      .map(({ column }) => column);
    return { ...block, columns, span: Math.min(columns, ...right) - block.column };
  });
}

const endOf = ({ from, to }: Slot) => Math.max(to, from + SHORTEST);
const overlaps = (one: Slot, other: Slot) => one.from < endOf(other) && other.from < endOf(one);
