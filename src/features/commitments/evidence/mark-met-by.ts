import { eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { evidenceColumns } from "../change-commitments.ts";
import { type Evidence, MAX_QUOTE } from "../commitment-model.ts";
import { ownCommitments } from "../read-commitments.ts";
import { commitments, isStillActive } from "../tables.ts";

/** Unless it is closed meanwhile. */
export async function markMetBy(context: SignedIn, id: string, evidence: Evidence): Promise<void> {
  const sentence = evidence.sentence.slice(0, MAX_QUOTE);
  await context.db
    .update(commitments)
    .set({
      ...{ state: "met", updatedAt: context.now, version: sql`${commitments.version} + 1` },
      ...evidenceColumns({ ...evidence, sentence }),
    })
    .where(ownCommitments(context, eq(commitments.id, id), isStillActive));
}
