import { z } from "zod";
import { resource, write } from "#platform/capability/capability.ts";
import { Email, Password } from "./model.ts";

const Nothing = z.strictObject({});

export const password = resource("password", {
  change: write({
    summary: "Set a new password and sign out all other browsers",
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
    summary:
      "Request a password reset link; the answer is the same whether the address has an account or not",
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
    summary: "Set a new password by the link that was sent, and sign out all browsers",
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
