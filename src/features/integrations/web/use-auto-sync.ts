import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/toast.ts";
import { PROVIDER_WORDS } from "../model.ts";
import { INTEGRATION_LIST, type Integration, integrations } from "./api.ts";

type Change = { integration: Integration; autoSync: boolean };
type Listed = { items: Integration[] };

/** In force on the screen at once, and back where the server refuses. */
export function useAutoSync() {
  const queries = useQueryClient();
  const { queryKey } = INTEGRATION_LIST;
  const { mutate } = useMutation({
    mutationFn: ({ integration: { provider, version }, autoSync }: Change) =>
      integrations.update.call({ provider, autoSync, version }),
    onMutate: async ({ integration: { provider }, autoSync }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Listed>(queryKey);
      queries.setQueryData<Listed>(
        queryKey,
        (list) =>
          list && {
            items: list.items.map((item) => (item.provider === provider ? { ...item, autoSync } : item)),
          },
      );
      return before;
    },
    onError: (error, { integration: { provider } }, before) => {
      queries.setQueryData(queryKey, before);
      toast.failure(`Failed to update ${PROVIDER_WORDS[provider].name}`, error.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return mutate;
}
