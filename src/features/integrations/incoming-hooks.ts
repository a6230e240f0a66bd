import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { HOOK_MAKES } from "./model.ts";
import { listDeliveries } from "./read-hooks.ts";
import { HookDelivery } from "./webhooks.ts";
import { listIncomingHooks, makeIncomingHook, setIncomingHookGone } from "./write-incoming-hooks.ts";

const byId = z.strictObject({ id: Id });
const IncomingHook = z.object({
  id: Id,
  name: z.string(),
  makes: z.enum(HOOK_MAKES),
  /** What is not signed is refused. */
  isSigned: z.boolean(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
  version: z.int(),
});

/** Private addresses by which other programs leave a task or a notice here. */
export const incomingHooks = resource("incomingHooks", {
  list: read({
    summary: "Lists the private addresses by which other programs leave something here",
    input: z.strictObject({}),
    output: z.object({ items: z.array(IncomingHook) }),
    access: "user",
    run: async (context) => ({ items: await listIncomingHooks(context) }),
  }),
  create: write({
    summary:
      "Makes a private address by which another program leaves tasks or notices; it is shown this once",
    input: z.strictObject({
      name: z.string().trim().min(1, "Please enter a name").max(200),
      makes: z.enum(HOOK_MAKES),
      isSigned: z.boolean().default(false),
    }),
    output: IncomingHook.extend({ address: z.url(), secret: z.string().nullable() }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    run: makeIncomingHook,
  }),
  delete: destroy({
    summary: "Closes a private address; it can be opened again for 30 days",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setIncomingHookGone(context, id, true);
      context.undoWith({ capability: "incomingHooks.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Opens a closed private address again",
    input: byId,
    output: byId,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      await setIncomingHookGone(context, id, false);
      context.undoWith({ capability: "incomingHooks.delete", input: { id } });
      return { id };
    },
  }),
  deliveries: read({
    summary: "Lists what came in by a private address, newest first",
    input: z.strictObject({ ...pageInput, id: Id }),
    output: pageOf(HookDelivery),
    access: "user",
    run: (context, input) => listDeliveries(context, input, "in"),
  }),
});
