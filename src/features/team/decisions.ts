import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { notify } from "#platform/notify/notify.ts";
import { requireActive, requireAdmin } from "./find-membership.ts";
import { Ballot, Decision, NewDecision, Vote } from "./model.ts";
import {
  findDecision,
  ListDecisions,
  listBallots,
  listDecisions,
  listDecisionTrash,
} from "./read-decisions.ts";
import { decisionVotes, teamDecisions as table } from "./tables.ts";
import { announceToWorkspace, completeVoted, lockWorkspace } from "./team-audience.ts";

const OneDecision = z.strictObject({ id: Id });

export const decisions = resource("decisions", {
  list: read({
    summary: "List the decisions of your workspaces, newest first, with their votes counted",
    input: ListDecisions,
    output: pageOf(Decision),
    access: "user",
    run: listDecisions,
  }),
  get: read({
    summary: "Read one decision with its votes counted",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: (context, { id }) => findDecision(context, id),
  }),
  ballots: read({
    summary: "List who voted what on a decision, and why",
    input: OneDecision.extend(pageInput),
    output: pageOf(Ballot),
    access: "user",
    run: async (context, input) => {
      await findDecision(context, input.id);
      return listBallots(context, input);
    },
  }),
  trash: read({
    summary: "List the decisions deleted in the last 30 days from workspaces that you administer",
    input: z.strictObject(pageInput),
    output: pageOf(Decision),
    access: "user",
    run: listDecisionTrash,
  }),
  create: write({
    summary: "Put a decision to the vote in a workspace that you administer",
    input: NewDecision,
    output: Decision,
    access: "user",
    run: async (context, input) => {
      const { actor, db, now } = context;
      requireActive(await requireAdmin(context, input.workspaceId));
      if (input.deadline && input.deadline <= now)
        throw new AppError("invalid", "deadline: The deadline lies in the past", {
          fields: { deadline: "The deadline lies in the past" },
        });
      const id = crypto.randomUUID();
      await db
        .insert(table)
        .values({ id, ...input, createdBy: actor.userId, createdAt: now, updatedAt: now });
      context.undoWith({ capability: "decisions.delete", input: { id } });
      await announceDecision(context, input.workspaceId, id);
      const decision = await findDecision(context, id);
      await askForVotes(context, decision);
      return decision;
    },
  }),
  vote: write({
    summary:
      "Vote on an open decision, or change your vote; it is completed when every voting member has voted. Viewers do not vote",
    input: OneDecision.extend({
      vote: Vote,
      comment: z.string().trim().max(2_000).nullable().default(null),
    }),
    output: Decision,
    access: "user",
    touches: ["team", "workspaces"],
    run: async (context, { id, vote, comment }) => {
      const { actor, db, now } = context;
      const { workspaceId } = await findDecision(context, id);
      await lockWorkspace(context, workspaceId);
      const decision = await findDecision(context, id);
      if (decision.status === "completed")
        throw new AppError("conflict", "This decision is completed and takes no more votes");
      if (!decision.mayVote)
        throw new AppError("forbidden", "Viewers do not vote, and nobody does in an inactive workspace");
      const cast = { vote, comment: comment || null, updatedAt: now };
      await db
        .insert(decisionVotes)
        .values({ decisionId: id, userId: actor.userId, createdAt: now, ...cast })
        .onConflictDoUpdate({ target: [decisionVotes.decisionId, decisionVotes.userId], set: cast });
      if (decision.myVote)
        context.undoWith({
          capability: "decisions.vote",
          input: { id, vote: decision.myVote, comment: decision.myComment },
        });
      await completeVoted(context, workspaceId, id);
      await announceDecision(context, workspaceId, id);
      return findDecision(context, id);
    },
  }),
  close: write({
    summary: "Complete a decision now, with the votes it has",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findDecision(context, id);
      await requireAdmin(context, workspaceId);
      await lockWorkspace(context, workspaceId);
      const { status } = await findDecision(context, id);
      if (status === "completed") throw new AppError("conflict", "This decision is completed already");
      await context.db
        .update(table)
        .set({
          status: "completed",
          completedAt: context.now,
          completedBecause: "closed",
          updatedAt: context.now,
          ...nextVersion,
        })
        .where(eq(table.id, id));
      await announceDecision(context, workspaceId, id);
      return findDecision(context, id);
    },
  }),
  delete: destroy({
    summary: "Move a decision with its votes to the trash, where it stays for 30 days",
    input: OneDecision,
    output: OneDecision,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findDecision(context, id);
      await requireAdmin(context, workspaceId);
      const [row] = await context.db
        .update(table)
        .set({ deletedAt: context.now, ...nextVersion })
        .where(and(eq(table.id, id), isNull(table.deletedAt)))
        .returning({ id: table.id });
      if (!row) throw notFound("Decision");
      context.undoWith({ capability: "decisions.restore", input: { id } });
      await announceDecision(context, workspaceId, id);
      return row;
    },
  }),
  restore: write({
    summary: "Bring a decision back from the trash with its votes",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: async (context, { id }) => {
      const [row] = await context.db
        .update(table)
        .set({ deletedAt: null, updatedAt: context.now, ...nextVersion })
        .where(and(eq(table.id, id), isNotNull(table.deletedAt)))
        .returning({ workspaceId: table.workspaceId });
      const decision = await findDecision(context, id);
      if (!row && !decision.mayManage) throw notFound("Decision");
      context.undoWith({ capability: "decisions.delete", input: { id } });
      await announceDecision(context, decision.workspaceId, id);
      return decision;
    },
  }),
});

const nextVersion = { version: sql`${table.version} + 1` };

const announceDecision = (context: SignedIn, workspaceId: string, id: string) =>
  announceToWorkspace(
    context,
    workspaceId,
    { resource: "decisions", ids: [id] },
    { resource: "workspaces", ids: [workspaceId] },
  );

/** Everyone who may vote, but for who asks. */
async function askForVotes(context: SignedIn, { id, workspaceId, workspaceName, title }: Decision) {
  const { rows } = await context.db.execute<{ userId: string }>(sql`
    select user_id as "userId" from workspace_members
     where workspace_id = ${workspaceId} and state = 'active' and role <> 'viewer'
       and user_id <> ${context.actor.userId}
     limit 1000`);
  await notify(context, {
    userIds: rows.map(({ userId }) => userId),
    title: "Your vote is asked for",
    message: `'${title}' in ${workspaceName}`,
    type: "decision",
    contextData: { decisionId: id, workspaceId },
    href: `/team?tab=decisions&decision=${id}`,
    dedupeKey: `decision ${id}`,
  });
}
