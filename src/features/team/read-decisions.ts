import { and, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { type Counts, type Decision, outcomeOf, type TeamRole, TRASH_DAYS, type Vote } from "./model.ts";
import { decisionVotes, teamDecisions as table, workspaceMembers, workspaces } from "./tables.ts";

export const ListDecisions = z.strictObject({
  ...pageInput,
  workspaceId: Id.optional(),
  status: z.enum(["pending", "completed"]).optional(),
});

/**
 * Newest first. Each workspace gives its newest from the index, and only those are put in order, so a page costs the
 * same at any length.
 */
export async function listDecisions(context: SignedIn, input: z.output<typeof ListDecisions>) {
  const page = keyset([newest(table.createdAt), newest(table.id)], input);
  const isWanted = and(page.after, isNull(table.deletedAt), statusIs(input.status));
  const found = sql`(
    select newest.id from my_workspaces() mine(id) cross join lateral (
      select id from team_decisions
       where workspace_id = mine.id and ${isWanted}
       order by created_at desc, id desc limit ${page.fetch}) newest
     where ${input.workspaceId ? sql`mine.id = ${input.workspaceId}` : sql`true`})`;
  const rows = await selectDecisions(context, page.columns)
    .where(sql`${table.id} in ${found}`)
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asDecision), nextCursor };
}

/** Deleted at most 30 days ago by somebody of the workspaces that the actor administers, last deleted first. */
export async function listDecisionTrash(
  context: SignedIn,
  input: { cursor?: string | undefined; limit: number },
) {
  const deletedAt = { expression: sql`${table.deletedAt}`, type: "timestamptz" };
  const page = keyset([newest(deletedAt), newest(table.id)], input);
  const rows = await selectDecisions(context, page.columns)
    .where(
      and(
        isNotNull(table.deletedAt),
        gte(table.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        sql`${table.workspaceId} in (select my_administered_workspaces())`,
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asDecision), nextCursor };
}

/** Not one that lies in the trash. */
export async function findDecision(context: SignedIn, id: string): Promise<Decision> {
  const [row] = await selectDecisions(context, {}).where(and(eq(table.id, id), isNull(table.deletedAt)));
  if (!row) throw notFound("Decision");
  return asDecision(row);
}

/** Everybody's vote with its reason, in the order in which they were first given. */
export async function listBallots(
  { db }: SignedIn,
  { id, ...input }: { id: string; cursor?: string | undefined; limit: number },
) {
  const page = keyset([oldest(decisionVotes.createdAt), oldest(decisionVotes.userId)], input);
  const rows = await db
    .select({
      userId: decisionVotes.userId,
      fullName: sql<string>`coalesce(teammate_name(${decisionVotes.userId}), '')`,
      vote: decisionVotes.vote,
      comment: decisionVotes.comment,
      votedAt: decisionVotes.updatedAt,
      ...page.columns,
    })
    .from(decisionVotes)
    .where(and(eq(decisionVotes.decisionId, id), page.after))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}

/** Completed, or past its deadline while the job is on its way. */
const isCompleted = sql`(team_decisions.status = 'completed' or team_decisions.deadline <= now())`;

function statusIs(status: z.output<typeof ListDecisions>["status"]): SQL | undefined {
  if (status === undefined) return undefined;
  return status === "completed" ? isCompleted : sql`${isCompleted} is not true`;
}

const selectDecisions = <C extends Record<string, SQL<string>>>({ db, actor }: SignedIn, columns: C) =>
  db
    .select({
      id: table.id,
      workspaceId: table.workspaceId,
      workspaceName: workspaces.name,
      isActive: workspaces.isActive,
      title: table.title,
      description: table.description,
      deadline: table.deadline,
      createdBy: table.createdBy,
      creatorName: sql<string | null>`teammate_name(${table.createdBy})`,
      isCompleted: sql<boolean>`${isCompleted} is true`,
      completedAt: table.completedAt,
      completedBecause: table.completedBecause,
      createdAt: table.createdAt,
      deletedAt: table.deletedAt,
      version: table.version,
      role: sql<TeamRole>`${workspaceMembers.role}`,
      counts: sql<Counts>`(select json_build_object('approve', count(*) filter (where vote = 'approve'),
          'reject', count(*) filter (where vote = 'reject'), 'abstain', count(*) filter (where vote = 'abstain'))
        from decision_votes v where v.decision_id = team_decisions.id)`,
      voters: sql<number>`(select count(*)::int from workspace_members m
        where m.workspace_id = team_decisions.workspace_id and m.state = 'active' and m.role <> 'viewer')`,
      myVote: sql<Vote | null>`${decisionVotes.vote}`,
      myComment: sql<string | null>`${decisionVotes.comment}`,
      ...columns,
    })
    .from(table)
    .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, table.workspaceId), eq(workspaceMembers.userId, actor.userId)),
    )
    .leftJoin(
      decisionVotes,
      and(eq(decisionVotes.decisionId, table.id), eq(decisionVotes.userId, actor.userId)),
    );

type Row = Omit<
  Decision,
  "status" | "completedAt" | "completedBecause" | "mayVote" | "mayManage" | "outcome"
> &
  Pick<Decision, "completedAt" | "completedBecause"> & {
    isActive: boolean;
    isCompleted: boolean;
    role: TeamRole;
  };

function asDecision(row: Row): Decision {
  const { isActive, isCompleted: isDone, role, ...decision } = row;
  return {
    ...decision,
    status: isDone ? "completed" : "voting",
    completedAt: isDone ? (row.completedAt ?? row.deadline) : null,
    completedBecause: isDone ? (row.completedBecause ?? "deadline") : null,
    mayVote: !isDone && isActive && role !== "viewer",
    mayManage: role === "admin",
    outcome: isDone ? outcomeOf(row.counts) : null,
  };
}
