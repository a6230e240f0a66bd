import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { OwnAddress } from "./model.ts";

/** Resources that the person's open pages refetch when their address is confirmed. */
const WAITED = ["session", "emailConfirmation", "documents", "invitations", "conversations", "emails"];

type OwnRow = Omit<z.output<typeof OwnAddress>, "email" | "at" | "canSendLink" | "waiting"> &
  z.output<typeof OwnAddress>["waiting"] & { at: string | null };

const Nothing = z.strictObject({});

/** Confirmation is soft: sign-in works without it until it is required (decision 3). */
export const emailConfirmation = resource("emailConfirmation", {
  request: write({
    summary: "Send a new link to confirm your address",
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

  state: read({
    summary: "Get the state of your own address, the reason for it, and how many items wait for it",
    input: Nothing,
    output: OwnAddress,
    access: "user",
    agents: "hidden",
    run: async ({ db, actor, systemSettings }) => {
      const { rows } = await db.execute<OwnRow>(sql`
        select state, ground as reason, vouched_by as "vouchedBy", to_jsonb(at) #>> '{}' as at, documents, invitations, mails, mine.conversations
        from my_address() as mine`);
      const [row] = rows;
      if (!row) throw notFound(t`Account`);
      const { documents, invitations, mails, conversations, at, ...known } = row;
      return {
        ...known,
        email: actor.email,
        at: at === null ? null : new Date(at),
        canSendLink: systemTransport(systemSettings) !== null,
        waiting: { documents, invitations, mails, conversations },
      };
    },
  }),

  confirm: write({
    summary: "Confirm an address by the link that was sent to it",
    input: z.strictObject({ token: z.string().max(100) }),
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, { token }) => {
      const { userId } = await context.auth.confirmEmail(token);
      context.identify({ userId, via: "session", credentialId: null });
      for (const resource of WAITED) context.announce({ resource, ids: [], audience: [userId] });
      return {};
    },
  }),
});
