import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#ui/overlays/toast.ts";

type Deletion<I extends { id: string }> = {
  run(input: I): Promise<unknown>;
  undo(id: string): Promise<unknown>;
  message: string;
  failed: string;
};

/** Hides a row at once, offers Undo, and shows the row again if the server refuses. */
export function useDeletion<I extends { id: string }>(resource: string, deletion: Deletion<I>) {
  const { run: act, undo: restore, message: done, failed } = deletion;
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([resource, "adminCounters"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const show = (id: string) => setHiddenIds((now) => new Set([...now].filter((each) => each !== id)));
  const undo = (id: string) =>
    restore(id).then(
      async () => {
        show(id);
        await refresh();
      },
      (error: Error) => void toast.failure("It could not be restored", error.message),
    );
  const { mutate } = useMutation({
    mutationFn: act,
    onMutate: ({ id }) => setHiddenIds((now) => new Set([...now, id])),
    onSuccess: async (_answer, { id }) => {
      toast.undo(done, () => void undo(id));
      await refresh();
    },
    onError: (error, { id }) => {
      show(id);
      toast.failure(failed, error.message);
    },
  });
  return { hiddenIds, remove: (input: I) => mutate(input) };
}
