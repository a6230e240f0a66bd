import { z } from "zod";
import { resource, write } from "#platform/capability/capability.ts";

const Nothing = z.strictObject({});

/** Confirmation is soft: sign-in works without it until it is required (decision 3). */
export const emailConfirmation = resource("emailConfirmation", {
  request: write({
    summary: "Sends a new link that confirms your address",
    input: Nothing,
    output: Nothing,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context) => {
      await context.auth.requestEmailConfirmation(context.actor, context);
      return {};
    },
  }),

  confirm: write({
    summary: "Confirms an address by the link that was sent to it",
    input: z.strictObject({ token: z.string().max(100) }),
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, { token }) => {
      const { userId } = await context.auth.confirmEmail(token);
      context.identify({ userId, via: "session", credentialId: null });
      context.announce({ resource: "session", ids: [], audience: [userId] });
      return {};
    },
  }),
});
