import type { ReactNode } from "react";
import type { PagedList } from "./loaded-list.tsx";

/** The place of a row for screen readers; a count of -1 is unknown. */
type RowPlace = { position: number; count: number };

/** The rows of a list of records, for `PageRows` and `ScrollingRows`. */
export const recordRows = (
  { ids, hasMore, more }: PagedList,
  row: (id: string, place: RowPlace) => ReactNode,
) => ({
  count: ids.length,
  onNearEnd: more,
  rowKey: (index: number) => ids[index] ?? String(index),
  renderRow: (index: number) => {
    const id = ids[index];
    return id ? row(id, { position: index + 1, count: hasMore ? -1 : ids.length }) : null;
  },
});
