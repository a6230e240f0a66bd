import {
  type createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import type { z } from "zod";
import { contacts } from "#features/contacts/contacts.ts";
import { parseConfig } from "#platform/config/config.ts";
import { createBackupStore } from "#platform/database/backup/backup-store.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import { backups } from "./backups.ts";
import type { Backup } from "./model.ts";
import { longPoll, operationsInstance } from "./operations.factory.ts";
import { backUpIfDue, makeBackup, verifyBackup } from "./run-backups.ts";
import { systemHealth } from "./system-health.ts";

const { server, boss } = await operationsInstance();
const { as, aUser, owner, services } = server;
const ada = as(await aUser({ fullName: "Ada" }));

type BackupOnWire = z.input<typeof Backup>;

const listed = async () => (await boss.invoke(backups.list)) as { items: BackupOnWire[]; schedule: object };

const find = async (id: string) => (await listed()).items.find((each) => each.id === id);

async function aBackup(): Promise<BackupOnWire> {
  const { id } = (await boss.invoke(backups.create)) as BackupOnWire;
  await expect.poll(async () => (await find(id))?.state, longPoll).toBe("ready");
  return (await find(id)) as BackupOnWire;
}

const proofOf = async (id: string) => {
  await boss.invoke(backups.verify, { id });
  await expect.poll(async () => (await find(id))?.verification ?? null, longPoll).not.toBeNull();
  return (await find(id))?.verification;
};

test("S7: a backup runs on request and is verified by restoring it into a scratch database, which is dropped", async () => {
  await ada.invoke(contacts.create, { contactName: "Clara" });
  await services.files.put(Buffer.from("Minutes"));
  // Every backup contains the files on the disk; of a bucket, the list shows the name.
  expect(await listed()).toMatchObject({ bucket: null });
  const made = await aBackup();
  expect(made.size).toBeGreaterThan(1000);
  expect(await proofOf(made.id)).toMatchObject({ isValid: true, files: 1, problem: "" });
  const { rows } = await owner.query("select from pg_database where datname like 'scratch%'");
  expect(rows).toEqual([]);
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    lastBackupAt: expect.any(String),
    lastVerifiedAt: expect.any(String),
    databaseMode: "embedded",
  });
});

test("S7: a damaged backup is detected, and deleting a backup deletes its file", async () => {
  const made = await aBackup();
  const path = services.backups.read(made.fileName);
  const original = await buffer(path);
  truncateSync((path as ReturnType<typeof createReadStream>).path as string, original.length - 2000);
  expect(await proofOf(made.id)).toMatchObject({ isValid: false, problem: expect.stringMatching(/\w/) });
  await boss.invoke(backups.delete, { id: made.id });
  const isThere = () =>
    buffer(services.backups.read(made.fileName)).then(
      () => true,
      () => false,
    );
  await expect.poll(isThere, longPoll).toBe(false);
});

test("S7: scheduled backups run at the set hour, and only the set number is retained", async () => {
  await boss.invoke(backups.setSchedule, {
    isEnabled: true,
    hour: 4,
    retainedCount: 1,
    includesBucket: true,
  });
  const at = (hour: number) => backUpIfDue(services, new Date(Date.UTC(2026, 4, 1, hour, 5)));
  await at(3);
  const own = async () => (await listed()).items.filter(({ origin }) => origin === "schedule");
  expect(await own()).toEqual([]);
  await at(4);
  await expect.poll(async () => (await own())[0]?.state, longPoll).toBe("ready");
  await at(4);
  await expect.poll(async () => (await own()).map(({ state }) => state), longPoll).toEqual(["ready"]);
  await boss.invoke(backups.setSchedule, {
    isEnabled: false,
    hour: 4,
    retainedCount: 1,
    includesBucket: true,
  });
  await at(4);
  expect(await own()).toHaveLength(1);
  const set = { isEnabled: false, hour: 4, retainedCount: 1, includesBucket: true, recipients: [] };
  expect((await listed()).schedule).toEqual(set);
});

test("a backup is encrypted for the configured keys, and verified only with the secret key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-sealed-"));
  server.atEnd(async () => rmSync(folder, { recursive: true }));
  const identity = await generateX25519Identity();
  const identityFile = join(folder, "key.txt");
  writeFileSync(identityFile, `# created by a test\n${identity}\n`);
  const parts = {
    folder,
    filesFolder: join(folder, "files"),
    ownerConnection: server.connection("owner"),
    makerConnection: { ...server.connection("owner"), user: BOOTSTRAP_USER, database: "postgres" },
  };
  const schedule = { isEnabled: false, hour: 4, retainedCount: 1, includesBucket: true };
  const setKeys = (recipients: string[]) => boss.invoke(backups.setSchedule, { ...schedule, recipients });
  await expect(setKeys([`age1${"q".repeat(58)}`])).rejects.toMatchObject({ code: "invalid" });
  await setKeys([await identityToRecipient(identity)]);
  const { rows } = await owner.query(
    "insert into backups (file_name, origin) values ('adjutant-sealed.tar', 'request') returning id",
  );
  const withKey = { ...services, backups: createBackupStore({ ...parts, identityFile }) };
  const without = { ...services, backups: createBackupStore(parts) };
  await makeBackup.run(without, rows[0]);
  expect(await find(rows[0].id)).toMatchObject({ state: "ready", fileName: "adjutant-sealed.tar.age" });
  expect(readFileSync(join(folder, "adjutant-sealed.tar.age"), "latin1")).not.toContain("manifest.json");
  await verifyBackup.run(withKey, rows[0]);
  expect(await find(rows[0].id)).toMatchObject({ verification: { isValid: true, problem: "" } });
  await verifyBackup.run(without, rows[0]);
  const problem = expect.stringContaining("BACKUP_IDENTITY_FILE");
  expect(await find(rows[0].id)).toMatchObject({ verification: { isValid: false, problem } });
  await setKeys([]);
});

test("S7: a backup includes the bucket's files unless excluded, and records it", async () => {
  const key = `ab/cd/${"0".repeat(28)}`;
  const asked: string[] = [];
  const bucket = {
    listed: async function* () {
      yield [{ key, size: 7 }];
    },
    get: async (name: string) => Readable.from([asked.push(name) > 0 && "Minutes"]),
  };
  const folder = mkdtempSync(join(tmpdir(), "adjutant-vault-"));
  server.atEnd(async () => rmSync(folder, { recursive: true }));
  const connection = server.connection("owner");
  const backupStore = createBackupStore({
    folder,
    filesFolder: join(folder, "files"),
    bucket,
    ownerConnection: connection,
    makerConnection: connection,
  });
  const config = parseConfig({
    S3_ENDPOINT: "http://127.0.0.1:9000",
    S3_BUCKET: "vault",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
  const made = async (includesBucket: boolean) => {
    await boss.invoke(backups.setSchedule, { isEnabled: false, hour: 4, retainedCount: 1, includesBucket });
    const { rows } = await owner.query(
      "insert into backups (file_name, origin) values ($1, 'request') returning id",
      [`adjutant-${includesBucket}.tar`],
    );
    await makeBackup.run({ ...services, config, backups: backupStore }, rows[0]);
    return find(rows[0].id);
  };
  expect(await made(true)).toMatchObject({ state: "ready", excludedBucket: null });
  expect(asked).toEqual([key]);
  expect(await made(false)).toMatchObject({ state: "ready", excludedBucket: "vault" });
  expect(asked).toEqual([key]);
});

test("SYS-09: the channels are notified once when a backup fails, and when one cannot be restored", async () => {
  const store = services.systemSettings;
  const setHook = (slackWebhook: string | null) =>
    store.save(boss, { version: store.current.version, fields: {}, secrets: { slackWebhook } });
  await setHook("http://127.0.0.1:9/hook");
  const connection = server.connection("owner");
  const folder = "/dev/null/backups";
  const backupStore = createBackupStore({
    folder,
    filesFolder: folder,
    ownerConnection: connection,
    makerConnection: connection,
  });
  const broken = { ...services, backups: backupStore };
  const { rows } = await owner.query(
    "insert into backups (file_name, origin) values ('adjutant-lost.tar', 'request') returning id",
  );
  const announcements = async () =>
    (
      await owner.query(
        "select data ->> 'text' as text from jobs.job where name = 'admin.publish-announcement' order by created_on",
      )
    ).rows.map(({ text }) => text);
  for (const _ of ["first", "again"])
    await expect(makeBackup.run(broken, rows[0])).rejects.toThrow("ENOTDIR");
  expect(await announcements()).toEqual([
    expect.stringMatching(/^Adjutant: A backup could not be made\. .*ENOTDIR/),
  ]);
  await verifyBackup.run(broken, rows[0]);
  expect(await announcements()).toHaveLength(2);
  expect((await announcements())[1]).toContain("The backup 'adjutant-lost.tar' cannot be restored.");
  await setHook(null);
});
