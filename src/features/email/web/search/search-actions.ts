import { t } from "#i18n/message.ts";
import type { MailSearchOnWire } from "../../list-model.ts";
import { mailSearches } from "../api.ts";
import { toastFailureReason } from "../toast-failure.ts";
import { offerUndo } from "../undo-last-action.ts";

export async function moveSearch(
  searches: readonly MailSearchOnWire[],
  id: string,
  by: 1 | -1,
): Promise<void> {
  const order = searches.map((search) => search.id).filter((each) => each !== id);
  const from = searches.findIndex((search) => search.id === id);
  order.splice(from + by, 0, id);
  await mailSearches.reorder.call({ ids: order }).catch((error: unknown) => {
    toastFailureReason(t`Failed to move the tab`, error);
  });
}

export async function deleteSearch(
  { id, name }: MailSearchOnWire,
  afterwards: () => Promise<void>,
): Promise<void> {
  try {
    await mailSearches.delete.call({ id });
    await afterwards();
    offerUndo(t`The tab '${name}' is gone`, () => {
      mailSearches.restore
        .call({ id })
        .then(afterwards)
        .catch((error: unknown) => toastFailureReason(t`Failed to restore the tab`, error));
    });
  } catch (error) {
    toastFailureReason(t`Failed to delete the tab`, error);
  }
}
