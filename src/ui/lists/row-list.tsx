import type { ComponentProps } from "react";

/** Around the rows of a long list, of which only those in sight are drawn; keys and focus of the rows come up to here. */
export function RowList(list: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: a window on a long list has absolutely placed rows
  return <div {...list} role="list" />;
}

type RowItemProps = ComponentProps<"div"> & {
  /** From 1. */
  position: number;
  /** Of the whole list; -1 where nobody knows yet. */
  count: number;
};

/** One of them. What a click on it does, a key does in the list. */
export function RowItem({ position, count, ...row }: RowItemProps) {
  // biome-ignore lint/a11y/useSemanticElements: its parent is the window on the list, no ul
  return <div {...row} role="listitem" aria-posinset={position} aria-setsize={count} />;
}
