import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  COMMITMENT_KINDS,
  COMMITMENT_ORIGINS,
  COMMITMENT_STATES,
  EVIDENCE_KINDS,
  OWED_BY,
  SOURCE_KINDS,
  THREAD_KINDS,
} from "./commitment-model.ts";

/** The expression that lists order by. Not coalesce, which is leaky under row-level security (tasks/tables.ts). */
export const dueOrNever = sql`(case when due is null then 'infinity'::timestamptz else due end)`;

/** As lists of what is still to be done filter, so that they use the index for it. */
export const isStillActive = sql`state in ('proposed', 'open')`;

/** What was promised by or to a person, and what they were asked for. */
export const commitments = pgTable(
  "commitments",
  {
    ...record(),
    userId: uuid().notNull(),
    kind: text({ enum: COMMITMENT_KINDS }).notNull(),
    owedBy: text({ enum: OWED_BY }).notNull(),
    /** The other person: an address in lower case or the id of an account. */
    party: text(),
    partyName: text().notNull().default(""),
    what: text().notNull(),
    due: instant(),
    /** The day that `due` ends, where no time was named. */
    dueDay: date(),
    hasTime: boolean().notNull().default(false),
    quote: text(),
    sourceKind: text({ enum: SOURCE_KINDS }).notNull(),
    sourceId: uuid(),
    threadId: uuid(),
    sourceOffset: integer(),
    saidAt: instant().notNull(),
    state: text({ enum: COMMITMENT_STATES }).notNull(),
    confidence: real().notNull().default(1),
    origin: text({ enum: COMMITMENT_ORIGINS }).notNull(),
    evidenceKind: text({ enum: EVIDENCE_KINDS }),
    evidenceId: uuid(),
    evidenceSentence: text(),
    evidenceAt: instant(),
    /** The person opened it again then: what happened before shows nothing any more. */
    evidenceAfter: instant(),
    supersededBy: uuid(),
    taskId: uuid(),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  (table) => [
    index("commitments_due").on(table.userId, dueOrNever, table.saidAt, table.id),
    index("commitments_open").on(table.userId, dueOrNever, table.saidAt, table.id).where(isStillActive),
    index("commitments_thread")
      .on(table.userId, table.threadId, table.saidAt)
      .where(sql`thread_id is not null`),
    index("commitments_party").on(table.userId, table.party, table.createdAt).where(sql`party is not null`),
    index("commitments_task").on(table.userId, table.taskId).where(sql`task_id is not null`),
    uniqueIndex("commitments_source")
      .on(table.userId, table.sourceId, table.sourceOffset, table.kind, table.owedBy, table.party)
      .where(sql`source_offset is not null`),
    ownRows("commitments"),
  ],
);

/** How far each thread of emails, conversation, decision, document and event was read for promises. */
export const commitmentThreads = pgTable(
  "commitment_threads",
  {
    userId: uuid().notNull(),
    kind: text({ enum: THREAD_KINDS }).notNull(),
    threadId: uuid().notNull(),
    /** A message arrived then and was not read yet; null: nothing waits. */
    waitingSince: instant(),
    /** The newest message that was read, and how many were. */
    newestAt: instant(),
    messageCount: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.threadId] }),
    index("commitment_threads_waiting")
      .on(table.userId, table.waitingSince)
      .where(sql`waiting_since is not null`),
    ownRows("commitment_threads"),
  ],
);

/** Since when the refusals of a party count again, after the person reset what was learned from them. */
export const commitmentLearning = pgTable(
  "commitment_learning",
  {
    userId: uuid().notNull(),
    party: text().notNull(),
    resetAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.party] }), ownRows("commitment_learning")],
);
