import { expect, test, vi } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { createMail } from "./mail.ts";
import { type MailMessage, newMessageId } from "./message.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

// Sends to a real Postfix with Dovecot for its sign-in, so the responses are not written by us.

const server = await mailServer({
  mailboxes: [
    ...["ada@aldermoor.test", "bob@aldermoor.test", "carol@aldermoor.test", "busy@aldermoor.test"],
    "жук@aldermoor.test",
  ],
  users: { ada: "correct horse" },
  settings: [
    "smtpd_recipient_restrictions = check_recipient_access inline:{ {busy@aldermoor.test = 450 4.2.1 Mailbox busy} }",
    "message_size_limit = 200000",
    "smtputf8_enable = yes",
  ],
});
const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8", "::1"] });
const mail = createMail({ outbound, certificates: [server.certificate] });
const transport: SmtpTransport = {
  host: server.host,
  port: server.port,
  secure: true,
  username: "ada",
  password: "correct horse",
  fromEmail: "ada@aldermoor.test",
  fromName: "Ada Lovelace",
};
const LONG_TIMEOUT = { timeout: 40_000 };

const aMessage = (fields: Partial<MailMessage> = {}): MailMessage => ({
  messageId: newMessageId(transport.fromEmail),
  to: ["bob@aldermoor.test"],
  subject: "Figures of March",
  text: "Please see below.\n.\nAda",
  ...fields,
});

const arrivedAt = async (mailbox: string, { messageId }: MailMessage) =>
  (await server.messagesOf(mailbox)).find((text) => text.includes(`Message-ID: ${messageId}`));

test.each([
  ["STARTTLS", {}],
  ["TLS from the first byte", { port: server.implicitTlsPort, implicitTls: true }],
])("a signed-in message over %s arrives complete", async (_name, change) => {
  const message = aMessage({ subject: "Größe – 大きさ", text: "Grüße\n.\n..\nAda" });
  const outcome = await mail.send({ ...transport, ...change }, message);
  expect(outcome).toMatchObject({ state: "sent", accepted: ["bob@aldermoor.test"], refused: [] });
  const arrived = await vi.waitUntil(() => arrivedAt("bob", message), LONG_TIMEOUT);
  expect(arrived).toContain("From: Ada Lovelace <ada@aldermoor.test>");
  expect(arrived).toMatch(/with ESMTPSA/);
  const body = arrived.slice(arrived.indexOf("\n\n") + 2).trim();
  expect(Buffer.from(body, "base64").toString() + body).toMatch(/Grüße|Gr=C3=BC=C3=9Fe/);
});

test("an international mailbox gets its mail, and everybody is named", async () => {
  const to = [{ name: "Жук, Иван", address: "жук@aldermoor.test" }];
  const cc = [{ name: "Bob (Sales)", address: "bob@aldermoor.test" }];
  const message = aMessage({ to, cc, replyTo: { name: "Ada", address: transport.fromEmail } });
  expect(await mail.send(transport, message)).toMatchObject({ state: "sent", refused: [] });
  const arrived = await vi.waitUntil(() => arrivedAt("жук", message), LONG_TIMEOUT);
  expect(arrived).toMatch(/^To: =\?UTF-8\?.*<жук@aldermoor.test>$/m);
  expect(arrived).toContain('Cc: "Bob (Sales)" <bob@aldermoor.test>');
  expect(arrived).not.toMatch(/^Reply-To/m);
});

test("D20: Bcc recipients get the message, and nobody can see them", async () => {
  const message = aMessage({ bcc: ["carol@aldermoor.test"] });
  await mail.send(transport, message);
  const [atBob, atCarol] = await vi.waitUntil(async () => {
    const arrived = await Promise.all([arrivedAt("bob", message), arrivedAt("carol", message)]);
    return arrived.every((text) => text) && arrived;
  }, LONG_TIMEOUT);
  for (const text of [atBob, atCarol])
    expect(text?.replace(/^(Delivered-To|X-Original-To):.*\n/gm, "")).not.toMatch(/bcc:|carol/i);
});

test("each of several recipients has the server's own answer, temporary or permanent", async () => {
  const message = aMessage({ to: ["bob@aldermoor.test", "nobody@aldermoor.test", "busy@aldermoor.test"] });
  const outcome = await mail.send(transport, message);
  expect(outcome).toMatchObject({
    state: "sent",
    accepted: ["bob@aldermoor.test"],
    refused: [
      { address: "nobody@aldermoor.test", isTemporary: false, reason: expect.stringContaining("550 5.1.1") },
      { address: "busy@aldermoor.test", isTemporary: true, reason: expect.stringContaining("450 4.2.1") },
    ],
  });
  expect(await mail.send(transport, aMessage({ to: ["busy@aldermoor.test"] }))).toMatchObject({
    state: "failed",
    phase: "recipients",
    isTemporary: true,
  });
});

test("a too large message fails permanently before it is uploaded, with both sizes, and nobody receives it", async () => {
  const content = Buffer.alloc(400_000, "x");
  const message = aMessage({ attachments: [{ filename: "large.bin", contentType: "text/plain", content }] });
  const seen: (number | null)[] = [];
  const beforeData = () => Promise.reject(new Error("The upload began"));
  const onSizeLimit = (bytes: number | null) => seen.push(bytes);
  expect(await mail.send(transport, message, { beforeData, onSizeLimit })).toMatchObject({
    state: "failed",
    phase: "sender",
    isTemporary: false,
    reason:
      "The mail server 'localhost' takes messages of 200 kB at most, and this one has 549 kB. Remove a file, or send it from another account.",
  });
  expect(seen).toEqual([200_000]);
  expect(await arrivedAt("bob", message)).toBeUndefined();
});

test.each([
  ["a wrong password", { password: "wrong" }, "sign-in", "535"],
  ["an unknown user", { username: "eve" }, "sign-in", "535"],
  ["a sender that is not ours", { fromEmail: "bob@aldermoor.test" }, "sender", "553 5.7.1"],
  ["a certificate that nobody vouches for", { certificates: [] }, "tls", "from an authority that"],
  ["a name that the certificate does not hold", { host: "127.0.0.1" }, "tls", "is for another name"],
  ["a port where nobody is", { port: 1 }, "connection", "nothing listens there"],
  ["a host that does not exist", { host: "mail.aldermoor.invalid" }, "name", "was not found"],
] as const)(
  "SYS: a test names %s",
  async (_name, { certificates, ...change }: Record<string, unknown>, step, words) => {
    const own = certificates ? createMail({ outbound }) : mail;
    const changed = { ...transport, ...change };
    expect(await own.test(changed)).toEqual({ isOk: false, step, reason: expect.stringContaining(words) });
    expect(await own.send(changed, aMessage())).toMatchObject({ state: "failed", phase: step });
  },
);

test("a successful connection test sends nothing", async () => {
  const before = await server.messagesOf("bob");
  expect(await mail.test(transport)).toEqual({ isOk: true, maxBytes: 200_000 });
  expect(await mail.test({ ...transport, port: server.implicitTlsPort, implicitTls: true })).toEqual({
    isOk: true,
    maxBytes: 200_000,
  });
  expect(await server.messagesOf("bob")).toEqual(before);
});

test("where no certificate is valid, mail is still sent encrypted if the operator allows it", async () => {
  const open = createMail({ outbound });
  const outcome = await open.send({ ...transport, secure: false, username: "" }, aMessage());
  expect(outcome).toMatchObject({ state: "sent" });
});
