import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { localFiles } from "#platform/storage/local-files.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { type Connection, withClient } from "../connection.ts";
import { readMigrations } from "../migrations/migrations-folder.ts";
import { readArchive, verifyArchive, writeArchive } from "./archive.ts";
import { backup, filesBelow } from "./backup.ts";
import { restore } from "./restore.ts";

const server = await testDatabase();
const other = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "adjutant-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "backup.tar");
const filesFolder = join(folder, "files");
const otherFolder = join(folder, "other");
const source = { file, ownerConnection: server.connection("owner"), filesFolder };
const target = { file, ownerConnection: other.connection("owner"), filesFolder: otherFolder };

const ada = server.as(await server.aUser({ fullName: "Ada", roles: ["admin"] }));
await server.owner.query(
  `insert into email_templates (user_id, name, subject, body)
   select $1, 'Vorlage ' || n, E'tab\\t newline\\n back\\\\slash \u{1f680}', repeat('x', 500) from generate_series(1, 5000) n`,
  [ada.userId],
);
await server.owner.query(
  "insert into emails (user_id, subject, body, sender) values ($1, 'Bögen', 'Of oak', 'ada@example.com')",
  [ada.userId],
);
await server.owner.query(
  "insert into announcements (user_id, resource, record_ids) values ($1, 'tasks', '{a,\"b,c\"}')",
  [ada.userId],
);
const { key, sha256 } = await localFiles(filesFolder).put(randomBytes(3_000_000));
await backup(source);
const backedUp = await contents(source.ownerConnection);

test("a backup restored elsewhere holds the same rows, sequences, rules and files", async () => {
  expect(backedUp).not.toEqual(await contents(target.ownerConnection));
  await restore(target);
  expect(await contents(target.ownerConnection)).toEqual(backedUp);
  expect(await catalogue(target.ownerConnection)).toEqual(await catalogue(source.ownerConnection));
  expect(await buffer(await localFiles(otherFolder).get(key))).toEqual(
    await buffer(await localFiles(filesFolder).get(key)),
  );
  expect(sha256).toHaveLength(64);
});

test("what follows from other rows is not in the archive, and is there after a restore", async () => {
  const names = (await verifyArchive(file)).tables.map(({ name }) => name);
  expect(names).toContain("emails");
  expect(names).not.toContain("email_search_texts");
  const { rows } = await other.owner.query("select content from email_search_texts");
  expect(rows).toEqual([{ content: "bogen ada example com of oak" }]);
});

test("D31: a restored instance does not resend what may have been sent since", async () => {
  await server.owner.query(
    `with written as (insert into emails (user_id, subject, body, sender) values ($1, 'Figures', 'x', 'ada@example.com')
       returning id)
     insert into mail_deliveries (user_id, email_id, due_at) select $1, id, now() from written`,
    [ada.userId],
  );
  const mailFile = join(folder, "mail.tar");
  await backup({ ...source, file: mailFile });
  await server.owner.query("delete from emails");
  await restore({ ...target, file: mailFile, force: true });
  const { rows } = await other.owner.query("select state, reason from mail_deliveries");
  expect(rows).toEqual([
    { state: "held", reason: "Not delivered: this workspace was restored from a backup" },
  ]);
});

test("a restored instance works: new rows get new numbers and Bob still sees nothing of Ada's", async () => {
  const again = other.as(ada);
  const [template] = await again.run(
    async ({ db }) => (await db.execute("select id from email_templates limit 1")).rows,
  );
  expect(template).toBeDefined();
  const bob = other.as(await other.aUser({ fullName: "Bob" }));
  expect((await bob.run(({ db }) => db.execute("select id from email_templates"))).rows).toEqual([]);
  const insert = "insert into announcements (user_id, resource) values ($1, 'tasks') returning id";
  const { rows } = await other.owner.query(insert, [ada.userId]);
  expect(Number(rows[0].id)).toBeGreaterThan(1);
});

test("a target with rows is refused and unchanged; with force it is replaced, including its files", async () => {
  const before = await contents(target.ownerConnection);
  await expect(restore(target)).rejects.toThrow(
    /^The database is not empty \(\w+ has rows\); nothing was changed$/,
  );
  expect(await contents(target.ownerConnection)).toEqual(before);
  const stray = await localFiles(otherFolder).put(Buffer.from("stray"));
  await restore({ ...target, force: true });
  expect(await contents(target.ownerConnection)).toEqual(backedUp);
  await expect(localFiles(otherFolder).get(stray.key)).rejects.toThrow("ENOENT");
  expect(await filesBelow(otherFolder)).toHaveLength(1);
});

test("a damaged, truncated or foreign archive is refused before anything changes", async () => {
  const before = await contents(target.ownerConnection);
  const archive = readFileSync(file);
  const broken = join(folder, "broken.tar");
  const flipped = Buffer.from(archive);
  flipped.write("y", archive.indexOf("xxxxxxxxxx"));
  const variants = [
    flipped,
    archive.subarray(0, archive.length / 2),
    Buffer.alloc(0),
    Buffer.from("hello"),
    randomBytes(4096),
  ];
  for (const bytes of variants) {
    writeFileSync(broken, bytes);
    const attempt = restore({ ...target, file: broken, force: true });
    await expect(attempt).rejects.toThrow(
      `${broken} is damaged or not a backup of Adjutant; nothing was changed`,
    );
  }
  // Cut exactly between two entries: every byte is right, the end is missing.
  writeFileSync(broken, archive);
  truncateSync(broken, archive.indexOf("checksums.json"));
  await expect(restore({ ...target, file: broken, force: true })).rejects.toThrow("is damaged");
  await expect(restore({ ...target, file: join(folder, "none.tar") })).rejects.toThrow(
    /none\.tar cannot be opened/,
  );
  expect(await contents(target.ownerConnection)).toEqual(before);
});

test("a backup of a newer Adjutant is refused", async () => {
  const newer = await rewrite((manifest) => {
    manifest.migrations.push({ name: "9999_future", checksum: "0" });
  });
  await expect(restore({ ...target, file: newer, force: true })).rejects.toThrow(
    "The backup was written by a newer version of Adjutant (it has migration 9999_future); start that version",
  );
});

test("rows that violate the schema change nothing and leave no file", async () => {
  const before = await contents(target.ownerConnection);
  const orphans = await rewrite((manifest) => {
    manifest.tables = manifest.tables.filter((table) => table.name !== "users");
  });
  const elsewhere = join(folder, "elsewhere");
  const attempt = restore({ ...target, file: orphans, filesFolder: elsewhere, force: true });
  await expect(attempt).rejects.toThrow(
    /^The backup was not restored: .*foreign key.*; nothing was changed$/,
  );
  expect(await contents(target.ownerConnection)).toEqual(before);
  expect(await filesBelow(elsewhere)).toEqual([]);
});

test("a backup is one snapshot: concurrent writes are all in or all out", async () => {
  const busy = join(folder, "busy.tar");
  let writing = true;
  const writer = (async () => {
    while (writing)
      await server.owner.query(
        `with one as (insert into email_templates (user_id, name, subject, body) values ($1, 'pair', '', '') returning id)
         insert into announcements (user_id, resource, record_ids) select $1, 'pair', array[id::text] from one`,
        [ada.userId],
      );
  })();
  await backup({ ...source, file: busy });
  writing = false;
  await writer;
  await restore({ ...target, file: busy, force: true });
  const { rows } = await other.owner.query(
    `select (select count(*)::int from email_templates where name = 'pair') as templates,
            (select count(*)::int from announcements where resource = 'pair') as announcements`,
  );
  expect(rows[0].templates).toBe(rows[0].announcements);
});

/** A digest of every row of every table, independent of row order, and the state of the sequences. */
function contents(connection: Connection) {
  return withClient(connection, async (client) => {
    const { rows: tables } = await client.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const digests: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*), md5(string_agg(t::text, ',' order by t::text)) from ${pg.escapeIdentifier(name)} t`,
      );
      digests[name] = rows[0];
    }
    const { rows: sequences } = await client.query(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    );
    return { digests, sequences };
  });
}

/** Everything that makes the schema: columns, constraints, indexes, policies, functions, triggers, grants. */
const catalogue = (connection: Connection) =>
  withClient(connection, async (client) => {
    const statements = [
      "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public'",
      "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace",
      "select indexdef from pg_indexes where schemaname = 'public'",
      "select * from pg_policies",
      "select relname, relrowsecurity, relforcerowsecurity, array(select unnest(relacl)::text order by 1) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')",
      "select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace",
      "select tgrelid::regclass::text, tgname from pg_trigger where not tgisinternal",
      "select name, checksum from migrations.applied",
    ];
    const found: string[] = [];
    for (const statement of statements)
      found.push(...(await client.query(statement)).rows.map((row) => JSON.stringify(row)));
    expect(found.length).toBeGreaterThan(100 + readMigrations().steps.length);
    return found.sort();
  });

type Manifest = { migrations: { name: string; checksum: string }[]; tables: { name: string }[] };

/** The backup with a changed manifest and correct checksums. */
async function rewrite(change: (manifest: Manifest) => void): Promise<string> {
  const rewritten = join(folder, "rewritten.tar");
  await writeArchive(rewritten, async (archive) => {
    await readArchive(file, async (name, entry) => {
      const content = await buffer(entry);
      if (name === "checksums.json") return;
      if (name !== "manifest.json") return archive.add(name, content);
      const manifest: Manifest = JSON.parse(String(content));
      change(manifest);
      await archive.add(name, Buffer.from(JSON.stringify(manifest)));
    });
  });
  return rewritten;
}
