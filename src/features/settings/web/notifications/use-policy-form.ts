import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import type { KindPolicy, NoticeKind } from "#platform/notify/policy.ts";
import { toast } from "#ui/overlays/toast.ts";
import { notificationPolicy } from "../api.ts";

export const POLICY = notificationPolicy.get.query({});
export type StoredPolicy = Awaited<ReturnType<typeof notificationPolicy.get.call>>;
type Edits = Partial<Omit<StoredPolicy, "version">>;

/** The policy as it is on screen; a refused save keeps it. */
export function usePolicyForm(stored: StoredPolicy) {
  const queries = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const values = { ...stored, ...edits };
  const save = useMutation({
    mutationFn: (sent: Edits) => notificationPolicy.save.call({ ...stored, ...sent }),
    onSuccess: (saved, sent) => {
      queries.setQueryData(POLICY.queryKey, saved);
      // Keep edits made while the save was running.
      setEdits((now) => (now === sent ? {} : now));
      toast.success("Notification settings saved");
    },
    onError: async (error) => {
      const isClash = error instanceof ApiError && error.code === "conflict";
      toast.failure(
        "The notification settings were not saved",
        isClash
          ? "They were changed in another window. Your changes are still here; save again to replace them."
          : error.message,
      );
      if (isClash) await queries.invalidateQueries({ queryKey: POLICY.queryKey });
    },
  });
  return {
    values,
    isChanged: Object.keys(edits).length > 0,
    isSaving: save.isPending,
    edit: (fields: Edits) => setEdits((now) => ({ ...now, ...fields })),
    editKind: (kind: NoticeKind, fields: Partial<KindPolicy>) =>
      setEdits((now) => {
        const kinds = { ...stored.kinds, ...now.kinds };
        return { ...now, kinds: { ...kinds, [kind]: { ...kinds[kind], ...fields } } };
      }),
    discard: () => setEdits({}),
    save: () => save.mutate(edits),
  };
}
