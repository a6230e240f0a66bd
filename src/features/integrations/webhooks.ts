import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { DELIVERY_STATES, HOOK_RESOURCES } from "./model.ts";
import { listDeliveries } from "./webhooks/list-deliveries.ts";
import {
  createWebhook,
  listWebhooks,
  redeliver,
  setWebhookDeleted,
  testWebhook,
  updateWebhook,
} from "./webhooks/manage-webhooks.ts";

const Name = z.string().trim().min(1, t`Please enter a name`).max(200);
const Resources = z.array(z.enum(HOOK_RESOURCES)).min(1).max(HOOK_RESOURCES.length);
const byId = z.strictObject({ id: Id });

const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  resources: z.array(z.string()),
  isActive: z.boolean(),
  failures: z.int(),
  lastError: z.string().nullable(),
  lastDeliveredAt: Instant.nullable(),
  createdAt: Instant,
  version: z.int(),
});

export const WebhookDelivery = z.object({
  id: Id,
  event: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The last HTTP status of the receiver. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  dueAt: Instant,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});

/** URLs that receive signed notifications of changes. */
export const webhooks = resource("webhooks", {
  list: read({
    summary: "List your outgoing webhooks",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Webhook) }),
    access: "user",
    run: async (context) => ({ items: await listWebhooks(context) }),
  }),
  create: write({
    summary: "Create an outgoing webhook; its signing secret is shown only once",
    input: z.strictObject({ name: Name, url: z.string().trim().max(2000), resources: Resources }),
    output: Webhook.extend({ secret: z.string() }),
    example: { name: "Operations", url: "https://hooks.example/adjutant", resources: ["tasks"] },
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    run: createWebhook,
  }),
  update: write({
    summary: "Update the resources of a webhook, or pause or resume it",
    input: byId.extend({
      name: Name.optional(),
      resources: Resources.optional(),
      isActive: z.boolean().optional(),
      version: z.int().min(1),
    }),
    output: Webhook,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: updateWebhook,
  }),
  delete: destroy({
    summary: "Delete a webhook; it can be restored for 30 days",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setWebhookDeleted(context, id, true);
      context.undoWith({ capability: "webhooks.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a deleted webhook",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setWebhookDeleted(context, id, false);
      context.undoWith({ capability: "webhooks.delete", input: { id } });
      return { id };
    },
  }),
  deliveries: read({
    summary: "List the deliveries of a webhook with their results, newest first",
    input: z.strictObject({ ...pageInput, id: Id }),
    output: pageOf(WebhookDelivery),
    access: "user",
    run: (context, input) => listDeliveries(context, input, "out"),
  }),
  test: write({
    summary: "Send a test delivery to a webhook",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: testWebhook,
  }),
  redeliver: write({
    summary: "Send a delivery again",
    input: z.strictObject({ deliveryId: Id }),
    output: byId,
    access: "user",
    agents: "hidden",
    run: redeliver,
  }),
});
