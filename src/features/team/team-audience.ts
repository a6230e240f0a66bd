import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Decision } from "./model.ts";

type Fact = { resource: string; ids?: string[] };

/** Tells everyone in the workspace what changed, and that figures of the team may have. */
export async function announceToWorkspace(
  { db, announce }: SignedIn,
  workspaceId: string,
  ...facts: Fact[]
): Promise<void> {
  const { rows } = await db.execute<{ members: string[] }>(
    sql`select workspace_audience(${workspaceId}) as members`,
  );
  const members = rows[0]?.members ?? [];
  for (const { resource, ids = [] } of [...facts, { resource: "team" }] as Fact[])
    announce({ resource, ids, audience: members });
}

/** Tells somebody who came, went or has another role: anything that they see of their workspaces may have changed. */
export function announceToPerson({ announce }: SignedIn, userId: string): void {
  for (const resource of ["workspaces", "members", "invitations", "decisions", "documents", "team"])
    announce({ resource, ids: [], audience: [userId] });
}

/** One act after the other in a workspace, until this transaction ends: votes, roles, members and decisions. */
export async function lockWorkspace({ db }: SignedIn, workspaceId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('workspace ' || ${workspaceId}::text, 0))`,
  );
}

/**
 * Completes what every voting member has voted on: the one decision, or all of the workspace where none is given, because
 * somebody who was waited for is gone.
 */
export async function completeVoted(
  context: SignedIn,
  workspaceId: string,
  decisionId: string | null = null,
): Promise<CompletedByVotes[]> {
  const { rows } = await context.db.execute<CompletedByVotes>(
    sql`select id, title, outcome from complete_voted_decisions(${workspaceId}, ${decisionId})`,
  );
  return rows;
}

export type CompletedByVotes = { id: string; title: string; outcome: NonNullable<Decision["outcome"]> };
