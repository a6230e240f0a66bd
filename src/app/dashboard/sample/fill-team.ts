import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { conversationParticipants, conversations, messages } from "#features/communication/tables.ts";
import { contacts } from "#features/contacts/tables.ts";
import {
  decisionVotes,
  teamDecisions,
  teamInvitations,
  workspaceMembers,
  workspaces,
} from "#features/team/tables.ts";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import { addressOf, COLLEAGUES, type Colleague, OUTSIDERS, type Outsider } from "./people.ts";
import type { SamplePlan } from "./plan-sample.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import { CONVERSATIONS, WORKSPACES } from "./sample-conversations.ts";
import type { SampleWriter } from "./sample-writer.ts";

type Participant = Colleague | "me";
type NewMessage = typeof messages.$inferInsert & { id: string };
type NewVote = typeof decisionVotes.$inferInsert;

/** Actions of the colleagues, run later in their own name. */
type PendingActions = { votes: NewVote[]; messages: NewMessage[] };

/** Colleagues, workspaces with decisions, conversations and contacts. */
export async function fillTeam(
  writer: SampleWriter,
  plan: SamplePlan,
  calendar: SampleCalendar,
): Promise<void> {
  const people = await addColleagues(writer, plan.colleagues);
  const pendingActions = new Map<Participant, PendingActions>(
    [...people.keys()].map((participant) => [participant, { votes: [], messages: [] }]),
  );
  const completed = await addWorkspaces(writer, people, pendingActions, calendar);
  // Before the conversations: only contacts or colleagues can be added to one.
  await addContacts(writer, calendar);
  await addConversations(writer, plan.activeChats, people, pendingActions, calendar);
  for (const [participant, done] of pendingActions)
    await writer.as(people.get(participant) ?? writer.userId, () =>
      runAs(writer, people.get(participant), done, calendar),
    );
  if (completed.length > 0)
    await writer.db
      .update(teamDecisions)
      .set({ status: "completed", completionReason: "deadline" })
      .where(inArray(teamDecisions.id, completed));
  await readUntilOwnLines(writer);
}

async function addColleagues(writer: SampleWriter, count: number): Promise<Map<Participant, string>> {
  const colleagues = COLLEAGUES.slice(0, count).map(({ key, name }) => ({
    key,
    id: randomUUID(),
    name,
    email: addressOf(key, writer.userId),
  }));
  await writer.db.execute(sql`select add_sample_colleagues(${JSON.stringify(colleagues)}::jsonb)`);
  writer.remember("users", colleagues);
  return new Map<Participant, string>([
    ["me", writer.userId],
    ...colleagues.map(({ key, id }) => [key, id] as const),
  ]);
}

/** Creates the workspaces, invitations and decisions with votes; returns the decisions to complete at the end. */
async function addWorkspaces(
  writer: SampleWriter,
  people: Map<Participant, string>,
  pendingActions: Map<Participant, PendingActions>,
  calendar: SampleCalendar,
): Promise<string[]> {
  const { db, userId } = writer;
  const createdWorkspaces = WORKSPACES.map((workspace, n) => ({
    ...workspace,
    id: randomUUID(),
    createdAt: calendar.at(-120 + n * 40, "09:00"),
  }));
  const ids = createdWorkspaces.map(({ id }) => id);
  await writer.insert(
    workspaces,
    createdWorkspaces.map(({ id, name, description, createdAt }) => ({
      id,
      name,
      description,
      createdAt,
      createdBy: userId,
    })),
  );
  await db.insert(workspaceMembers).values(
    ids.map((workspaceId) => ({
      workspaceId,
      userId,
      role: "admin" as const,
      state: "active" as const,
      joinedAt: calendar.at(-120, "09:00"),
    })),
  );
  await inviteMembers(writer, people, createdWorkspaces, calendar);
  return addDecisions(writer, people, pendingActions, createdWorkspaces, calendar);
}

type FoundedWorkspace = (typeof WORKSPACES)[number] & { id: string };

async function inviteMembers(
  { db, userId }: SampleWriter,
  people: Map<Participant, string>,
  createdWorkspaces: readonly FoundedWorkspace[],
  calendar: SampleCalendar,
): Promise<void> {
  const invited = createdWorkspaces.flatMap(({ id, members }) =>
    Object.entries(members).flatMap(([participant, role]) => {
      const person = people.get(participant as Colleague);
      return person ? [{ workspaceId: id, userId: person, role, state: "invited" as const }] : [];
    }),
  );
  if (invited.length > 0) await db.insert(workspaceMembers).values(invited);
  // Nobody has its link, so it stays pending like a real unanswered invitation.
  if (createdWorkspaces[0])
    await db.insert(teamInvitations).values({
      workspaceId: createdWorkspaces[0].id,
      invitedBy: userId,
      invitedEmail: addressOf("peter", userId),
      invitedRole: "viewer",
      welcomeMessage: "So that you can follow our decisions before the board meets.",
      tokenHash: tokenHash(newToken()),
      createdAt: calendar.at(-2, "16:20"),
      sentAt: calendar.at(-2, "16:20"),
      expiresAt: calendar.at(5, "16:20"),
    });
}

/** Puts the decisions to the vote; gives those that are to be completed at the end. */
async function addDecisions(
  writer: SampleWriter,
  people: Map<Participant, string>,
  pendingActions: Map<Participant, PendingActions>,
  createdWorkspaces: readonly FoundedWorkspace[],
  calendar: SampleCalendar,
): Promise<string[]> {
  const { userId } = writer;
  const decisionRows = createdWorkspaces.flatMap(({ id: workspaceId, decisions }) =>
    decisions.map((decision) => ({ ...decision, id: randomUUID(), workspaceId })),
  );
  await writer.insert(
    teamDecisions,
    decisionRows.map(({ votes: _, isCompleted: __, deadline, ...decision }, n) => ({
      ...decision,
      createdBy: userId,
      deadline: calendar.at(deadline, "18:00"),
      createdAt: calendar.at(Math.min(deadline, 0) - 4 - n, "11:00"),
    })),
  );
  for (const { id, workspaceId, votes } of decisionRows)
    for (const [participant, [vote, comment]] of Object.entries(votes)) {
      const person = people.get(participant as Participant);
      if (person)
        pendingActions
          .get(participant as Participant)
          ?.votes.push({ decisionId: id, workspaceId, userId: person, vote, comment: comment || null });
    }
  return decisionRows.filter(({ isCompleted }) => isCompleted).map(({ id }) => id);
}

async function addConversations(
  writer: SampleWriter,
  active: number,
  people: Map<Participant, string>,
  pendingActions: Map<Participant, PendingActions>,
  calendar: SampleCalendar,
): Promise<void> {
  const chosen = [
    ...CONVERSATIONS.filter((conversation) => !conversation.isArchived).slice(0, active),
    ...CONVERSATIONS.filter((conversation) => conversation.isArchived),
  ];
  const conversationRows = chosen.map((conversation, n) => {
    const endedMinutesAgo = conversation.isArchived ? 60 * 24 * 40 : 18 + n * n * 340;
    const timeOf = (line: number) =>
      calendar.minutesAgo(endedMinutesAgo + (conversation.lines.length - 1 - line) * 7);
    const lines = conversation.lines.filter(([participant]) => people.has(participant));
    return { ...conversation, id: randomUUID(), timeOf, lines };
  });
  await writer.insert(
    conversations,
    conversationRows.map(({ id, title, type, isArchived, timeOf, lines, with: [other] }) => ({
      id,
      title,
      type,
      isArchived,
      pair: type === "direct" && other ? pairOf(writer.userId, people.get(other) ?? id) : null,
      createdBy: writer.userId,
      lastMessageAt: timeOf(lines.length - 1),
      createdAt: timeOf(-1),
    })),
  );
  await writer.db.insert(conversationParticipants).values(
    conversationRows.flatMap(({ id, timeOf, with: others }) =>
      (["me", ...others] as Participant[]).flatMap((participant) => {
        const userId = people.get(participant);
        return userId ? [{ conversationId: id, userId, joinedAt: timeOf(-1), activeAt: timeOf(-1) }] : [];
      }),
    ),
  );
  for (const { id: conversationId, lines, timeOf } of conversationRows)
    for (const [n, [participant, content]] of lines.entries())
      pendingActions.get(participant)?.messages.push({
        id: randomUUID(),
        conversationId,
        senderId: people.get(participant) ?? writer.userId,
        content,
        updatedAt: timeOf(n),
        createdAt: timeOf(n),
      });
}

/** The `pair` key of a direct conversation: both user ids, sorted. */
const pairOf = (...two: [string, string]) => two.toSorted().join(":");

/** Messages by others after the owner's last message are unread. */
async function readUntilOwnLines({ db, userId }: SampleWriter): Promise<void> {
  await db.execute(sql`
    update conversation_participants p set last_read_at = mine.at, version = version + 1, unread_count =
      (select count(*) from messages m where m.conversation_id = p.conversation_id and m.created_at > mine.at)
    from (select conversation_id, max(created_at) as at from messages where sender_id = ${userId} group by 1) mine
    where p.user_id = ${userId} and p.conversation_id = mine.conversation_id`);
  await db.execute(markRead(userId));
}

const markRead = (userId: string) =>
  sql`select mark_messages_read(conversation_id, last_read_at) from conversation_participants
    where user_id = ${userId} and last_read_at is not null`;

async function runAs(
  writer: SampleWriter,
  userId: string | undefined,
  done: PendingActions,
  calendar: SampleCalendar,
) {
  const { db } = writer;
  if (userId && userId !== writer.userId)
    await db
      .update(workspaceMembers)
      .set({ state: "active", joinedAt: calendar.at(-100, "09:30") })
      .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.state, "invited")));
  if (done.votes.length > 0) await db.insert(decisionVotes).values(done.votes);
  if (done.messages.length > 0) await db.insert(messages).values(done.messages);
  if (userId === undefined || userId === writer.userId) return;
  // Colleagues have read whatever there is so far.
  await db
    .update(conversationParticipants)
    .set({ lastReadAt: writer.now, unreadCount: 0 })
    .where(eq(conversationParticipants.userId, userId));
  await db.execute(markRead(userId));
}

async function addContacts(writer: SampleWriter, calendar: SampleCalendar): Promise<void> {
  const colleagueContacts = COLLEAGUES.map(({ key, name }) => ({ key, name, relationship: "colleague" }));
  const outside = Object.entries(OUTSIDERS).map(([key, { name, relationship }]) => ({
    key: key as Outsider,
    name,
    relationship,
  }));
  await writer.insert(
    contacts,
    [...colleagueContacts, ...outside].map(({ key, name, relationship }, n) => ({
      id: randomUUID(),
      userId: writer.userId,
      contactName: name,
      contactEmail: addressOf(key, writer.userId),
      relationship,
      isFavorite: n % 6 === 0,
      lastContactedAt: calendar.at(-1 - (n % 12), "15:10"),
      createdAt: calendar.at(-200 + n, "10:00"),
    })),
  );
}
