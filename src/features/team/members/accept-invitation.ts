import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { addressCountsOf } from "#platform/auth/accounts/own-address.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import { addressRecorded } from "#platform/auth/events.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { InvitationState } from "../model.ts";
import { announceToPerson, announceToWorkspace } from "../team-audience.ts";

/** By its id or by its link, which proves the address where it was mailed. Returns the workspace. */
export async function acceptInvitation(
  context: SignedIn,
  id: string | undefined,
  token: string | undefined,
): Promise<string> {
  const { db, actor } = context;
  const didCount = await addressCountsOf(db, actor.userId);
  const { rows } = await db.execute<Accepted>(
    sql`select state, workspace_id as "workspaceId"
          from accept_invitation(${id ?? null}, ${token === undefined ? null : tokenHash(token)})`,
  );
  const workspaceId = rows[0]?.workspaceId;
  if (!workspaceId) throw refusal(rows[0]?.state ?? "unknown");
  if (!didCount && (await addressCountsOf(db, actor.userId)))
    await context.publish(addressRecorded, { userId: actor.userId });
  await announceToWorkspace(
    context,
    workspaceId,
    { resource: "members", ids: [actor.userId] },
    { resource: "workspaces", ids: [workspaceId] },
    { resource: "invitations" },
    { resource: "decisions" },
  );
  announceToPerson(context, actor.userId);
  return workspaceId;
}

type Accepted = { state: InvitationState; workspaceId: string | null };

const REFUSALS: Record<
  Exclude<InvitationState, "open" | "unknown">,
  readonly ["forbidden" | "conflict", string]
> = {
  other_address: ["forbidden", t`This invitation was made for another address. Sign in with that one`],
  expired: ["conflict", t`This invitation has expired. Ask for a new one`],
  unconfirmed: ["forbidden", t`Please confirm your email address first`],
  inactive: ["conflict", t`This workspace is inactive at the moment`],
};

function refusal(state: InvitationState): AppError {
  if (state === "open" || state === "unknown") return notFound(t`Invitation`);
  return new AppError(...REFUSALS[state]);
}
