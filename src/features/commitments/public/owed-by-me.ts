import { asc, getTableColumns, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { isSourceSeen, ownCommitments } from "../read-commitments.ts";
import { commitments, dueOrNever, isStillActive } from "../tables.ts";

/** `taskId`: the open task that does it; null for none. */
export type Owed = Pick<
  typeof commitments.$inferSelect,
  "id" | "kind" | "what" | "partyName" | "due" | "saidAt" | "provenance" | "taskId"
>;

/** What the person owes others and did not do yet, promises and requests, due first. */
export async function listOwedByMe(context: SignedIn, most: number): Promise<Owed[]> {
  const { id, kind, what, partyName, due, saidAt, provenance } = getTableColumns(commitments);
  const taskId = sql<string | null>`(select k.id from tasks k where k.id = commitments.task_id
    and k.user_id = commitments.user_id and k.deleted_at is null and k.status <> 'completed')`;
  return context.db
    .select({ id, kind, what, partyName, due, saidAt, provenance, taskId })
    .from(commitments)
    .where(ownCommitments(context, isStillActive, sql`state = 'open'`, sql`owed_by = 'me'`, isSourceSeen))
    .orderBy(dueOrNever, asc(commitments.saidAt), asc(commitments.id))
    .limit(most);
}
