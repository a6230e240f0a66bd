import { sql } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { AdminAccount, AdminList, Reason } from "./model.ts";
import { readPage } from "./read-page.ts";

/** Resources that the person's open pages refetch when the state of their address changes. */
const WAITED = ["session", "emailConfirmation", "documents", "invitations", "conversations", "emails"];
const OneAccount = z.strictObject({ id: Id });
type Row = Omit<z.output<typeof AdminAccount>, "createdAt" | "suspendedAt" | "lastSeenAt" | "addressAt"> & {
  addressAt: string | null;
  key: string;
  suspendedAt: string | null;
  lastSeenAt: string | null;
};

/** Metadata of accounts: never their content. */
export const adminAccounts = resource("adminAccounts", {
  list: read({
    summary: "List every account with its sessions, last activity and whether it is suspended",
    input: AdminList,
    output: pageOf(AdminAccount),
    access: "admin",
    agents: "hidden",
    run: async ({ db }, input) => {
      const page = readPage(input);
      const { rows } = await db.execute<Row>(sql`
        select id, email, full_name as "fullName", role, sessions, to_jsonb(created_at) #>> '{}' as key,
          address_state as "addressState", address_reason as "addressReason", address_by as "addressBy",
          to_jsonb(address_at) #>> '{}' as "addressAt", to_jsonb(suspended_at) #>> '{}' as "suspendedAt", to_jsonb(last_seen_at) #>> '{}' as "lastSeenAt"
        from admin_accounts(${page.pattern}, ${page.afterAt}, ${page.afterId}, ${page.rowLimit})`);
      return page.of(
        rows.map((row) => ({
          ...row,
          createdAt: new Date(row.key),
          addressAt: row.addressAt ? new Date(row.addressAt) : null,
          suspendedAt: row.suspendedAt ? new Date(row.suspendedAt) : null,
          lastSeenAt: row.lastSeenAt ? new Date(row.lastSeenAt) : null,
        })),
      );
    },
  }),
  invite: write({
    summary: "Create an account for somebody, and a link to set their password within a week",
    input: z.strictObject({ email: z.string().trim().max(254), fullName: z.string().trim().min(1).max(200) }),
    output: z.object({ id: Id, link: z.string() }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    secretAnswer: true,
    run: async ({ auth, actor }, account) => {
      const { userId, link } = await auth.inviteAccount(account, actor);
      return { id: userId, link };
    },
  }),
  vouch: write({
    summary: "Vouch for the address of an account, so that waiting items are delivered, or withdraw this",
    input: OneAccount.extend({ isVouched: z.boolean() }),
    output: OneAccount,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id, isVouched }) => {
      await context.auth.vouchForAddress(id, isVouched, context.actor);
      for (const resource of WAITED) context.announce({ resource, ids: [], audience: [id] });
      return { id };
    },
  }),
  suspend: destroy({
    summary: "Suspend an account: end its sessions and block sign-in, for a reason recorded in the audit log",
    input: OneAccount.extend({ reason: Reason }),
    output: OneAccount,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id, reason }) => {
      await context.auth.setSuspended(id, true, context.actor);
      context.setReason(reason);
      context.announce({ resource: "session", ids: [], audience: [id] });
      return { id };
    },
  }),
  reactivate: write({
    summary: "Reactivate a suspended account",
    input: OneAccount,
    output: OneAccount,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async ({ auth, actor }, { id }) => {
      await auth.setSuspended(id, false, actor);
      return { id };
    },
  }),
  endSessions: destroy({
    summary: "Sign an account out everywhere",
    input: OneAccount,
    output: OneAccount.extend({ ended: z.int() }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id }) => {
      const ended = await context.auth.endSessions(id);
      context.announce({ resource: "session", ids: [], audience: [id] });
      return { id, ended };
    },
  }),
  createResetLink: write({
    summary: "Create a one-time link to set a new password for an account, valid for an hour",
    input: OneAccount,
    output: OneAccount.extend({ link: z.string() }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    secretAnswer: true,
    run: async ({ auth, actor }, { id }) => ({ id, link: await auth.issueResetLink(id, actor) }),
  }),
});
