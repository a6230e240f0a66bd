import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { containing } from "#platform/database/like.ts";
import { refuseLastAdmin, requireAdmin } from "./members/find-membership.ts";
import { Member, TeamRole } from "./model.ts";
import { workspaceMembers } from "./tables.ts";
import { announceToPerson, announceToWorkspace, lockWorkspace } from "./team-audience.ts";
import { completeWithoutMissingVoters } from "./voting/notify-outcome.ts";

const OneMember = z.strictObject({ workspaceId: Id, userId: Id });

export const members = resource("members", {
  list: read({
    summary: "List the people you work with by name: of one workspace, or of all active ones, each once",
    input: z.strictObject({
      ...pageInput,
      workspaceId: Id.optional(),
      search: z.string().trim().max(200).optional(),
    }),
    output: pageOf(Member),
    access: "user",
    run: async ({ db }, { workspaceId, search, ...input }) => {
      const page = keyset(
        [
          oldest({ expression: sql`full_name collate "und-x-icu"`, type: "text" }),
          oldest({ expression: sql`user_id`, type: "uuid" }),
        ],
        input,
      );
      const { rows } = await db.execute<MemberRow & { pageKey: string }>(sql`
        select ${memberFields}, ${page.columns.pageKey} as "pageKey"
          from team_people(${workspaceId ?? null}, ${search ? containing(search) : null})
         where ${page.after ?? sql`true`}
         order by ${sql.join(page.orderBy, sql`, `)} limit ${page.fetch}`);
      const { items, nextCursor } = page.of(rows);
      return { items: items.map(asMember), nextCursor };
    },
  }),
  get: read({
    summary: "Get one person you work with",
    input: z.strictObject({ userId: Id }),
    output: Member,
    access: "user",
    run: async ({ db }, { userId }) => {
      const { rows } = await db.execute<MemberRow>(
        sql`select ${memberFields} from team_people(null, null) where user_id = ${userId}`,
      );
      if (!rows[0]) throw notFound(t`Member`);
      return asMember(rows[0]);
    },
  }),
  setRole: write({
    summary: "Make a member of a workspace its administrator, a team member or a viewer",
    input: OneMember.extend({ role: TeamRole }),
    output: OneMember.extend({ role: TeamRole }),
    access: "user",
    invalidates: ["workspaces"],
    run: async (context, { workspaceId, userId, role }) => {
      await requireAdmin(context, workspaceId);
      await lockWorkspace(context, workspaceId);
      await requireAdmin(context, workspaceId);
      const before = await findRole(context, workspaceId, userId);
      if (before === "admin" && role !== "admin") await refuseLastAdmin(context, workspaceId, userId);
      await context.db.update(workspaceMembers).set({ role }).where(activeMember(workspaceId, userId));
      context.undoWith({ capability: "members.setRole", input: { workspaceId, userId, role: before } });
      await announceMembership(context, workspaceId, userId);
      return { workspaceId, userId, role };
    },
  }),
  remove: destroy({
    summary: "Remove a member from a workspace; they can no longer see it",
    input: OneMember,
    output: OneMember,
    access: "user",
    invalidates: ["workspaces"],
    run: async (context, { workspaceId, userId }) => {
      await requireAdmin(context, workspaceId);
      await lockWorkspace(context, workspaceId);
      await requireAdmin(context, workspaceId);
      const role = await findRole(context, workspaceId, userId);
      if (role === "admin") await refuseLastAdmin(context, workspaceId, userId);
      // The last statement that needs the actor to be an administrator: they may be removing themselves.
      await context.db
        .update(workspaceMembers)
        .set({ state: "removed" })
        .where(activeMember(workspaceId, userId));
      await announceMembership(context, workspaceId, userId);
      return { workspaceId, userId };
    },
  }),
});

type MemberRow = Omit<Member, "joinedAt"> & { joinedAt: string };

const memberFields = sql`user_id as "userId", full_name as "fullName", email, user_id = my_user_id() as "isMe",
  joined_at as "joinedAt", memberships`;

const asMember = (row: MemberRow): Member => ({ ...row, joinedAt: new Date(row.joinedAt) });

const activeMember = (workspaceId: string, userId: string) =>
  and(
    eq(workspaceMembers.workspaceId, workspaceId),
    eq(workspaceMembers.userId, userId),
    eq(workspaceMembers.state, "active"),
  );

async function findRole({ db }: SignedIn, workspaceId: string, userId: string): Promise<TeamRole> {
  const [row] = await db
    .select({ role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(activeMember(workspaceId, userId));
  if (!row) throw notFound(t`Member`);
  return row.role;
}

/** A removed member, or one who became a viewer, may have been the last missing voter. */
async function announceMembership(context: SignedIn, workspaceId: string, userId: string): Promise<void> {
  await completeWithoutMissingVoters(context, workspaceId);
  await announceToWorkspace(
    context,
    workspaceId,
    { resource: "members", ids: [userId] },
    { resource: "workspaces", ids: [workspaceId] },
    { resource: "decisions" },
  );
  announceToPerson(context, userId);
}
