import { randomUUID } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { z } from "zod";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFeeds } from "#features/calendar/calendar-feeds.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { calls } from "#features/communication/calls.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { newsFeeds } from "#features/daily-ops/tables.ts";
import { voiceCommands } from "#features/daily-ops/voice-commands.ts";
import { dataExports } from "#features/data-rights/tables.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents as documentRows } from "#features/documents/tables.ts";
import { uploads } from "#features/documents/uploads.ts";
import { emails } from "#features/email/emails.ts";
import { anAccount } from "#features/email/factory.ts";
import { mailSearches } from "#features/email/mail-searches.ts";
import { mailAccounts } from "#features/email/tables.ts";
import { templates } from "#features/email/templates.ts";
import { incomingHooks } from "#features/integrations/incoming-hooks.ts";
import { cardAccounts as cardAccountRows } from "#features/integrations/tables.ts";
import { webhooks } from "#features/integrations/webhooks.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { locations } from "#features/settings/locations.ts";
import { pushDevices } from "#features/settings/push-devices.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { proxies } from "#features/team/proxies.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { Id } from "#platform/capability/wire.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/mcp.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, type TestDatabase, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant/assistant.ts";
import { chats } from "../assistant/chats.ts";
import { memories } from "../assistant/memories.ts";
import type { ChatMessageOnWire } from "../assistant/model.ts";
import { registry } from "../slices.ts";

// The laws of docs/architecture.md, 7: they find every capability by themselves.

const house = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { aUser, as, services } = house;
/** Each wall is tried alone: here the queries have to ask for the owner by themselves. */
const withoutPolicies = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
await withoutPolicies.owner.query(`do $$ declare t regclass; begin
  for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %s disable row level security', t);
  end loop; end $$`);
const walls = [
  { wall: "with row-level security", where: house },
  { wall: "by its queries alone", where: withoutPolicies },
];
const atEachWall = <T>(cases: readonly T[]) =>
  walls.flatMap(({ wall, where }) => cases.map((each) => ({ ...each, wall, where })));

const routes = restRoutes(registry);
const capabilities = routes.map(({ capability, input }) => ({ name: capability.name, capability, input }));
const forPeople = capabilities.filter(({ capability }) => capability.definition.access !== "admin");
const takingId = forPeople.filter(({ input }) => input.properties?.id);
const adminsTakingId = capabilities.filter((each) => each.input.properties?.id && !forPeople.includes(each));
const asNobody = { actor: null, requestId: "law", address: null };

type Asked = { chatId: string; answer: ChatMessageOnWire };
type MakeRecord = (owner: Person, house: TestDatabase, verb: string) => Promise<string>;

/** How the laws make a record that belongs to a person, by resource; `verb` is what will be tried on it. */
const ownedRecords: Record<string, MakeRecord> = {
  assistant: async (owner, _house, verb) => {
    const { answer } = (await owner.invoke(assistant.ask, { text: "create a task to call Anna" })) as Asked;
    if (verb === "undo") return answer.id;
    const asked = await owner.invoke(assistant.ask, { text: "delete the task call Anna" });
    return (asked as Asked).answer.proposal?.id ?? "";
  },
  approvals: async (owner, house) => {
    const task = idOf(await owner.invoke(tasks.create, { title: "Prepare the board deck" }));
    const agent = house.as({ ...owner, via: "api_key", isAgent: true });
    const waiting = await agent.invoke(tasks.delete, { id: task }).catch((refused: AppError) => refused);
    return waiting instanceof AppError ? (waiting.details.approval?.id ?? "") : "";
  },
  assistantChats: async (owner, _house, verb) => {
    const { chatId } = (await owner.invoke(assistant.ask, { text: "hello" })) as Asked;
    if (verb === "restore") await owner.invoke(chats.delete, { id: chatId });
    return chatId;
  },
  assistantMemories: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(memories.create, { content: "I fly on Fridays" }));
    if (verb === "restore") await owner.invoke(memories.delete, { id });
    return id;
  },
  newsFeeds: async (owner, _house, verb) => {
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
  webhooks: async (owner, _house, verb) => {
    const hook = { name: "Desk", url: "https://hooks.example/adjutant", resources: ["tasks"] };
    const id = idOf(await owner.invoke(webhooks.create, hook));
    if (verb === "restore") await owner.invoke(webhooks.delete, { id });
    return id;
  },
  incomingHooks: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(incomingHooks.create, { name: "Monitor", makes: "task" }));
    if (verb === "restore") await owner.invoke(incomingHooks.delete, { id });
    return id;
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
  apiKeys: async (owner) => idOf(await owner.invoke(apiKeys.create, { name: "Agent", scopes: ["read"] })),
  contacts: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(contacts.create, { contactName: "Clara Voss" }));
    if (verb === "trash") await owner.invoke(contacts.delete, { id });
    return id;
  },
  conversations: async (owner) =>
    idOf(await owner.invoke(conversations.create, { type: "group", title: "Board preparation" })),
  messages: async (owner) => {
    const conversation = await owner.invoke(conversations.create, { type: "group", title: "Board" });
    const message = { conversationId: idOf(conversation), content: "Can we talk at three?" };
    return idOf(await owner.invoke(messages.send, message));
  },
  calls: async (owner, house) => {
    const { userId, email } = await house.aUser();
    await owner.invoke(contacts.create, { contactName: "Clara Voss", contactEmail: email });
    const conversationId = idOf(await owner.invoke(conversations.openWith, { userId }));
    return idOf(await owner.invoke(calls.start, { conversationId, kind: "audio", seat: randomUUID() }));
  },
  locations: async (owner) =>
    idOf(await owner.invoke(locations.create, { name: "Home", address: "12 Harbour Lane" })),
  events: async (owner, _house, verb) => {
    const times = { startTime: "2026-03-01T09:00:00Z", endTime: "2026-03-01T10:00:00Z" };
    const id = idOf(await owner.invoke(events.create, { title: "Weekly review", ...times }));
    if (verb === "trash") await owner.invoke(events.delete, { id });
    return id;
  },
  calendars: async (owner) => idOf(await owner.invoke(calendars.create, { name: "Team" })),
  calendarAccounts: async ({ userId }, house) => {
    const { rows } = await house.owner.query(
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
  calendarFeeds: async (owner) => idOf(await owner.invoke(calendarFeeds.create, { name: "Phone" })),
  dataExports: async ({ userId, run }) =>
    idOf((await run(({ db }) => db.insert(dataExports).values({ userId, state: "ready" }).returning()))[0]),
  documents: async (owner, _house, verb) => {
    const { userId } = owner;
    const [row] = await owner.run(({ db }) =>
      db.insert(documentRows).values(aDocument({ userId })).returning(),
    );
    const id = idOf(row);
    if (verb === "trash") await owner.invoke(documents.delete, { id });
    return id;
  },
  uploads: async (owner) => {
    const file = { fileName: "lease.txt", fileSize: 3, sha256: "0".repeat(64), fields: { title: "Lease" } };
    return idOf(await owner.invoke(uploads.create, file));
  },
  notifications: async (owner) => idOf(await owner.invoke(notifications.create, { title: "Call Anna" })),
  emails: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(emails.create, { subject: "Figures", body: "See below." }));
    if (verb === "trash") await owner.invoke(emails.delete, { id });
    return id;
  },
  mailAccounts: async ({ userId, run }) => {
    const account = anAccount({ userId, imapHost: "imap.aldermoor.invalid" });
    return idOf((await run(({ db }) => db.insert(mailAccounts).values(account).returning()))[0]);
  },
  mailSearches: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(mailSearches.create, { name: "Board", query: "from:clara" }));
    if (verb === "trash") await owner.invoke(mailSearches.delete, { id });
    return id;
  },
  templates: async (owner, _house, verb) => {
    const template = { name: "Thanks", subject: "Thank you", body: "It was good to see you." };
    const id = idOf(await owner.invoke(templates.create, template));
    if (verb === "trash") await owner.invoke(templates.delete, { id });
    return id;
  },
  projects: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(projects.create, { name: "Annual report" }));
    if (verb === "trash") await owner.invoke(projects.delete, { id });
    return id;
  },
  tasks: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(tasks.create, { title: "Prepare the board deck" }));
    if (verb === "trash") await owner.invoke(tasks.delete, { id });
    return id;
  },
  workspaces: async (owner) => idOf(await owner.invoke(workspaces.create, { name: "Leadership" })),
  invitations: async (owner) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    return idOf(await owner.invoke(invitations.create, { workspaceId, email: "carol@example.com" }));
  },
  decisions: async (owner, _house, verb) => {
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
  proxies: async (owner, house) => {
    const workspaceId = idOf(await owner.invoke(workspaces.create, { name: "Leadership" }));
    const { userId: proxyId } = await house.aUser();
    await house.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      workspaceId,
      proxyId,
    ]);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    return idOf(await owner.invoke(proxies.create, { workspaceId, proxyId, expiresAt }));
  },
  voiceCommands: async (owner) => idOf(await owner.invoke(voiceCommands.run, { text: "Add a task to rest" })),
  sessions: async ({ userId }, house) => {
    const { rows } = await house.owner.query(
      `insert into sessions (user_id, token_hash, expires_at)
       values ($1, gen_random_uuid()::text, now() + interval '1 day') returning id`,
      [userId],
    );
    return rows[0].id;
  },
};

/** Lists of what lies in another record name that record: how to name the one that the record above lies in. */
const listedWithin: Record<string, (owner: Person, id: string) => Promise<Record<string, unknown>>> = {
  papers: async (owner) => {
    const { items } = (await owner.invoke(decisions.list)) as { items: { id: string }[] };
    return { decisionId: idOf(items[0]) };
  },
  messages: async (owner, id) => {
    const { conversationId } = (await owner.invoke(messages.get, { id })) as { conversationId: string };
    return { conversationId };
  },
};

/** The id in what `create` answered. */
const idOf = (record: unknown) => Id.parse((record as { id: unknown }).id);

test.for(capabilities.filter(({ capability }) => capability.definition.access !== "anyone"))(
  "$name refuses the signed-out",
  async ({ capability, input }) => {
    await expect(invoke(services, capability, sampleInput(input), asNobody)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  },
);

test.for(capabilities.filter(({ capability }) => capability.definition.access === "admin"))(
  "$name is forbidden to everyone but administrators",
  async ({ capability, input }) => {
    const bob = as(await aUser());
    await expect(bob.invoke(capability, sampleInput(input))).rejects.toMatchObject({ code: "forbidden" });
  },
);

test.for(capabilities)("$name refuses fields that it does not know", ({ capability }) => {
  const schema = capability.definition.input as z.ZodType;
  expect(schema.safeParse({ userId: randomUUID(), thisFieldIsUnknown: 1 }).success).toBe(false);
});

test.for(atEachWall(takingId))(
  "$name answers not_found for an id that is Ada's when Bob asks, $wall",
  async ({ capability, input, where }) => {
    const [ada, bob] = [where.as(await where.aUser()), where.as(await where.aUser())];
    const record = ownedRecords[capability.resource];
    if (!record) throw new Error(`Say below how to make a record of '${capability.resource}'`);
    const id = await record(ada, where, capability.verb);
    await expect(bob.invoke(capability, sampleInput(input, { id }))).rejects.toMatchObject({
      code: "not_found",
    });
  },
);

test.for(takingId)("$name answers not_found for an id that nobody has", async ({ capability, input }) => {
  const bob = as(await aUser());
  const id = randomUUID();
  await expect(bob.invoke(capability, sampleInput(input, { id }))).rejects.toMatchObject({
    code: "not_found",
  });
});

test.for(adminsTakingId)(
  "$name answers an administrator not_found for an id that nobody has",
  async (each) => {
    const boss = await aUser({ roles: ["admin"] });
    const credentialId = (await ownedRecords.sessions?.(as(boss), house, "")) ?? null;
    const input = sampleInput(each.input, { id: randomUUID() });
    await expect(as({ ...boss, credentialId }).invoke(each.capability, input)).rejects.toMatchObject({
      code: "not_found",
    });
  },
);

const lists = forPeople.filter(({ capability }) => ["list", "trash"].includes(capability.verb));

test.for(atEachWall(lists))(
  "$name never shows Bob what is Ada's, $wall",
  async ({ capability, input, where }) => {
    const [ada, bob] = [where.as(await where.aUser()), where.as(await where.aUser())];
    const id = await ownedRecords[capability.resource]?.(ada, where, capability.verb);
    const place = id && (await listedWithin[capability.resource]?.(ada, id));
    const asked = sampleInput(input, place || {});
    const mine = JSON.stringify(await ada.invoke(capability, asked));
    if (id) expect(mine).toContain(id);
    if (place)
      return expect(bob.invoke(capability, asked)).rejects.toMatchObject({
        code: "not_found",
      });
    const theirs = JSON.stringify(await bob.invoke(capability, asked));
    expect(theirs).not.toContain(id ?? ada.userId);
  },
);

test("the OpenAPI document is valid 3.1 and names every capability once", async () => {
  const document = openApiDocument(routes, "http://127.0.0.1:3000");
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    operationId: string;
  }[];
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...registry.keys()].sort());
});

test("tool names fit 64 characters of the allowed alphabet", () => {
  for (const name of agentTools(registry).keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

test("every capability says in one sentence what it does", () => {
  for (const { definition, name } of registry.values() as Iterable<AnyCapability>)
    expect(definition.summary, name).toMatch(/^[A-Z].{9,}[^.]$/);
});
