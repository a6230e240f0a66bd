import { z } from "zod";
import { destroy, read, resource } from "#platform/capability/capability.ts";
import { MAX_ADDRESS } from "./account-model.ts";
import {
  listSubscriptions,
  Subscription,
  Unsubscribed,
  unsubscribe,
} from "./organizing/unsubscribe-from-lists.ts";

/** Newsletters and other lists that somebody gets. */
export const mailSubscriptions = resource("mailSubscriptions", {
  list: read({
    summary:
      "List the senders of newsletters and mailing lists: how many mails came, how many you read, how to unsubscribe",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Subscription) }),
    access: "user",
    run: async (context) => ({ items: await listSubscriptions(context) }),
  }),
  unsubscribe: destroy({
    summary: "Unsubscribe from up to 50 senders, by one click or by mail, as each sender offers",
    input: z.strictObject({ senders: z.array(z.string().trim().min(3).max(MAX_ADDRESS)).min(1).max(50) }),
    output: z.object({ items: z.array(Unsubscribed) }),
    access: "user",
    agents: "hidden",
    invalidates: ["emails"],
    ownTransactions: true,
    run: async (context, { senders }) => ({ items: await unsubscribe(context, senders) }),
  }),
});
