import { and, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { type Counts, type Decision, type TeamRole, TRASH_DAYS, type Vote } from "../model.ts";
import { decisionVotes, teamDecisions as table, workspaceMembers, workspaces } from "../tables.ts";

export const ListDecisions = z.strictObject({
  ...pageInput,
  workspaceId: Id.optional(),
  status: z.enum(["pending", "completed"]).optional(),
  search: z.string().trim().max(200).optional(),
});

/** A search considers at most the newest matches. */
const MAX_SEARCH_RESULTS = 1000;

/** Open, in an active workspace, and the reader who may vote has not. `mine` is their membership. */
const needsMyVote = sql`(team_decisions.status = 'voting'
  and (team_decisions.deadline is null or team_decisions.deadline > now()) and mine.is_active
  and mine.role <> 'viewer' and not exists (
    select from decision_votes v where v.decision_id = team_decisions.id and v.user_id = (select my_user_id())))`;

/**
 * Decisions that need the reader's vote, then the others, each newest first. For each workspace an index yields the
 * newest of both kinds, completed ones separately, and only these are sorted: the cost of a page does not grow with the
 * length of the list.
 */
/** SQL literals, so that the planner can use the partial indexes. */
const STATUSES = { voting: sql`'voting'`, completed: sql`'completed'` };

export async function listDecisions(context: SignedIn, input: z.output<typeof ListDecisions>) {
  const urgency = { expression: sql`${needsMyVote}::integer`, type: "integer" };
  const page = keyset([newest(urgency), newest(table.createdAt), newest(table.id)], input);
  const { workspaceId, search } = input;
  const filter = and(
    page.after,
    isNull(table.deletedAt),
    statusIs(input.status),
    search ? sql`${table.id} in (select matching_decisions(${search}, ${MAX_SEARCH_RESULTS}))` : undefined,
  );
  const newestWhere = (status: "voting" | "completed", condition: SQL) => sql`(
    select id from team_decisions
     where workspace_id = mine.id and status = ${STATUSES[status]} and ${filter} and ${condition}
     order by created_at desc, id desc limit ${page.fetch})`;
  // An array subquery is evaluated first, whatever the planner estimates.
  const found = sql`array(
    select newest.id from (${memberships}) mine cross join lateral (
      ${newestWhere("voting", needsMyVote)} union all ${newestWhere("voting", sql`not ${needsMyVote}`)}
      union all ${newestWhere("completed", sql`true`)}) newest
     where ${workspaceId ? sql`mine.id = ${workspaceId}` : sql`true`})`;
  const rows = await selectDecisions(context, page.columns)
    .where(sql`${table.id} = any(${found})`)
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

/** Excludes the trash. */
export async function findDecision(context: SignedIn, id: string): Promise<Decision> {
  const [row] = await selectDecisions(context, {}).where(and(eq(table.id, id), isNull(table.deletedAt)));
  if (!row) throw notFound(t`Decision`);
  return asDecision(row);
}

/** All votes with their reasons, in the order of the first vote; of a concealed decision only those of the reader. */
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
      proxyName: sql<string | null>`teammate_name(${decisionVotes.castBy})`,
      votedAt: decisionVotes.updatedAt,
      ...page.columns,
    })
    .from(decisionVotes)
    .where(and(eq(decisionVotes.decisionId, id), page.after))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}

/** Completed, or past its deadline and not yet processed by the job, which leaves inactive workspaces alone. */
export const isCompleted = sql`(team_decisions.status = 'completed'
  or (team_decisions.deadline <= now() and workspace_is_active(team_decisions.workspace_id)))`;

function statusIs(status: z.output<typeof ListDecisions>["status"]): SQL | undefined {
  if (status === undefined) return undefined;
  return status === "completed" ? isCompleted : sql`${isCompleted} is not true`;
}

/** The reader's role in each of their workspaces. */
const memberships = sql`
  select m.workspace_id as id, m.role, w.is_active
    from my_memberships() m join workspaces w on w.id = m.workspace_id where m.state = 'active'`;

const selectDecisions = <C extends Record<string, SQL<string>>>({ db, actor }: SignedIn, columns: C) =>
  db
    .select({
      id: table.id,
      workspaceId: table.workspaceId,
      workspaceName: workspaces.name,
      isWorkspaceActive: workspaces.isActive,
      title: table.title,
      description: table.description,
      deadline: table.deadline,
      timeZone: table.timeZone,
      threshold: table.threshold,
      quorum: table.quorum,
      isHidden: table.isHidden,
      createdBy: table.createdBy,
      creatorName: sql<string | null>`teammate_name(${table.createdBy})`,
      isCompleted: sql<boolean>`${isCompleted} is true`,
      completedAt: table.completedAt,
      completionReason: table.completionReason,
      closedByName: sql<string | null>`teammate_name(${table.closedBy})`,
      remindedAt: table.remindedAt,
      createdAt: table.createdAt,
      deletedAt: table.deletedAt,
      version: table.version,
      role: sql<TeamRole>`${workspaceMembers.role}`,
      tally: sql<Tally>`decision_tally(team_decisions.id)`,
      papers: sql<number>`(select count(*)::int from decision_papers p where p.decision_id = team_decisions.id)`,
      myVote: sql<Vote | null>`${decisionVotes.vote}`,
      myComment: sql<string | null>`${decisionVotes.comment}`,
      myProxyName: sql<string | null>`teammate_name(${decisionVotes.castBy})`,
      ...columns,
    })
    .from(table)
    .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, table.workspaceId), eq(workspaceMembers.userId, actor.userId)),
    )
    // Joined under the name that the sort expression uses in the subqueries of listDecisions.
    .innerJoin(sql`(${memberships}) mine`, sql`mine.id = ${table.workspaceId}`)
    .leftJoin(
      decisionVotes,
      and(eq(decisionVotes.decisionId, table.id), eq(decisionVotes.userId, actor.userId)),
    );

/** Counts and outcome are absent while concealed; the outcome is the one if voting ended now. */
type Tally = Partial<Counts> & { voted: number; voters: number; outcome?: NonNullable<Decision["outcome"]> };

type Row = Omit<Decision, "status" | "mayVote" | "mayManage" | "outcome" | "counts" | "voted" | "voters"> & {
  isCompleted: boolean;
  role: TeamRole;
  tally: Tally;
};

function asDecision(row: Row): Decision {
  const { isCompleted: isDone, role, tally, ...decision } = row;
  const { voted, voters, outcome, approve, reject, abstain } = tally;
  const areCountsVisible = approve !== undefined && reject !== undefined && abstain !== undefined;
  return {
    ...decision,
    status: isDone ? "completed" : "voting",
    completedAt: isDone ? (row.completedAt ?? row.deadline) : null,
    completionReason: isDone ? (row.completionReason ?? "deadline") : null,
    counts: areCountsVisible ? { approve, reject, abstain } : null,
    voted,
    voters,
    mayVote: !isDone && row.isWorkspaceActive && role !== "viewer",
    mayManage: role === "admin",
    outcome: isDone ? (outcome ?? null) : null,
  };
}
