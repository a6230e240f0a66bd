import { useState } from "react";
import { t } from "#i18n/message.ts";
import { isConflict } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import type { KindPolicy, NoticeKind } from "#platform/notify/policy.ts";
import { notificationPolicy } from "../api.ts";

export const POLICY = notificationPolicy.get.query({});
export type StoredPolicy = Awaited<ReturnType<typeof notificationPolicy.get.call>>;
type Edits = Partial<Omit<StoredPolicy, "version">>;

const NOT_SAVED = t`The notification settings were not saved`;
const CHANGED_ELSEWHERE = t`They were changed in another window. Your changes are still here; save again to replace them.`;

/** The policy as it is on screen; a refused save keeps it. */
export function usePolicyForm(stored: StoredPolicy) {
  const [edits, setEdits] = useState<Edits>({});
  const values = { ...stored, ...edits };
  const save = useWrite({
    send: (sent: Edits) => notificationPolicy.save.call({ ...stored, ...sent }),
    stores: POLICY.queryKey,
    done: t`Notification settings saved`,
    failed: (error) => (isConflict(error) ? [NOT_SAVED, CHANGED_ELSEWHERE] : NOT_SAVED),
    // Keep edits made while the save was running.
    onDone: (_saved, sent) => setEdits((now) => (now === sent ? {} : now)),
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
