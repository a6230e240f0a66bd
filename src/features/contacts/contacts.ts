import { z } from "zod";
import { savesNewContacts } from "#features/integrations/public/new-contacts-book.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import {
  findDuplicates,
  MergeContacts,
  mergeContacts,
  UnmergeContacts,
  unmergeContacts,
} from "./merge-contacts.ts";
import { Contact, ContactChange, NewContact } from "./model.ts";
import {
  countContacts,
  findContact,
  ListContacts,
  listContacts,
  listDeletedContacts,
} from "./read-contacts.ts";
import { isOnServer } from "./stored-cards.ts";
import {
  changeContact,
  confirmContact,
  insertContact,
  restoreContact,
  trashContact,
} from "./write-contacts.ts";

const byId = z.strictObject({ id: Id });

export const contacts = resource("contacts", {
  list: read({
    summary: "List your contacts by name, all or those that match a search",
    input: ListContacts,
    output: pageOf(Contact),
    access: "user",
    run: listContacts,
  }),
  get: read({
    summary: "Get one contact",
    input: byId,
    output: Contact,
    access: "user",
    run: (context, { id }) => findContact(context, id),
  }),
  stats: read({
    summary: "Count your contacts; counting stops at 1,000",
    input: z.strictObject({}),
    output: z.object({ total: z.int() }),
    access: "user",
    run: countContacts,
  }),
  trash: read({
    summary: "List the contacts deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(Contact),
    access: "user",
    run: listDeletedContacts,
  }),
  duplicates: read({
    summary: "List possible duplicate contacts: with the same address, number or name",
    input: z.strictObject({}),
    output: z.object({
      groups: z.array(z.object({ reason: z.enum(["email", "phone", "name"]), contacts: z.array(Contact) })),
    }),
    access: "user",
    run: findDuplicates,
  }),
  merge: write({
    summary: "Merge contacts: the first keeps its fields and takes missing ones from the others",
    input: MergeContacts,
    output: Contact,
    access: "user",
    run: mergeContacts,
  }),
  unmerge: write({
    summary: "Undo a merge of contacts",
    input: UnmergeContacts,
    output: Contact,
    access: "user",
    agents: "hidden",
    run: unmergeContacts,
  }),
  create: write({
    summary: "Create a contact; only the name is required",
    input: NewContact,
    output: Contact,
    example: { contactName: "Clara Voss" },
    access: "user",
    reachesOutside: savesNewContacts,
    run: insertContact,
  }),
  update: write({
    summary:
      "Update the given fields of a contact; an outdated `version` is rejected with the current contact",
    input: ContactChange.extend({ id: Id, version: z.int() }),
    output: Contact,
    access: "user",
    run: (context, { id, version, ...change }) => changeContact(context, id, change, version),
  }),
  confirm: write({
    summary: "Confirm the address of a contact that somebody else entered",
    input: byId,
    output: Contact,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: (context, { id }) => confirmContact(context, id),
  }),
  delete: destroy({
    summary: "Move a contact to the trash, where it stays for 30 days",
    input: byId,
    output: byId,
    access: "user",
    run: async (context, { id }) => {
      await trashContact(context, id);
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a contact from the trash",
    input: byId,
    output: Contact,
    access: "user",
    reachesOutside: (context, { id }) => isOnServer(context, id),
    run: (context, { id }) => restoreContact(context, id),
  }),
});
