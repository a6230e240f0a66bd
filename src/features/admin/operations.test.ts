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
import { z } from "zod";
import { contacts } from "#features/contacts/contacts.ts";
import { parseConfig } from "#platform/config/config.ts";
import { recordCrash } from "#platform/crash/crash-records.ts";
import { createBackupStore } from "#platform/database/backup/backup-store.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { adminAccounts } from "./admin-accounts.ts";
import { backups } from "./backups.ts";
import { sendToChannel } from "./jobs.ts";
import type { Backup, Job } from "./model.ts";
import { backUpIfDue, deleteBackup, makeBackup, verifyBackup } from "./run-backups.ts";
import { hintsFor, systemHealth } from "./system-health.ts";
import { systemJobs } from "./system-jobs.ts";

let fails = true;
const stubborn: JobDefinition = {
  name: "test.stubborn",
  payload: z.object({}),
  pollingSeconds: 1,
  run: async () => {
    if (fails) throw new Error("The printer is on fire");
  },
};

const server = await testDatabase(async (given) => {
  const auth = testAuth(given).auth;
  const parts = { ...given.services, auth, owner: given.connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [makeBackup, verifyBackup, deleteBackup, sendToChannel, stubborn]);
  given.atEnd(() => jobs.stop());
  return { auth, jobs };
});
const { as, aUser, owner, services } = server;
const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
const ada = as(await aUser({ fullName: "Ada" }));

type BackupOnWire = z.input<typeof Backup>;
type JobOnWire = z.input<typeof Job>;
const listed = async () => (await boss.invoke(backups.list)) as { items: BackupOnWire[]; schedule: object };
const find = async (id: string) => (await listed()).items.find((each) => each.id === id);
const longPoll = { timeout: 15_000, interval: 50 };

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

test("jobs: failed ones show their reason and can be retried; waiting ones can be cancelled", async () => {
  await boss.run(({ db }) => services.jobs.enqueue(db, stubborn, {}));
  await expect
    .poll(
      async () =>
        (await owner.query("select state from jobs.job where name = 'test.stubborn'")).rows[0]?.state,
      longPoll,
    )
    .toBe("retry");
  await owner.query(
    "update jobs.job set state = 'failed', completed_on = now() where name = 'test.stubborn'",
  );
  const list = async (state: string) =>
    ((await boss.invoke(systemJobs.list, { state })) as { items: JobOnWire[] }).items.filter(
      ({ name }) => name === "test.stubborn",
    );
  const [failed] = await list("failed");
  expect(failed).toMatchObject({ problem: "The printer is on fire" });
  const id = failed?.id ?? "";
  fails = false;
  await boss.invoke(systemJobs.retry, { id });
  await boss.run(({ db }) =>
    services.jobs.enqueue(db, stubborn, {}, { startAfter: new Date(Date.now() + 3_600_000) }),
  );
  await expect
    .poll(async () => (await list("done")).map((each) => each.id), { timeout: 15_000 })
    .toEqual([id]);
  const waiting = (await list("waiting"))[0];
  await boss.invoke(systemJobs.cancel, { id: waiting?.id ?? "" });
  expect(await list("waiting")).toEqual([]);
  await expect(boss.invoke(systemJobs.cancel, { id })).rejects.toMatchObject({ code: "not_found" });
}, 30_000);

test("S2: health lists what to do, and nothing if all is well", () => {
  const now = new Date("2026-05-01T12:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const well = {
    databaseMode: "embedded" as const,
    waiting: 0,
    active: 0,
    failed: 0,
    oldestWaiting: null,
    mailAccounts: 0,
    mailFailing: 0,
    mailSyncedAt: null,
    connections: 0,
    connectionsFailing: 0,
    connectionSyncedAt: null,
    processes: 1,
    unlistedProxies: [],
    diskFree: 50e9,
    diskTotal: 100e9,
    lastBackupAt: ago(1),
    lastVerifiedAt: ago(3),
    suspendedWork: [],
  };
  expect(hintsFor(well, now)).toEqual([]);
  const ill = {
    ...well,
    diskFree: 1e6,
    failed: 2,
    oldestWaiting: ago(1),
    mailFailing: 1,
    connectionsFailing: 1,
    lastBackupAt: ago(5),
    lastVerifiedAt: null,
    unlistedProxies: ["172.18.0.2"],
    suspendedWork: [{ id: "1", name: "Calendar", row: "1", lastAt: "2026-05-01T08:00:00Z", problem: "" }],
  };
  expect(hintsFor(ill, now)).toHaveLength(9);
  expect(hintsFor(ill, now).join()).toContain("Set TRUSTED_PROXIES=172.18.0.2 and restart");
});

test("work that crashed the program twice is on the health page, until an administrator retries it", async () => {
  const { dataDir } = services.config;
  const work = { name: "Calendar", row: "a calendar" };
  recordCrash(dataDir, work, new Error("planted"));
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ suspendedWork: [] });
  const { id } = recordCrash(dataDir, work, new Error("planted"));
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    suspendedWork: [{ id, ...work, problem: "Error: planted" }],
    hints: expect.arrayContaining([expect.stringContaining("crashed twice on the same job")]),
  });
  await expect(ada.invoke(systemHealth.retry, { id })).rejects.toMatchObject({ code: "forbidden" });
  await boss.invoke(systemHealth.retry, { id });
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ suspendedWork: [] });
  await expect(boss.invoke(systemHealth.retry, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("S2: health counts connected accounts and shows the lag of the slowest", async () => {
  const account = (provider: string, status: string, lastSync: string) =>
    owner.query(
      "insert into integrations (user_id, provider, type, status, last_sync) values ($1, $2, 'email', $3, $4)",
      [ada.userId, provider, status, lastSync],
    );
  await account("gmail", "connected", "2026-05-01T08:00:00Z");
  await account("slack", "error", "2026-05-01T09:00:00Z");
  await account("teams", "disconnected", "2026-04-01T09:00:00Z");
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    connections: 2,
    connectionsFailing: 1,
    connectionSyncedAt: "2026-05-01T08:00:00.000Z",
  });
});

type Listed = { items: { id: string; suspendedAt: string | null; sessions: number }[] };
const account = async (email: string) =>
  ((await boss.invoke(adminAccounts.list, { text: email })) as Listed).items[0];

test("S4: an account is invited, sets a password by the link, is suspended for a reason and reactivated", async () => {
  const invited = { email: "Carol@example.com", fullName: "Carol" };
  const { id, link } = (await boss.invoke(adminAccounts.invite, invited)) as { id: string; link: string };
  await expect(boss.invoke(adminAccounts.invite, invited)).rejects.toMatchObject({ code: "conflict" });
  const [, token = ""] = link.split("#reset=");
  await services.auth.resetPassword({ token, password: "correct horse" });
  const enter = () =>
    services.auth.signIn(
      { email: invited.email, password: "correct horse" },
      { address: null, credentials: null },
    );
  const carol = testClient(services);
  carol.cookie = (await enter()).cookie.split(";")[0] ?? null;
  expect(await carol.currentActor()).toMatchObject({ userId: id });
  expect((await account("carol@example.com"))?.sessions).toBe(1);
  await boss.invoke(adminAccounts.suspend, { id, reason: "Left the company" });
  expect(await carol.currentActor()).toBeNull();
  await expect(enter()).rejects.toMatchObject({
    message: "This account is suspended. Please ask an administrator.",
  });
  const { rows } = await owner.query(
    "select reason from audit_log where capability = 'adminAccounts.suspend'",
  );
  expect(rows).toEqual([{ reason: "Left the company" }]);
  await boss.invoke(adminAccounts.reactivate, { id });
  await enter();
  expect(await boss.invoke(adminAccounts.endSessions, { id })).toEqual({ id, ended: 1 });
  expect(await boss.invoke(adminAccounts.createResetLink, { id })).toMatchObject({
    link: expect.stringContaining("#reset="),
  });
});

test("S4: a reset link for another administrator needs a recent sign-in; for others or oneself it does not", async () => {
  const password = "correct horse";
  const email = "margaret@example.com";
  await services.auth.createAccount({ fullName: "Margaret", email, password });
  const id = (await services.auth.findUserId(email)) ?? "";
  await services.auth.setRole(id, "admin");
  const browser = testClient(services);
  const signedIn = await services.auth.signIn({ email, password }, { address: null, credentials: null });
  browser.cookie = signedIn.cookie.split(";")[0] ?? null;
  const makeLink = (of: string) => browser.call(adminAccounts.createResetLink, { id: of });
  await makeLink(boss.userId);
  await owner.query("update sessions set created_at = now() - interval '13 hours' where id = $1", [
    signedIn.sessionId,
  ]);
  await expect(makeLink(boss.userId)).rejects.toMatchObject({
    code: "forbidden",
    message:
      "Links to accounts of administrators are made within 12 hours of a sign-in. Please sign out and in again.",
  });
  await makeLink(ada.userId);
  await makeLink(id);
});

test("ROLE-01: nobody suspends themselves or the last administrator", async () => {
  const other = as(await aUser({ roles: ["admin"] }));
  const suspend = (id: string) => other.invoke(adminAccounts.suspend, { id, reason: "No" });
  await expect(suspend(other.userId)).rejects.toMatchObject({ code: "conflict" });
  await owner.query("delete from user_roles where role = 'admin' and user_id <> all($1)", [
    [boss.userId, other.userId],
  ]);
  await suspend(boss.userId);
  await owner.query("update users set suspended_at = now() where id = $1", [other.userId]);
  await owner.query("update users set suspended_at = null where id = $1", [boss.userId]);
  await expect(services.auth.setSuspended(boss.userId, true, other)).rejects.toMatchObject({
    message: "At least one administrator must remain",
  });
});
