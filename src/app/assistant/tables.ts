import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Undo } from "#platform/capability/actor.ts";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  type Act,
  type Attachment,
  type Card,
  type Mark,
  MODEL_USES,
  PROPOSAL_STATES,
  type SavedReading,
} from "./model.ts";

export const assistantChats = pgTable(
  "assistant_chats",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    updatedAt: instant().notNull().default(sql`now()`),
    deletedAt: instant(),
  },
  (table) => [
    index("assistant_chats_newest").on(
      table.userId,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ownRows("assistant_chats"),
  ],
);

export const assistantMessages = pgTable(
  "assistant_messages",
  {
    ...record(),
    userId: uuid().notNull(),
    chatId: uuid()
      .notNull()
      .references(() => assistantChats.id, { onDelete: "cascade" }),
    role: text({ enum: ["user", "assistant"] }).notNull(),
    content: text().notNull(),
    cards: jsonb().$type<Card[]>().notNull().default([]),
    suggestions: text().array().notNull().default(sql`'{}'`),
    toolCalls: jsonb().$type<Act[]>().notNull().default([]),
    intent: text(),
    /** For an answer that asks a question: the slots understood so far, which the next sentence may complete. */
    pendingSlots: jsonb().$type<Record<string, string | undefined> | null>(),
    /** The frame of the answer with its roles, which the next sentence may complete or change. */
    reading: jsonb().$type<SavedReading | null>(),
    /** The calls that take back what was done for it, last act first. */
    undo: jsonb().$type<Undo[]>().notNull().default([]),
    undoneAt: instant(),
    /** The language model that answered; null: the built-in engine. */
    engine: text(),
    /** True once text by others was read for it: from then on the chat can only read and propose. */
    isTainted: boolean().notNull().default(false),
    /** Documents attached to the person's sentence. */
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    /** The pieces of a model's answer that nothing supports. */
    marks: jsonb().$type<Mark[]>().notNull().default([]),
  },
  (table) => [
    index("assistant_messages_chat").on(table.chatId, table.createdAt, table.id),
    index("assistant_messages_user").on(table.userId, table.createdAt),
    ownRows("assistant_messages"),
  ],
);

/** Calls that wait for a person's approval; `input` is exactly what will be called. */
export const assistantProposals = pgTable(
  "assistant_proposals",
  {
    ...record(),
    userId: uuid().notNull(),
    messageId: uuid()
      .notNull()
      .references(() => assistantMessages.id, { onDelete: "cascade" }),
    capability: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    summary: text().notNull(),
    /** SHA-256 of capability and input; an approval must name it, so that only what was shown is run. */
    inputHash: text().notNull().default(""),
    /** What the person should look at twice, such as recipients they never wrote to. */
    warnings: text().array().notNull().default(sql`'{}'`),
    state: text({ enum: PROPOSAL_STATES }).notNull().default("waiting"),
    /** The browser that it was shown in; another one cannot approve it. */
    credentialId: text(),
    /** When the person changed it before approving it; null: it is as it was proposed. */
    editedAt: instant(),
    expiresAt: instant().notNull(),
    decidedAt: instant(),
  },
  (table) => [
    index("assistant_proposals_message").on(table.messageId),
    index("assistant_proposals_user").on(table.userId, table.createdAt),
    ownRows("assistant_proposals"),
  ],
);

export const assistantMemories = pgTable(
  "assistant_memories",
  {
    ...record(),
    userId: uuid().notNull(),
    content: text().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    index("assistant_memories_newest").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ownRows("assistant_memories"),
  ],
);

/** How the assistant works for a person; no row: the defaults. */
export const assistantSettings = pgTable(
  "assistant_settings",
  {
    userId: uuid().primaryKey(),
    modelUse: text({ enum: MODEL_USES }).notNull().default("needed"),
    /** Answers to mails of Adjutant's own are commands (decision 0045). */
    acceptsReplies: boolean().notNull().default(false),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  () => [ownRows("assistant_settings")],
);
