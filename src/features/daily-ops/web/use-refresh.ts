import type { QueryKey } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";

type Refresh = {
  label: string;
  queryKey: QueryKey;
  act(): Promise<unknown>;
  failure: string;
  /** The server's message that something is missing, and the title of its toast. */
  missing?: { sentence: string; title: string };
};

/** Refreshes by button or by r; the old data stays on screen until the answer arrives. */
export function useRefresh({ label, queryKey, act, failure, missing }: Refresh) {
  const refreshing = useWrite({
    send: act,
    stores: queryKey,
    failed: ({ message }) => (message === missing?.sentence ? missing.title : failure),
  });
  const refresh = () => {
    if (!refreshing.isPending) refreshing.mutate();
  };
  useShortcut("r", label, t`Daily Ops`, refresh);
  return { refresh, isRefreshing: refreshing.isPending };
}
