import type { ReactNode } from "react";
import { QueryContent, type QueryContentProps } from "../feedback/query-content.tsx";

type QueryListProps<T> = Omit<QueryContentProps<{ items: readonly T[] }>, "children"> & {
  /** The name of the list. */
  label?: string;
  /** In place of a list without items. */
  empty: ReactNode;
  children(item: T): ReactNode;
};

/** The items that a query has loaded, each as `children` renders it, with a key. */
export function QueryList<T>({ label, empty, children, ...content }: QueryListProps<T>) {
  return (
    <QueryContent {...content}>
      {({ items }) => (items.length === 0 ? empty : <ul aria-label={label}>{items.map(children)}</ul>)}
    </QueryContent>
  );
}
