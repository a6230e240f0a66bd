import { asc, inArray, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Commitment } from "../commitment-model.ts";
import { asCommitment, isSourceSeen, ownCommitments } from "../read-commitments.ts";
import { commitments, dueOrNever, isStillActive } from "../tables.ts";

type Of = { ids: readonly string[]; taskIds: readonly string[] };

/** The open promises and requests with these ids, or that these tasks do, in both directions, due first. */
export async function listPromisesOf(context: SignedIn, { ids, taskIds }: Of): Promise<Commitment[]> {
  if (ids.length + taskIds.length === 0) return [];
  const isOfItem = or(
    ids.length > 0 ? inArray(commitments.id, [...ids]) : undefined,
    taskIds.length > 0 ? inArray(commitments.taskId, [...taskIds]) : undefined,
  );
  const rows = await context.db
    .select()
    .from(commitments)
    .where(ownCommitments(context, isStillActive, sql`state = 'open'`, isOfItem, isSourceSeen))
    .orderBy(dueOrNever, asc(commitments.saidAt), asc(commitments.id))
    .limit(MAX);
  return rows.map((row) => asCommitment(row, context.now));
}

const MAX = 500;
