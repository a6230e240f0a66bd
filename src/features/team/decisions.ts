import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { checkLog } from "./evidence/check-log.ts";
import { lockActiveWorkspace } from "./members/find-membership.ts";
import { Ballot, Decision, LogEntry, LogVerdict, NewDecision } from "./model.ts";
import { teamDecisions as table } from "./tables.ts";
import { announceToWorkspace } from "./team-audience.ts";
import { CastVote, castVote } from "./voting/cast-vote.ts";
import { createDecision } from "./voting/create-decision.ts";
import { notifyOutcome } from "./voting/notify-outcome.ts";
import {
  findDecision,
  ListDecisions,
  listBallots,
  listDecisions,
  listDecisionTrash,
} from "./voting/read-decisions.ts";
import { remindVoters } from "./voting/remind-voters.ts";

const OneDecision = z.strictObject({ id: Id });

export const decisions = resource("decisions", {
  list: read({
    summary: "List the decisions of your workspaces with their vote counts, newest first",
    input: ListDecisions,
    output: pageOf(Decision),
    access: "user",
    run: listDecisions,
  }),
  get: read({
    summary: "Get one decision with its vote counts",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: (context, { id }) => findDecision(context, id),
  }),
  ballots: read({
    summary: "List the votes on a decision: who, which choice and why",
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
    summary: "Create a decision in a workspace that you administer",
    input: NewDecision,
    output: Decision,
    access: "user",
    invalidates: ["team", "workspaces", "papers"],
    run: createDecision,
  }),
  vote: write({
    summary:
      "Vote on an open decision, for yourself or as a proxy, or change that vote; viewers cannot vote, and the last vote completes the decision",
    input: CastVote,
    output: Decision,
    access: "user",
    invalidates: ["team", "workspaces"],
    maxConcurrent: 4,
    run: castVote,
  }),
  remind: write({
    summary: "Remind the members who have not voted, at most once an hour",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findDecision(context, id);
      await lockActiveWorkspace(context, workspaceId);
      const decision = await findDecision(context, id);
      refuseCompleted(decision);
      await remindVoters(context, decision);
      await context.db
        .update(table)
        .set({ remindedAt: context.now, ...nextVersion })
        .where(eq(table.id, id));
      await announceDecision(context, workspaceId, id);
      return findDecision(context, id);
    },
  }),
  log: read({
    summary:
      "Get the log of a decision: every entry as canonical JSON with its SHA-256 and the hash of the entry before",
    input: OneDecision.extend({
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({ items: z.array(LogEntry), hasMore: z.boolean() }),
    access: "user",
    run: async (context, { id, after, limit }) => {
      await findDecision(context, id);
      const { rows } = await context.db.execute<LogEntry>(
        sql`select sequence, kind, body, hash from decision_log_of(${id}, ${after}, ${limit + 1})`,
      );
      return { items: rows.slice(0, limit), hasMore: rows.length > limit };
    },
  }),
  verify: read({
    summary: "Verify the log of a decision from its first entry to its last, and its votes against it",
    input: OneDecision,
    output: LogVerdict,
    access: "user",
    run: async (context, { id }) => {
      const decision = await findDecision(context, id);
      return checkLog(context, id, decision.counts !== null);
    },
  }),
  close: write({
    summary: "Complete a decision now, with the votes it has",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findDecision(context, id);
      await lockActiveWorkspace(context, workspaceId);
      refuseCompleted(await findDecision(context, id));
      await context.db
        .update(table)
        .set({
          status: "completed",
          completedAt: context.now,
          completionReason: "closed",
          closedBy: context.actor.userId,
          updatedAt: context.now,
          ...nextVersion,
        })
        .where(eq(table.id, id));
      await announceDecision(context, workspaceId, id);
      const closed = await findDecision(context, id);
      await notifyOutcome(context, closed);
      return closed;
    },
  }),
  delete: destroy({
    summary: "Move a decision with its votes to the trash, where it stays for 30 days",
    input: OneDecision,
    output: OneDecision,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findDecision(context, id);
      await lockActiveWorkspace(context, workspaceId);
      const [row] = await context.db
        .update(table)
        .set({ deletedAt: context.now, ...nextVersion })
        .where(and(eq(table.id, id), isNull(table.deletedAt)))
        .returning({ id: table.id });
      if (!row) throw notFound(t`Decision`);
      context.undoWith({ capability: "decisions.restore", input: { id } });
      await announceDecision(context, workspaceId, id);
      return row;
    },
  }),
  restore: write({
    summary: "Restore a decision from the trash with its votes",
    input: OneDecision,
    output: Decision,
    access: "user",
    run: async (context, { id }) => {
      const [found] = await context.db
        .select({ workspaceId: table.workspaceId })
        .from(table)
        .where(and(eq(table.id, id), sql`${table.workspaceId} in (select my_administered_workspaces())`));
      if (!found) throw notFound(t`Decision`);
      await lockActiveWorkspace(context, found.workspaceId);
      await context.db
        .update(table)
        .set({ deletedAt: null, updatedAt: context.now, ...nextVersion })
        .where(and(eq(table.id, id), isNotNull(table.deletedAt)));
      context.undoWith({ capability: "decisions.delete", input: { id } });
      await announceDecision(context, found.workspaceId, id);
      return findDecision(context, id);
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

function refuseCompleted({ status }: Decision): void {
  if (status === "completed") throw new AppError("conflict", t`This decision is completed already`);
}
