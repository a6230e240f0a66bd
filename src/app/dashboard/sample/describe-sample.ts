import { eq } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { sampleRecords, sampleWorkspaces } from "../tables.ts";

/** The caller's sample workspace: when it was loaded, null if there is none, and how many records were loaded. */
export async function describeSample({
  db,
  actor,
}: SignedIn): Promise<{ loadedAt: Date | null; records: number }> {
  const [sample] = await db
    .select({
      loadedAt: sampleWorkspaces.loadedAt,
      records: db.$count(sampleRecords, eq(sampleRecords.userId, actor.userId)),
    })
    .from(sampleWorkspaces)
    .where(eq(sampleWorkspaces.userId, actor.userId));
  return sample ?? { loadedAt: null, records: 0 };
}
