import type { QueryKey } from "@tanstack/react-query";
import { queryChange, type Undo, useWrite } from "#platform/client/use-write.ts";

type Listed = { items: { id: string }[] };

type Removal = {
  act(): Promise<unknown>;
  /** Whether the row with this id is removed. */
  isRemoved(id: string): boolean;
  done: string;
  failed: string;
  /** Restores the rows; offered for a moment. */
  undo?: Undo;
};

/** Takes rows off a list at once, and puts them back where the server refuses. */
export const useRemoval = (queryKey: QueryKey) =>
  useWrite({
    send: ({ act }: Removal) => act(),
    optimistic: ({ isRemoved }) => [
      queryChange<Listed>(queryKey, (list) => ({
        ...list,
        items: list.items.filter(({ id }) => !isRemoved(id)),
      })),
    ],
    invalidates: [queryKey],
    done: (_answer, { done }) => done,
    undo: (_answer, { undo }) => undo,
    failed: (_error, { failed }) => failed,
  });
