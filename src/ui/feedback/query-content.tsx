import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { SkeletonRows } from "./skeleton.tsx";

/** What is read of a query; any source with these fields will do. */
export type QueryState<T> = { data: T | undefined; error: Error | null; refetch(): unknown };

export type QueryContentProps<T> = {
  query: QueryState<T>;
  /** The title of the error. */
  failure: string;
  /** Below it, in place of the error's own message. */
  message?: string;
  /** Rows of the placeholder, and what it says to screen readers. */
  rows?: number;
  loading?: string;
  /** In place of rows. */
  placeholder?: ReactNode;
  children(data: T): ReactNode;
};

/** What a query has loaded; before that a placeholder, or the error with a way to retry. */
export function QueryContent<T>(props: QueryContentProps<T>) {
  const { query, failure, message, rows = 3, loading, placeholder, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return <ErrorState title={failure} message={message ?? error.message} onRetry={() => void refetch()} />;
  return placeholder ?? <SkeletonRows isBare count={rows} {...(loading && { label: loading })} />;
}
