import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { definedFields, fieldsBefore, Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { workspaceFields } from "./fields.ts";
import { findMembership, refuseLastAdmin, requireAdmin } from "./members/find-membership.ts";
import { NewWorkspace, type TeamRole, Workspace, WorkspaceChange } from "./model.ts";
import { workspaces as table, workspaceMembers } from "./tables.ts";
import { announceToPerson, announceToWorkspace, lockWorkspace } from "./team-audience.ts";
import { completeWithoutMissingVoters } from "./voting/notify-outcome.ts";
import { isCompleted } from "./voting/read-decisions.ts";

const OneWorkspace = z.strictObject({ id: Id });

export const workspaces = resource("workspaces", {
  list: read({
    summary: "List the workspaces you belong to, newest first",
    input: z.strictObject({ ...pageInput, isActive: z.boolean().optional() }),
    output: pageOf(Workspace),
    access: "user",
    run: async (context, input) => {
      const page = keyset([newest(table.createdAt), newest(table.id)], input);
      const activeFilter = input.isActive === undefined ? undefined : eq(table.isActive, input.isActive);
      const rows = await context.db
        .select({ ...fields(context), ...page.columns })
        .from(table)
        .where(ownWorkspaces(page.after, activeFilter))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  get: read({
    summary: "Get one workspace",
    input: OneWorkspace,
    output: Workspace,
    access: "user",
    run: (context, { id }) => findWorkspace(context, id),
  }),
  create: write({
    summary: "Create a workspace; you are its first administrator",
    input: NewWorkspace,
    output: Workspace,
    example: { name: "Leadership" },
    access: "user",
    invalidates: ["team", "members"],
    run: async (context, input) => {
      const { actor, db, now } = context;
      const id = crypto.randomUUID();
      await db
        .insert(table)
        .values({ id, ...input, createdBy: actor.userId, createdAt: now, updatedAt: now });
      await db.insert(workspaceMembers).values({
        workspaceId: id,
        userId: actor.userId,
        role: "admin",
        state: "active",
        joinedAt: now,
      });
      return findWorkspace(context, id);
    },
  }),
  update: write({
    summary:
      "Update a workspace's name or description; an outdated `version` is rejected with the current workspace",
    input: WorkspaceChange.extend({ id: Id, version: z.int() }),
    output: Workspace,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      await requireAdmin(context, id);
      await lockWorkspace(context, id);
      const before = await findWorkspace(context, id);
      if (before.version !== version)
        throw new AppError("conflict", t`This workspace was changed elsewhere in the meantime`, {
          current: z.encode(Workspace, before),
        });
      const after = await changed(context, id, definedFields(change));
      const undo = { id, version: after.version, ...fieldsBefore(change, before) };
      context.undoWith({ capability: "workspaces.update", input: undo });
      return after;
    },
  }),
  deactivate: write({
    summary: "Deactivate a workspace: it can be read, but without new invitations or decisions",
    input: OneWorkspace,
    output: Workspace,
    access: "user",
    run: async (context, { id }) => {
      await requireAdmin(context, id);
      await lockWorkspace(context, id);
      context.undoWith({ capability: "workspaces.activate", input: { id } });
      return changed(context, id, { isActive: false });
    },
  }),
  activate: write({
    summary: "Activate an inactive workspace",
    input: OneWorkspace,
    output: Workspace,
    access: "user",
    run: async (context, { id }) => {
      await requireAdmin(context, id);
      await lockWorkspace(context, id);
      context.undoWith({ capability: "workspaces.deactivate", input: { id } });
      return changed(context, id, { isActive: true });
    },
  }),
  leave: destroy({
    summary: "Leave a workspace; its last administrator cannot",
    input: OneWorkspace,
    output: OneWorkspace,
    access: "user",
    run: async (context, { id }) => {
      const { actor, db } = context;
      await findMembership(context, id);
      await lockWorkspace(context, id);
      const { role } = await findMembership(context, id);
      if (role === "admin") await refuseLastAdmin(context, id, actor.userId);
      await db
        .update(workspaceMembers)
        .set({ state: "removed" })
        .where(and(eq(workspaceMembers.workspaceId, id), eq(workspaceMembers.userId, actor.userId)));
      const completed = await completeWithoutMissingVoters(context, id);
      await announceToWorkspace(
        context,
        id,
        { resource: "members", ids: [actor.userId] },
        { resource: "workspaces", ids: [id] },
        ...(completed.length > 0 ? [{ resource: "decisions", ids: completed }] : []),
      );
      announceToPerson(context, actor.userId);
      return { id };
    },
  }),
});

const isMine = sql`${table.id} in (select my_workspaces())`;
const ownWorkspaces = (...conditions: (SQL | undefined)[]) =>
  and(isMine, isNull(table.deletedAt), ...conditions);

/** The columns of a select of workspaces. */
const fields = ({ actor }: SignedIn) => ({
  id: table.id,
  ...columnsIn(table, workspaceFields),
  createdBy: table.createdBy,
  isActive: table.isActive,
  createdAt: table.createdAt,
  version: table.version,
  myRole: sql<TeamRole>`(select m.role from workspace_members m
    where m.workspace_id = workspaces.id and m.user_id = ${actor.userId})`,
  members: sql<number>`(select count(*)::int from workspace_members m
    where m.workspace_id = workspaces.id and m.state = 'active')`,
  pendingDecisions: sql<number>`(select count(*)::int from team_decisions
    where workspace_id = workspaces.id and team_decisions.deleted_at is null and ${isCompleted} is not true)`,
});

async function findWorkspace(context: SignedIn, id: string): Promise<Workspace> {
  const [row] = await context.db
    .select(fields(context))
    .from(table)
    .where(ownWorkspaces(eq(table.id, id)));
  if (!row) throw notFound(t`Workspace`);
  return row;
}

/** Members and decisions contain the workspace's name, so their changes are published too. */
async function changed(context: SignedIn, id: string, change: Partial<typeof table.$inferInsert>) {
  await context.db
    .update(table)
    .set({ ...change, version: sql`${table.version} + 1`, updatedAt: context.now })
    .where(ownWorkspaces(eq(table.id, id)));
  // Missing voters may have left while it was inactive.
  if (change.isActive) await completeWithoutMissingVoters(context, id);
  await announceToWorkspace(
    context,
    id,
    { resource: "workspaces", ids: [id] },
    { resource: "members" },
    { resource: "decisions" },
  );
  return findWorkspace(context, id);
}
