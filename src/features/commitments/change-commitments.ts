import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { definedFields, fieldsBefore } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import {
  ACTIVE_STATES,
  Commitment,
  type CommitmentChange,
  type CommitmentState,
  Evidence,
  type NewCommitment,
} from "./commitment-model.ts";
import { dueColumns } from "./due-day.ts";
import { asCommitment, findCommitment, ownCommitments, type Row } from "./read-commitments.ts";
import { commitments } from "./tables.ts";

/** What the person writes down themselves counts at once. */
export async function createCommitment(
  context: SignedIn,
  { partyName, due, hasTime, ...input }: z.output<typeof NewCommitment>,
): Promise<Commitment> {
  const { actor, now } = context;
  const row = await context.db
    .insert(commitments)
    .values({
      ...input,
      ...(await dueColumns(context, { due, hasTime })),
      partyName: partyName || (input.party ?? ""),
      userId: actor.userId,
      ...{ sourceKind: "own", origin: "person", state: "open", saidAt: now, createdAt: now, updatedAt: now },
    })
    .returning()
    .then(returnedRow);
  context.undoWith({ capability: "commitments.drop", input: { id: row.id } });
  return asCommitment(row, now);
}

/** Throws a conflict with the current record if the change was made on an older version. */
export async function changeCommitment(
  context: SignedIn,
  { id, version, ...change }: CommitmentChange & { id: string; version: number },
): Promise<Commitment> {
  const before = asCommitment(await lockCommitment(context, id), context.now);
  if (before.version !== version)
    throw new AppError("conflict", t`This promise was changed elsewhere in the meantime`, {
      current: encoded(await findCommitment(context, id)),
    });
  const changesDue = change.due !== undefined || change.hasTime !== undefined;
  const due = { due: before.due, hasTime: before.hasTime, ...definedFields(change) };
  const after = await write(context, id, {
    ...definedFields(change),
    ...(changesDue && (await dueColumns(context, due))),
  });
  const { due: dueBefore, ...undo } = fieldsBefore(changesDue ? { ...change, ...due } : change, before);
  context.undoWith({
    capability: "commitments.update",
    input: {
      ...undo,
      ...(dueBefore !== undefined && { due: dueBefore?.toISOString() ?? null }),
      ...{ id, version: after.version },
    },
  });
  return after;
}

/** From which states an act of the person leads to another. */
const ACTS = {
  accept: { to: "open", from: ["proposed"] },
  refuse: { to: "refused", from: ACTIVE_STATES },
  markMet: { to: "met", from: ACTIVE_STATES },
  drop: { to: "dropped", from: ACTIVE_STATES },
  reopen: { to: "open", from: ["met", "dropped", "superseded", "refused"] },
} as const satisfies Record<string, { to: CommitmentState; from: readonly CommitmentState[] }>;

/** Its undo restores the state before, with the evidence for it. */
export async function act(context: SignedIn, name: keyof typeof ACTS, id: string): Promise<Commitment> {
  const before = await lockCommitment(context, id);
  const { to, from } = ACTS[name];
  if (!from.some((state) => state === before.state))
    throw new AppError("conflict", t`The state of this promise does not allow that`, {
      current: encoded(await findCommitment(context, id)),
    });
  context.undoWith(restoring(before, context.now));
  return write(context, id, {
    ...{ state: to, supersededBy: null },
    ...evidenceColumns(null),
    ...(name === "reopen" && { evidenceAfter: context.now }),
  });
}

type EarlierState = {
  id: string;
  state: CommitmentState;
  evidence: Evidence | null;
  supersededBy: string | null;
};

export async function restoreState(
  context: SignedIn,
  { id, state, evidence, supersededBy }: EarlierState,
): Promise<Commitment> {
  const before = await lockCommitment(context, id);
  if (supersededBy) await findCommitment(context, supersededBy);
  context.undoWith(restoring(before, context.now));
  return write(context, id, { state, supersededBy, ...evidenceColumns(evidence) });
}

const restoring = (row: Row, now: Date) => {
  const { id, state, evidence, supersededBy } = asCommitment(row, now);
  return {
    capability: "commitments.restore",
    input: { id, state, supersededBy, evidence: evidence && z.encode(Evidence, evidence) },
  };
};

/** The columns of the evidence. */
export const evidenceColumns = (evidence: Evidence | null) => ({
  evidenceKind: evidence?.kind ?? null,
  evidenceId: evidence?.id ?? null,
  evidenceSentence: evidence?.sentence ?? null,
  evidenceAt: evidence?.at ?? null,
});

const encoded = (commitment: Commitment) => z.encode(Commitment, commitment);

export async function lockCommitment(context: SignedIn, id: string): Promise<Row> {
  const [row] = await context.db
    .select()
    .from(commitments)
    .where(ownCommitments(context, eq(commitments.id, id)))
    .for("update");
  if (!row) throw notFound(t`Promise`);
  return row;
}

/** Of a locked row. Read again, because the task of a row may be in the trash. */
export async function write(context: SignedIn, id: string, fields: Partial<Row>): Promise<Commitment> {
  await context.db
    .update(commitments)
    .set({ ...fields, updatedAt: context.now, version: sql`${commitments.version} + 1` })
    .where(ownCommitments(context, eq(commitments.id, id)));
  return findCommitment(context, id);
}
