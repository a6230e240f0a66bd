import { sql } from "drizzle-orm";
import { boolean, customType, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { editable, record } from "#platform/database/columns.ts";
import { columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { contactFields } from "./fields.ts";
import type { AddedCard } from "./merge-card-texts.ts";
import { CARD_STATES } from "./model.ts";
import type { CardConflict, SyncedValues } from "./sync/merge-card.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });
const isNotDeleted = sql`deleted_at is null`;
const isTrash = sql`deleted_at is not null`;

/** ICU collation for sorting names; the index below has the same expression. */
export const nameForPeople = sql`contact_name collate "und-x-icu"`;

export const contacts = pgTable(
  "contacts",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(contactFields),
    /** The UID of the card it was imported from: importing that card again adds its missing values to this contact. */
    cardUid: text(),
    /** Whether the owner confirmed the address; a trigger in functions.sql updates it when the address changes. */
    isConfirmed: boolean()
      .notNull()
      .default(
        sql`(coalesce(current_setting('app.provenance', true), '') in ('person', 'api_key', 'import'))`,
      ),
    search: searchVector().generatedAlwaysAs(searchTextOf(contactFields)),
    ...editable(),
  },
  (table) => [
    index("contacts_name").on(table.userId, nameForPeople, table.id).where(isNotDeleted),
    index("contacts_favorite")
      .on(table.userId, nameForPeople, table.id)
      .where(sql`deleted_at is null and is_favorite`),
    index("contacts_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    index("contacts_email").on(sql`lower(contact_email)`).where(isNotDeleted),
    /** The administrators' list. */
    index("contacts_newest")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("contacts_search").using("gin", table.userId, table.search),
    index("contacts_card").on(table.userId, table.cardUid).where(sql`card_uid is not null`),
    ownRows("contacts"),
  ],
);

/** The card of a contact as a file or an address book has it: also with what Adjutant does not know. */
export const contactCards = pgTable(
  "contact_cards",
  {
    ...record(),
    userId: uuid().notNull(),
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: "cascade" }),
    /** From BEGIN:VCARD to END:VCARD. */
    text: text().notNull(),
    /** A picture whose header was checked. */
    photo: bytea(),
    photoType: text(),
    photoDigest: text(),
    /** The CardDAV server (card_accounts) that has it, and its address there; null for a card from a file. */
    accountId: uuid(),
    href: text(),
    /** Its version there; null if it is not on the server (yet, or any more), empty if the server did not say. */
    etag: text(),
    /** The values of contact and card when they were last synced: what changed since is sent. */
    synced: jsonb().$type<SyncedValues>(),
    state: text({ enum: CARD_STATES }).notNull().default("synced"),
    /** Cards of contacts that were merged into this one; what this card has not is added when it is written. */
    added: jsonb().$type<AddedCard[]>().notNull().default([]),
    /** The contact that had this card before it was merged into one without a card. */
    mergedFrom: uuid(),
    /** The server's card, where contact and card were changed in the same field. */
    conflict: jsonb().$type<CardConflict>(),
  },
  (table) => [
    uniqueIndex("contact_cards_contact").on(table.contactId),
    index("contact_cards_user").on(table.userId),
    uniqueIndex("contact_cards_href")
      .on(table.userId, table.accountId, table.href)
      .where(sql`account_id is not null`),
    ownRows("contact_cards"),
  ],
);
