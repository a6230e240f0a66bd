import { expect, test } from "vitest";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { adminContacts } from "./admin-contacts.ts";
import { adminConversations } from "./admin-conversations.ts";
import { adminCounters } from "./admin-counters.ts";
import { adminUsers } from "./admin-users.ts";
import { adminInstance } from "./browsers.factory.ts";
import { systemDatabase } from "./system-database.ts";

const { server, boss, lastAudit } = await adminInstance();
const { as, aUser, owner } = server;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Builder" }));

type Listed = { items: { id: string; [field: string]: unknown }[]; nextCursor: string | null };

const list = (capability: unknown, input = {}) => boss.invoke(capability, input) as Promise<Listed>;

async function aContact(person: Person, name: string, email: string): Promise<string> {
  const { rows } = await owner.query(
    "insert into contacts (user_id, contact_name, contact_email) values ($1, $2, $3) returning id",
    [person.userId, name, email],
  );
  return rows[0].id;
}

let count = 0;

/** Each a second after the last one. */
async function aConversation(title: string, ...people: Person[]): Promise<string> {
  count += 1;
  const { rows } = await owner.query(
    `insert into conversations (title, type, created_by, created_at)
     values ($1, 'group', $2, clock_timestamp() + make_interval(secs => $3)) returning id`,
    [title, people[0]?.userId, count],
  );
  for (const { userId } of people)
    await owner.query("insert into conversation_participants (conversation_id, user_id) values ($1, $2)", [
      rows[0].id,
      userId,
    ]);
  return rows[0].id;
}

test("ADMIN-01, ADMIN-03, ADMIN-12, ADMIN-17: the counters count everybody's rows", async () => {
  const before = (await boss.invoke(adminCounters.get)) as Record<string, number>;
  await aContact(ada, "Clara Voss", "clara@example.com");
  await aConversation("Budget", ada, bob);
  await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, 'Minutes', 'minutes.txt', 'text/plain', 5, 'key', 'hash')`,
    [bob.userId],
  );
  await aUser();
  expect(await boss.invoke(adminCounters.get)).toEqual({
    users: (before.users ?? 0) + 1,
    conversations: (before.conversations ?? 0) + 1,
    contacts: (before.contacts ?? 0) + 1,
    documents: (before.documents ?? 0) + 1,
  });
});

test("ADMIN-04, ADMIN-13: accounts with id, address, name, role and date, newest first, page by page", async () => {
  const newest = await aUser({ fullName: "Newest Person" });
  const first = await list(adminUsers.list, { limit: 2 });
  expect(first.items[0]).toEqual({
    id: newest.userId,
    email: newest.email,
    fullName: "Newest Person",
    role: "user",
    createdAt: expect.any(String),
    addressState: "vouched",
    addressReason: "administrator",
    addressBy: null,
    addressAt: null,
  });
  const seen = first.items.map(({ id }) => id);
  for (let cursor = first.nextCursor; cursor; ) {
    const page = await list(adminUsers.list, { limit: 2, cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const { rows } = await owner.query("select count(distinct user_id)::int from user_roles");
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBe(rows[0].count);
});

test("ADMIN-04: accounts are found by name and address; wildcards are literal; an invalid cursor is refused", async () => {
  expect((await list(adminUsers.list, { text: "lovelace" })).items.map(({ id }) => id)).toEqual([ada.userId]);
  expect((await list(adminUsers.list, { text: bob.email })).items).toHaveLength(1);
  expect((await list(adminUsers.list, { text: "%" })).items).toEqual([]);
  await expect(list(adminUsers.list, { cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid" });
});

test("the colleagues of a sample workspace are not accounts", async () => {
  await owner.query("insert into users (id, email) values (gen_random_uuid(), 'nobody@sample.example')");
  await owner.query(
    "insert into profiles (user_id, email) select id, email from users where email = 'nobody@sample.example'",
  );
  expect((await list(adminUsers.list, { text: "nobody@sample" })).items).toEqual([]);
});

test("ADMIN-05, ADMIN-11, ADMIN-15: an administrator finds anybody's contact, deletes it and undoes that", async () => {
  const id = await aContact(ada, "Dora Maar", "dora@example.com");
  const [found] = (await list(adminContacts.list, { text: "dora" })).items;
  expect(found).toMatchObject({
    id,
    contactName: "Dora Maar",
    contactEmail: "dora@example.com",
    userId: ada.userId,
    ownerName: "Ada Lovelace",
    ownerEmail: ada.email,
  });
  await boss.invoke(adminContacts.delete, { id });
  expect((await list(adminContacts.list, { text: "dora" })).items).toEqual([]);
  await expect(boss.invoke(adminContacts.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  await boss.invoke(adminContacts.restore, { id });
  expect((await list(adminContacts.list, { text: "dora" })).items).toHaveLength(1);
  await expect(boss.invoke(adminContacts.restore, { id })).rejects.toMatchObject({ code: "not_found" });
  await boss.invoke(adminContacts.delete, { id });
  await undoLastAction(server, boss, adminContacts);
  expect((await list(adminContacts.list, { text: "dora" })).items).toHaveLength(1);
  const { rows } = await owner.query(
    "select resource from announcements where user_id = $1 and $2 = any(record_ids)",
    [ada.userId, id],
  );
  expect(rows).toContainEqual({ resource: "contacts" });
});

test("ADMIN-06, ADMIN-11: a conversation is deleted with an audited reason, and can be restored", async () => {
  const id = await aConversation("Quarrel", ada, bob);
  await expect(boss.invoke(adminConversations.delete, { id, reason: "  " })).rejects.toMatchObject({
    details: { fields: { reason: "Please say why" } },
  });
  await boss.invoke(adminConversations.delete, { id, reason: "Asked for by both" });
  expect(await lastAudit()).toMatchObject({
    capability: "adminConversations.delete",
    user_id: boss.userId,
    record_ids: [id],
    reason: "Asked for by both",
    undo: { capability: "adminConversations.restore", input: { id } },
  });
  const { rows } = await owner.query(
    "select user_id from announcements where resource = 'conversations' and $1 = any(record_ids)",
    [id],
  );
  expect(rows.map(({ user_id }) => user_id).sort()).toEqual([ada.userId, bob.userId].sort());
  expect((await list(adminConversations.list, { text: "quarrel" })).items).toEqual([]);
  await boss.invoke(adminConversations.restore, { id });
  expect((await list(adminConversations.list, { text: "quarrel" })).items).toHaveLength(1);
});

test("ADMIN-11: nobody reads a deleted conversation; the two may start another, and the old one can be restored", async () => {
  const [eve, dan] = [as(await aUser()), as(await aUser())];
  await owner.query(
    `with founded as (insert into workspaces (name, created_by) values ('Aldermoor', $1) returning id)
     insert into workspace_members (workspace_id, user_id, role, state)
     select id, person, 'member', 'active' from founded, unnest(array[$1, $2]::uuid[]) person`,
    [eve.userId, dan.userId],
  );
  const open = () => eve.invoke(conversations.openWith, { userId: dan.userId }) as Promise<{ id: string }>;
  const { id } = await open();
  await eve.invoke(messages.send, { conversationId: id, content: "Between us" });
  await boss.invoke(adminConversations.delete, { id, reason: "Asked for" });
  await expect(eve.invoke(conversations.get, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(dan.invoke(messages.list, { conversationId: id })).rejects.toMatchObject({
    code: "not_found",
  });
  const found = await dan.run(({ db }) => db.execute("select * from search_messages('between', 10)"));
  expect(found.rows).toEqual([]);
  await boss.invoke(adminConversations.restore, { id });
  expect(JSON.stringify(await dan.invoke(messages.list, { conversationId: id }))).toContain("Between us");
  expect((await open()).id).toBe(id);
  await boss.invoke(adminConversations.delete, { id, reason: "Asked for" });
  const second = await open();
  expect(second.id).not.toBe(id);
  await boss.invoke(adminConversations.restore, { id });
  expect((await open()).id).toBe(second.id);
  expect(await dan.invoke(conversations.get, { id })).toMatchObject({ id });
});

test("ADMIN-06, ADMIN-16: the latest 50 conversations, newest first, without message content", async () => {
  for (let number = 1; number <= 51; number += 1) await aConversation(`Round ${number}`, ada, bob);
  const { items } = await list(adminConversations.list);
  expect(items).toHaveLength(50);
  expect(items[0]).toEqual({
    id: expect.any(String),
    title: "Round 51",
    type: "group",
    createdBy: ada.userId,
    creatorName: "Ada Lovelace",
    creatorEmail: ada.email,
    people: 2,
    createdAt: expect.any(String),
  });
  expect(items.at(-1)?.title).toBe("Round 2");
});

test("D38: views by administrators are in the audit log", async () => {
  await boss.invoke(adminContacts.list);
  expect(await lastAudit()).toMatchObject({
    capability: "adminContacts.list",
    effect: "read",
    user_id: boss.userId,
    outcome: "done",
  });
});

test("ADMIN-07, DEBUG-07: the database page shows this instance's own database", async () => {
  expect(await boss.invoke(systemDatabase.facts)).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    name: expect.stringContaining("test_"),
    size: expect.any(Number),
    startedAt: expect.stringMatching(/^\d{4}-/),
    tables: expect.arrayContaining([{ name: "tasks", rows: expect.any(Number), size: expect.any(Number) }]),
  });
});
