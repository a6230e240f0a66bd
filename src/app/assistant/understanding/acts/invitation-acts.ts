import { invitations } from "#features/team/invitations.ts";
import type { TeamRole } from "#features/team/model.ts";
import { momentOf, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { findMany } from "../find-records.ts";
import { addressesOf } from "../people/find-addresses.ts";
import { findWorkspace } from "../people/find-workspace.ts";
import { bestOf, namingWords } from "../people/people-groups.ts";
import {
  INVITATION,
  listInvitations,
  roleOrPick,
  WORKSPACE,
  type Workspace,
} from "../people/people-kinds.ts";

const ADDRESS = /(?<![^\s<>,;@])[^\s<>,;@]+@[^\s<>,;@]+/;
const ROLES: readonly (readonly [RegExp, TeamRole])[] = [
  [/\b(?:no longer|not|remove|take away|revoke|without) (?:an? )?(?:\w+ )?admin/i, "member"],
  [/\bplain member|\b(?:team|normal|ordinary|regular|full) member/i, "member"],
  [
    /\b(?:viewers?|guests?|observers?|read(?:ing)?[- ]only|only (?:be able to |be allowed to )?(?:read|look|view|watch|see)|view[- ]only|reader)\b/i,
    "viewer",
  ],
  [/\badmin(?:s|istrators?)?\b|\b(?:owner|manager|in charge|run)\b/i, "admin"],
  [/\b(?:members?|editors?)\b/i, "member"],
];

/** The role in a workspace that the words name; null for none. */
export const readTeamRole = (words: string): TeamRole | null =>
  ROLES.find(([pattern]) => pattern.test(words))?.[1] ?? null;

export const isAdmin = ({ myRole, isActive }: Workspace) => myRole === "admin" && isActive;

export const onlyAdmins = ({ name }: Workspace): Answer => ({
  text: `Only an administrator of '${name}' can do that.`,
});

/** Invites people by their addresses. */
export async function invite(turn: Turn, roles: Roles) {
  const one = await findWorkspace(turn, roles, isAdmin);
  if ("answer" in one) return one.answer;
  const workspace = one.found;
  if (!isAdmin(workspace)) return onlyAdmins(workspace);
  const whom = roles.address ?? roles.person ?? ADDRESS.exec(turn.sentence)?.[0].replace(/(?<!\.)\.$/, "");
  if (!whom) return asksFor(`Whom shall I invite to '${workspace.name}'?`);
  const to = await addressesOf(turn, whom, roles.item);
  if ("answer" in to) return to.answer;
  const open = (await listInvitations(turn)).filter(({ workspaceId }) => workspaceId === workspace.id);
  const again = to.addresses.find((email) => open.some(({ invitedEmail }) => invitedEmail === email));
  if (again)
    return {
      text: `${again} is already invited to '${workspace.name}'. Shall the invitation be sent again?`,
      suggestions: [`send the invitation to ${again} again`],
    };
  const role = readTeamRole(roles.role ?? "");
  return to.addresses.map((email) =>
    planOf(
      invitations.create,
      { workspaceId: workspace.id, email, ...(role && { role }) },
      {
        order: `Invite ${email} to '${workspace.name}'${role ? ` as ${role}` : ""}`,
        cards: [WORKSPACE.cardOf(workspace, turn)],
      },
    ),
  );
}

const list: Act = async (turn, roles) => {
  const open = await listInvitations(turn);
  const place = roles.workspace ? await findWorkspace(turn, roles) : null;
  if (place && "answer" in place) return place.answer;
  const found = place ? open.filter(({ workspaceId }) => workspaceId === place.found.id) : open;
  if (found.length === 0) return { text: "No, there is no open invitation." };
  const lines = found
    .slice(0, 8)
    .map(
      ({ invitedEmail, workspaceName, sentAt, expiresAt }) =>
        `${invitedEmail} to '${workspaceName}', sent ${momentOf(sentAt, turn.clock)}, ${expiresAt > turn.context.now ? "valid until" : "expired"} ${momentOf(expiresAt, turn.clock)}`,
    );
  return {
    text: `${plural(found.length, "open invitation")}:\n${lines.join("\n")}`,
    cards: found.slice(0, 12).map((each) => INVITATION.cardOf(each, turn)),
  };
};

/** The open invitations that are meant: of the person, or the only one that there is. */
async function invitationsOf(turn: Turn, roles: Roles) {
  const all = await listInvitations(turn);
  if (all.length === 0) return { answer: { text: "No, there is no open invitation." } };
  const words = roleOrPick(turn, INVITATION, roles, "person");
  const bare = words?.replace(/^(?:her|him|them|she|he)$/i, "it");
  const many = await findMany(turn, INVITATION, bare ?? (all.length === 1 ? "all invitations" : undefined));
  if ("found" in many || many.answer.cards) return many;
  const named = all.map((each) => ({ ...each, name: INVITATION.textOf(each) }));
  const [only, second] = bestOf(namingWords(words ?? ""), named, 0);
  if (only && !second) return { found: [only] };
  return { answer: { ...many.answer, cards: all.slice(0, 6).map((each) => INVITATION.cardOf(each, turn)) } };
}

const change =
  (capability: typeof invitations.resend | typeof invitations.revoke, order: string): Act =>
  async (turn, roles) => {
    const many = await invitationsOf(turn, roles);
    if ("answer" in many) return many.answer;
    return many.found.map((each) =>
      planOf(
        capability,
        { id: each.id },
        {
          order: `${order} ${each.invitedEmail} to '${each.workspaceName}'`,
          cards: [INVITATION.cardOf(each, turn)],
        },
      ),
    );
  };

export const INVITATION_ACTS: Readonly<Record<string, Act>> = {
  "invitations.create": invite,
  "invitations.list": list,
  "invitations.resend": change(invitations.resend, "Send again the invitation of"),
  "invitations.revoke": change(invitations.revoke, "Revoke the invitation of"),
};
