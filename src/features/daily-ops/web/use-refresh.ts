import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { toast } from "#ui/overlays/toast.ts";

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
  const queries = useQueryClient();
  const refreshing = useMutation({
    mutationFn: act,
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: ({ message }) =>
      void toast.failure(message === missing?.sentence ? missing.title : failure, message),
  });
  const refresh = () => {
    if (!refreshing.isPending) refreshing.mutate();
  };
  useShortcut("r", label, "Daily Operations", refresh);
  return { refresh, isRefreshing: refreshing.isPending };
}
