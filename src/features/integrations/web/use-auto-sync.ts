import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { type KindChoices, PROVIDER_TEXTS } from "../model.ts";
import { INTEGRATION_LIST, type Integration, integrations } from "./api.ts";

type Change = { integration: Integration; autoSync?: boolean; importOptions?: KindChoices };
type Listed = { items: Integration[] };

/** Optimistic; reverted if the server refuses. */
export function useAutoSync() {
  const { queryKey } = INTEGRATION_LIST;
  const { mutate } = useWrite({
    send: ({ integration: { provider, version }, ...change }: Change) =>
      integrations.update.call({ provider, version, ...change }),
    optimistic: ({ integration: { provider }, ...change }) => [
      queryChange<Listed>(queryKey, (list) => ({
        ...list,
        items: list.items.map((item) => (item.provider === provider ? changed(item, change) : item)),
      })),
    ],
    invalidates: [queryKey],
    failed: (_error, { integration: { provider } }) => t`Failed to update ${PROVIDER_TEXTS[provider].name}`,
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
