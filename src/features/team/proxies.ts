import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { notify } from "#platform/notify/notify.ts";
import { findMembership, lockActiveWorkspace } from "./members/find-membership.ts";
import { MAX_PROXY_DAYS, VoteProxy } from "./model.ts";
import { voteProxies as table, teamDecisions, workspaceMembers, workspaces } from "./tables.ts";
import { announceToWorkspace } from "./team-audience.ts";
import { findDecision } from "./voting/read-decisions.ts";

const NewProxy = z.strictObject({
  workspaceId: Id,
  /** For this decision alone; for all of the workspace where it is not given. */
  decisionId: Id.nullable().default(null),
  proxyId: Id,
  expiresAt: Instant,
});

export const proxies = resource("proxies", {
  list: read({
    summary: "List the current proxies in your workspaces: who votes for whom, in what and until when",
    input: z.strictObject({ ...pageInput, workspaceId: Id.optional(), decisionId: Id.optional() }),
    output: pageOf(VoteProxy),
    access: "user",
    run: async ({ db, now }, { workspaceId, decisionId, ...input }) => {
      const page = keyset([newest(table.createdAt), newest(table.id)], input);
      const covers = decisionId
        ? sql`(${table.decisionId} = ${decisionId} or (${table.decisionId} is null and ${table.workspaceId} =
            (select d.workspace_id from team_decisions d where d.id = ${decisionId})))`
        : undefined;
      const rows = await db
        .select({ ...fields, ...page.columns })
        .from(table)
        .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
        .leftJoin(teamDecisions, eq(teamDecisions.id, table.decisionId))
        .where(holds(now, page.after, covers, workspaceId ? eq(table.workspaceId, workspaceId) : undefined))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary:
      "Let another voting member vote for you until a given time, in one decision or all of a workspace; your own vote always replaces theirs",
    input: NewProxy,
    output: VoteProxy,
    access: "user",
    run: async (context, input) => {
      const { actor, db, now } = context;
      const membership = await lockActiveWorkspace(context, input.workspaceId, "member");
      if (membership.role === "viewer")
        throw new AppError("forbidden", t`Viewers do not vote, so nobody can vote for them`);
      if (input.expiresAt <= now || input.expiresAt.getTime() > now.getTime() + MAX_PROXY_DAYS * 86_400_000)
        throw new AppError("invalid", "expiresAt: Choose an end within a year from now", {
          fields: { expiresAt: t`Choose an end within a year from now` },
        });
      await requireVoter(context, input.workspaceId, input.proxyId);
      const decision = input.decisionId ? await findDecision(context, input.decisionId) : null;
      if (decision && decision.workspaceId !== input.workspaceId) throw notFound(t`Decision`);
      // One proxy for one scope: a new one takes the place of the last.
      await db
        .update(table)
        .set({ revokedAt: now })
        .where(
          holds(
            now,
            eq(table.workspaceId, input.workspaceId),
            eq(table.grantorId, actor.userId),
            input.decisionId ? eq(table.decisionId, input.decisionId) : isNull(table.decisionId),
          ),
        );
      const id = crypto.randomUUID();
      await db.insert(table).values({ id, ...input, grantorId: actor.userId, createdAt: now });
      context.undoWith({ capability: "proxies.revoke", input: { id } });
      await announceProxies(context, input.workspaceId, id);
      await notify(context, {
        userIds: [input.proxyId],
        title: () => t`${actor.fullName} made you their proxy`,
        message: () => (decision ? t`For '${decision.title}'.` : t`In ${membership.workspaceName}.`),
        type: "decision",
        contextData: { workspaceId: input.workspaceId, decisionId: input.decisionId },
        href: decision ? `/team?tab=decisions&decision=${decision.id}` : "/team?tab=decisions",
        dedupeKey: `proxy ${id}`,
      });
      return findProxy(context, id);
    },
  }),
  revoke: destroy({
    summary: "End a proxy that you gave, or any in a workspace that you administer; votes already given stay",
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId, grantorId } = await findProxy(context, id);
      const { role } = await findMembership(context, workspaceId);
      if (grantorId !== context.actor.userId && role !== "admin")
        throw new AppError(
          "forbidden",
          t`Only the person who gave a proxy, or an administrator of the workspace, can end it`,
        );
      await context.db.update(table).set({ revokedAt: context.now }).where(eq(table.id, id));
      await announceProxies(context, workspaceId, id);
      return { id };
    },
  }),
});

const fields = {
  id: table.id,
  workspaceId: table.workspaceId,
  workspaceName: workspaces.name,
  decisionId: table.decisionId,
  decisionTitle: teamDecisions.title,
  grantorId: table.grantorId,
  grantorName: sql<string>`coalesce(teammate_name(${table.grantorId}), '')`,
  proxyId: table.proxyId,
  proxyName: sql<string>`coalesce(teammate_name(${table.proxyId}), '')`,
  isFromMe: sql<boolean>`${table.grantorId} = my_user_id()`,
  isMine: sql<boolean>`${table.proxyId} = my_user_id()`,
  expiresAt: table.expiresAt,
  createdAt: table.createdAt,
};

const holds = (now: Date, ...conditions: (SQL | undefined)[]) =>
  and(
    sql`${table.workspaceId} in (select my_workspaces())`,
    isNull(table.revokedAt),
    gt(table.expiresAt, now),
    ...conditions,
  );

async function findProxy({ db, now }: SignedIn, id: string): Promise<z.output<typeof VoteProxy>> {
  const [row] = await db
    .select(fields)
    .from(table)
    .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
    .leftJoin(teamDecisions, eq(teamDecisions.id, table.decisionId))
    .where(holds(now, eq(table.id, id)));
  if (!row) throw notFound(t`Proxy`);
  return row;
}

/** The proxy must be an active member and no viewer. */
async function requireVoter({ db, actor }: SignedIn, workspaceId: string, userId: string): Promise<void> {
  const [row] = await db
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.userId, userId),
        eq(workspaceMembers.state, "active"),
      ),
    );
  if (!row) throw notFound(t`Member`);
  if (row.role === "viewer" || userId === actor.userId)
    throw new AppError("invalid", "proxyId: Choose another member who may vote", {
      fields: { proxyId: t`Choose another member who may vote` },
    });
}

const announceProxies = (context: SignedIn, workspaceId: string, id: string) =>
  announceToWorkspace(context, workspaceId, { resource: "proxies", ids: [id] }, { resource: "decisions" });
