import { eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { importPayments } from "./import-payments.ts";
import { syncStripe } from "./jobs.ts";
import {
  ImportOutcome,
  ImportPayments,
  MethodShare,
  Payment,
  PaymentSource,
  PaymentSummary,
  RevenueTrend,
  SyncState,
} from "./model.ts";
import {
  InRange,
  ListPayments,
  listPayments,
  revenueTrend,
  shareOfMethods,
  summarize,
  TrendInput,
} from "./read-payments.ts";
import { STRIPE, WEBHOOK_PATH } from "./sync-stripe.ts";
import { paymentSyncs, payments as table } from "./tables.ts";

export const payments = resource("payments", {
  list: read({
    summary: "List recent payments, filtered by status, sorted by date, amount or customer",
    input: ListPayments,
    output: z.object({ source: PaymentSource, items: z.array(Payment), nextCursor: z.string().nullable() }),
    access: "admin",
    run: listPayments,
  }),
  summary: read({
    summary:
      "Summarize the payments of a range: revenue, counts, average, conversion and the most used method",
    input: InRange,
    output: PaymentSummary,
    access: "admin",
    run: summarize,
  }),
  methods: read({
    summary: "Get the share of each payment method in the payments of a range",
    input: InRange,
    output: z.object({ methods: z.array(MethodShare) }),
    access: "admin",
    run: shareOfMethods,
  }),
  trend: read({
    summary: "Get the revenue of a range by day, week or month, and its growth against the 30 days before",
    input: TrendInput,
    output: RevenueTrend,
    access: "admin",
    run: revenueTrend,
  }),
  import: write({
    summary: "Import rows of a file as payments, each once; a trial run only reports the result",
    input: ImportPayments,
    output: z.object({ outcomes: z.array(ImportOutcome) }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: importPayments,
  }),
  removeImport: destroy({
    summary: "Undo an import: delete every payment that it created",
    input: z.strictObject({ importId: Id }),
    output: z.object({ removed: z.int() }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db }, { importId }) => {
      const deleted = await db.delete(table).where(eq(table.importId, importId)).returning({ id: table.id });
      return { removed: deleted.length };
    },
  }),
  syncState: read({
    summary: "Get whether payments come from Stripe, when they were last synced, and the last error",
    input: z.strictObject({}),
    output: SyncState,
    access: "admin",
    agents: "hidden",
    isTraffic: true,
    run: async ({ db, systemSettings, config }) => {
      const [state] = await db.select().from(paymentSyncs).where(eq(paymentSyncs.provider, STRIPE));
      return {
        hasKey: systemSettings.secret("stripeSecretKey") !== null,
        hasWebhook: systemSettings.secret("stripeWebhookSecret") !== null,
        lastSyncedAt: state?.lastSyncedAt ?? null,
        lastError: state?.lastError ?? null,
        isReading: (state?.readingSince ?? null) !== null,
        webhookUrl: (systemSettings.origin ?? config.publicUrl) + WEBHOOK_PATH,
      };
    },
  }),
  sync: write({
    summary: "Sync payments from Stripe now, besides the sync every five minutes",
    input: z.strictObject({}),
    output: z.strictObject({}),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ systemSettings, enqueue }) => {
      if (systemSettings.secret("stripeSecretKey") === null)
        throw new AppError("conflict", t`Please enter a Stripe key in the system settings first`);
      await enqueue(syncStripe, {}, { key: STRIPE });
      return {};
    },
  }),
});
