import { hrefOf } from "#features/commitments/commitment-model.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { notFound } from "#platform/capability/errors.ts";
import { momentOf, plural } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import type { Roles } from "../act.ts";
import { stemsOf } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import type { RecordKind } from "../record-kinds.ts";

const nouns = (words: string) => new Set(stemsOf(words));
const LIMIT = 200;

export type Decision = Awaited<ReturnType<typeof decisions.get>>;
const decisionKind = (status?: "pending" | "completed"): RecordKind<Decision> => ({
  name: "decision",
  noun: status === "pending" ? "open decision" : "decision",
  nouns: nouns("decision vote voting ballot proposal poll question motion resolution election open"),
  get: (turn, id) => turn.use(decisions.get, { id }),
  list: async (turn) => (await turn.use(decisions.list, { limit: LIMIT, ...(status && { status }) })).items,
  textOf: ({ title, description, workspaceName }) => `${title} ${description ?? ""} ${workspaceName}`,
  titleOf: ({ title }) => title,
  cardOf: decisionCard,
});

export const ANY_DECISION = decisionKind();
export const OPEN_DECISION = decisionKind("pending");

export function decisionCard(decision: Decision, { clock }: Pick<Turn, "clock">): Card {
  const { id, title, workspaceName, outcome, voted, voters, deadline, status } = decision;
  const until = deadline && status === "voting" ? `until ${momentOf(deadline, clock)}` : null;
  return {
    kind: "decision",
    id,
    title,
    subtitle: [workspaceName, outcome ?? `${voted} of ${voters} voted`, until].filter(Boolean).join(", "),
    href: `/team?tab=decisions&decision=${id}`,
  };
}

export type Workspace = Awaited<ReturnType<typeof workspaces.get>>;
export const WORKSPACE: RecordKind<Workspace> = {
  name: "workspace",
  noun: "workspace",
  nouns: nouns("workspace team space group"),
  get: (turn, id) => turn.use(workspaces.get, { id }),
  list: async (turn) => (await turn.use(workspaces.list, { limit: LIMIT })).items,
  textOf: ({ name, description }) => `${name} ${description ?? ""}`,
  titleOf: ({ name }) => name,
  cardOf: ({ id, name, members }) => ({
    kind: "workspace",
    id,
    title: name,
    subtitle: plural(members, "member"),
    href: `/team?tab=workspaces&workspace=${id}`,
  }),
};

export type Conversation = Awaited<ReturnType<typeof conversations.get>>;
export const CHAT: RecordKind<Conversation> = {
  name: "conversation",
  noun: "conversation",
  nouns: nouns("conversation chat group channel thread room dm message"),
  get: (turn, id) => turn.use(conversations.get, { id }),
  list: (turn) => listChats(turn),
  textOf: ({ name }) => name,
  titleOf: ({ name }) => name,
  cardOf: chatCard,
};

export const listChats = async (turn: Turn): Promise<Conversation[]> =>
  (await turn.use(conversations.list, { limit: LIMIT })).items;

export function chatCard({ id, name, unreadCount, mutedUntil }: Conversation): Card {
  const facts = [unreadCount > 0 && `${unreadCount} unread`, mutedUntil && "muted"].filter(Boolean);
  return {
    kind: "conversation",
    id,
    title: name,
    subtitle: facts.join(", ") || null,
    href: `/communication?conversation=${id}`,
  };
}

type Invitation = Awaited<ReturnType<typeof invitations.list>>["items"][number] & {
  /** As the person's contacts call the address. */
  contactName: string;
};
export const INVITATION: RecordKind<Invitation> = {
  name: "invitation",
  noun: "open invitation",
  nouns: nouns("invitation invite link open workspace team"),
  get: async (turn, id) => {
    const found = (await listInvitations(turn)).find((each) => each.id === id);
    if (!found) throw notFound("Invitation");
    return found;
  },
  list: listInvitations,
  textOf: ({ invitedEmail, workspaceName, contactName }) =>
    `${invitedEmail.replaceAll(/[@._-]/g, " ")} ${invitedEmail} ${workspaceName} ${contactName}`,
  titleOf: ({ invitedEmail }) => invitedEmail,
  cardOf: ({ id, invitedEmail, workspaceName, expiresAt }, { clock }) => ({
    kind: "invitation",
    id,
    title: invitedEmail,
    subtitle: `to ${workspaceName}, until ${momentOf(expiresAt, clock)}`,
    href: "/team",
  }),
};

/** Names are only looked up of so many. */
const MAX_NAMED = 30;

export async function listInvitations(turn: Turn): Promise<Invitation[]> {
  const { items } = await turn.use(invitations.list, { limit: LIMIT });
  const named: Invitation[] = [];
  for (const [index, each] of items.entries()) {
    const { items: known } =
      index < MAX_NAMED
        ? await turn.use(contacts.list, { text: each.invitedEmail, limit: 1 })
        : { items: [] };
    named.push({ ...each, contactName: known[0]?.contactName ?? "" });
  }
  return named;
}

export type Commitment = Awaited<ReturnType<typeof commitments.get>>;
export const commitmentKind = (owedBy?: "me" | "them"): RecordKind<Commitment> => ({
  name: "commitment",
  noun: "open promise",
  nouns: nouns("promise commitment request thing open"),
  get: (turn, id) => turn.use(commitments.get, { id }),
  list: async (turn) =>
    (
      await turn.use(commitments.list, {
        states: ["open", "proposed"],
        limit: LIMIT,
        ...(owedBy && { owedBy }),
      })
    ).items,
  textOf: ({ what, partyName, party }) => `${what} ${partyName} ${(party ?? "").replaceAll(/[@._-]/g, " ")}`,
  titleOf: ({ what }) => what,
  cardOf: commitmentCard,
});

/** What is not met yet. */
export const listOwed = async (turn: Turn, owedBy?: "me" | "them"): Promise<Commitment[]> => {
  const filter = { states: ["open" as const, "proposed" as const], limit: LIMIT, ...(owedBy && { owedBy }) };
  return (await turn.use(commitments.list, filter)).items;
};

export function commitmentCard(commitment: Commitment, { clock }: Pick<Turn, "clock">): Card {
  const { id, what, partyName, owedBy, due, isLate } = commitment;
  const name = partyName || "somebody";
  const who = owedBy === "me" ? `you to ${name}` : `${name} to you`;
  const until = due ? `${isLate ? "late since" : "due"} ${momentOf(due, clock)}` : null;
  return {
    kind: "commitment",
    id,
    title: what,
    subtitle: [who, until].filter(Boolean).join(", "),
    href: hrefOf(commitment),
  };
}

/** What was picked among the cards of this kind after a question, or else the words of a role. */
export function roleOrPick(
  turn: Turn,
  kind: { name: string },
  roles: Roles,
  role: string,
): string | undefined {
  const { item } = roles;
  if (!item || role === "item" || !turn.previousCards.some((card) => card.kind === kind.name))
    return roles[role];
  const { place, isPointing } = readMention(item, new Set(), {
    now: turn.context.now,
    timeZone: turn.timeZone,
  });
  return place !== null || isPointing ? item : roles[role];
}
