import { z } from "zod";
import { TRANSPORTS } from "#platform/auth/auth.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import { Coded, Passkey, Password, SignInStep } from "./model.ts";

const PasskeyName = z.string().max(100);
const hidden = { access: "user", agents: "hidden", sessionOnly: true, ownTransactions: true } as const;

/** Keys in a person's devices that sign in without a password (Web Authentication). */
export const passkeys = resource("passkeys", {
  list: read({
    summary: "List your passkeys, oldest first",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Passkey) }),
    ...hidden,
    run: async ({ auth, actor }) => ({ items: await auth.passkeys.list(actor) }),
  }),
  prepare: write({
    summary: "Get the options with which a device creates a passkey, valid for five minutes",
    input: z.strictObject({ password: Password }),
    output: z.object({
      step: z.string(),
      challenge: z.string(),
      relyingParty: z.string(),
      algorithms: z.array(z.int()),
      excludeCredentials: z.array(z.object({ credentialId: z.string(), transports: z.array(z.string()) })),
      /** The account as the device displays it. */
      person: z.object({ id: Id, email: z.string(), fullName: z.string() }),
    }),
    ...hidden,
    secretAnswer: true,
    run: async (context, { password }) => {
      const { auth, actor } = context;
      const { userId: id, email, fullName } = actor;
      return { ...(await auth.passkeys.prepare(actor, password, context)), person: { id, email, fullName } };
    },
  }),
  add: write({
    summary: "Save a passkey that a device has created; it can then be used to sign in",
    input: z.strictObject({
      step: SignInStep,
      name: PasskeyName,
      key: z.strictObject({
        credentialId: Coded(1400),
        transports: z.array(z.enum(TRANSPORTS)).max(TRANSPORTS.length),
        clientDataJson: Coded(4000),
        attestationObject: Coded(20_000),
      }),
    }),
    output: Passkey,
    ...hidden,
    run: ({ auth, actor }, input) => auth.passkeys.add(actor, input),
  }),
  rename: write({
    summary: "Rename a passkey",
    input: z.strictObject({ id: Id, name: PasskeyName }),
    output: Passkey,
    ...hidden,
    run: ({ auth, actor }, { id, name }) => auth.passkeys.rename(actor, id, name),
  }),
  remove: destroy({
    summary: "Delete a passkey",
    input: z.strictObject({ id: Id, password: Password }),
    output: z.object({ id: Id }),
    ...hidden,
    run: async (context, { id, password }) => {
      await context.auth.passkeys.remove(context.actor, id, password, context);
      return { id };
    },
  }),
});
