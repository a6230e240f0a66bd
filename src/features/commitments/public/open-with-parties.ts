import { asc, inArray, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Commitment } from "../commitment-model.ts";
import { asCommitment, isSourceSeen, ownCommitments } from "../read-commitments.ts";
import { commitments, dueOrNever, isStillActive } from "../tables.ts";

const MAX = 200;

/**
 * What is open between the person and these parties, in both directions, due first. A party is an address in lower case
 * or the id of an account.
 */
export async function listOpenWith(context: SignedIn, parties: readonly string[]): Promise<Commitment[]> {
  if (parties.length === 0) return [];
  const rows = await context.db
    .select()
    .from(commitments)
    .where(
      ownCommitments(
        context,
        isStillActive,
        sql`state = 'open'`,
        inArray(commitments.party, [...parties]),
        isSourceSeen,
      ),
    )
    .orderBy(dueOrNever, asc(commitments.saidAt), asc(commitments.id))
    .limit(MAX);
  return rows.map((row) => asCommitment(row, context.now));
}
