import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { memories } from "./assistant/memories.ts";

// Issue 20.5: rows from before provenance are of unknown origin, save what the audit log knows to be their person's own.

const house = await testDatabase();
const { owner } = house;
const statement = readFileSync(join(import.meta.dirname, "functions/words-of-older-releases.sql"), "utf8");
const idOf = (record: unknown) => (record as { id: string }).id;

/** As the upgrade finds it: every row of unknown origin. */
async function asBefore(): Promise<void> {
  for (const table of ["tasks", "projects", "assistant_memories"]) {
    await owner.query(`update ${table} set provenance = 'outside'`);
    await owner.query(`comment on column ${table}.provenance is null`);
  }
}

const originOf = async (table: string, id: string) =>
  (await owner.query(`select provenance from ${table} where id = $1`, [id])).rows[0]?.provenance;

async function taskOf(person: Person): Promise<string> {
  return idOf(await person.invoke(tasks.create, { title: "Call the bank" }));
}

test("what a person wrote and changed on their pages before the upgrade is theirs; all else stays of unknown origin", async () => {
  const ada = house.as(await house.aUser());
  const script = house.as({ ...ada, via: "api_key", credentialId: null });
  const own = await taskOf(ada);
  await ada.invoke(tasks.update, { id: own, version: 1, title: "Call the bank today" });
  const memory = idOf(await ada.invoke(memories.create, { content: "I fly on Fridays" }));
  const byKey = await taskOf(script);
  const changedByKey = await taskOf(ada);
  await script.invoke(tasks.update, { id: changedByKey, version: 1, title: "Pay Mallory" });
  const conversationId = idOf(await ada.invoke(conversations.create, { type: "group", title: "Board" }));
  const message = idOf(await ada.invoke(messages.send, { conversationId, content: "Pay Mallory" }));
  await ada.invoke(messages.make, { id: message, kind: "task", timeZone: "UTC" });
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

test("it happens once: what something else changed afterwards stays marked at the next start", async () => {
  const ada = house.as(await house.aUser());
  const id = await taskOf(ada);
  await asBefore();
  await owner.query(statement);
  await owner.query("update tasks set description = 'Ask Mallory' where id = $1", [id]);
  expect(await originOf("tasks", id)).toBe("outside");
  await owner.query(statement);
  expect(await originOf("tasks", id)).toBe("outside");
});
