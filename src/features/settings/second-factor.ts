import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Password } from "./model.ts";

const WithPassword = z.strictObject({ password: Password });
const Codes = z.object({ recoveryCodes: z.array(z.string()) });

const hidden = { access: "user", agents: "hidden", sessionOnly: true } as const;

/** Codes of an authenticator app, asked for after the password. */
export const secondFactor = resource("secondFactor", {
  get: read({
    summary: "Get whether sign-in asks for a code, and how many recovery codes are left",
    input: z.strictObject({}),
    output: z.object({ isOn: z.boolean(), codesLeft: z.int() }),
    ...hidden,
    ownTransactions: true,
    run: ({ auth, actor }) => auth.secondFactor.state(actor),
  }),
  prepare: write({
    summary: "Create a new secret for an authenticator app; it takes effect when you confirm it with a code",
    input: WithPassword,
    output: z.object({ secret: z.string(), link: z.string() }),
    ...hidden,
    ownTransactions: true,
    secretAnswer: true,
    run: (context, { password }) => context.auth.secondFactor.prepare(context.actor, password, context),
  }),
  confirm: write({
    summary: "Turn on two-step sign-in, and return the recovery codes once",
    input: z.strictObject({ code: z.string().max(20) }),
    output: Codes,
    ...hidden,
    ownTransactions: true,
    secretAnswer: true,
    run: async ({ auth, actor }, { code }) => ({
      recoveryCodes: await auth.secondFactor.confirm(actor, code),
    }),
  }),
  renewCodes: write({
    summary: "Replace the recovery codes",
    input: WithPassword,
    output: Codes,
    ...hidden,
    ownTransactions: true,
    secretAnswer: true,
    run: async (context, { password }) => ({
      recoveryCodes: await context.auth.secondFactor.renewCodes(context.actor, password, context),
    }),
  }),
  remove: destroy({
    summary: "Turn off two-step sign-in",
    input: WithPassword,
    output: z.strictObject({}),
    ...hidden,
    ownTransactions: true,
    run: async (context, { password }) => {
      await context.auth.secondFactor.remove(context.actor, password, context);
      return {};
    },
  }),
});
