import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { requireOwnAddress } from "#platform/auth/accounts/own-address.ts";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { acceptInvitation } from "./members/accept-invitation.ts";
import { lockActiveWorkspace, requireAdmin } from "./members/find-membership.ts";
import { notifyInvitee } from "./members/notify-invitee.ts";
import {
  INVITATION_DAYS,
  INVITATION_STATES,
  INVITATIONS_A_DAY,
  INVITATIONS_OF_A_PERSON,
  Invitation,
  type InvitationState,
  NewInvitation,
  RESEND_AFTER_SECONDS,
  ReceivedInvitation,
  SentInvitation,
} from "./model.ts";
import { teamInvitations as table, workspaces } from "./tables.ts";
import { announceToWorkspace } from "./team-audience.ts";

const OneInvitation = z.strictObject({ id: Id });
const Token = z.string().min(1).max(200);

export const invitations = resource("invitations", {
  list: read({
    summary: "List the open invitations to a workspace or to all of yours, last sent first",
    input: z.strictObject({ ...pageInput, workspaceId: Id.optional() }),
    output: pageOf(Invitation),
    access: "user",
    run: async ({ db }, { workspaceId, ...input }) => {
      const page = keyset([newest(table.sentAt), newest(table.id)], input);
      const rows = await db
        .select({ ...fields, ...page.columns })
        .from(table)
        .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
        .where(open(page.after, workspaceId ? eq(table.workspaceId, workspaceId) : undefined))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary:
      "Invite an address to a workspace; returns the link, which is shown only once, and whether it was mailed",
    input: NewInvitation,
    output: SentInvitation,
    access: "user",
    secretAnswer: true,
    run: async (context, { workspaceId, email, role, welcomeMessage }) => {
      await lockActiveWorkspace(context, workspaceId);
      await requireOwnAddress(context);
      await refuseTooMany(context, workspaceId);
      await refuseMember(context, workspaceId, email);
      await makeRoom(context, workspaceId, email);
      const { tokens, ...link } = newLink(context);
      const id = crypto.randomUUID();
      await context.db.insert(table).values({
        id,
        workspaceId,
        invitedBy: context.actor.userId,
        invitedEmail: email,
        invitedRole: role,
        welcomeMessage: welcomeMessage || null,
        createdAt: context.now,
        ...link,
      });
      context.undoWith({ capability: "invitations.revoke", input: { id } });
      return sent(context, id, tokens);
    },
  }),
  resend: write({
    summary: "Create a new link for an open invitation, valid for seven days; the earlier link stops working",
    input: OneInvitation,
    output: SentInvitation,
    access: "user",
    secretAnswer: true,
    run: async (context, { id }) => {
      const { workspaceId } = await findOpen(context, id);
      await lockActiveWorkspace(context, workspaceId);
      await requireOwnAddress(context);
      const { sentAt } = await findOpen(context, id);
      const waited = (context.now.getTime() - sentAt.getTime()) / 1000;
      if (waited < RESEND_AFTER_SECONDS)
        throw new AppError("rate_limited", t`This invitation was just sent. Wait a minute`, {
          retryAfter: Math.ceil(RESEND_AFTER_SECONDS - waited),
        });
      await refuseTooMany(context, workspaceId);
      const { tokens, ...link } = newLink(context);
      await context.db
        .update(table)
        .set({ ...link, sendCount: sql`${table.sendCount} + 1` })
        .where(eq(table.id, id));
      return sent(context, id, tokens);
    },
  }),
  revoke: destroy({
    summary: "Revoke an open invitation; its link stops working",
    input: OneInvitation,
    output: OneInvitation,
    access: "user",
    run: async (context, { id }) => {
      const { workspaceId } = await findOpen(context, id);
      await requireAdmin(context, workspaceId);
      const [row] = await context.db
        .update(table)
        .set({ revokedAt: context.now })
        .where(open(eq(table.id, id)))
        .returning({ id: table.id });
      if (!row) throw notFound(t`Invitation`);
      await announceToWorkspace(context, workspaceId, { resource: "invitations", ids: [id] });
      return row;
    },
  }),
  received: read({
    summary: "List the open invitations to your own confirmed address",
    input: z.strictObject({}),
    output: z.object({ items: z.array(ReceivedInvitation) }),
    access: "user",
    run: async ({ db }) => {
      const { rows } = await db.execute<ReceivedRow>(
        sql`select ${receivedFields} from received_invitations()`,
      );
      return { items: rows.map(asReceived) };
    },
  }),
  find: read({
    summary: "Get the state of an invitation link, and the invitation if you can accept it",
    input: z.strictObject({ token: Token }),
    output: z.object({ state: z.enum(INVITATION_STATES), invitation: ReceivedInvitation.nullable() }),
    access: "user",
    agents: "hidden",
    run: async ({ db }, { token }) => {
      const { rows } = await db.execute<ReceivedRow & { state: InvitationState }>(
        sql`select state, ${receivedFields} from invitation_by_link(${tokenHash(token)})`,
      );
      const [row] = rows;
      if (!row) return { state: "unknown" as const, invitation: null };
      const { state, ...found } = row;
      // The workspace may have another name by now, which is for those who can still join it.
      return { state, invitation: state === "open" ? asReceived(found) : null };
    },
  }),
  accept: write({
    summary:
      "Accept an invitation to your own confirmed address, by its link or its id; an existing account stays as it is",
    input: z.strictObject({ id: Id.optional(), token: Token.optional() }),
    output: z.object({ workspaceId: Id }),
    access: "user",
    run: async (context, { id, token }) => {
      if ((id === undefined) === (token === undefined))
        throw new AppError("invalid", t`Give either the link or the id of an invitation`);
      return { workspaceId: await acceptInvitation(context, id, token) };
    },
  }),
  decline: write({
    summary: "Decline an invitation to your own address",
    input: OneInvitation,
    output: OneInvitation,
    access: "user",
    run: async (context, { id }) => {
      const { rows } = await context.db.execute<{ workspaceId: string | null }>(
        sql`select decline_invitation(${id}) as "workspaceId"`,
      );
      if (!rows[0]?.workspaceId) throw notFound(t`Invitation`);
      return { id };
    },
  }),
});

type ReceivedRow = Omit<z.output<typeof ReceivedInvitation>, "expiresAt"> & { expiresAt: string };

const receivedFields = sql`id, workspace_name as "workspaceName", inviter_name as "inviterName",
  invited_role as "invitedRole", welcome_message as "welcomeMessage", expires_at as "expiresAt"`;

const asReceived = (row: ReceivedRow) => ({ ...row, expiresAt: new Date(row.expiresAt) });

const fields = {
  id: table.id,
  workspaceId: table.workspaceId,
  workspaceName: workspaces.name,
  invitedBy: table.invitedBy,
  inviterName: sql<string | null>`teammate_name(${table.invitedBy})`,
  invitedEmail: table.invitedEmail,
  invitedRole: table.invitedRole,
  welcomeMessage: table.welcomeMessage,
  createdAt: table.createdAt,
  sentAt: table.sentAt,
  expiresAt: table.expiresAt,
};

/** Neither accepted nor taken back. Expired ones are open too: they can be sent again. */
const open = (...conditions: (SQL | undefined)[]) =>
  and(
    sql`${table.workspaceId} in (select my_workspaces())`,
    isNull(table.acceptedAt),
    isNull(table.revokedAt),
    ...conditions,
  );

async function findOpen({ db }: SignedIn, id: string) {
  const [row] = await db
    .select(fields)
    .from(table)
    .innerJoin(workspaces, eq(workspaces.id, table.workspaceId))
    .where(open(eq(table.id, id)));
  if (!row) throw notFound(t`Invitation`);
  return row;
}

/** `shown` is for the inviter; `mailed` is only ever sent by mail, so opening it proves the address. */
type Tokens = { shown: string; mailed: string };

function newLink({ now }: SignedIn) {
  const tokens = { shown: newToken(), mailed: newToken() };
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000);
  const hashes = { tokenHash: tokenHash(tokens.shown), mailedTokenHash: tokenHash(tokens.mailed) };
  return { tokens, ...hashes, expiresAt, sentAt: now };
}

/** The token stands behind `#`, where no server and no log sees it. */
async function sent(context: SignedIn, id: string, { shown, mailed }: Tokens) {
  const invitation = await findOpen(context, id);
  const link = `/invitation#${shown}`;
  const isMailed = await notifyInvitee(context, invitation, `/invitation#${mailed}`);
  await announceToWorkspace(context, invitation.workspaceId, { resource: "invitations", ids: [id] });
  return { ...invitation, link, isMailed };
}

/** Counts links of the last 24 hours, including revoked ones (security.md §6), per workspace and per inviter. */
async function refuseTooMany(context: SignedIn, workspaceId: string): Promise<void> {
  const { userId } = context.actor;
  await context.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('invite ' || ${userId}, 0))`);
  await refuseMoreThan(
    context,
    INVITATIONS_A_DAY,
    t`A workspace sends at most ${INVITATIONS_A_DAY} invitations a day`,
    eq(table.workspaceId, workspaceId),
  );
  await refuseMoreThan(
    context,
    INVITATIONS_OF_A_PERSON,
    t`A person sends at most ${INVITATIONS_OF_A_PERSON} invitations a day`,
    eq(table.invitedBy, userId),
  );
}

async function refuseMoreThan(
  { db, now }: SignedIn,
  limit: number,
  refusal: string,
  condition: SQL,
): Promise<void> {
  const recent = and(condition, gt(table.sentAt, new Date(now.getTime() - 86_400_000)));
  const [counted] = await db
    .select({ sends: sql<number>`coalesce(sum(${table.sendCount}), 0)::int` })
    .from(table)
    .where(recent);
  if ((counted?.sends ?? 0) < limit) return;
  const [oldest] = await db
    .select({ at: table.sentAt })
    .from(table)
    .where(recent)
    .orderBy(table.sentAt, table.id)
    .limit(1);
  const freeAt = (oldest?.at ?? now).getTime() + 86_400_000;
  throw new AppError("rate_limited", refusal, {
    retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
  });
}

async function refuseMember({ db }: SignedIn, workspaceId: string, email: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select from team_people(${workspaceId}, null) p
         where p.email = ${email} and p.memberships @> ${JSON.stringify([{ workspaceId }])}::jsonb`,
  );
  if (rows.length > 0) throw new AppError("conflict", t`${email} is already a member of this workspace`);
}

/** One open invitation per address; an expired one is revoked. */
async function makeRoom({ db, now }: SignedIn, workspaceId: string, email: string): Promise<void> {
  const [earlier] = await db
    .select({ id: table.id, expiresAt: table.expiresAt })
    .from(table)
    .where(open(eq(table.workspaceId, workspaceId), eq(table.invitedEmail, email)))
    .orderBy(desc(table.sentAt), desc(table.id));
  if (!earlier) return;
  if (earlier.expiresAt > now)
    throw new AppError("conflict", t`${email} is already invited. You can send that invitation again`);
  await db.update(table).set({ revokedAt: now }).where(eq(table.id, earlier.id));
}
