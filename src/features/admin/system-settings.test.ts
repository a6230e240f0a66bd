import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { scriptedServer } from "#platform/testing/servers/scripted-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { adminCounters } from "./admin-counters.ts";
import { adminUsers } from "./admin-users.ts";
import { backups } from "./backups.ts";
import { sendToChannel } from "./jobs.ts";
import type { ConnectionTarget } from "./model.ts";
import { system } from "./system.ts";
import { systemDatabase } from "./system-database.ts";
import { systemHealth } from "./system-health.ts";
import { systemJobs } from "./system-jobs.ts";
import { systemSettings } from "./system-settings.ts";

type Asked = { path: string; authorization: string | undefined; apikey: unknown; body: string };
const asked: Asked[] = [];
let status = 200;
let answerBody = "{}";
/** Stands for every outside service. */
const outside = createServer(async (request, answer) => {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  const { authorization, apikey } = request.headers;
  asked.push({ path: request.url ?? "", authorization, apikey, body });
  answer.writeHead(status).end(answerBody);
}).listen(0, "127.0.0.1");
await new Promise((ready) => outside.once("listening", ready));
afterAll(() => void outside.close());
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

const log = createLog("silent");
const given = {
  fields: {},
  secrets: {},
  addresses: { resend: `${address}/resend`, openai: `${address}/v1` },
};
const { as, aUser, owner, services } = await testDatabase(async ({ services, connection, atEnd }) => {
  const { database, secrets } = services;
  const store = new SystemSettings({ database, secrets, log, given });
  const parts = { ...services, systemSettings: store, owner: connection("owner"), log };
  const jobs = await startJobs(parts, [sendToChannel]);
  atEnd(() => jobs.stop());
  const config = parseConfig({ STRIPE_BASE_URL: `${address}/stripe` });
  return { systemSettings: store, jobs, config };
});
const store = services.systemSettings;
const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
const ada = as(await aUser());

type Settings = { version: number; secrets: Record<string, unknown>; [field: string]: unknown };
const get = () => boss.invoke(systemSettings.get) as Promise<Settings>;
const save = (changes: object) =>
  boss.invoke(systemSettings.update, { version: store.current.version, ...changes }) as Promise<Settings>;
const tryOut = (target: ConnectionTarget, typed: object = {}) =>
  boss.invoke(systemSettings.test, { target, ...typed }) as Promise<{ isOk: boolean; message: string }>;

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

test("SYS-12, SYS-16, SYS-18: the SMTP test really connects and names the step that fails", async () => {
  let password = "good";
  const server = await scriptedServer((line) => {
    const word = line.split(/[ :]/)[0] ?? "";
    if (line.startsWith("AUTH PLAIN"))
      return Buffer.from(line.slice(11), "base64").toString().endsWith(`\0${password}`)
        ? "235 welcome"
        : "535 5.7.8 refused";
    return (
      { "": "220 ready", EHLO: "250-ready\r\n250 AUTH PLAIN", MAIL: "250 Ok", QUIT: "221 bye" }[word] ??
      "250 Ok"
    );
  });
  const typed = {
    smtpHost: "127.0.0.1",
    smtpPort: server.port,
    smtpSecure: false,
    smtpUsername: "desk",
    smtpFromEmail: "desk@aldermoor.example",
  };
  expect(await tryOut("SMTP", { ...typed, smtpPassword: "good" })).toMatchObject({ isOk: true });
  password = "changed";
  expect(await tryOut("SMTP", { ...typed, smtpPassword: "good" })).toEqual({
    isOk: false,
    message: "Signing in: The server answered: 535 5.7.8 refused",
  });
  expect(await tryOut("SMTP", { smtpHost: "" })).toEqual({
    isOk: false,
    message: "Please enter the host of the mail server first.",
  });
});

test("D36: the stored password goes to the stored server only", async () => {
  const lines: string[] = [];
  const server = await scriptedServer((line) => {
    lines.push(line);
    if (line.startsWith("AUTH")) return "535 no";
    return line.startsWith("EHLO") ? "250-ready\r\n250 AUTH PLAIN" : line === "" ? "220 ready" : "250 Ok";
  });
  await save({ smtpHost: "mail.aldermoor.example", smtpUsername: "desk", smtpPassword: "the mail password" });
  await tryOut("SMTP", {
    smtpHost: "127.0.0.1",
    smtpPort: server.port,
    smtpSecure: false,
    smtpFromEmail: "desk@aldermoor.example",
  });
  const sent = lines.filter((line) => line.startsWith("AUTH PLAIN")).map((line) => atob(line.slice(11)));
  expect(lines.some((line) => line.startsWith("EHLO"))).toBe(true);
  expect(sent.join()).not.toContain("the mail password");
  asked.length = 0;
  await save({ supabaseUrl: "https://project.supabase.co", supabaseAnonKey: "anon-123456789" });
  expect(await tryOut("Supabase", { supabaseUrl: address })).toMatchObject({ isOk: false });
  expect(asked).toEqual([]);
});

test("D36: another server is saved only with its own secret, or none", async () => {
  await save({ smtpHost: "mail.aldermoor.example", smtpPassword: "the mail password" });
  await expect(save({ smtpHost: "mail.elsewhere.example" })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { smtpPassword: "Please enter the password for the new mail server" } },
  });
  expect(store.current.smtpHost).toBe("mail.aldermoor.example");
  await save({ smtpHost: "mail.elsewhere.example", smtpPassword: "another password" });
  expect(store.secret("smtpPassword")).toBe("another password");
  await save({ smtpHost: "mail.aldermoor.example", smtpPassword: null });
  expect(store.secret("smtpPassword")).toBeNull();
  await save({ supabaseUrl: "https://project.supabase.co", supabaseAnonKey: "anon-123456789" });
  await expect(save({ supabaseUrl: "https://elsewhere.supabase.co" })).rejects.toMatchObject({
    details: { fields: { supabaseAnonKey: "Please enter the anon key of the new project" } },
  });
  await save({ supabaseUrl: "", supabaseAnonKey: null });
});

test("SYS-12, SYS-14: keys and webhooks are tested at their services", async () => {
  asked.length = 0;
  const attempts: [ConnectionTarget, object][] = [
    ["Resend", { resendApiKey: "re_1" }],
    ["OpenAI", { openaiApiKey: "sk-1" }],
    ["Supabase", { supabaseUrl: `${address}/project/`, supabaseAnonKey: "anon" }],
    ["Slack", { slackWebhook: `${address}/slack` }],
    ["Discord", { discordWebhook: `${address}/discord` }],
  ];
  for (const [target, typed] of attempts)
    expect(await tryOut(target, typed), target).toEqual({ isOk: true, message: "It answered 200." });
  expect(asked.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/resend/domains", "Bearer re_1"],
    ["/v1/models", "Bearer sk-1"],
    ["/project/auth/v1/settings", "Bearer anon"],
    ["/slack", undefined],
    ["/discord", undefined],
  ]);
  expect(JSON.parse(asked[3]?.body ?? "")).toEqual({
    text: expect.stringContaining("can reach this channel"),
  });
  for (const [code, reason] of [
    [401, "the key was refused"],
    [404, "there is nothing at this address"],
    [503, "it has trouble of its own"],
  ] as const) {
    status = code;
    expect(await tryOut("OpenAI", { openaiApiKey: "sk-1" })).toEqual({
      isOk: false,
      message: `It answered ${code}: ${reason}.`,
    });
  }
  status = 401;
  answerBody = JSON.stringify({ name: "restricted_api_key" });
  expect(await tryOut("Resend", { resendApiKey: "re_1" })).toMatchObject({ isOk: true });
  [status, answerBody] = [200, "{}"];
});

test("SYS-09: the channels are notified when maintenance begins and ends, also while it lasts", async () => {
  asked.length = 0;
  await save({ slackWebhook: `${address}/slack`, discordWebhook: `${address}/discord` });
  for (const [maintenanceMode, words] of [
    [true, "Grace Hopper closed it for maintenance."],
    [false, "Grace Hopper opened it again after maintenance."],
  ] as const) {
    await save({ maintenanceMode });
    // Notices of earlier tests may still be in delivery.
    const notifiedPaths = () => asked.filter(({ body }) => body.includes(words)).map(({ path }) => path);
    await until(() => notifiedPaths().includes("/discord") && notifiedPaths().includes("/slack"));
  }
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(20);
}

test("D18: a webhook cannot reach into the network, and a missing one is requested", async () => {
  const inside = await tryOut("Slack", { slackWebhook: "http://169.254.169.254/latest" });
  expect(inside).toMatchObject({ isOk: false, message: expect.stringContaining("not a public address") });
  await save({ discordWebhook: null });
  expect(await tryOut("Discord")).toEqual({
    isOk: false,
    message: "Please enter the webhook's address first.",
  });
});

test("SYS-12: the database test queries the database", async () => {
  expect(await tryOut("Database")).toEqual({
    isOk: true,
    message: expect.stringMatching(/^The database answered in \d+ ms\.$/),
  });
});
