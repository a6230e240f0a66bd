import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { webhookDeliveries, webhooks } from "../tables.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";

const MAX_WEBHOOKS = 20;

const webhookSecret = ({ id, userId }: { id: string; userId: string }) => ({
  ...{ table: "webhooks", column: "secret", row: id, userId },
});

export const listWebhooks = ({ db, actor }: SignedIn) =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.userId, actor.userId), isNull(webhooks.deletedAt)))
    .orderBy(webhooks.createdAt, webhooks.id)
    .limit(MAX_WEBHOOKS);

/** Checks only the form of the URL; the outbound guard checks the address at every delivery. */
export async function createWebhook(
  context: SignedIn,
  { name, url: given, resources }: { name: string; url: string; resources: string[] },
) {
  const { db, actor, secrets, now } = context;
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError("invalid", t`Enter an address that begins with https://`, {
      fields: { url: t`Enter a web address` },
    });
  if ((await listWebhooks(context)).length >= MAX_WEBHOOKS)
    throw new AppError("conflict", t`You can have at most ${MAX_WEBHOOKS} webhooks`);
  const id = randomUUID();
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const made = await db
    .insert(webhooks)
    .values({
      ...{ id, name, resources, url: url.href, userId: actor.userId },
      secret: secrets.seal(webhookSecret({ id, userId: actor.userId }), secret),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .then(returnedRow);
  context.undoWith({ capability: "webhooks.delete", input: { id } });
  return { ...made, secret };
}

type Change = {
  id: string;
  version: number;
  name?: string | undefined;
  resources?: string[] | undefined;
  isActive?: boolean | undefined;
};

export async function updateWebhook(context: SignedIn, { id, version, ...change }: Change) {
  const { db, actor, now } = context;
  const ownWebhook = and(eq(webhooks.id, id), eq(webhooks.userId, actor.userId), isNull(webhooks.deletedAt));
  const [before] = await db.select().from(webhooks).where(ownWebhook).for("update");
  if (!before) throw notFound(t`Webhook`);
  if (before.version !== version)
    throw new AppError("conflict", t`This webhook was changed elsewhere in the meantime`, {
      current: { id, version: before.version },
    });
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const [row] = await db
    .update(webhooks)
    .set({
      ...given,
      ...(change.isActive && { failures: 0, lastError: null }),
      updatedAt: now,
      version: sql`${webhooks.version} + 1`,
    })
    .where(ownWebhook)
    .returning();
  if (!row) throw notFound(t`Webhook`);
  const undo = Object.entries(before).filter(([name]) => name in given);
  context.undoWith({
    capability: "webhooks.update",
    input: { id, version: row.version, ...Object.fromEntries(undo) },
  });
  return row;
}

export async function setWebhookDeleted(
  { db, actor, now }: SignedIn,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const changed = await db
    .update(webhooks)
    .set({ deletedAt: isDeleted ? now : null, version: sql`${webhooks.version} + 1` })
    .where(
      and(
        eq(webhooks.id, id),
        eq(webhooks.userId, actor.userId),
        isDeleted ? isNull(webhooks.deletedAt) : isNotNull(webhooks.deletedAt),
      ),
    )
    .returning({ id: webhooks.id });
  if (changed.length === 0) throw notFound(t`Webhook`);
}

export async function testWebhook(context: SignedIn, { id }: { id: string }) {
  const { db, actor, now } = context;
  const [hook] = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, actor.userId), isNull(webhooks.deletedAt)));
  if (!hook) throw notFound(t`Webhook`);
  return enqueueDelivery(context, {
    webhookId: id,
    event: "test",
    payload: { message: "This is a test", at: now.toISOString() },
  });
}

export async function redeliver(context: SignedIn, { deliveryId }: { deliveryId: string }) {
  const [before] = await context.db
    .select({
      webhookId: webhookDeliveries.webhookId,
      event: webhookDeliveries.event,
      payload: webhookDeliveries.payload,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(webhooks.deletedAt)))
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        eq(webhookDeliveries.userId, context.actor.userId),
        eq(webhookDeliveries.direction, "out"),
      ),
    );
  if (!before) throw notFound(t`Delivery`);
  return enqueueDelivery(context, before);
}

async function enqueueDelivery(
  context: SignedIn,
  delivery: Pick<typeof webhookDeliveries.$inferInsert, "webhookId" | "event" | "payload">,
) {
  const { db, actor, now } = context;
  const id = randomUUID();
  await db
    .insert(webhookDeliveries)
    .values({ ...delivery, id, userId: actor.userId, direction: "out", createdAt: now, dueAt: now });
  await context.enqueue(deliverWebhooks, {});
  return { id };
}
