import { and, eq, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { TeamRole } from "../model.ts";
import { workspaceMembers, workspaces } from "../tables.ts";
import { lockWorkspace } from "../team-audience.ts";

export type Membership = { workspaceId: string; workspaceName: string; isActive: boolean; role: TeamRole };

/** The actor's membership of the workspace; throws `not_found` if there is none, or no longer. */
export async function findMembership({ db, actor }: SignedIn, workspaceId: string): Promise<Membership> {
  const [row] = await db
    .select({
      workspaceId: workspaces.id,
      workspaceName: workspaces.name,
      isActive: workspaces.isActive,
      role: workspaceMembers.role,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.userId, actor.userId),
        eq(workspaceMembers.state, "active"),
      ),
    );
  if (!row) throw notFound(t`Workspace`);
  return row;
}

/** Members see the workspace, so they get `forbidden`; everybody else gets `not_found`. */
export async function requireAdmin(context: SignedIn, workspaceId: string): Promise<Membership> {
  const membership = await findMembership(context, workspaceId);
  if (membership.role !== "admin")
    throw new AppError("forbidden", t`Only an administrator of this workspace can do this`);
  return membership;
}

/**
 * Every invitation and every change of a workspace's decisions, votes, papers and proxies begins here: in an inactive
 * workspace nobody is invited and nothing is decided. The lock keeps it active until this transaction ends.
 */
export async function lockActiveWorkspace(
  context: SignedIn,
  workspaceId: string,
  who: "admin" | "member" = "admin",
): Promise<Membership> {
  const find = who === "admin" ? requireAdmin : findMembership;
  // Before the lock as well, so that nobody else waits for it.
  await find(context, workspaceId);
  await lockWorkspace(context, workspaceId);
  const membership = await find(context, workspaceId);
  if (!membership.isActive)
    throw new AppError("conflict", t`'${membership.workspaceName}' is inactive. Activate it first`);
  return membership;
}

/** Throws where nobody else could administer the workspace. Lock it before. */
export async function refuseLastAdmin({ db }: SignedIn, workspaceId: string, userId: string): Promise<void> {
  const [others] = await db
    .select({ admins: sql<number>`count(*)::int` })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.state, "active"),
        eq(workspaceMembers.role, "admin"),
        ne(workspaceMembers.userId, userId),
      ),
    );
  if (!others?.admins)
    throw new AppError("conflict", t`A workspace keeps at least one administrator. Name another one first`);
}
