import { createHmac } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#platform/capability/errors.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { webhookDeliveries, webhooks } from "../tables.ts";

const Nothing = z.strictObject({});
const BATCH_SIZE = 50;
/** Receivers that time out after 10 s each then cannot delay the others beyond the lease of a minute. */
const CONCURRENCY = 10;
/** Minutes until the next try: eight in all, over a day and a half. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1080];
/** Consecutive given-up deliveries that pause the webhook. */
const MAX_FAILURES = 10;

/** Every minute: sends signed deliveries that are due. The table is the queue; the job only starts it. */
export const deliverWebhooks: JobDefinition<typeof Nothing> = {
  name: "integrations.deliver-hooks",
  payload: Nothing,
  cron: "* * * * *",
  pollingSeconds: 2,
  run: async (worker) => {
    for (;;) {
      const { rows } = await worker.database.transaction(null, "write", (db) =>
        db.execute<{ id: string; userId: string }>(
          sql`select id, user_id as "userId" from claim_webhook_deliveries(${BATCH_SIZE})`,
        ),
      );
      for (let at = 0; at < rows.length; at += CONCURRENCY)
        await Promise.all(
          rows.slice(at, at + CONCURRENCY).map(({ id, userId }) => deliver(worker, userId, id)),
        );
      if (rows.length < BATCH_SIZE) return;
    }
  },
};

async function deliver(worker: Worker, userId: string, id: string): Promise<void> {
  const { database, secrets, outbound } = worker;
  const found = await database.transaction(userId, "read", async (db) => {
    const [row] = await db
      .select({ delivery: webhookDeliveries, hook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(webhooks, and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(webhooks.deletedAt)))
      .where(and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.id, id)));
    return row;
  });
  if (!found)
    return recordDeliveryResult(worker, userId, id, { state: "failed", error: "The webhook is gone." });
  const { delivery, hook } = found;
  const body = JSON.stringify({
    type: delivery.event,
    timestamp: delivery.createdAt,
    data: delivery.payload,
  });
  try {
    const place = { table: "webhooks", column: "secret", row: hook.id, userId };
    const answer = await requestWeb(outbound, {
      url: hook.url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...signWebhook(secrets.open(place, hook.secret), delivery.id, body, new Date()),
      },
      body,
      maxBytes: 100_000,
    });
    const { status } = answer;
    if (status >= 200 && status < 300)
      return recordDeliveryResult(worker, userId, id, { state: "done", status });
    await scheduleRetry(worker, userId, found, `The receiver responded with status ${status}.`, status);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await scheduleRetry(worker, userId, found, error.message, null);
  }
}

/** Signs as in https://www.standardwebhooks.com, so that libraries in every language can verify it. */
export function signWebhook(secret: string, id: string, body: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

type Found = { delivery: typeof webhookDeliveries.$inferSelect; hook: typeof webhooks.$inferSelect };

async function scheduleRetry(
  worker: Worker,
  userId: string,
  { delivery, hook }: Found,
  error: string,
  status: number | null,
): Promise<void> {
  const pause = status === 410 ? undefined : PAUSES[delivery.attempts - 1];
  if (pause !== undefined) {
    const dueAt = new Date(Date.now() + pause * 60_000);
    return recordDeliveryResult(worker, userId, delivery.id, { state: "queued", error, status, dueAt });
  }
  await recordDeliveryResult(worker, userId, delivery.id, { state: "failed", error, status });
  const isTooMuch = status === 410 || hook.failures + 1 >= MAX_FAILURES;
  await worker.database.transaction(userId, "write", (db) =>
    db
      .update(webhooks)
      .set({
        failures: sql`${webhooks.failures} + 1`,
        lastError: error,
        ...(isTooMuch && { isActive: false }),
        version: sql`${webhooks.version} + 1`,
      })
      .where(and(eq(webhooks.userId, userId), eq(webhooks.id, hook.id))),
  );
}

type End = Pick<typeof webhookDeliveries.$inferInsert, "state" | "status" | "error" | "dueAt">;

async function recordDeliveryResult(
  { database }: Worker,
  userId: string,
  id: string,
  end: End,
): Promise<void> {
  await database.transaction(userId, "write", async (db) => {
    const [row] = await db
      .update(webhookDeliveries)
      .set({
        ...{ error: null, ...end, leaseUntil: null },
        ...(end.state !== "queued" && { finishedAt: sql`now()` }),
      })
      .where(and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.id, id)))
      .returning({ webhookId: webhookDeliveries.webhookId });
    if (row && end.state === "done")
      await db
        .update(webhooks)
        .set({ failures: 0, lastError: null, lastDeliveredAt: sql`now()` })
        .where(and(eq(webhooks.userId, userId), eq(webhooks.id, row.webhookId)));
    // Not a resource that webhooks subscribe to: a delivery never causes another.
    await recordAnnouncements(db, [{ resource: "webhooks", ids: [], audience: [userId] }]);
  });
}
