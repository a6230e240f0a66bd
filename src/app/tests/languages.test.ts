import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outcomeNotice } from "#features/team/voting/notify-outcome.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { notify, notifyFromJob } from "#platform/notify/notify.ts";
import { aTestServer } from "../factory.ts";

// Decision 0148: what the server says is in the language of whom it is for.

const server = await aTestServer();
const { aBrowser, address, origin } = server;

const german = { "accept-language": "de-AT, en;q=0.5" };
const refusalOf = async (answer: Response): Promise<{ message: string; fields?: object }> => {
  const { error } = await answer.json();
  return { message: error.message, ...error.details };
};
const ID = "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a";

test("a refusal is in the language that the person chose, else in the one that the request asks for", async () => {
  const ada = await aBrowser();
  const refusedRead = async (headers = {}) =>
    (await refusalOf(await ada.post("tasks.get", { id: ID }, headers))).message;
  expect(await refusedRead()).toBe("Task not found");
  expect(await refusedRead(german)).toBe("Aufgabe nicht gefunden");
  expect(await refusedRead({ "accept-language": "sv" })).toBe("Task not found");
  await ada.post("profile.update", { language: "es", version: 1 });
  const spanish = await refusedRead(german);
  expect(spanish).not.toMatch(/not found|nicht gefunden/);
  expect(spanish).toContain("area");
});

test("each field says what is wrong with it, in words of the schema or in our own", async () => {
  const ada = await aBrowser();
  const refused = await refusalOf(await ada.post("tasks.create", { title: "", priority: "soon" }, german));
  expect(Object.keys(refused.fields ?? {}).toSorted()).toEqual(["priority", "title"]);
  expect(JSON.stringify(refused.fields)).not.toMatch(/Invalid|Too small|Give|expected/);
  // With a value, so it is not found by its whole text.
  const many = Array.from({ length: 500 }, (_, index) => `person${index}@lattice.test`);
  const mail = { subject: "Lunch", body: "At one?", recipients: many };
  const tooMany = await refusalOf(await ada.post("emails.create", mail, german));
  expect(tooMany.message).toMatch(/^recipients: /);
  expect(tooMany.message).not.toContain("people at most");
});

test("several reads in one request, a program with a key, and an address that is none", async () => {
  const ada = await aBrowser();
  await ada.post("profile.update", { language: "de", version: 1 });
  const reads = { reads: [{ name: "tasks.get", input: { id: ID } }] };
  const batch = await fetch(`${address}/rpc`, {
    method: "POST",
    headers: { origin, "content-type": "application/json", cookie: ada.cookie },
    body: JSON.stringify(reads),
  });
  expect((await batch.json())[0].body.error.message).toBe("Aufgabe nicht gefunden");
  const authorization = `Bearer ${await ada.key()}`;
  const asProgram = (headers = {}) =>
    fetch(`${address}/api/v1/tasks/${ID}`, { headers: { authorization, ...headers } });
  // The log of a program is for whoever wrote it.
  expect((await refusalOf(await asProgram())).message).toBe("Task not found");
  expect((await refusalOf(await asProgram(german))).message).toBe("Aufgabe nicht gefunden");
  const nowhere = await fetch(`${address}/rpc/nothing.here`, {
    method: "POST",
    headers: { origin, ...german },
  });
  expect((await refusalOf(nowhere)).message).not.toMatch(/There is/);
});

test("a notification has the words of each reader, whoever caused it", async () => {
  const languages = ["de", "fr", null];
  const readers = await Promise.all(
    languages.map(async (language) => {
      const { userId } = await server.aUser();
      await server.owner.query("update profiles set language = $1 where user_id = $2", [language, userId]);
      return userId;
    }),
  );
  const [lisbon, title] = [{ id: ID, workspaceId: ID, outcome: "approved" as const }, "Lisbon"];
  await inLanguage("es", () =>
    server.services.database.transaction(null, "write", (db) =>
      notifyFromJob(db, [{ ...outcomeNotice({ ...lisbon, title }), userIds: readers }]),
    ),
  );
  const { rows } = await server.owner.query<{ user_id: string; title: string; message: string }>(
    "select user_id, title, message from smart_notifications where user_id = any($1)",
    [readers],
  );
  const titles = readers.map((reader) => rows.find(({ user_id }) => user_id === reader)?.title);
  expect(titles).toEqual([
    "Angenommen: „Lisbon“",
    expect.stringMatching(/^Approuvée?\s: /),
    "Approved: 'Lisbon'",
  ]);
  expect(new Set(rows.map(({ message }) => message)).size).toBe(3);
});

test("only the transaction that made a notification gives it other words", async () => {
  const { userId } = await server.aUser();
  const database = server.services.database;
  const [made] = await database.transaction(null, "write", (db) =>
    notify(
      { db, announce: () => {} },
      { userIds: [userId], title: "Lunch", message: "At one", type: "reminder" },
    ),
  );
  await database.transaction(userId, "write", (db) =>
    db.execute(sql`select reword_notifications(array[${made?.id}]::uuid[], 'Dinner', 'At nine')`),
  );
  const { rows } = await server.owner.query("select title from smart_notifications where id = $1", [
    made?.id,
  ]);
  expect(rows).toEqual([{ title: "Lunch" }]);
});

test("an account has the language of the page on which it was made", async () => {
  for (const [language, headers] of [["de", german] as const, [null, {}] as const]) {
    const email = `bea.${language}@example.com`;
    const account = { fullName: "Bea", email, password: "difference engine" };
    const signUp = { method: "POST", body: JSON.stringify(account) };
    await fetch(`${address}/rpc/session.signUp`, {
      ...signUp,
      headers: { origin, "content-type": "application/json", ...headers },
    });
    const { rows } = await server.owner.query("select language from profiles where email = $1", [email]);
    expect(rows).toEqual([{ language }]);
  }
});
