import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { translated } from "#platform/language/in-language.ts";
import { queueSystemMail } from "#platform/mail/send-system-mail.ts";
import { notify } from "#platform/notify/notify.ts";
import { INVITATION_DAYS, ROLE_LABELS, type TeamRole } from "../model.ts";

type InvitationToSend = {
  id: string;
  workspaceId: string;
  workspaceName: string;
  invitedEmail: string;
  invitedRole: TeamRole;
  welcomeMessage: string | null;
};

/**
 * Notifies the invitee in the product if the address has an account, and by mail if the instance can send it. True if
 * mail with the link was queued.
 */
export async function notifyInvitee(
  context: SignedIn,
  invitation: InvitationToSend,
  link: string,
): Promise<boolean> {
  await notifyInProduct(context, invitation);
  return mail(context, invitation, link);
}

async function notifyInProduct(context: SignedIn, invitation: InvitationToSend): Promise<void> {
  const { actor, db } = context;
  const { id, workspaceName, welcomeMessage, workspaceId } = invitation;
  const body = [
    opening(context, invitation),
    t`Open Team in Adjutant to accept or decline: the invitation waits there for ${INVITATION_DAYS} days.`,
  ].join("\n\n");
  const { rows } = await db.execute<{ userId: string | null }>(
    sql`select message_invited(${id}, ${subjectOf(context, invitation)}, ${body}) as "userId"`,
  );
  const userId = rows[0]?.userId;
  if (!userId) return;
  context.announce({ resource: "emails", ids: [], audience: [userId] });
  context.announce({ resource: "invitations", ids: [], audience: [userId] });
  await notify(context, {
    userIds: [userId],
    title: () => t`Invitation to '${workspaceName}'`,
    message: () => welcomeMessage ?? t`${actor.fullName} invites you to work together.`,
    type: "invitation",
    contextData: { invitationId: id, workspaceId },
    href: "/team",
    dedupeKey: `invitation ${id}`,
  });
}

async function mail(context: SignedIn, invitation: InvitationToSend, link: string): Promise<boolean> {
  const { actor, config, systemSettings } = context;
  const to = invitation.invitedEmail;
  const address = `${systemSettings.origin ?? config.publicUrl}${link}`;
  const text = [
    opening(context, invitation),
    `${t`Accept the invitation:`}\n${address}`,
    t`The link works once, for ${INVITATION_DAYS} days, and only for ${to}. If you do not know ${actor.fullName}, ignore this message.`,
  ].join("\n\n");
  const mail = { userId: null, to, subject: subjectOf(context, invitation), text };
  return (await queueSystemMail(context, mail)) !== null;
}

const subjectOf = ({ actor }: SignedIn, { workspaceName }: InvitationToSend) =>
  t`${actor.fullName} invites you to '${workspaceName}'`.replaceAll(/\p{Cc}/gu, " ").slice(0, 250);

const opening = ({ actor }: SignedIn, { workspaceName, invitedRole, welcomeMessage }: InvitationToSend) =>
  [
    t`${actor.fullName} (${actor.email}) invites you to the workspace '${workspaceName}' as ${translated(ROLE_LABELS[invitedRole])}.`,
    welcomeMessage,
  ]
    .filter(Boolean)
    .join("\n\n");
