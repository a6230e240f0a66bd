import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { cardFields } from "../card-texts.ts";
import { contactFields } from "../fields.ts";
import type { Contact, SharedValues } from "../model.ts";
import { findContact, ownContacts } from "../read-contacts.ts";
import { columnsOfValues, valuesOfContact } from "../stored-cards.ts";
import { contactCards, contacts } from "../tables.ts";
import { ownCard } from "./card-sync-target.ts";
import { mergeCard } from "./merge-card.ts";

/** The fields that differ, as they are here and on the server. */
export async function readConflict(context: SignedIn, id: string) {
  const { local, server, before } = await findConflict(context, id);
  const { conflicts } = mergeCard({ local, server, before });
  return {
    fields: conflicts.map((field) => ({
      label: field === "name" ? contactFields.contactName.label : cardFields[field].label,
      ...{ local: local[field] ?? "", server: server[field] ?? "" },
    })),
  };
}

/**
 * Fields that only one side changed are merged; of those that both changed the chosen side's stay. `local`: the next sync
 * writes them to the server.
 */
export async function resolveConflict(
  context: SignedIn,
  { id, choose }: { id: string; choose: "local" | "server" },
): Promise<Contact> {
  const { now } = context;
  const { cardId, version, text, ...sides } = await findConflict(context, id);
  const { values, synced } = mergeCard({ ...sides, prefer: choose });
  const other = mergeCard({ ...sides, prefer: choose === "local" ? "server" : "local" });
  await context.db
    .update(contactCards)
    .set({ text, synced: { local: synced, server: sides.server }, state: "synced", conflict: null })
    .where(ownCard(context, cardId));
  await writeAs(context, "import", (own) =>
    own.db
      .update(contacts)
      .set({ ...columnsOfValues(values), updatedAt: now, version: sql`${contacts.version} + 1` })
      .where(ownContacts(context, eq(contacts.id, id))),
  );
  context.undoWith({
    capability: "contactCards.undoResolution",
    input: { id, version: version + 1, ...columnsOfValues(other.values) },
  });
  context.announce({ resource: "contacts", ids: [id] });
  return findContact(context, id);
}

/** The contact gets the values that were not chosen, unless it was changed since. */
export async function undoResolution(
  context: SignedIn,
  { id, version, ...values }: z.output<typeof SharedValues> & { id: string; version: number },
): Promise<Contact> {
  await findContact(context, id);
  const changed = await writeAs(context, "import", (own) =>
    own.db
      .update(contacts)
      .set({ ...values, updatedAt: context.now, version: sql`${contacts.version} + 1` })
      .where(ownContacts(context, eq(contacts.id, id), eq(contacts.version, version)))
      .returning({ id: contacts.id }),
  );
  if (changed.length === 0) throw new AppError("conflict", t`This contact was changed in the meantime`);
  context.announce({ resource: "contacts", ids: [id] });
  return findContact(context, id);
}

async function findConflict(context: SignedIn, id: string) {
  const [row] = await context.db
    .select({
      ...{ cardId: contactCards.id, synced: contactCards.synced, conflict: contactCards.conflict },
      contact: contacts,
    })
    .from(contactCards)
    .innerJoin(contacts, eq(contacts.id, contactCards.contactId))
    .where(
      and(
        eq(contactCards.userId, context.actor.userId),
        ownContacts(context, eq(contacts.id, id)),
        eq(contactCards.state, "conflict"),
      ),
    );
  if (!row?.conflict) throw notFound(t`Conflict`);
  const local = valuesOfContact(row.contact);
  const { values: server, text } = row.conflict;
  const before = row.synced ?? { local, server: local };
  return { cardId: row.cardId, version: row.contact.version, text, local, server, before };
}
