import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { DatabaseProxy } from "#platform/testing/servers/database-proxy.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { EnvironmentSettings } from "./given-settings.ts";
import { registrationAt } from "./registration.ts";
import { systemTransport } from "./smtp.ts";
import { SYSTEM_SETTINGS_SIGNAL, SystemSettings } from "./system-settings.ts";

const { aUser, as, owner, database, connection, services, atEnd } = await testDatabase();
const { systemSettings, secrets } = services;
const log = createLog("silent");
const admin = as(await aUser({ fullName: "Ada", roles: ["admin"] }));
const bob = as(await aUser({ fullName: "Bob" }));

const save = (fields: Parameters<SystemSettings["save"]>[1]["fields"], sealed = {}) =>
  systemSettings.save(admin, { version: systemSettings.current.version, fields, secrets: sealed });
const otherProcess = (given?: EnvironmentSettings) =>
  new SystemSettings({ database, secrets, log, ...(given && { given }) });

test("SYS-03 to SYS-09: a fresh instance has the specified settings and defaults", () => {
  expect(systemSettings.current).toMatchObject({
    appName: "Adjutant",
    appDescription: "Your AI Executive Assistant",
    appUrl: "",
    timezone: "UTC",
    maintenanceMode: false,
    smtpHost: "",
    smtpPort: 587,
    smtpUsername: "",
    smtpFromEmail: "",
    smtpFromName: "",
    smtpSecure: true,
    supabaseUrl: "",
    metaTitle: "",
    metaDescription: "",
    metaKeywords: "",
    googleAnalyticsId: "",
    googleSearchConsoleId: "",
    emailNotifications: true,
    pushNotifications: true,
  });
  expect(systemSettings.secret("smtpPassword")).toBeNull();
});

test("decision 23: saved settings apply at once, here and in every other process", async () => {
  const elsewhere = otherProcess();
  const broadcaster = new EventBroadcaster({ database, connection: connection("app"), log });
  await broadcaster.start();
  atEnd(() => broadcaster.close());
  const refreshed = new Promise<void>((resolve) => {
    broadcaster.onSignal(SYSTEM_SETTINGS_SIGNAL, () => void elsewhere.refresh().then(resolve));
  });
  await save({ appName: "Aldermoor Desk", smtpPort: 465 });
  expect(systemSettings.current).toMatchObject({ appName: "Aldermoor Desk", smtpPort: 465 });
  await refreshed;
  expect(elsewhere.current.appName).toBe("Aldermoor Desk");
});

test("D36: a secret is sealed in its row, opens for the server, and shows its last four characters", async () => {
  await save({}, { smtpPassword: "correct horse battery", openaiApiKey: "short" });
  expect(systemSettings.secret("smtpPassword")).toBe("correct horse battery");
  expect(systemSettings.current.secrets.get("smtpPassword")?.lastFour).toBe("tery");
  expect(systemSettings.current.secrets.get("openaiApiKey")?.lastFour).toBe("");
  const { rows } = await owner.query("select * from system_secrets");
  expect(JSON.stringify(rows)).not.toContain("horse");
  await owner.query(
    "update system_secrets set sealed = (select sealed from system_secrets where name = 'smtpPassword') where name = 'openaiApiKey'",
  );
  await systemSettings.refresh();
  expect(systemSettings.secret("openaiApiKey")).toBeNull();
  await save({}, { openaiApiKey: null });
  expect(systemSettings.current.secrets.has("openaiApiKey")).toBe(false);
});

test("D36: with another master key the settings are readable and the secret is set but not readable", async () => {
  const otherKeySettings = new SystemSettings({
    database,
    log,
    secrets: createSecrets([Buffer.alloc(32, 7)]),
  });
  await otherKeySettings.refresh();
  expect(otherKeySettings.current.appName).toBe("Aldermoor Desk");
  expect(otherKeySettings.secret("smtpPassword")).toBeNull();
  expect(otherKeySettings.current.secrets.has("smtpPassword")).toBe(true);
});

test("of two administrators who save at once the second gets a conflict, and the first one's save stays", async () => {
  const { version } = systemSettings.current;
  await systemSettings.save(admin, { version, fields: { metaTitle: "First" }, secrets: {} });
  await expect(
    systemSettings.save(admin, { version, fields: { metaTitle: "Second" }, secrets: {} }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(systemSettings.current.metaTitle).toBe("First");
});

test("S3: every change is logged with its author; for secrets only that they changed", async () => {
  await save(
    { metaTitle: "First", maintenanceMode: true },
    { slackWebhook: "https://hooks.example/T0/secret" },
  );
  const { rows } = await owner.query(
    "select user_id, version, changes from system_settings_changes order by version desc limit 1",
  );
  expect(rows[0]).toEqual({
    user_id: admin.userId,
    version: systemSettings.current.version,
    changes: [
      { field: "maintenanceMode", before: false, after: true },
      { field: "slackWebhook", before: "", after: "set" },
    ],
  });
});

test("decision 0013: the environment takes precedence over stored settings", async () => {
  const started = otherProcess({
    ...systemSettings.fromEnvironment,
    fields: { smtpHost: "mail.example.com" },
    secrets: { smtpPassword: "from outside" },
  });
  await save({ smtpHost: "stored.example.com" });
  await started.refresh();
  expect(started.current.smtpHost).toBe("mail.example.com");
  expect(started.secret("smtpPassword")).toBe("from outside");
  expect(systemSettings.current.smtpHost).toBe("stored.example.com");
});

test("ROLE-08: the database itself refuses everybody who is not an administrator", async () => {
  const { version } = systemSettings.current;
  const attempt = { version, fields: { appName: "Bob's" }, secrets: { smtpPassword: "bob's" } };
  await expect(systemSettings.save(bob, attempt)).rejects.toThrow();
  for (const table of ["system_settings", "system_secrets", "system_settings_changes"])
    expect((await bob.run(({ db }) => db.execute(`select * from ${table}`))).rows).toEqual([]);
  expect(systemSettings.current.appName).toBe("Aldermoor Desk");
});

test("decision 12: a registration needs its id and its secret", async () => {
  expect(registrationAt(systemSettings, "google")).toBeNull();
  await save({ googleClientId: "id.apps.example" });
  expect(registrationAt(systemSettings, "google")).toBeNull();
  await save({}, { googleClientSecret: "GOCSPX-secret" });
  expect(registrationAt(systemSettings, "google")).toEqual({
    clientId: "id.apps.example",
    clientSecret: "GOCSPX-secret",
  });
});

test("SYS-04: system mail is sent by its SMTP server, else by Resend, else not at all", async () => {
  await save({ smtpHost: "", smtpFromEmail: "desk@aldermoor.example" });
  expect(systemTransport(systemSettings)).toBeNull();
  await save({}, { resendApiKey: "re_123456789" });
  expect(systemTransport(systemSettings)).toEqual({
    host: "smtp.resend.com",
    port: 465,
    secure: true,
    username: "resend",
    password: "re_123456789",
    fromEmail: "desk@aldermoor.example",
    fromName: "Aldermoor Desk",
  });
  await save({
    smtpHost: "mail.aldermoor.example",
    smtpPort: 587,
    smtpUsername: "desk",
    smtpFromName: "Desk",
  });
  expect(systemTransport(systemSettings)).toEqual({
    host: "mail.aldermoor.example",
    port: 587,
    secure: true,
    username: "desk",
    password: "correct horse battery",
    fromEmail: "desk@aldermoor.example",
    fromName: "Desk",
  });
  await save({ smtpFromEmail: "" });
  expect(systemTransport(systemSettings)).toBeNull();
});

test("settings that cannot be read during a database outage are read afterwards", async () => {
  const { host, ...rest } = connection("app");
  const proxy = await DatabaseProxy.to(join(String(host), ".s.PGSQL.5432"));
  const far = openDatabase({ ...rest, host: "127.0.0.1", port: proxy.port });
  atEnd(() => far.close().then(() => proxy.close()));
  const elsewhere = new SystemSettings({ database: far, secrets, log });
  proxy.startFault("reset");
  await save({ appName: "Fell Desk" });
  elsewhere.refreshSoon();
  await expect(elsewhere.refresh()).rejects.toMatchObject({ code: "unavailable" });
  proxy.end();
  await expect.poll(() => elsewhere.current.appName).toBe("Fell Desk");
});
