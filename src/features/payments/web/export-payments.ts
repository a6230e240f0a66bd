import { t } from "#i18n/message.ts";
import { definedFields } from "#platform/capability/wire.ts";
import { toast } from "#ui/overlays/toast.ts";
import { payments } from "./api.ts";
import type { PaymentPageParams } from "./payment-page-params.ts";

/** Downloads exactly the filtered rows, in the order in which they are shown; the server writes them as they are read. */
export async function exportPayments(address: PaymentPageParams): Promise<void> {
  toast.success(t`Export Started`, t`Your file is downloaded when all rows are there.`);
  try {
    // A refused download shows no error, so the same query runs first.
    await payments.list.call({ ...address, limit: 1 });
  } catch {
    toast.failure(t`Failed to load payment data`);
    return;
  }
  const asked = new URLSearchParams(Object.entries(definedFields(address)));
  const link = document.createElement("a");
  link.href = `/files/payments.csv?${asked}`;
  link.download = "";
  link.click();
}
