import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { publicPushKey } from "#platform/notify/push-keys.ts";
import { deviceSecret } from "#platform/notify/push-to-device.ts";
import { pushDevices as table } from "#platform/notify/tables.ts";

const MAX_DEVICES = 20;

const PushDevice = z.object({
  id: Id,
  userAgent: z.string().nullable(),
  /** URL at the push service; a browser compares it with its own subscription. */
  endpoint: z.string(),
  createdAt: Instant,
  lastSentAt: Instant.nullable(),
});

/** As a browser gives it: https://w3c.github.io/push-api/. */
const Subscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/, t`This is not a browser's key`),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, t`This is not a browser's secret`),
});

/** Browsers that show notifications while no page is open. */
export const pushDevices = resource("pushDevices", {
  list: read({
    summary: "List the browsers that show your notifications while no page is open",
    input: z.strictObject({}),
    output: z.object({ items: z.array(PushDevice) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor }) => ({
      items: await db
        .select(deviceColumns)
        .from(table)
        .where(eq(table.userId, actor.userId))
        .orderBy(desc(table.createdAt), desc(table.id)),
    }),
  }),
  key: write({
    summary: "Get the public key of this instance for push notifications",
    input: z.strictObject({}),
    output: z.object({ publicKey: z.string() }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context) => ({ publicKey: await publicPushKey(context) }),
  }),
  add: write({
    summary: "Show your notifications in this browser until it is signed out",
    input: Subscription,
    output: PushDevice,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, subscription) => {
      validateEndpoint(subscription.endpoint);
      return addDevice(context, subscription);
    },
  }),
  remove: destroy({
    summary: "Stop showing your notifications in a browser",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor }, { id }) => {
      const [deleted] = await db
        .delete(table)
        .where(and(eq(table.id, id), eq(table.userId, actor.userId)))
        .returning({ id: table.id });
      if (!deleted) throw notFound(t`Browser`);
      return deleted;
    },
  }),
});

const deviceColumns = {
  id: table.id,
  userAgent: table.userAgent,
  endpoint: table.endpoint,
  createdAt: table.createdAt,
  lastSentAt: table.lastSentAt,
};

/** Requires https; http is accepted only for an IP address, which the outbound guard must then allow. */
function validateEndpoint(endpoint: string): void {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== "https:" && isIP(hostname) === 0)
    throw new AppError("invalid", t`A push service is reached by https`);
}

/** Registering the same browser again replaces its row, with the current session. */
async function addDevice(context: SignedIn, { endpoint, p256dh, auth }: z.output<typeof Subscription>) {
  const { db, actor, secrets, credentials } = context;
  await db.delete(table).where(and(eq(table.userId, actor.userId), eq(table.endpoint, endpoint)));
  const others = await db.select({ id: table.id }).from(table).where(eq(table.userId, actor.userId));
  if (others.length >= MAX_DEVICES)
    throw new AppError("conflict", t`At most ${MAX_DEVICES} browsers: remove one that you no longer use`);
  const id = randomUUID();
  const added = await db
    .insert(table)
    .values({
      id,
      userId: actor.userId,
      sessionId: actor.via === "session" ? actor.credentialId : null,
      endpoint,
      p256dh,
      auth: secrets.seal(deviceSecret({ id, userId: actor.userId }), auth),
      userAgent: credentials?.userAgent?.slice(0, 300) ?? null,
    })
    .returning(deviceColumns)
    .then(returnedRow);
  return added;
}
