import { useNavigate, useSearch } from "@tanstack/react-router";
import { oneOf, readParams } from "#platform/client/read-params.ts";
import { DATE_RANGES, DEFAULT_RANGE, PAYMENT_SORTS, PAYMENT_STATUSES } from "../model.ts";

const PARAMS = {
  status: oneOf(PAYMENT_STATUSES),
  range: oneOf(DATE_RANGES),
  sort: oneOf(PAYMENT_SORTS),
  direction: oneOf(["asc", "desc"]),
};

/** The search parameters of the page; unknown ones are dropped. */
function parsePaymentPageParams(search: Record<string, unknown>) {
  const { status, range = DEFAULT_RANGE, sort = "date", direction = "desc" } = readParams(PARAMS, search);
  return { status, range, sort, direction };
}
export type PaymentPageParams = ReturnType<typeof parsePaymentPageParams>;

export function usePaymentPageParams() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = parsePaymentPageParams(search);
  const change = (parts: Partial<PaymentPageParams>) =>
    void navigate({
      to: "/admin/payments",
      search: { ...address, ...parts } as Record<string, unknown>,
      replace: true,
      resetScroll: false,
    });
  return { address, change };
}
