import { toast } from "#ui/toast.ts";
import { type PaymentOnWire, paymentsCsv } from "../model.ts";
import { payments } from "./api.ts";
import type { PaymentAddress } from "./payment-address.ts";

/** Downloads exactly the filtered rows, in the order in which they are shown. */
export async function exportPayments(address: PaymentAddress): Promise<void> {
  toast.success("Export Started", "Your file is downloaded when all rows are there.");
  try {
    const rows: PaymentOnWire[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof payments.list.call>> = await payments.list.call({
        ...address,
        limit: 200,
        ...(cursor ? { cursor } : {}),
      });
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    const day = new Date().toISOString().slice(0, 10);
    download(`payments-${address.status ?? "all"}-${address.range}-${day}.csv`, paymentsCsv(rows));
  } catch {
    toast.failure("Failed to load payment data");
  }
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
