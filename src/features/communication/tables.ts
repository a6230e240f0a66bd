import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  type Attachment,
  CONVERSATION_TYPES,
  MESSAGE_TYPES,
  ORIGINS,
  OUTCOME_KINDS,
  OUTSIDE_STATES,
} from "./model.ts";

/* The policies by participation are in policies.sql. */

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });
const isNotDeleted = sql`deleted_at is null`;
const isTrash = sql`deleted_at is not null`;

export const conversations = pgTable(
  "conversations",
  {
    ...record(),
    title: text(),
    type: text({ enum: CONVERSATION_TYPES }).notNull(),
    /** Current participants. A trigger derives it from conversation_participants; never write it directly. */
    participants: uuid().array().notNull().default(sql`'{}'`),
    createdBy: uuid().notNull(),
    lastMessageAt: instant(),
    isArchived: boolean().notNull().default(false),
    /**
     * Unique per direct conversation: the two user ids, the lower first; until the contact has an account, `contact:`
     * and the contact's id.
     */
    pair: text(),
    /** The creator's contact that a direct conversation is with. */
    contactId: uuid(),
    /** Whether new members of a group can read earlier messages. */
    sharesHistory: boolean().notNull().default(false),
    /** Messages to a contact without an account are sent as mail. */
    usesEmail: boolean().notNull().default(false),
    /** The messenger that the conversation belongs to; messages written here are posted there. */
    origin: text({ enum: ORIGINS }),
    ...editable(),
  },
  (table) => [
    uniqueIndex("conversations_pair").on(table.pair).where(isNotDeleted),
    index("conversations_trash").on(table.id).where(isTrash),
    index("conversations_contact").on(table.contactId),
    index("conversations_latest").on(table.lastMessageAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("conversations_created_by").on(table.createdBy),
    /** The administrators' list. */
    index("conversations_newest")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
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
    /** Messages up to here are read. */
    lastReadAt: instant(),
    /** Unread messages by others; updated by triggers on messages, never counted for a list. */
    unreadCount: integer().notNull().default(0),
    /** Time of the last message, or of the creation without one; conversations are sorted by it. */
    activeAt: instant().notNull().default(sql`now()`),
    /** Older messages are hidden. People who join later see the history only if the creator allowed it. */
    visibleFrom: instant().notNull().default(sql`'epoch'`),
    /** Incremented by every change that this person can see. */
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index("conversation_participants_active")
      .on(table.userId, table.activeAt.desc().nullsFirst(), table.conversationId.desc().nullsFirst())
      .where(sql`left_at is null`),
    index("conversation_participants_unread")
      .on(table.userId)
      .where(sql`left_at is null and unread_count > 0`),
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
    /** A user; for messages received by mail, the contact. */
    senderId: uuid().notNull(),
    content: text().notNull(),
    messageType: text({ enum: MESSAGE_TYPES }).notNull().default("text"),
    /** Documents of the sender, shared with the conversation. */
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    /** The message that this one answers, in the same conversation. */
    replyToId: uuid().references((): AnyPgColumn => messages.id, { onDelete: "set null" }),
    /** Mentioned participants. */
    mentions: uuid().array().notNull().default(sql`'{}'`),
    /** For messages written in another messenger: the author's name there. */
    externalAuthor: text(),
    /** For messages written here for another messenger: whether they were posted there. */
    externalState: text({ enum: OUTSIDE_STATES }),
    /** Chosen by the sender's page before it sends: sent again under the same id, it is the same message. */
    clientId: uuid(),
    /** Somebody other than its sender has read it. */
    isRead: boolean().notNull().default(false),
    search: searchVector().generatedAlwaysAs(sql`to_tsvector('simple', fold_text(content))`),
    ...editable(),
  },
  (table) => [
    index("messages_conversation").on(
      table.conversationId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    uniqueIndex("messages_client_id")
      .on(table.conversationId, table.senderId, table.clientId)
      .where(sql`client_id is not null`),
    index("messages_mentions").on(table.conversationId, table.createdAt).where(sql`mentions <> '{}'`),
    index("messages_unread").on(table.conversationId, table.createdAt).where(sql`not is_read`),
    index("messages_trash").on(table.deletedAt).where(isTrash),
    index("messages_answers").on(table.replyToId).where(sql`reply_to_id is not null`),
    index("messages_search").using("gin", table.conversationId, table.search),
  ],
).enableRLS();

/** Earlier texts of edited messages; written only by a trigger on messages. */
export const messageEdits = pgTable(
  "message_edits",
  {
    ...record(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** That of the message: the key by which the table would be distributed (docs/scaling.md). */
    conversationId: uuid().notNull(),
    content: text().notNull(),
  },
  (table) => [index("message_edits_message").on(table.messageId, table.createdAt)],
).enableRLS();

export const messageReactions = pgTable(
  "message_reactions",
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** That of the message: the key by which the table would be distributed (docs/scaling.md). */
    conversationId: uuid().notNull(),
    userId: uuid().notNull(),
    emoji: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId, table.emoji] }),
    check("message_reactions_emoji", sql`char_length(emoji) between 1 and 16`),
  ],
).enableRLS();

/** Who muted a conversation, and until when. */
export const conversationMutes = pgTable(
  "conversation_mutes",
  {
    userId: uuid().notNull(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    mutedUntil: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId] }),
    index("conversation_mutes_conversation").on(table.conversationId),
    ownRows("conversation_mutes"),
  ],
);

/** The mail that a message was sent as or received by; each mail is one message. */
export const messageMails = pgTable(
  "message_mails",
  {
    messageId: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    emailId: uuid().notNull(),
    direction: text({ enum: ["out", "in"] }).notNull(),
  },
  (table) => [uniqueIndex("message_mails_email").on(table.userId, table.emailId), ownRows("message_mails")],
);

/** Tasks, events and drafts that a person created from a message. */
export const messageOutcomes = pgTable(
  "message_outcomes",
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    kind: text({ enum: OUTCOME_KINDS }).notNull(),
    recordId: uuid().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId, table.recordId] }),
    ownRows("message_outcomes"),
  ],
);
