import { members } from "#features/team/members.ts";
import { ROLE_LABELS } from "#features/team/model.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { joinWords, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import { type Act, asksFor, planOf, type Roles } from "../act.ts";
import { capital } from "../capital.ts";
import { findPeople } from "../people/find-people.ts";
import { findWorkspace } from "../people/find-workspace.ts";
import type { KnownPerson, Member } from "../people/known-person.ts";
import { findPlace } from "../people/people-groups.ts";
import { WORKSPACE, type Workspace } from "../people/people-kinds.ts";
import { removeFromChat, showParticipants } from "./chat-acts.ts";
import { isAdmin, onlyAdmins, readTeamRole } from "./invitation-acts.ts";

const names = (people: readonly { name: string }[]) => joinWords(people.map(({ name }) => name));
const roleIn = ({ memberships }: Member, id: string) =>
  memberships.find(({ workspaceId }) => workspaceId === id)?.role;

/** The members who are meant, and the workspace: the named one, or the only one of the person's that all are in. */
async function membersIn(turn: Turn, roles: Roles, question: string) {
  const many = await findPeople(turn, roles.person, { among: "accounts", pick: roles.item, question });
  if ("answer" in many) return many;
  const isOf = ({ member }: KnownPerson, id: string) => member !== null && roleIn(member, id) !== undefined;
  const one = await findWorkspace(
    turn,
    roles,
    (workspace) => isAdmin(workspace) && many.found.every((person) => isOf(person, workspace.id)),
  );
  if ("answer" in one) return one;
  const workspace = one.found;
  if (!isAdmin(workspace)) return { answer: onlyAdmins(workspace) };
  const stranger = many.found.find((person) => !isOf(person, workspace.id));
  if (stranger) return { answer: { text: `${stranger.name} is not a member of '${workspace.name}'.` } };
  return { workspace, people: many.found };
}

const remove: Act = async (turn, roles) => {
  const place = roles.workspace ? await findPlace(turn, roles.workspace) : null;
  if (place && "conversation" in place) return removeFromChat(turn, place.conversation, roles);
  const found = await membersIn(turn, roles, "Whom shall I remove?");
  if ("answer" in found) return found.answer;
  const { workspace, people } = found;
  return people.map(({ name, userId }) =>
    planOf(
      members.remove,
      { workspaceId: workspace.id, userId: userId ?? "" },
      { order: `Remove ${name} from '${workspace.name}'`, cards: [WORKSPACE.cardOf(workspace, turn)] },
    ),
  );
};

const setRole: Act = async (turn, roles) => {
  const role = readTeamRole(roles.role ?? "") ?? readTeamRole(turn.sentence);
  if (!role) return asksFor("Which role: administrator, team member or viewer?");
  const found = await membersIn(turn, roles, "Whose role shall I change?");
  if ("answer" in found) return found.answer;
  const { workspace, people } = found;
  const others = people.filter(({ member }) => member && roleIn(member, workspace.id) !== role);
  const label = ROLE_LABELS[role];
  if (others.length === 0)
    return {
      text: `${names(people)} already ${people.length === 1 ? "has" : "have"} the role '${label}' in '${workspace.name}'.`,
    };
  return others.map(({ name, userId }) =>
    planOf(
      members.setRole,
      { workspaceId: workspace.id, userId: userId ?? "", role },
      {
        order: `Give ${name} the role '${label}' in '${workspace.name}'`,
        cards: [WORKSPACE.cardOf(workspace, turn)],
      },
    ),
  );
};

const memberCard = ({ userId, fullName, email, memberships }: Member): Card => ({
  kind: "member",
  id: userId,
  title: fullName,
  subtitle: [email, joinWords(memberships.map(({ workspaceName }) => workspaceName))]
    .filter(Boolean)
    .join(", "),
  href: "/team",
});

const ADMINS = /\badmin(?:s|istrators?)?\b/i;
const ROLE_WORDS = { admin: ADMINS, viewer: /\bviewers?|guests?\b/i };

const list: Act = async (turn, roles) => {
  const { items } = await turn.use(members.list, { limit: 200 });
  const others = items.filter(({ isMe }) => !isMe);
  if (others.length === 0) return { text: "You work with nobody here yet. Invite people on the Team page." };
  const teams = await namedWorkspaces(turn, roles.workspace);
  if (!teams && roles.workspace) {
    const place = await findPlace(turn, roles.workspace);
    if (place && "conversation" in place) return showParticipants(turn, place.conversation);
    const one = await findWorkspace(turn, roles);
    if ("answer" in one) return one.answer;
  }
  const inAll = others.filter((member) => (teams ?? []).every(({ id }) => roleIn(member, id) !== undefined));
  const role = (["admin", "viewer"] as const).find((each) => ROLE_WORDS[each].test(turn.sentence));
  const found = role ? inAll.filter(({ memberships }) => hasRole(memberships, teams, role)) : inAll;
  return people(found, teams);
};

const hasRole = (memberships: Member["memberships"], teams: readonly Workspace[] | null, role: string) =>
  memberships.some(
    (membership) =>
      membership.role === role && (!teams || teams.some(({ id }) => id === membership.workspaceId)),
  );

function people(found: readonly Member[], teams: readonly Workspace[] | null): Answer {
  const where = teams ? ` in ${joinWords(teams.map(({ name }) => `'${name}'`))}` : "";
  if (found.length === 0) return { text: `No, there is nobody else${where}.` };
  const shown = joinWords(found.slice(0, 12).map(({ fullName }) => fullName));
  return {
    text: `${plural(found.length, "person", "people")} besides you${where}: ${shown}.`,
    cards: found.slice(0, 12).map(memberCard),
  };
}

/** 'Leadership', 'Leadership and Product', 'both workspaces'; null where none is named. */
async function namedWorkspaces(turn: Turn, words: string | undefined): Promise<Workspace[] | null> {
  const { items } = await turn.use(workspaces.list, { limit: 200 });
  const inSentence = items.filter(({ name }) => turn.sentence.toLowerCase().includes(name.toLowerCase()));
  if (/\bboth\b/i.test(words ?? turn.sentence) && items.length === 2) return items;
  if (inSentence.length > 1) return inSentence;
  const place = words ? await findPlace(turn, words) : null;
  if (place && "workspace" in place) return [place.workspace];
  return !words && inSentence.length === 1 ? inSentence : null;
}

const create: Act = async (_turn, { title }) => {
  if (!title) return asksFor("What shall the workspace be called?");
  const name = capital(title).slice(0, 100);
  return planOf(
    workspaces.create,
    { name },
    {
      order: `Create the workspace '${name}'`,
      answer: (made) => ({
        text: `The workspace '${made.name}' is created. You are its administrator.`,
        suggestions: [`invite somebody to ${made.name}`],
      }),
    },
  );
};

const leave: Act = async (turn, roles) => {
  const one = await findWorkspace(turn, roles);
  if ("answer" in one) return one.answer;
  const { id, name } = one.found;
  return planOf(
    workspaces.leave,
    { id },
    { order: `Leave the workspace '${name}'`, cards: [WORKSPACE.cardOf(one.found, turn)] },
  );
};

const listWorkspaces: Act = async (turn, roles) => {
  if (/^(?:who|anybody|anyone|is there any(?:body|one))\b/i.test(turn.sentence)) return list(turn, roles);
  const { items } = await turn.use(workspaces.list, { limit: 200 });
  if (items.length === 0) return { text: "You belong to no workspace yet." };
  return {
    text: `You belong to ${plural(items.length, "workspace")}: ${names(items.slice(0, 12))}.`,
    cards: items.slice(0, 12).map((each) => WORKSPACE.cardOf(each, turn)),
  };
};

const rename: Act = async (turn, roles) => {
  const one = await findWorkspace(turn, roles, isAdmin);
  if ("answer" in one) return one.answer;
  const workspace = one.found;
  if (!isAdmin(workspace)) return onlyAdmins(workspace);
  if (!roles.title) return asksFor(`What shall '${workspace.name}' be called?`);
  const { id, version } = workspace;
  const name = capital(roles.title).slice(0, 200);
  return planOf(
    workspaces.update,
    { id, version, name },
    { order: `Rename '${workspace.name}' to '${name}'`, cards: [WORKSPACE.cardOf(workspace, turn)] },
  );
};

export const TEAM_ACTS: Readonly<Record<string, Act>> = {
  "members.list": list,
  "members.remove": remove,
  "members.role": setRole,
  "workspaces.create": create,
  "workspaces.leave": leave,
  "workspaces.list": listWorkspaces,
  "workspaces.rename": rename,
};
