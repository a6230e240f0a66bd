import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";
import { type KindChoices, PROVIDER_TEXTS } from "../model.ts";
import { INTEGRATION_LIST, type Integration, integrations } from "./api.ts";

type Change = { integration: Integration; autoSync?: boolean; importOptions?: KindChoices };
type Listed = { items: Integration[] };

/** Optimistic; reverted if the server refuses. */
export function useAutoSync() {
  const queries = useQueryClient();
  const { queryKey } = INTEGRATION_LIST;
  const { mutate } = useMutation({
    mutationFn: ({ integration: { provider, version }, ...change }: Change) =>
      integrations.update.call({ provider, version, ...change }),
    onMutate: async ({ integration: { provider }, ...change }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Listed>(queryKey);
      queries.setQueryData<Listed>(
        queryKey,
        (list) =>
          list && {
            items: list.items.map((item) => (item.provider === provider ? changed(item, change) : item)),
          },
      );
      return before;
    },
    onError: (error, { integration: { provider } }, before) => {
      queries.setQueryData(queryKey, before);
      toast.failure(`Failed to update ${PROVIDER_TEXTS[provider].name}`, error.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return mutate;
}

const changed = (
  item: Integration,
  { autoSync = item.autoSync, importOptions = {} }: Omit<Change, "integration">,
) => ({
  ...item,
  autoSync,
  dataKinds: item.dataKinds.map((each) => ({ ...each, isOn: importOptions[each.kind] ?? each.isOn })),
});
