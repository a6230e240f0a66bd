import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { toast } from "#ui/overlays/toast.ts";

type Refresh = {
  label: string;
  queryKey: QueryKey;
  act(): Promise<unknown>;
  failure: string;
  /** The sentence by which the server says that something is missing, and the title of the toast that shows it. */
  missing?: { sentence: string; title: string };
};

/** Looks something up again by button or by r; what is on screen stays until the answer is there. */
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
