import { buffer } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { fromBuffer } from "yauzl";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { accountDeletion } from "./account-deletion.ts";
import { buildExport } from "./build-export.ts";
import { dataExports } from "./data-exports.ts";
import { eraseAccounts, expireExports } from "./jobs.ts";
import type { AccountDeletionOnWire, DataExportOnWire } from "./model.ts";
import { dataRightsRoutes } from "./routes.ts";

const log = createLog("silent");
const instance = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [buildExport, removeFiles]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = instance;
const worker: Worker = services;
const people = new Map<string, Person>();

/** The routes as the server mounts them; a header names the user. */
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("requestId", "test");
  context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
dataRightsRoutes(app, { services, log });

async function aPerson(fullName: string, roles: ("user" | "admin")[] = ["user"]): Promise<Person> {
  const person = as(await aUser({ fullName, roles }));
  people.set(person.userId, person);
  return person;
}

/** Creates one of everything: a task, a mail with a file, a document, an external mailbox with its password. */
async function createDataOf({ userId }: Person, mark: string): Promise<string[]> {
  const [document, attachment] = [
    await services.files.put(Buffer.from(`${mark} document`)),
    await services.files.put(Buffer.from(`${mark} attachment`)),
  ];
  await owner.query("insert into tasks (user_id, title, position) values ($1, $2, 1)", [
    userId,
    `${mark} task`,
  ]);
  await owner.query(
    `with mail as (insert into emails (user_id, subject, body, status, sender) values ($1, $2, 'x', 'draft', 'Ada') returning id)
     insert into email_attachments (user_id, email_id, position, filename, content_type, size, storage_key)
     select $1, id, 0, '../../evil.txt', 'text/plain', 5, $3 from mail`,
    [userId, `${mark} mail`, attachment.key],
  );
  await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, $2, 'minutes.txt', 'text/plain', 5, $3, 'x')`,
    [userId, `${mark} minutes`, document.key],
  );
  await owner.query(
    `insert into api_keys (user_id, name, key_hash, last_four, scopes) values ($1, 'Agent', $2, 'abcd', '{read}')`,
    [userId, `${userId} secret hash`],
  );
  return [document.key, attachment.key];
}

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await new Promise<import("yauzl").ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject).on("end", resolve);
    zip.on("entry", (entry: import("yauzl").Entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        files.set(entry.fileName, (await buffer(stream)).toString("utf8"));
        zip.readEntry();
      }),
    );
    zip.readEntry();
  });
  return files;
}

const exportsOf = async (person: Person) =>
  ((await person.invoke(dataExports.list)) as { items: DataExportOnWire[] }).items;

const download = (person: Person | null, id: string) =>
  app.request(`/files/data-exports/${id}`, { headers: { "x-person": person?.userId ?? "" } });

async function ready(person: Person): Promise<DataExportOnWire> {
  const { id } = (await person.invoke(dataExports.create)) as DataExportOnWire;
  return expect
    .poll(async () => (await exportsOf(person)).find((each) => each.id === id && each.state === "ready"), {
      timeout: 40_000,
    })
    .toBeTruthy()
    .then(async () => (await exportsOf(person))[0] as DataExportOnWire);
}

test("D41: every table is in the data map, and nothing else is", async () => {
  const { rows } = await owner.query(
    `select coalesce(c.relname, m.name) as name, c.relname is null as is_gone, m.name is null as is_missing
       from (select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) c
       full join data_map() m on m.name = c.relname where c.relname is null or m.name is null`,
  );
  expect(rows, "add the table to src/app/functions/data-map.sql").toEqual([]);
});

test("D41: a table with a person's id defines which rows are theirs, with a condition valid in PostgreSQL", async () => {
  const { rows } = await owner.query(
    `select m.name, m.mine from data_map() m where m.mine is not null or exists (
       select from information_schema.columns c where c.table_schema = 'public' and c.table_name = m.name and c.column_name = 'user_id')`,
  );
  for (const { name, mine } of rows) {
    expect(mine, name).toBeTruthy();
    await owner.query(`select from ${name} where ${mine}`, ["00000000-0000-0000-0000-000000000000"]);
  }
});

test("G20: an archive contains all of Ada's rows and files, nothing of Bob's and no secret", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  await createDataOf(ada, "Ada's");
  await createDataOf(bob, "Bob's");
  const made = await ready(ada);
  expect(made).toMatchObject({ progress: 100, expiresAt: expect.any(String) });
  const answer = await download(ada, made.id);
  expect(answer.headers.get("content-disposition")).toContain("my-data-");
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(files.get("records/tasks.json") ?? "")).toMatchObject([{ title: "Ada's task" }]);
  expect(JSON.parse(files.get("records/emails.json") ?? "")).toMatchObject([{ subject: "Ada's mail" }]);
  expect(files.get("files/documents/minutes.txt")).toBe("Ada's document");
  expect([...files].filter(([, text]) => text === "Ada's attachment")).toHaveLength(1);
  expect([...files.keys()].some((name) => name.split("/").includes(".."))).toBe(false);
  const everything = [...files.values()].join("\n");
  expect(everything).not.toContain("Bob's");
  expect(everything).not.toContain("secret hash");
  // It counts the acts of everybody.
  expect(files.get("records/audit_log.json")).toContain(ada.userId);
  expect(everything).not.toContain("insertion_number");
  expect(files.get("README.txt")).toContain("records/tasks.json: Tasks.");
  const { rows } = await owner.query(
    "select user_id from audit_log where capability = 'dataExports.download'",
  );
  expect(rows).toEqual([{ user_id: ada.userId }]);
});

test("D4: nobody else downloads or deletes it; one is built at a time; deleting it deletes its file", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const asked = await Promise.allSettled([ada.invoke(dataExports.create), ada.invoke(dataExports.create)]);
  expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect.poll(async () => (await exportsOf(ada))[0]?.state, { timeout: 40_000 }).toBe("ready");
  const [made] = await exportsOf(ada);
  const id = made?.id ?? "";
  for (const other of [bob, null]) expect((await download(other, id)).status).toBe(other ? 404 : 401);
  await ada.invoke(dataExports.delete, { id });
  expect((await download(ada, id)).status).toBe(404);
});

test("D41: an archive is deleted after a week", async () => {
  const ada = await aPerson("Ada");
  const { id } = await ready(ada);
  await owner.query("update data_exports set expires_at = now() - interval '1 second' where id = $1", [id]);
  await expireExports.run(worker, {});
  expect(await exportsOf(ada)).toEqual([]);
});

const deletionOf = async (person: Person) =>
  (await person.invoke(accountDeletion.get)) as AccountDeletionOnWire;

test("G20: an account is deleted with all its data two weeks after the request, and not before", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const keys = await createDataOf(ada, "Ada's");
  await createDataOf(bob, "Bob's");
  const { rows: shared } = await owner.query(
    `with talk as (insert into conversations (title, type, created_by) values ('Talk', 'group', $1) returning id),
       people as (insert into conversation_participants (conversation_id, user_id) select id, unnest($2::uuid[]) from talk),
       said as (insert into messages (conversation_id, sender_id, content) select id, unnest($2::uuid[]), 'Ada or Bob' from talk)
     select id from talk`,
    [ada.userId, [ada.userId, bob.userId]],
  );
  await expect(ada.invoke(accountDeletion.request, { email: bob.email })).rejects.toMatchObject({
    details: { fields: { email: "Please type the address of this account" } },
  });
  await ada.invoke(accountDeletion.request, { email: ada.email.toUpperCase() });
  const { dueAt, requestedAt, retainedData } = await deletionOf(ada);
  expect(Date.parse(dueAt ?? "") - Date.parse(requestedAt ?? "")).toBe(14 * 86_400_000);
  expect(retainedData.length).toBeGreaterThan(0);
  await eraseAccounts.run(worker, {});
  expect(await deletionOf(ada)).toMatchObject({ dueAt });
  await owner.query("update account_deletions set due_at = now() - interval '1 second' where user_id = $1", [
    ada.userId,
  ]);
  await eraseAccounts.run(worker, {});
  expect(await rowsNaming(ada.userId)).toEqual(["audit_log"]);
  expect((await rowsNaming(bob.userId)).length).toBeGreaterThan(5);
  const { rows: remaining } = await owner.query(
    "select created_by, participants, (select array_agg(sender_id) from messages m where m.conversation_id = c.id) as senders from conversations c where id = $1",
    [shared[0].id],
  );
  expect(remaining).toEqual([{ created_by: bob.userId, participants: [bob.userId], senders: [bob.userId] }]);
  for (const key of keys)
    await expect
      .poll(
        () =>
          services.files.get(key).then(
            () => "there",
            () => "gone",
          ),
        { timeout: 40_000 },
      )
      .toBe("gone");
});

/** Tables in which any column holds this id. */
async function rowsNaming(id: string): Promise<string[]> {
  const { rows: tables } = await owner.query(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} t where to_jsonb(t)::text like $1 limit 1`, [
      `%${id}%`,
    ]);
    if (rowCount) naming.push(name);
  }
  return naming;
}

test("the deletion can be cancelled until then", async () => {
  const ada = await aPerson("Ada");
  await ada.invoke(accountDeletion.request, { email: ada.email });
  await ada.invoke(accountDeletion.cancel);
  expect(await deletionOf(ada)).toMatchObject({ dueAt: null });
});

test("TEAM: the only administrator of a shared workspace cannot be deleted until another is one, even when due", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { rows } = await owner.query(
    `with founded as (insert into workspaces (name, created_by) values ('Board', $1) returning id)
     insert into workspace_members (workspace_id, user_id, role, state)
     select id, person, role, 'active' from founded, unnest($2::uuid[], array['admin', 'member']) as p(person, role)
     returning workspace_id`,
    [ada.userId, [ada.userId, bob.userId]],
  );
  await expect(ada.invoke(accountDeletion.request, { email: ada.email })).rejects.toMatchObject({
    message: "You are the only administrator of 'Board'. Name another administrator there first.",
  });
  await owner.query("insert into account_deletions (user_id, due_at) values ($1, now())", [ada.userId]);
  await eraseAccounts.run(worker, {});
  expect((await deletionOf(ada)).blockers).toEqual([{ kind: "workspace", name: "Board" }]);
  await owner.query("update workspace_members set role = 'admin' where user_id = $1", [bob.userId]);
  await eraseAccounts.run(worker, {});
  const { rows: remaining } = await owner.query("select created_by from workspaces where id = $1", [
    rows[0].workspace_id,
  ]);
  expect(remaining).toEqual([{ created_by: bob.userId }]);
});

test("ROLE-01: the last administrator of the instance cannot be deleted", async () => {
  await owner.query("delete from user_roles where role = 'admin'");
  const ada = await aPerson("Ada", ["admin"]);
  await expect(ada.invoke(accountDeletion.request, { email: ada.email })).rejects.toMatchObject({
    message: "You are the only administrator of this instance. Make somebody else an administrator first.",
  });
});

test("D2: users cannot call the database functions of the export and deletion jobs", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  await owner.query("insert into account_deletions (user_id, due_at) values ($1, now())", [bob.userId]);
  for (const call of [
    `select * from rows_of_person('${bob.userId}', 'tasks')`,
    `select * from files_of_person('${bob.userId}')`,
    `select * from erase_account('${bob.userId}')`,
  ])
    await expect(ada.run(({ db }) => db.execute(call))).rejects.toMatchObject({ cause: { code: "42501" } });
  const early = ada.run(({ db }) =>
    db.execute(`insert into account_deletions (user_id, due_at) values ('${ada.userId}', now())`),
  );
  await expect(early).rejects.toMatchObject({ code: "not_found" });
});
