import { useNavigate, useSearch } from "@tanstack/react-router";
import { z } from "zod";
import { DateRange, DEFAULT_RANGE, PaymentSort, PaymentStatus } from "../model.ts";

/** The search parameters of the page; unknown ones are dropped. */
const PaymentAddress = z.object({
  status: PaymentStatus.optional().catch(undefined),
  range: DateRange.default(DEFAULT_RANGE).catch(DEFAULT_RANGE),
  sort: PaymentSort.default("date").catch("date"),
  direction: z.enum(["asc", "desc"]).default("desc").catch("desc"),
});
export type PaymentPageParams = z.infer<typeof PaymentAddress>;

export function usePaymentPageParams() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = PaymentAddress.parse(search);
  const change = (parts: Partial<PaymentPageParams>) =>
    void navigate({
      to: "/admin/payments",
      search: { ...address, ...parts } as Record<string, unknown>,
      replace: true,
      resetScroll: false,
    });
  return { address, change };
}
