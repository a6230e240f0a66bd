import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

/* Policies on who takes part stand with their functions in migrations/always/15-communication.sql. */

export const conversations = pgTable(
  "conversations",
  {
    ...record(),
    title: text(),
    type: text({ enum: ["direct", "group"] }).notNull(),
    /** Who takes part now. Kept by a trigger from conversation_participants, which is the truth; never written by hand. */
    participants: uuid().array().notNull().default(sql`'{}'`),
    createdBy: uuid().notNull(),
    lastMessageAt: instant(),
    isArchived: boolean().notNull().default(false),
    ...editable(),
  },
  (table) => [
    index("conversations_latest").on(table.lastMessageAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("conversations_created_by").on(table.createdBy),
  ],
).enableRLS();

export const conversationParticipants = pgTable(
  "conversation_participants",
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    joinedAt: instant().notNull().defaultNow(),
    leftAt: instant(),
    lastReadAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index("conversation_participants_user")
      .on(table.userId, table.conversationId)
      .where(sql`left_at is null`),
  ],
).enableRLS();

export const messages = pgTable(
  "messages",
  {
    ...record(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    senderId: uuid().notNull(),
    content: text().notNull(),
    messageType: text({ enum: ["text", "file", "system"] })
      .notNull()
      .default("text"),
    attachments: jsonb().$type<{ name: string; storageKey: string }[]>().notNull().default([]),
    isRead: boolean().notNull().default(false),
    ...editable(),
  },
  (table) => [
    index("messages_conversation").on(
      table.conversationId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
).enableRLS();

export const contacts = pgTable(
  "contacts",
  {
    ...record(),
    userId: uuid().notNull(),
    contactName: text().notNull(),
    contactEmail: text(),
    contactPhone: text(),
    contactAvatar: text(),
    relationship: text().notNull().default("colleague"),
    isFavorite: boolean().notNull().default(false),
    lastContactedAt: instant(),
    ...editable(),
  },
  (table) => [
    index("contacts_name").on(table.userId, table.contactName, table.id).where(sql`deleted_at is null`),
    ownRows("contacts"),
  ],
);
