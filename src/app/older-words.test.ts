import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contactCards } from "#features/contacts/contact-cards.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { mailSearches } from "#features/email/mail-searches.ts";
import { templates } from "#features/email/templates.ts";
import { locations } from "#features/settings/locations.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { memories } from "./assistant/memories.ts";

// Rows from before provenance are of unknown origin, unless the audit log proves them their person's own.

const server = await testDatabase();
const { owner } = server;
const statement = readFileSync(join(import.meta.dirname, "functions/words-of-older-releases.sql"), "utf8");
const idOf = (record: unknown) => (record as { id: string }).id;

const TABLES = [
  ...["tasks", "projects", "assistant_memories", "contacts", "events", "calendars"],
  ...["user_locations", "booking_pages", "email_templates", "mail_searches"],
];

/** As the upgrade finds it: every row of unknown origin, every address new. */
async function asBefore(): Promise<void> {
  for (const table of TABLES) {
    await owner.query(`update ${table} set provenance = 'outside'`);
    await owner.query(`comment on column ${table}.provenance is null`);
  }
  await owner.query("update contacts set is_confirmed = false");
}

const originOf = async (table: string, id: string) =>
  (await owner.query(`select provenance from ${table} where id = $1`, [id])).rows[0]?.provenance;

async function taskOf(person: Person): Promise<string> {
  return idOf(await person.invoke(tasks.create, { title: "Call the bank" }));
}

test("text written and edited by a person before the upgrade is theirs; all else stays of unknown origin", async () => {
  const ada = server.as(await server.aUser());
  const script = server.as({ ...ada, via: "api_key", credentialId: null });
  const own = await taskOf(ada);
  await ada.invoke(tasks.update, { id: own, version: 1, title: "Call the bank today" });
  const memory = idOf(await ada.invoke(memories.create, { content: "I fly on Fridays" }));
  const byKey = await taskOf(script);
  const changedByKey = await taskOf(ada);
  await script.invoke(tasks.update, { id: changedByKey, version: 1, title: "Pay Mallory" });
  const conversationId = idOf(await ada.invoke(conversations.create, { type: "group", title: "Board" }));
  const message = idOf(await ada.invoke(messages.send, { conversationId, content: "Pay Mallory" }));
  await ada.invoke(messages.convert, { id: message, kind: "task", timeZone: "UTC" });
  const { rows } = await owner.query(
    "insert into tasks (user_id, title, position) values ($1, 'Hooked', 1) returning id",
    [ada.userId],
  );
  const ofRun = await taskOf(ada);
  await owner.query(
    `with chat as (insert into assistant_chats (user_id, title) values ($1, 'A') returning id)
     insert into assistant_messages (user_id, chat_id, role, content, undo)
       select $1, id, 'assistant', 'Done', $2 from chat`,
    [ada.userId, JSON.stringify([{ capability: "tasks.delete", input: { ids: [ofRun] } }])],
  );
  await asBefore();
  await owner.query(statement);
  expect(await originOf("tasks", own)).toBe("person");
  expect(await originOf("assistant_memories", memory)).toBe("person");
  for (const id of [byKey, changedByKey, idOf(rows[0]), ofRun])
    expect(await originOf("tasks", id)).toBe("outside");
  const { rows: made } = await owner.query("select provenance from tasks where title ilike '%Mallory%'");
  expect(made.map(({ provenance }) => provenance)).toEqual(["outside", "outside"]);
});

test("it runs once: later changes by anything else stay marked at the next start", async () => {
  const ada = server.as(await server.aUser());
  const id = await taskOf(ada);
  await asBefore();
  await owner.query(statement);
  await owner.query("update tasks set description = 'Ask Mallory' where id = $1", [id]);
  expect(await originOf("tasks", id)).toBe("outside");
  await owner.query(statement);
  expect(await originOf("tasks", id)).toBe("outside");
});

const home = {
  locationType: "home",
  name: "Home",
  address: "Quay 1",
  latitude: 1,
  longitude: 1,
  isPrimary: true,
};
const lunch = { startTime: "2026-03-01T09:00:00Z", endTime: "2026-03-01T10:00:00Z" };

test("contacts, events and other text written on pages are the person's own; cards, syncs, guests and jobs are not", async () => {
  const ada = server.as(await server.aUser());
  const contactOf = async (contactName: string) =>
    idOf(await ada.invoke(contacts.create, { contactName, contactEmail: `${contactName}@example.com` }));
  const eventOf = async (title: string) => idOf(await ada.invoke(events.create, { title, ...lunch }));
  const own: [string, string][] = [
    ["contacts", await contactOf("bob")],
    ["events", await eventOf("Lunch")],
    ["calendars", idOf(await ada.invoke(calendars.create, { name: "Harbour" }))],
    ["user_locations", idOf(await ada.invoke(locations.create, home))],
    [
      "email_templates",
      idOf(await ada.invoke(templates.create, { name: "Thanks", subject: "T", body: "B" })),
    ],
    ["mail_searches", idOf(await ada.invoke(mailSearches.create, { name: "Boats", query: "boat" }))],
  ];
  const [synced, merged, linked, changed, invited, distant] = [
    await contactOf("card"),
    await contactOf("merged"),
    await contactOf("linked"),
    await contactOf("changed"),
    await eventOf("Invited"),
    await eventOf("Distant"),
  ];
  const card = ["BEGIN:VCARD", "VERSION:3.0", "UID:zoe", "FN:Zoe", "EMAIL:zoe@example.com", "END:VCARD"];
  await ada.invoke(contactCards.import, { text: card.join("\r\n") });
  await ada.invoke(contacts.merge, { id: merged, ids: [await contactOf("taken")] });
  await owner.query("update contacts set card_uid = 'u1' where id = $1", [synced]);
  await owner.query(
    `insert into remote_objects (user_id, source_id, kind, remote_id, record_id) values ($1, $1, 'contacts', 'r', $2)`,
    [ada.userId, linked],
  );
  await owner.query(
    "update contacts set note = 'Pay Mallory', updated_at = now() + interval '1 hour' where id = $1",
    [changed],
  );
  await owner.query("update events set organizer = 'mallory@evil.example' where id = $1", [invited]);
  await owner.query("update events set href = '/a.ics' where id = $1", [distant]);
  await asBefore();
  await owner.query(statement);
  for (const [table, id] of own) expect([table, await originOf(table, id)]).toEqual([table, "person"]);
  for (const id of [synced, merged, linked, changed]) expect(await originOf("contacts", id)).toBe("outside");
  for (const id of [invited, distant]) expect(await originOf("events", id)).toBe("outside");
  const { rows } = await owner.query(
    "select contact_name as name from contacts where user_id = $1 and is_confirmed order by 1",
    [ada.userId],
  );
  expect(rows).toEqual([{ name: "bob" }]);
  expect(await ada.invoke(contacts.get, { id: own[0]?.[1] })).toMatchObject({ provenance: "person" });
});
