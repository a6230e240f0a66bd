import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { integrations } from "./api.ts";

/** Starts syncs, each with its own busy state (INT-20). */
export function useSync() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<readonly Provider[]>([]);
  const sync = async (provider: Provider) => {
    const { name } = PROVIDER_TEXTS[provider];
    const reportFailure = (reason: string) =>
      toast.failure(t`Sync Failed`, t`Failed to sync ${name}. ${reason}`);
    setBusy((others) => [...others, provider]);
    try {
      const { count = 0, message = "", error } = await integrations.sync.call({ provider });
      if (error) reportFailure(error);
      else toast.success(t`Sync Complete`, `${syncedFrom(name, count)} ${message}`.trim());
    } catch (error) {
      reportFailure((error as Error).message);
    } finally {
      setBusy((all) => all.filter((each) => each !== provider));
      await queries.invalidateQueries({ queryKey: ["integrations"] });
    }
  };
  return {
    isSyncing: (provider: Provider) => busy.includes(provider),
    sync: (provider: Provider) => void sync(provider),
  };
}

const syncedFrom = (name: string, count: number) =>
  plural(count, { one: `Synced ${count} items from ${name}.`, other: `Synced ${count} items from ${name}.` });

export type Syncing = ReturnType<typeof useSync>;
