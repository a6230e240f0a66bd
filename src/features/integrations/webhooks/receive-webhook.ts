import { timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { notify } from "#platform/notify/notify.ts";
import { hookTarget } from "../public/provide-imports.ts";
import { incomingWebhooks, webhookDeliveries } from "../tables.ts";
import { signWebhook } from "./deliver-webhooks.ts";
import { incomingSecret } from "./manage-incoming-webhooks.ts";

const IncomingPayload = z.object({
  title: z.string().trim().min(1).max(500),
  description: z.string().max(10_000).nullish(),
});

export type IncomingRequest = {
  token: string;
  body: string;
  /** The sender's headers, named as in Standard Webhooks. */
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
};

const MAX_PER_MINUTE = 60;
const MAX_AGE_SECONDS = 300;

/** Creates a task or notification from another program's request, once per sender id. Its text does nothing else. */
export async function receiveWebhook(worker: Worker, arrival: IncomingRequest): Promise<void> {
  const owner = await worker.database.transaction(null, "write", async (db) => {
    const { rows } = await db.execute<{ userId: string }>(
      sql`select user_id as "userId" from open_incoming_webhook(${tokenHash(arrival.token)})`,
    );
    return rows[0]?.userId;
  });
  if (!owner) throw notFound(t`Address`);
  await runAsUser(worker, owner, (context) =>
    writeAs(context, "webhook", (own) => processDelivery(own, worker, arrival)),
  );
}

async function processDelivery(context: SignedIn, worker: Worker, arrival: IncomingRequest): Promise<void> {
  const { db, actor, now } = context;
  const [hook] = await db
    .select()
    .from(incomingWebhooks)
    .where(
      and(
        eq(incomingWebhooks.userId, actor.userId),
        eq(incomingWebhooks.tokenHash, tokenHash(arrival.token)),
        isNull(incomingWebhooks.deletedAt),
      ),
    )
    .for("update");
  if (!hook) throw notFound(t`Address`);
  if (hook.secret !== null) requireSignature(worker.secrets.open(incomingSecret(hook), hook.secret), arrival);
  const recent = and(
    eq(webhookDeliveries.userId, actor.userId),
    eq(webhookDeliveries.webhookId, hook.id),
    gt(webhookDeliveries.createdAt, new Date(now.getTime() - 60_000)),
  );
  if ((await db.$count(webhookDeliveries, recent)) >= MAX_PER_MINUTE)
    throw new AppError("rate_limited", t`Too many requests: try again in a minute`);
  const parsed = IncomingPayload.safeParse(jsonOf(arrival.body));
  if (!parsed.success) throw new AppError("invalid", t`Send JSON with a title and an optional description`);
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      ...{
        userId: actor.userId,
        webhookId: hook.id,
        direction: "in",
        event: hook.creates,
        payload: parsed.data,
      },
      ...{ state: "done", remoteKey: arrival.id ?? null, createdAt: now, finishedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id });
  if (!delivery) return;
  context.announce({ resource: "incomingWebhooks", ids: [] });
  const { title, description } = parsed.data;
  if (hook.creates === "notice")
    await notify(context, {
      ...{
        userIds: [actor.userId],
        title,
        message: () => description ?? t`Sent by ${hook.name}`,
        type: "webhook",
      },
    });
  else {
    const recordId = await hookTarget()(context, { title, description: description ?? null });
    await db
      .update(webhookDeliveries)
      .set({ recordId })
      .where(and(eq(webhookDeliveries.userId, actor.userId), eq(webhookDeliveries.id, delivery.id)));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is refused like a body that does not match the schema.
    return undefined;
  }
}

/** Verifies the signature over the id, the time and the body; the time may differ by five minutes at most. */
function requireSignature(secret: string, { id, timestamp, signature, body }: IncomingRequest): void {
  const at = new Date(Number(timestamp) * 1000);
  const isFresh = Math.abs(Date.now() - at.getTime()) <= MAX_AGE_SECONDS * 1000;
  const expected = id && isFresh ? (signWebhook(secret, id, body, at)["webhook-signature"] ?? "") : "";
  const isSigned = (signature ?? "").split(" ").some((given) => isSame(given, expected));
  if (expected === "" || !isSigned)
    throw new AppError("forbidden", t`The signature does not match the secret of this webhook`);
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
