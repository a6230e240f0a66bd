import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { scriptedServer } from "#platform/testing/servers/scripted-server.ts";
import type { ConnectionTarget } from "./model.ts";
import { settingsInstance } from "./outside-services.factory.ts";

const { asked, next, address, store, save, tryOut } = await settingsInstance();

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
    next.status = code;
    expect(await tryOut("OpenAI", { openaiApiKey: "sk-1" })).toEqual({
      isOk: false,
      message: `It answered ${code}: ${reason}.`,
    });
  }
  next.status = 401;
  next.body = JSON.stringify({ name: "restricted_api_key" });
  expect(await tryOut("Resend", { resendApiKey: "re_1" })).toMatchObject({ isOk: true });
  Object.assign(next, { status: 200, body: "{}" });
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
