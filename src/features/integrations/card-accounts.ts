import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import {
  cardAccountsOf,
  chooseNewContactsBook,
  connectCards,
  deleteCardAccount,
  findCardAccount,
} from "./connect-card-account.ts";
import { SERVER_STATES } from "./model.ts";
import { syncCardsNow } from "./sync-card-accounts.ts";

const byId = z.strictObject({ id: Id });
const CardAccount = z.object({
  id: Id,
  name: z.string(),
  serverUrl: z.string(),
  username: z.string(),
  state: z.enum(SERVER_STATES),
  lastError: z.string().nullable(),
  lastSyncedAt: Instant.nullable(),
  books: z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      isReadOnly: z.boolean(),
      /** Its cards that are not among the contacts, and why. */
      unreadable: z.array(z.object({ href: z.string(), name: z.string(), reason: z.string() })),
    }),
  ),
  /** The book that gets contacts created here. */
  newContactsBook: z.string().nullable(),
  createdAt: Instant,
});

/** Address books on CardDAV servers, synced with the contacts. */
export const cardAccounts = resource("cardAccounts", {
  list: read({
    summary: "List the connected CardDAV servers with the result of their last sync",
    input: z.strictObject({}),
    output: z.object({ items: z.array(CardAccount) }),
    access: "user",
    run: async (context) => ({ items: await cardAccountsOf(context) }),
  }),
  connect: write({
    summary: "Connect a CardDAV server: its address books are synced with your contacts",
    input: z.strictObject({
      name: z.string().trim().min(1, t`Please enter a name`).max(200),
      serverUrl: z.string().trim().max(2000),
      username: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(1000),
    }),
    output: CardAccount,
    access: "user",
    ownTransactions: true,
    sessionOnly: true,
    agents: "hidden",
    invalidates: ["contacts"],
    run: async (context, given) => {
      const id = await connectCards(context, given);
      await syncCardsNow(context, { id });
      return findCardAccount(context, id);
    },
  }),
  sync: write({
    summary: "Sync the address books of a CardDAV server now",
    input: byId,
    output: z.object({ count: z.int(), error: z.string().nullable() }),
    access: "user",
    ownTransactions: true,
    invalidates: ["contacts"],
    run: syncCardsNow,
  }),
  update: write({
    summary: "Choose the address book of this CardDAV server to which contacts created here are added",
    input: byId.extend({ newContactsBook: z.string().max(2000).nullable() }),
    output: CardAccount,
    access: "user",
    run: chooseNewContactsBook,
  }),
  delete: destroy({
    summary: "Disconnect a CardDAV server: its password is deleted, the contacts stay",
    input: byId,
    output: byId,
    access: "user",
    run: deleteCardAccount,
  }),
});
