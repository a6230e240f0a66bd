import { randomUUID } from "node:crypto";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { calls } from "#features/communication/calls.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { newsFeeds } from "#features/daily-ops/tables.ts";
import { voiceCommands } from "#features/daily-ops/voice-commands.ts";
import { dataExports } from "#features/data-rights/tables.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents as documentRows } from "#features/documents/tables.ts";
import { mailAccounts } from "#features/email/account-tables.ts";
import { anAccount } from "#features/email/factory.ts";
import { cardAccounts as cardAccountRows } from "#features/integrations/tables.ts";
import { pushDevices } from "#features/settings/push-devices.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { proxies } from "#features/team/proxies.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../../assistant/assistant.ts";
import { chats } from "../../assistant/chats.ts";
import type { ChatMessageOnWire } from "../../assistant/model.ts";
import { projectLinks } from "../../project-links/project-links.ts";
import { registry } from "../../slices.ts";

type Asked = { chatId: string; answer: ChatMessageOnWire };
type MakeRecord = (owner: Person, server: TestDatabase, verb: string) => Promise<string>;

/**
 * How the laws create a record that belongs to a person; `verb` is the capability to test. A resource whose `create`
 * has an example needs nothing here.
 */
export const ownedRecordOf = (resource: string): MakeRecord | undefined =>
  BY_HAND[resource] ?? byExample(resource);

function byExample(resource: string): MakeRecord | undefined {
  const create = registry.get(`${resource}.create`);
  const example = create?.definition.example;
  if (!create || example === undefined) return undefined;
  const remove = registry.get(`${resource}.delete`);
  return async (owner, _server, verb) => {
    const id = idOf(await owner.invoke(create, example));
    if (remove && (verb === "trash" || verb === "restore")) await owner.invoke(remove, { id });
    return id;
  };
}

/** Resources without `create`, or whose record needs others first or is different for a verb. */
const BY_HAND: Readonly<Record<string, MakeRecord>> = {
  assistant: async (owner, _server, verb) => {
    const { answer } = (await owner.invoke(assistant.ask, { text: "create a task to call Anna" })) as Asked;
    if (verb === "undo") return answer.id;
    const asked = await owner.invoke(assistant.ask, { text: "delete the task call Anna" });
    return (asked as Asked).answer.proposal?.id ?? "";
  },
  approvals: async (owner, server) => {
    const task = idOf(await owner.invoke(tasks.create, { title: "Prepare the board deck" }));
    const agent = server.as({ ...owner, via: "api_key", isAgent: true });
    const waiting = await agent.invoke(tasks.delete, { id: task }).catch((refused: AppError) => refused);
    return waiting instanceof AppError ? (waiting.details.approval?.id ?? "") : "";
  },
  assistantChats: async (owner, _server, verb) => {
    const { chatId } = (await owner.invoke(assistant.ask, { text: "hello" })) as Asked;
    if (verb === "restore") await owner.invoke(chats.delete, { id: chatId });
    return chatId;
  },
  newsFeeds: async (owner, _server, verb) => {
    const feed = { userId: owner.userId, url: "https://news.example/feed", title: "News" };
    const deletedAt = verb === "restore" ? new Date() : null;
    const [row] = await owner.run(({ db }) =>
      db
        .insert(newsFeeds)
        .values({ ...feed, deletedAt })
        .returning(),
    );
    return idOf(row);
  },
  cardAccounts: async (owner) => {
    const signIn = { serverUrl: "https://cards.example", username: "ada", password: "sealed" };
    const [row] = await owner.run(({ db }) =>
      db
        .insert(cardAccountRows)
        .values({ ...signIn, name: "Office", userId: owner.userId })
        .returning(),
    );
    return idOf(row);
  },
  contactCards: async (owner) => idOf(await owner.invoke(contacts.create, { contactName: "Clara Voss" })),
  pushDevices: async (owner) => {
    const device = { endpoint: "https://push.example/1", p256dh: "B".repeat(87), auth: "a".repeat(22) };
    return idOf(await owner.invoke(pushDevices.add, device));
  },
  passkeys: async ({ userId }, { owner }) => {
    const { rows } = await owner.query(
      `insert into passkeys (user_id, name, credential_id, public_key)
       values ($1, 'Phone', gen_random_uuid()::text, 'AAAA') returning id`,
      [userId],
    );
    return idOf(rows[0]);
  },
  projectLinks: async (owner) => {
    const projectId = idOf(await owner.invoke(projects.create, { name: "Office move" }));
    const recordId = idOf(await owner.invoke(contacts.create, { contactName: "Clara Voss" }));
    return idOf(await owner.invoke(projectLinks.create, { projectId, kind: "contact", recordId }));
  },
  messages: async (owner) => {
    const conversation = await owner.invoke(conversations.create, { type: "group", title: "Board" });
    const message = { conversationId: idOf(conversation), content: "Can we talk at three?" };
    return idOf(await owner.invoke(messages.send, message));
  },
  calls: async (owner, server) => {
    const { userId, email } = await server.aUser();
    await owner.invoke(contacts.create, { contactName: "Clara Voss", contactEmail: email });
    const conversationId = idOf(await owner.invoke(conversations.openWith, { userId }));
    return idOf(await owner.invoke(calls.start, { conversationId, kind: "audio", peerId: randomUUID() }));
  },
  calendarAccounts: async ({ userId }, server) => {
    const { rows } = await server.owner.query(
      `insert into calendar_accounts (user_id, name, server_url, username, password)
       values ($1, 'Office', 'https://dav.example.com/', 'ada', '') returning id`,
      [userId],
    );
    return rows[0].id;
  },
  bookingPages: async (owner) => {
    const slug = `ada-${owner.userId.slice(0, 8)}`;
    return idOf(await owner.invoke(bookingPages.create, { slug, title: "Half an hour" }));
  },
  dataExports: async ({ userId, run }) =>
    idOf((await run(({ db }) => db.insert(dataExports).values({ userId, state: "ready" }).returning()))[0]),
  documents: async (owner, _server, verb) => {
    const { userId } = owner;
    const [row] = await owner.run(({ db }) =>
      db.insert(documentRows).values(aDocument({ userId })).returning(),
    );
    const id = idOf(row);
    if (verb === "trash") await owner.invoke(documents.delete, { id });
    return id;
  },
  mailAccounts: async ({ userId, run }) => {
    const account = anAccount({ userId, imapHost: "imap.aldermoor.invalid" });
    return idOf((await run(({ db }) => db.insert(mailAccounts).values(account).returning()))[0]);
  },
  invitations: async (owner) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    return idOf(await owner.invoke(invitations.create, { workspaceId, email: "carol@example.com" }));
  },
  decisions: async (owner, _server, verb) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    const id = idOf(await owner.invoke(decisions.create, { workspaceId, title: "Open the office" }));
    if (verb === "trash") await owner.invoke(decisions.delete, { id });
    return id;
  },
  papers: async (owner) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    const { userId } = owner;
    const [row] = await owner.run(({ db }) =>
      db.insert(documentRows).values(aDocument({ userId })).returning(),
    );
    const documentIds = [idOf(row)];
    await owner.invoke(decisions.create, { workspaceId, title: "Open the office", documentIds });
    return idOf(row);
  },
  proxies: async (owner, server) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    const { userId: proxyId } = await server.aUser();
    await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      workspaceId,
      proxyId,
    ]);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    return idOf(await owner.invoke(proxies.create, { workspaceId, proxyId, expiresAt }));
  },
  voiceCommands: async (owner) => idOf(await owner.invoke(voiceCommands.run, { text: "Add a task to rest" })),
  sessions: async ({ userId }, server) => {
    const { rows } = await server.owner.query(
      `insert into sessions (user_id, token_hash, expires_at)
       values ($1, gen_random_uuid()::text, now() + interval '1 day') returning id`,
      [userId],
    );
    return rows[0].id;
  },
};

/** The id in what `create` answered. */
export const idOf = (record: unknown) => Id.parse((record as { id: unknown }).id);
