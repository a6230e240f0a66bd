import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { decisionDiscussed } from "./events.ts";
import type { Decision } from "./model.ts";

type Fact = { resource: string; ids?: string[] };

/** Publishes changes to everyone in the workspace, including the team figures. Returns who that is. */
export async function announceToWorkspace(
  { db, announce }: SignedIn,
  workspaceId: string,
  ...facts: Fact[]
): Promise<string[]> {
  const { rows } = await db.execute<{ members: string[] }>(
    sql`select workspace_audience(${workspaceId}) as members`,
  );
  const members = rows[0]?.members ?? [];
  for (const { resource, ids = [] } of [...facts, { resource: "team" }] as Fact[])
    announce({ resource, ids, audience: members });
  return members;
}

/** Publishes a new or discussed decision, also to jobs of other features. */
export async function publishDiscussion(context: SignedIn, workspaceId: string, id: string): Promise<void> {
  const members = await announceToWorkspace(
    context,
    workspaceId,
    { resource: "decisions", ids: [id] },
    { resource: "workspaces", ids: [workspaceId] },
  );
  await context.publish(decisionDiscussed, { decisionId: id, members });
}

/** Publishes to a person who joined, left or got another role that everything of their workspaces may have changed. */
export function announceToPerson({ announce }: SignedIn, userId: string): void {
  for (const resource of ["workspaces", "members", "invitations", "decisions", "documents", "team"])
    announce({ resource, ids: [], audience: [userId] });
}

/**
 * Acquires a lock until this transaction ends: serialises changes of votes, roles, members and decisions of a
 * workspace.
 */
export async function lockWorkspace({ db }: SignedIn, workspaceId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('workspace ' || ${workspaceId}::text, 0))`,
  );
}

/**
 * Completes the given decision, or all of the workspace because a missing voter left, if every voting member has voted.
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
