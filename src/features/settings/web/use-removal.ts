import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";

type Listed = { items: { id: string }[] };

type Removal = {
  act(): Promise<unknown>;
  /** Whether the row with this id is removed. */
  isRemoved(id: string): boolean;
  done: string;
  failed: string;
  /** Restores the rows; offered for a moment. */
  undo?(): void;
};

/** Takes rows off a list at once, and puts them back where the server refuses. */
export function useRemoval(queryKey: QueryKey) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ act }: Removal) => act(),
    onMutate: async ({ isRemoved }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Listed>(queryKey);
      queries.setQueryData<Listed>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter(({ id }) => !isRemoved(id)) },
      );
      return before;
    },
    onSuccess: (_answer, { done, undo }) => void (undo ? toast.undo(done, undo) : toast.success(done)),
    onError: (error, { failed }, before) => {
      queries.setQueryData(queryKey, before);
      toast.failure(failed, error.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
