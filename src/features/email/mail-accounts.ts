import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import {
  AccountCheck,
  AuthServer,
  Fingerprint,
  MailAccount,
  Mailbox,
  MailPassword,
  MailServerSettings,
  NewMailAccount,
  Side,
} from "./account-model.ts";
import {
  checkOwnAccount,
  connectAccount,
  disconnectAccount,
  updateAccount,
} from "./accounts/connect-account.ts";
import { Discovered, discoverAccount } from "./accounts/discover-account.ts";
import { findAccount, listAccounts, listMailboxes } from "./accounts/read-accounts.ts";
import { distrustCertificate, trustCertificate } from "./accounts/trust-certificate.ts";
import { notifySyncExpected, requestSync } from "./sync/request-sync.ts";
import { UndoSeconds } from "./writing-model.ts";

/** Passwords pass through some of these: they are for people in their own session, not for agents or API keys. */
const forPeople = { agents: "hidden", sessionOnly: true } as const;
const Address = NewMailAccount.shape.address;

export const mailAccounts = resource("mailAccounts", {
  list: read({
    summary:
      "List the connected mail accounts with their state: sync progress, and what needs your attention",
    input: z.strictObject({}),
    output: z.object({ items: z.array(MailAccount) }),
    access: "user",
    run: async (context) => ({ items: await listAccounts(context) }),
  }),
  mailboxes: read({
    summary: "List the folders of the connected mail accounts",
    input: z.strictObject({ accountId: Id.optional() }),
    output: z.object({ items: z.array(Mailbox) }),
    access: "user",
    run: async (context, { accountId }) => ({ items: await listMailboxes(context, accountId) }),
  }),
  discover: write({
    summary: "Find the mail servers of an email address",
    input: z.strictObject({ address: Address }),
    output: Discovered,
    access: "user",
    ownTransactions: true,
    ...forPeople,
    run: ({ outbound }, { address }) => {
      notifySyncExpected();
      return discoverAccount(outbound, address);
    },
  }),
  connect: write({
    summary:
      "Connect a mail account by address and password; if it cannot be reached, report which step failed",
    input: NewMailAccount,
    output: z.object({ account: MailAccount.nullable(), check: AccountCheck }),
    access: "user",
    ownTransactions: true,
    ...forPeople,
    run: connectAccount,
  }),
  check: write({
    summary: "Test receiving and sending with a connected account, step by step",
    input: z.strictObject({ id: Id }),
    output: AccountCheck,
    access: "user",
    ownTransactions: true,
    ...forPeople,
    run: checkOwnAccount,
  }),
  update: write({
    summary:
      "Update name, signature, undo time, servers, password or trusted sender checks of a mail account, or make it the default",
    input: z.strictObject({
      id: Id,
      version: z.int(),
      name: NewMailAccount.shape.name.unwrap().optional(),
      signature: z.string().max(10_000).optional(),
      undoSeconds: UndoSeconds.nullable().optional(),
      isDefault: z.literal(true).optional(),
      authServer: AuthServer.optional(),
      imap: MailServerSettings.optional(),
      smtp: MailServerSettings.optional(),
      password: MailPassword.optional(),
    }),
    output: MailAccount,
    access: "user",
    secretAnswer: true,
    ...forPeople,
    run: updateAccount,
  }),
  trustCertificate: write({
    summary: "Trust the certificate with this fingerprint for one server of an account, whoever issued it",
    input: z.strictObject({ id: Id, side: Side, fingerprint: Fingerprint }),
    output: MailAccount,
    access: "user",
    ownTransactions: true,
    ...forPeople,
    run: trustCertificate,
  }),
  distrustCertificate: write({
    summary: "Stop trusting the certificate of one server of an account",
    input: z.strictObject({ id: Id, side: Side }),
    output: MailAccount,
    access: "user",
    ...forPeople,
    run: distrustCertificate,
  }),
  sync: write({
    summary: "Sync a mail account now",
    input: z.strictObject({ id: Id }),
    output: MailAccount,
    access: "user",
    run: async (context, { id }) => {
      await findAccount(context, id);
      await requestSync(context, id);
      return findAccount(context, id);
    },
  }),
  disconnect: destroy({
    summary: "Disconnect a mail account; its mail stays here unless `keepMail` is false",
    input: z.strictObject({ id: Id, keepMail: z.boolean() }),
    output: z.object({ id: Id }),
    access: "user",
    invalidates: ["emails"],
    run: async (context, { id, keepMail }) => {
      await disconnectAccount(context, id, keepMail);
      return { id };
    },
  }),
});
