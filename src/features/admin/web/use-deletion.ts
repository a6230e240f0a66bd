import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";

type Deletion<I extends { id: string }> = {
  run(input: I): Promise<unknown>;
  undo(id: string): Promise<unknown>;
  message: string;
  failed: string;
};

/** Hides a row at once, offers Undo, and shows the row again if the server refuses. */
export function useDeletion<I extends { id: string }>(resource: string, deletion: Deletion<I>) {
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string) => setHiddenIds((now) => new Set([...now].filter((each) => each !== id)));
  const { mutate } = useWrite({
    send: (input: I) => deletion.run(input),
    invalidates: [[resource], ["adminCounters"]],
    done: deletion.message,
    undo: (_answer, { id }) => ({
      send: () => deletion.undo(id),
      failed: t`It could not be restored`,
      onDone: () => show(id),
    }),
    failed: deletion.failed,
    onFailed: (_error, { id }) => show(id),
  });
  const remove = (input: I) => {
    setHiddenIds((now) => new Set([...now, input.id]));
    mutate(input);
  };
  return { hiddenIds, remove };
}
