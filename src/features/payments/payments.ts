import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { MethodShare, Payment, PaymentSource, PaymentSummary, RevenueTrend } from "./model.ts";
import {
  InRange,
  ListPayments,
  listPayments,
  revenueTrend,
  shareOfMethods,
  summarize,
  TrendInput,
} from "./read-payments.ts";

export const payments = resource("payments", {
  list: read({
    summary: "List payments of the last days, filtered by status, by date, amount or customer",
    input: ListPayments,
    output: z.object({ source: PaymentSource, items: z.array(Payment), nextCursor: z.string().nullable() }),
    access: "admin",
    run: listPayments,
  }),
  summary: read({
    summary: "Sum up the payments of a range: revenue, counts, average, conversion and the most used method",
    input: InRange,
    output: PaymentSummary,
    access: "admin",
    run: summarize,
  }),
  methods: read({
    summary: "Say which share of the payments of a range went by which payment method",
    input: InRange,
    output: z.object({ methods: z.array(MethodShare) }),
    access: "admin",
    run: shareOfMethods,
  }),
  trend: read({
    summary: "Show revenue over a range by day, week or month, and its growth against the 30 days before",
    input: TrendInput,
    output: RevenueTrend,
    access: "admin",
    run: revenueTrend,
  }),
});
