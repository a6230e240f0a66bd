import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { fieldErrorsOf, isConflict } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { dailyOpsSettings } from "../api.ts";

export type StoredSettings = Awaited<ReturnType<typeof dailyOpsSettings.get.call>>;
type Edits = Partial<Omit<StoredSettings, "version">>;
export type Toggle = Exclude<
  keyof Edits,
  "briefingTime" | "timezone" | "leaveBuffer" | "weekdays" | "speakResults"
>;

export const DAILY_OPS = dailyOpsSettings.get.query({});

/** The settings as they are on screen; a refused save keeps them. */
export function useDailyOpsForm(stored: StoredSettings) {
  const queries = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  /** The version that the edits start from; a ref, so that no render lies between a refused save and the next one. */
  const base = useRef(stored.version);
  const isEdited = Object.keys(edits).length > 0;
  const values = { ...stored, ...edits };
  const save = useWrite({
    send: (sent: Edits) =>
      dailyOpsSettings.save.call({
        ...stored,
        ...sent,
        version: isEdited ? base.current : stored.version,
      }),
    stores: DAILY_OPS.queryKey,
    done: t`Settings saved successfully!`,
    failed: t`Failed to save settings`,
    onDone: (saved, sent) => {
      base.current = saved.version;
      // Keep edits made while the save was running.
      setEdits((now) => (now === sent ? {} : now));
    },
    onFailed: async (error) => {
      if (!isConflict(error)) return;
      const current = await queries.fetchQuery({ ...DAILY_OPS, staleTime: 0 });
      base.current = current.version;
    },
  });
  return {
    values,
    isSaving: save.isPending,
    isClash: isConflict(save.error),
    errors: fieldErrorsOf(save.error),
    edit: (fields: Edits) => {
      if (!isConflict(save.error)) save.reset();
      if (!isEdited) base.current = stored.version;
      setEdits((now) => ({ ...now, ...fields }));
    },
    discard: () => {
      save.reset();
      setEdits({});
    },
    save: () => save.mutate(edits),
  };
}
