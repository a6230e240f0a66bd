import { z } from "zod";
import { resource, write } from "#platform/capability/capability.ts";
import { Email, Password } from "./model.ts";

const Nothing = z.strictObject({});

export const password = resource("password", {
  change: write({
    summary: "Sets a new password and signs every other browser out",
    input: z.strictObject({ current: Password, next: Password }),
    output: Nothing,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    invalidates: ["sessions"],
    run: async (context, input) => {
      await context.auth.changePassword(context.actor, input, context);
      return {};
    },
  }),

  requestReset: write({
    summary: "Asks for a link for a new password; answers alike whether the address has an account or not",
    input: z.strictObject({ email: Email }),
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, { email }) => {
      await context.auth.requestPasswordReset(email, context);
      return {};
    },
  }),

  reset: write({
    summary: "Sets a new password by the link that was sent, and signs every browser out",
    input: z.strictObject({ token: z.string().max(100), password: Password }),
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, input) => {
      const { userId } = await context.auth.resetPassword(input);
      context.identify({ userId, via: "session", credentialId: null });
      context.announce({ resource: "sessions", ids: [], audience: [userId] });
      return {};
    },
  }),
});
