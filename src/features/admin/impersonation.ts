import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, resource, write } from "#platform/capability/capability.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { notifyOfImpersonation } from "./jobs.ts";
import { Reason } from "./model.ts";

/** Viewing as another person: with a reason, for one hour, read-only, and with a notice to that person. */
export const impersonation = resource("impersonation", {
  start: destroy({
    summary: "View the product as another person, read-only, for a recorded reason; the person is notified",
    input: z.strictObject({ id: Id, reason: Reason }),
    output: z.object({ id: Id }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id, reason }) => {
      const { actor, auth } = context;
      const { cookie } = await auth.impersonate(actor, { userId: id, reason }, context);
      context.setReason(reason);
      await context.enqueue(notifyOfImpersonation, { userId: id, by: actor.fullName || actor.email, reason });
      context.setCookie(cookie);
      // Open tabs of this browser share the cookie.
      context.announce({ resource: "session", ids: [], audience: [actor.userId] });
      return { id };
    },
  }),
  end: write({
    summary: "End the impersonation and return to your administrator session",
    input: z.strictObject({}),
    output: z.object({ isRestored: z.boolean() }),
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context) => {
      const { actor, auth } = context;
      if (!actor?.impersonatedBy) throw new AppError("conflict", t`You are not viewing as another person`);
      const own = await auth.endImpersonation(actor);
      context.setCookie(own?.cookie ?? auth.endedCookie());
      context.announce({ resource: "session", ids: [], audience: [actor.userId] });
      return { isRestored: own !== null };
    },
  }),
});
