import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import {
  type Commitment,
  CommitmentKind,
  type CommitmentState,
  isActive,
  isLateAt,
  MAX_PARTIES,
  OwedBy,
  Party,
  CommitmentState as States,
} from "./commitment-model.ts";
import { partiesOfEvent } from "./list-attendees.ts";
import { commitments, dueOrNever, isStillActive } from "./tables.ts";

export const ListCommitments = z.strictObject({
  ...pageInput,
  owedBy: OwedBy.optional(),
  kind: CommitmentKind.optional(),
  states: z.array(States).min(1).optional(),
  /** Any of these: all addresses and the account of one person, for example. */
  parties: z.array(Party).min(1).max(MAX_PARTIES).optional(),
  /** Only what is between the person and the other people of this event. */
  eventId: Id.optional(),
  /** The thread of emails, the conversation, the decision, the document or the event that holds the quote. */
  threadId: Id.optional(),
  /** By due time, the earliest first, or by their last change, the newest first. */
  sort: z.enum(["due", "changed"]).default("due"),
});
type ListCommitments = z.output<typeof ListCommitments>;

export type Row = typeof commitments.$inferSelect;

/** The actor's own. */
export const ownCommitments = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(commitments.userId, actor.userId), ...conditions);

/** A task in the trash, or deleted for good, is no task of a promise: another one can be made. */
const SHOWN = {
  ...getTableColumns(commitments),
  taskId: sql<string | null>`(select k.id from tasks k
    where k.id = commitments.task_id and k.user_id = commitments.user_id and k.deleted_at is null)`,
};

export function asCommitment(row: Row, now: Date): Commitment {
  const {
    userId: _,
    evidenceKind,
    evidenceId,
    evidenceSentence,
    evidenceAt,
    evidenceAfter: __,
    ...rest
  } = row;
  const hasEvidence = evidenceKind !== null && evidenceId !== null && evidenceAt !== null;
  return {
    ...rest,
    isLate: isLateAt(row, now),
    evidence: hasEvidence
      ? { kind: evidenceKind, id: evidenceId, sentence: evidenceSentence ?? "", at: evidenceAt }
      : null,
  };
}

export async function findCommitment(context: SignedIn, id: string): Promise<Commitment> {
  const [row] = await context.db
    .select(SHOWN)
    .from(commitments)
    .where(ownCommitments(context, eq(commitments.id, id)));
  if (!row) throw notFound(t`Promise`);
  return asCommitment(row, context.now);
}

/**
 * What is still to be done quotes a mail that the person still has outside of the trash and the spam, one of their
 * events, or a message, a decision or a document that they can still read: the policies of these say which that are.
 */
export const isSourceSeen = sql`(state not in ('proposed', 'open') or source_id is null or case source_kind
  when 'email' then exists (select from emails e
    where e.id = commitments.source_id and e.user_id = commitments.user_id and e.deleted_at is null and e.folder <> 'junk')
  when 'message' then exists (select from messages m where m.id = commitments.source_id and m.deleted_at is null)
  when 'decision' then exists (select from team_decisions d where d.id = commitments.thread_id and d.deleted_at is null)
  when 'event' then exists (select from events v where v.id = commitments.source_id and v.user_id = commitments.user_id
    and v.deleted_at is null)
  when 'document' then exists (select from documents d where d.id = commitments.source_id and d.deleted_at is null)
  else true end)`;

const KEYS = {
  due: [
    oldest({ expression: dueOrNever, type: "timestamptz" }),
    oldest(commitments.saidAt),
    oldest(commitments.id),
  ],
  changed: [newest(commitments.updatedAt), newest(commitments.id)],
};

/** Due first, then said first, and last what has no due time; or the last changed first. */
export async function listCommitments(context: SignedIn, input: ListCommitments) {
  const met = input.eventId ? await partiesOfEvent(context, input.eventId) : undefined;
  const { page, rows: query } = selectPage(context, input, met);
  const rows = await query;
  return page.ofKeyed(
    rows.map(({ row }) => asCommitment(row, context.now)),
    rows.map(({ pageKey }) => pageKey),
  );
}

/** The page and the query for its rows. `met`: only of these parties, beside those of the input. */
export function selectPage(context: SignedIn, input: ListCommitments, met?: readonly string[]) {
  const { owedBy, kind, states, parties, threadId, sort } = input;
  const page = keyset(KEYS[sort], input);
  const rows = context.db
    .select({ row: SHOWN, ...page.columns })
    .from(commitments)
    .where(
      ownCommitments(
        context,
        owedBy && eq(commitments.owedBy, owedBy),
        kind && eq(commitments.kind, kind),
        states && inStates(states),
        parties && inArray(commitments.party, parties),
        met && inArray(commitments.party, [...met]),
        threadId ? eq(commitments.threadId, threadId) : undefined,
        isSourceSeen,
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return { page, rows };
}

/** The condition of the index for what is still to be done is part of the text. */
const inStates = (states: readonly CommitmentState[]): SQL | undefined =>
  and(states.every(isActive) ? isStillActive : undefined, inArray(commitments.state, [...states]));

/** Of what is still to be done. */
export async function countCommitments(context: SignedIn) {
  const count = (owedBy: OwedBy, condition: SQL) =>
    sql<number>`count(*) filter (where owed_by = ${owedBy} and ${condition})`.mapWith(Number);
  const late = sql`state = 'open' and due < ${context.now.toISOString()}::timestamptz`;
  const counted = (owedBy: OwedBy) => ({
    open: count(owedBy, sql`state = 'open'`),
    late: count(owedBy, late),
    proposed: count(owedBy, sql`state = 'proposed'`),
  });
  return context.db
    .select({ me: counted("me"), them: counted("them") })
    .from(commitments)
    .where(ownCommitments(context, isStillActive, isSourceSeen))
    .then(returnedRow);
}
