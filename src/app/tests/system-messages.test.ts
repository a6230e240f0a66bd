import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { emailConfirmation } from "#features/settings/email-confirmation.ts";
import { password } from "#features/settings/password.ts";
import { session } from "#features/settings/session.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { systemMessages } from "../system-messages.ts";

const server = await testDatabase(async ({ connection, services }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner") }, [sendSystemMail]);
  afterAll(() => jobs.stop());
  return { jobs };
});
const { services } = server;
const { systemSettings } = services;
const sendsMail = () => systemTransport(systemSettings) !== null;
const { auth } = testAuth(server, {}, systemMessages({ ...services, jobs: () => services.jobs }), sendsMail);
services.auth = auth;
const admin = await server.aUser({ roles: ["admin"] });
let people = 0;
/** For a busy machine; what is waited for comes at once. */
const WAIT_OPTIONS = { timeout: 40_000 };

beforeEach(async () => {
  await setSmtp({ smtpHost: "", smtpFromEmail: "" });
});

test("decision 3: the confirmation message is in Ada's own mailbox as soon as her account exists", async () => {
  const { email } = await signUp();
  expect(await mailboxOf(email)).toEqual([
    { subject: "Confirm your email address", status: "received", sender: "Adjutant" },
  ]);
});

test("decision 3: with an SMTP server the confirmation is mailed as well, and its link works", async () => {
  const { port, lines } = await scriptedSmtp();
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  const { email, client } = await signUp();
  await vi.waitUntil(() => lines.includes("."), WAIT_OPTIONS);
  expect(lines).toContain("MAIL FROM:<desk@aldermoor.com>");
  expect(lines).toContain(`RCPT TO:<${email}>`);
  expect(lines).toContain("Subject: Confirm your email address");
  await client.call(emailConfirmation.confirm, { token: tokenIn(lines, "confirm") });
  expect(await mailboxOf(email)).toHaveLength(1);
});

test("D3: the internal mailbox never contains a link, or whoever claims an address could confirm it", async () => {
  const bodyOf = async (email: string) => {
    const sent = "select body from emails join users on users.id = emails.user_id where users.email = $1";
    return String((await server.owner.query(sent, [email])).rows[0]?.body);
  };
  const withoutServer = await bodyOf((await signUp()).email);
  expect(withoutServer).toContain("No mail server is set up here yet");
  expect(withoutServer).not.toContain("#confirm=");
  const { port } = await scriptedSmtp();
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  const { email } = await signUp();
  const body = await bodyOf(email);
  expect(body).toContain(`link to ${email}`);
  expect(body).not.toContain("confirm=");
});

test("D3: a link in the internal mailbox is invalid once mail can be sent; the next one is mailed and works", async () => {
  const { email, client } = await signUp();
  const sent = "select body from emails join users on users.id = emails.user_id where users.email = $1";
  const { rows } = await server.owner.query(sent, [email]);
  const token = tokenIn(String(rows[0]?.body).split("\n"), "confirm");
  const { port, lines } = await scriptedSmtp();
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  await expect(client.call(emailConfirmation.confirm, { token })).rejects.toMatchObject({
    message: "This link is no longer valid. Please ask for a new one.",
  });
  await client.call(emailConfirmation.request);
  await vi.waitUntil(() => lines.includes("."), WAIT_OPTIONS);
  await client.call(emailConfirmation.confirm, { token: tokenIn(lines, "confirm") });
});

test("sign-up never waits for the mail server, and a busy one is retried", async () => {
  const { port, lines } = await scriptedSmtp({ "": "421 busy" });
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  const { email } = await signUp();
  const waiting = () =>
    server.owner.query(
      "select state, output from jobs.job where name = $1 and state = 'retry' and output::text like '%421 busy%'",
      [sendSystemMail.name],
    );
  await vi.waitUntil(async () => (await waiting()).rowCount === 1, WAIT_OPTIONS);
  expect(lines.join()).not.toContain(email);
});

test("D36: while it is queued, nobody can read a message's link from the database", async () => {
  const { port } = await scriptedSmtp({ "": "421 busy" });
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  const { email } = await signUp();
  await testClient(services).call(password.requestReset, { email });
  await auth.finishPendingWork();
  const { rows } = await server.owner.query("select data::text from jobs.job where name = $1", [
    sendSystemMail.name,
  ]);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(rows)).not.toMatch(/auth#|confirm=|reset=/);
});

test("AUTH: a password reset link is sent by mail only, and sets the password", async () => {
  const { email, client } = await signUp();
  const { port, lines } = await scriptedSmtp();
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  const before = await mailboxOf(email);
  await testClient(services).call(password.requestReset, { email });
  await auth.finishPendingWork();
  await vi.waitUntil(() => lines.includes("."), WAIT_OPTIONS);
  expect(lines).toContain("Subject: Set a new password");
  expect(await mailboxOf(email)).toEqual(before);
  await client.call(password.reset, { token: tokenIn(lines, "reset"), password: "another horse" });
  await testClient(services).call(session.signIn, { email, password: "another horse" });
});

test("without an SMTP server no reset link is created, and one from the command line stays valid", async () => {
  const { email, userId } = await signUp();
  const link = await auth.issueResetLink(userId);
  const before = await mailboxOf(email);
  await testClient(services).call(password.requestReset, { email });
  await auth.finishPendingWork();
  expect(await mailboxOf(email)).toEqual(before);
  const token = link.split("reset=")[1] ?? "";
  await testClient(services).call(password.reset, { token, password: "another horse" });
});

test("nothing is sent to example addresses", async () => {
  const { port, lines } = await scriptedSmtp({ RCPT: "550 5.1.1 No such user" });
  await setSmtp({ smtpHost: "127.0.0.1", smtpPort: port, smtpFromEmail: "desk@aldermoor.com" });
  await signUp("mara@northwind.example");
  const { email } = await signUp();
  await vi.waitUntil(() => lines.some((line) => line.startsWith("RCPT")), WAIT_OPTIONS);
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual([`RCPT TO:<${email}>`]);
});

async function signUp(email = `person.${++people}@example.com`) {
  const client = testClient(services);
  await client.call(session.signUp, { fullName: "Ada", email, password: "correct horse" });
  const { rows } = await server.owner.query("select id from users where email = $1", [email]);
  return { email, client, userId: String(rows[0].id) };
}

async function setSmtp(fields: object) {
  const { version } = systemSettings.current;
  await systemSettings.save(admin, { version, fields: { smtpSecure: false, ...fields }, secrets: {} });
}

/** As the person would copy it out of the message. */
function tokenIn(lines: readonly string[], purpose: string): string {
  const text = lines.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=");
  return text.match(new RegExp(`/auth#${purpose}=([\\w-]+)`))?.[1] ?? "";
}

async function mailboxOf(email: string) {
  const { rows } = await server.owner.query(
    `select subject, status, sender from emails join users on users.id = emails.user_id
      where users.email = $1 order by emails.created_at`,
    [email],
  );
  return rows;
}
