import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { LEARNING } from "./commitment-model.ts";
import { commitmentLearning } from "./tables.ts";

/**
 * Parties of whose last findings too many were refused, and how many: the next are only proposed. Derived from the
 * refusals themselves, so that an undo changes it as well. `among`: of these parties only.
 */
export async function listLearnedParties({ db, actor }: SignedIn, among?: readonly string[]) {
  const { rows } = await db.execute<{ party: string; refusals: number }>(sql`
    select last.party, count(*)::integer as refusals
    from (
      select c.party, c.state, row_number() over (partition by c.party order by c.created_at desc, c.id desc) as place
      from commitments c
        left join commitment_learning l on l.user_id = c.user_id and l.party = c.party
      where c.user_id = ${actor.userId} and c.party is not null
        and ${among ? sql`c.party = any (${sql.param([...among])}::text[])` : sql`true`} and c.origin <> 'person'
        and (l.reset_at is null or c.created_at > l.reset_at)) last
    where last.place <= ${LEARNING.window} and last.state = 'refused'
    group by last.party having count(*) >= ${LEARNING.refusals}`);
  return rows.toSorted((one, other) => (one.party < other.party ? -1 : 1));
}

/** From now on only later findings of this party count. `isReset` false: all of them do again. */
export async function resetLearning(
  { db, actor, now, undoWith }: SignedIn,
  { party, isReset }: { party: string; isReset: boolean },
): Promise<{ party: string }> {
  const userId = actor.userId;
  if (isReset)
    await db
      .insert(commitmentLearning)
      .values({ userId, party, resetAt: now })
      .onConflictDoUpdate({
        target: [commitmentLearning.userId, commitmentLearning.party],
        set: { resetAt: now },
      });
  else
    await db
      .delete(commitmentLearning)
      .where(and(eq(commitmentLearning.userId, userId), eq(commitmentLearning.party, party)));
  undoWith({ capability: "commitments.resetLearning", input: { party, isReset: !isReset } });
  return { party };
}
