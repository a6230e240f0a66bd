import { expect, test } from "vitest";
import { adminCounters } from "./admin-counters.ts";
import { adminUsers } from "./admin-users.ts";
import { backups } from "./backups.ts";
import { type Settings, settingsInstance } from "./outside-services.factory.ts";
import { system } from "./system.ts";
import { systemDatabase } from "./system-database.ts";
import { systemHealth } from "./system-health.ts";
import { systemJobs } from "./system-jobs.ts";
import { systemSettings } from "./system-settings.ts";

const { address, as, aUser, owner, boss, ada, store, get, save } = await settingsInstance();

test("SYS-10, SYS-11, SYS-14: saved settings are stored and returned, and apply to everybody at once", async () => {
  const saved = await save({ appName: "Aldermoor Desk", appDescription: "Where it is decided" });
  expect(saved).toMatchObject({ appName: "Aldermoor Desk", smtpPort: 587, smtpSecure: true });
  expect(await get()).toEqual(saved);
  expect(await ada.invoke(system.get)).toEqual({
    appName: "Aldermoor Desk",
    appDescription: "Where it is decided",
    maintenanceMode: false,
    countsPages: false,
  });
});

test("SYS-03 to SYS-09: every field of the six tabs is saved", async () => {
  const fields = {
    appName: "Desk",
    appDescription: "Of Aldermoor",
    appUrl: "https://desk.aldermoor.example",
    timezone: "Europe/Vienna",
    maintenanceMode: true,
    smtpHost: "mail.aldermoor.example",
    smtpPort: 2525,
    smtpUsername: "desk",
    smtpFromEmail: "desk@aldermoor.example",
    smtpFromName: "The desk",
    smtpSecure: false,
    supabaseUrl: "https://project.supabase.co",
    metaTitle: "Desk",
    metaDescription: "Of Aldermoor",
    metaKeywords: "desk, aldermoor",
    googleAnalyticsId: "G-1",
    googleSearchConsoleId: "abc",
    emailNotifications: false,
    pushNotifications: false,
  };
  const secrets = {
    smtpPassword: "the mail password",
    resendApiKey: "re_123456789",
    openaiApiKey: "sk-123456789",
    supabaseAnonKey: "anon-123456789",
    slackWebhook: `${address}/services/T0/B0/secret-slack`,
    discordWebhook: `${address}/api/webhooks/1/secret-disc`,
  };
  expect(await save({ ...fields, ...secrets })).toMatchObject(fields);
  expect(await get()).toMatchObject(fields);
  await save({ maintenanceMode: false });
});

test("D36: a secret is write-only: whether it is set and its last four characters are returned, never more", async () => {
  const text = JSON.stringify(await get());
  for (const secret of ["the mail password", "re_123456789", "secret-slack"])
    expect(text).not.toContain(secret);
  expect((await get()).secrets.smtpPassword).toEqual({
    lastFour: "word",
    updatedAt: expect.any(String),
    isReadable: true,
  });
  await save({ metaTitle: "Unchanged secrets" });
  expect(store.secret("smtpPassword")).toBe("the mail password");
  const { secrets } = await save({ openaiApiKey: null });
  expect(secrets.openaiApiKey).toBeNull();
  const audit = await owner.query("select * from audit_log");
  const answers = await owner.query("select * from idempotency_keys");
  for (const secret of ["the mail password", "re_123456789"])
    expect(JSON.stringify([audit.rows, answers.rows])).not.toContain(secret);
});

test("SYS-05, SYS-13: only the port is checked: an integer", async () => {
  await save({ appUrl: "anything", smtpFromEmail: "no address", googleAnalyticsId: "???" });
  for (const smtpPort of [0, 65_536, 1.5, "587"])
    await expect(save({ smtpPort }), String(smtpPort)).rejects.toMatchObject({ code: "invalid" });
  await save({ smtpPort: 1 });
  await save({ smtpPort: 65_535 });
});

test("§6: texts have a maximum length, tested at the limit and one beyond", async () => {
  await save({ appName: "x".repeat(100) });
  await expect(save({ appName: "x".repeat(101) })).rejects.toMatchObject({ code: "invalid" });
  await save({ appName: "" });
  expect(store.current.appName).toBe("Adjutant");
});

test("SYS-15: a save over another administrator's is refused with the current settings", async () => {
  const { version } = await get();
  await save({ metaTitle: "Theirs" });
  await expect(boss.invoke(systemSettings.update, { version, metaTitle: "Mine" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { metaTitle: "Theirs" } },
  });
});

test("S3: the history names who changed what, newest first", async () => {
  await save({ metaKeywords: "before" });
  await save({ metaKeywords: "after", slackWebhook: `${address}/services/T/B/another` });
  const { items } = (await boss.invoke(systemSettings.changes, { limit: 1 })) as { items: unknown[] };
  expect(items).toEqual([
    {
      id: expect.any(String),
      createdAt: expect.any(String),
      userName: "Grace Hopper",
      changes: [
        { field: "metaKeywords", before: "before", after: "after" },
        { field: "slackWebhook", before: "", after: "set" },
      ],
    },
  ]);
});

type Change = { id: string; changes: { field: string; before: unknown; after: unknown }[] };

const latest = async () =>
  ((await boss.invoke(systemSettings.changes, { limit: 1 })) as { items: [Change] }).items[0];

const revert = (id: string) =>
  boss.invoke(systemSettings.revert, { id, version: store.current.version }) as Promise<Settings>;

test("S3: a change is undone with one click, is a change itself, and never restores a secret", async () => {
  await save({ metaTitle: "First", metaDescription: "Before" });
  await save({ metaTitle: "Second", metaDescription: "After", resendApiKey: "re_to_be_kept" });
  const change = await latest();
  expect(await revert(change.id)).toMatchObject({ metaTitle: "First", metaDescription: "Before" });
  expect(store.current.metaTitle).toBe("First");
  expect(store.secret("resendApiKey")).toBe("re_to_be_kept");
  expect((await latest()).changes).toEqual([
    { field: "metaTitle", before: "Second", after: "First" },
    { field: "metaDescription", before: "After", after: "Before" },
  ]);
  const back = await latest();
  expect(await revert(back.id)).toMatchObject({ metaTitle: "Second" });
  expect(store.current.metaTitle).toBe("Second");
});

test("S3: a change that was changed again since, by others, or has only secrets, cannot be undone", async () => {
  await save({ metaTitle: "First" });
  await save({ metaTitle: "Second" });
  const change = await latest();
  await save({ metaTitle: "Third" });
  await expect(revert(change.id)).rejects.toMatchObject({
    code: "conflict",
    message: "metaTitle has been changed again since",
  });
  await save({ openaiApiKey: "sk-only-a-secret" });
  await expect(revert((await latest()).id)).rejects.toMatchObject({ code: "conflict" });
  await expect(revert(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  const { id } = await latest();
  await expect(
    boss.invoke(systemSettings.revert, { id, version: store.current.version - 1 }),
  ).rejects.toMatchObject({ code: "conflict" });
  await expect(ada.invoke(systemSettings.revert, { id, version: 1 })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("D38: automatic requests of administrators' pages leave no audit row, and views do", async () => {
  const rows = async () =>
    (await owner.query("select count(*)::int as count from audit_log where user_id = $1", [boss.userId]))
      .rows[0].count;
  const before = await rows();
  for (const asked of [
    systemHealth.get,
    systemJobs.list,
    backups.list,
    adminCounters.get,
    systemDatabase.facts,
  ])
    await boss.invoke(asked, {});
  expect(await rows()).toBe(before);
  await boss.invoke(adminUsers.list, {});
  expect(await rows()).toBe(before + 1);
  const eve = as(await aUser());
  await expect(eve.invoke(systemHealth.get)).rejects.toMatchObject({ code: "forbidden" });
  const { rows: refused } = await owner.query("select outcome from audit_log where user_id = $1", [
    eve.userId,
  ]);
  expect(refused).toEqual([{ outcome: "refused" }]);
});
