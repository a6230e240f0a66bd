import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { HOOK_TARGETS } from "./model.ts";
import { listDeliveries } from "./webhooks/list-deliveries.ts";
import {
  createIncomingWebhook,
  listIncomingWebhooks,
  setIncomingWebhookDeleted,
} from "./webhooks/manage-incoming-webhooks.ts";
import { WebhookDelivery } from "./webhooks.ts";

const byId = z.strictObject({ id: Id });
const IncomingWebhook = z.object({
  id: Id,
  name: z.string(),
  creates: z.enum(HOOK_TARGETS),
  /** Unsigned requests are refused. */
  isSigned: z.boolean(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
  version: z.int(),
});

/** Private addresses at which other programs create a task or a notification. */
export const incomingWebhooks = resource("incomingWebhooks", {
  list: read({
    summary: "List your incoming webhooks",
    input: z.strictObject({}),
    output: z.object({ items: z.array(IncomingWebhook) }),
    access: "user",
    run: async (context) => ({ items: await listIncomingWebhooks(context) }),
  }),
  create: write({
    summary:
      "Create an incoming webhook by which another program adds tasks or notifications; its address is shown only once",
    input: z.strictObject({
      name: z.string().trim().min(1, t`Please enter a name`).max(200),
      creates: z.enum(HOOK_TARGETS),
      isSigned: z.boolean().default(false),
    }),
    output: IncomingWebhook.extend({ address: z.url(), secret: z.string().nullable() }),
    example: { name: "Monitor", creates: "task" },
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    run: createIncomingWebhook,
  }),
  delete: destroy({
    summary: "Delete an incoming webhook; it can be restored for 30 days",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setIncomingWebhookDeleted(context, id, true);
      context.undoWith({ capability: "incomingWebhooks.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a deleted incoming webhook",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setIncomingWebhookDeleted(context, id, false);
      context.undoWith({ capability: "incomingWebhooks.delete", input: { id } });
      return { id };
    },
  }),
  deliveries: read({
    summary: "List the deliveries of an incoming webhook, newest first",
    input: z.strictObject({ ...pageInput, id: Id }),
    output: pageOf(WebhookDelivery),
    access: "user",
    run: (context, input) => listDeliveries(context, input, "in"),
  }),
});
