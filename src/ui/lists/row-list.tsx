import type { ComponentProps } from "react";

/**
 * Contains the rows of a long list, of which only visible ones are rendered; key and focus events of the rows bubble
 * up to it.
 */
export function RowList(list: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: a window on a long list has absolutely placed rows
  return <div {...list} role="list" />;
}

type RowItemProps = ComponentProps<"div"> & {
  /** From 1. */
  position: number;
  /** The number of all rows; -1 if unknown. */
  count: number;
};

/** One row. The list must handle by keyboard what a click on the row does. */
export function RowItem({ position, count, ...row }: RowItemProps) {
  // biome-ignore lint/a11y/useSemanticElements: its parent is the window on the list, no ul
  return <div {...row} role="listitem" aria-posinset={position} aria-setsize={count} />;
}
