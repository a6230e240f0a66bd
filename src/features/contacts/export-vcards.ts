import { and, eq, inArray } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { changeCard, convertCard } from "./change-card.ts";
import { addAbsentProperties } from "./merge-card-texts.ts";
import { ownContacts } from "./read-contacts.ts";
import { valuesOfContact } from "./stored-cards.ts";
import { contactCards, contacts } from "./tables.ts";
import { type CardVersion, writeCard } from "./write-vcards.ts";

const MAX_EXPORTED = 10_000;

/** `version` null: received cards stay in theirs. */
export async function exportCards(
  context: SignedIn,
  ids: readonly string[] | null,
  version: CardVersion | null,
) {
  const rows = await context.db
    .select({ contact: contacts, text: contactCards.text, added: contactCards.added })
    .from(contacts)
    .leftJoin(
      contactCards,
      and(eq(contactCards.contactId, contacts.id), eq(contactCards.userId, context.actor.userId)),
    )
    .where(ownContacts(context, ids ? inArray(contacts.id, [...ids]) : undefined))
    .orderBy(contacts.contactName, contacts.id)
    .limit(MAX_EXPORTED);
  const cards = rows.map(({ contact, text, added }) => {
    if (text === null) return writeCard(contact, version ?? "4.0");
    const changed = changeCard(addAbsentProperties(text, added ?? []), valuesOfContact(contact), context.now);
    return `${version === null ? changed : convertCard(changed, version)}\r\n`;
  });
  const [only] = rows;
  const name =
    rows.length === 1 && only ? only.contact.contactName.replaceAll(/[^\p{L}\p{N} ._-]/gu, "").trim() : "";
  return { fileName: `${name || "contacts"}.vcf`, text: cards.join(""), count: rows.length };
}
