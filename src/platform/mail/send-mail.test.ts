import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import {
  type Misbehaviour,
  scriptedServer,
  scriptedSmtp,
} from "#platform/testing/servers/scripted-server.ts";
import { createMail } from "./mail.ts";
import { type MailMessage, newMessageId } from "./message.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
const mail = createMail({ outbound });
const shortTimeouts = createMail({
  outbound,
  limits: { setup: 300, silence: 300, envelope: 300, data: 300 },
});

const message: MailMessage = {
  messageId: newMessageId("ada@example.com"),
  to: ["bob@example.com"],
  cc: ["carol@example.com"],
  bcc: ["dora@example.com"],
  subject: "Figures",
  text: "Please see below.\n.\nAda",
};

const plain: SmtpTransport = {
  host: "127.0.0.1",
  port: 25,
  secure: false,
  username: "",
  password: "",
  fromEmail: "ada@example.com",
  fromName: "Ada Lovelace",
};

/** A server that responds correctly except for `given`. */
async function aServer(given: Misbehaviour = {}) {
  const server = await scriptedSmtp(given);
  return { ...server, transport: { ...plain, port: server.port } };
}

test("D20: everyone is in the envelope, Bcc in no header, and the Message-ID is our own", async () => {
  const { transport, lines } = await aServer();
  const outcome = await mail.send(transport, message);
  expect(outcome).toEqual({
    state: "sent",
    response: "The server answered: 250 2.0.0 Ok: queued as 4711",
    accepted: ["bob@example.com", "carol@example.com", "dora@example.com"],
    refused: [],
  });
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual([
    "RCPT TO:<bob@example.com>",
    "RCPT TO:<carol@example.com>",
    "RCPT TO:<dora@example.com>",
  ]);
  const sent = lines.slice(lines.indexOf("DATA") + 1, lines.indexOf("."));
  expect(sent.join("\n")).not.toContain("dora");
  expect(sent.join("\n").toLowerCase()).not.toContain("bcc");
  expect(sent).toContain(`Message-ID: ${message.messageId}`);
  expect(sent).toContain("From: Ada Lovelace <ada@example.com>");
  expect(sent).toContain("..");
});

test("a retry goes only to the remaining recipients", async () => {
  const { transport, lines } = await aServer();
  await mail.send(transport, { ...message, recipients: ["carol@example.com"] });
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<carol@example.com>"]);
  expect(lines).toContain("To: bob@example.com");
});

test.each([
  ["a subject with a line break", { subject: "Hello\r\nBcc: eve@example.com" }],
  ["a name with a line break", { from: { name: "Ada\nX: y", address: "ada@example.com" } }],
  [
    "a file name with a line break",
    { attachments: [{ filename: "a\r\nb", contentType: "text/plain", content: Buffer.from("x") }] },
  ],
  ["an id with a line break", { messageId: "<a@b>\r\nX: y" }],
  ["a local part that ends its quotes early", { to: ['"bob"@evil.com"@example.com'] }],
  ["two addresses in one", { cc: ["bob@example.com,eve@example.com"] }],
  ["nobody", { to: [], cc: [], bcc: [] }],
  ["an example address", { bcc: ["mara@northwind.example"] }],
] as [string, Partial<MailMessage>][])(
  "D20: %s is refused before anything is connected",
  async (_name, change) => {
    const { transport, lines } = await aServer();
    await expect(mail.send(transport, { ...message, ...change })).rejects.toMatchObject({ code: "invalid" });
    expect(lines).toEqual([]);
  },
);

test("an international address goes only to a server that supports it; without it, nobody gets the message", async () => {
  const to = ["жук@example.com", "bob@example.com"];
  const { transport, lines } = await aServer();
  expect(await mail.send(transport, { ...message, to })).toMatchObject({
    ...{ state: "failed", phase: "recipients", isTemporary: false },
    reason: expect.stringContaining("'жук@example.com': it does not support international addresses"),
  });
  expect(lines.some((line) => /^(MAIL|RCPT|DATA)/.test(line))).toBe(false);
  const capable = await aServer({ EHLO: "250-mx.example.com\r\n250 SMTPUTF8" });
  expect(await mail.send(capable.transport, { ...message, to })).toMatchObject({ state: "sent" });
  expect(capable.lines).toContain("MAIL FROM:<ada@example.com> SMTPUTF8");
  expect(capable.lines).toContain("RCPT TO:<жук@example.com>");
  expect(capable.lines).toContain("To: жук@example.com, bob@example.com");
});

test("D20: bare line ends cannot smuggle in a second message", async () => {
  const { transport, lines } = await aServer();
  const text = "one\n.\nMAIL FROM:<eve@example.com>\r.\rtwo\r\n.\r\nthree";
  expect(await mail.send(transport, { ...message, text })).toMatchObject({ state: "sent" });
  expect(lines.filter((line) => line === ".")).toHaveLength(1);
});

test("some recipients refused: the others receive it, each with the server's reason", async () => {
  const { transport } = await aServer({
    RCPT: (line) =>
      ({ carol: "550 5.1.1 No such user", dora: "451 4.7.1 Greylisted" })[line.match(/<(\w+)@/)?.[1] ?? ""] ??
      "250 Ok",
  });
  expect(await mail.send(transport, message)).toMatchObject({
    state: "sent",
    accepted: ["bob@example.com"],
    refused: [
      {
        address: "carol@example.com",
        reason: "The server answered: 550 5.1.1 No such user",
        isTemporary: false,
      },
      { address: "dora@example.com", reason: "The server answered: 451 4.7.1 Greylisted", isTemporary: true },
    ],
  });
});

test("all recipients refused: nobody receives it; temporary only where one of them may be accepted later", async () => {
  const never = await aServer({ RCPT: "550 5.1.1 No such user" });
  expect(await mail.send(never.transport, message)).toMatchObject({
    state: "failed",
    phase: "recipients",
    isTemporary: false,
    refused: [
      { address: "bob@example.com" },
      { address: "carol@example.com" },
      { address: "dora@example.com" },
    ],
  });
  const later = await aServer({ RCPT: "450 4.2.0 Try again" });
  expect(await mail.send(later.transport, message)).toMatchObject({ state: "failed", isTemporary: true });
});

test.each([
  ["the greeting", { "": "554 go away" }, "connection", false],
  ["a busy server", { "": "421 too many connections" }, "connection", true],
  ["the sender", { MAIL: "553 5.7.1 Not yours" }, "sender", false],
  ["the command DATA", { DATA: "451 4.3.0 Try later" }, "sender", true],
  ["the message", { ".": "554 5.7.1 Spam" }, "data", false],
  ["the message for now", { ".": "451 4.3.0 Disk full" }, "data", true],
  ["a cut before the message", { RCPT: null }, "sender", true],
] as const)("%s refused: not delivered", async (_name, given, phase, isTemporary) => {
  const { transport } = await aServer(given);
  expect(await mail.send(transport, message)).toMatchObject({ state: "failed", phase, isTemporary });
});

test.each([
  ["while it leaves", { BODY: null }],
  ["before the last answer", { ".": null }],
])("a disconnect %s is uncertain, never a failure", async (_when, given) => {
  const { transport } = await aServer(given);
  expect(await mail.send(transport, message)).toMatchObject({ state: "uncertain" });
});

test("no answer after the message is uncertain, no greeting is a failure", async () => {
  const silent = await aServer({ ".": () => undefined });
  expect(await shortTimeouts.send(silent.transport, message)).toMatchObject({
    state: "uncertain",
    reason: "The server took too long.",
  });
  const mute = await scriptedServer(() => undefined);
  expect(await shortTimeouts.send({ ...plain, port: mute.port }, message)).toMatchObject({
    state: "failed",
    phase: "connection",
    isTemporary: true,
  });
});

test("beforeData runs after the envelope, and when it fails nothing is sent", async () => {
  const { transport, lines } = await aServer();
  const seen: string[] = [];
  await mail.send(transport, message, { beforeData: async () => void seen.push(...lines) });
  expect(seen.at(-1)).toBe("DATA");
  const other = await aServer();
  const failing = mail.send(other.transport, message, {
    beforeData: () => Promise.reject(new Error("The database is gone")),
  });
  await expect(failing).rejects.toThrow("The database is gone");
  expect(other.lines.at(-1)).toBe("DATA");
});

test("an unreadable attachment ends the transaction with nothing sent", async () => {
  const { transport, lines } = await aServer();
  const half = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("The file is gone");
    })(),
  );
  const content = { size: 8, open: async () => half };
  const attachments = [{ filename: "report.pdf", contentType: "application/pdf", content }];
  await expect(mail.send(transport, { ...message, attachments })).rejects.toThrow("The file is gone");
  expect(lines).not.toContain(".");
});

test("an unreachable host is distinguished: its name, its port, and forbidden addresses", async () => {
  expect(await mail.send({ ...plain, host: "nowhere.invalid" }, message)).toMatchObject({ phase: "name" });
  const { port } = await aServer();
  expect(await mail.send({ ...plain, host: "127.0.0.9", port }, message)).toMatchObject({
    phase: "connection",
    isTemporary: true,
  });
  expect(await mail.send({ ...plain, host: "10.0.0.1" }, message)).toMatchObject({
    state: "failed",
    phase: "connection",
    isTemporary: false,
    reason: expect.stringContaining("ALLOWED_LOCAL_NETWORKS"),
  });
});

test("a server without TLS gets nothing where TLS is required", async () => {
  const { transport, lines } = await aServer({ STARTTLS: "502 5.5.1 Not here" });
  const secured = { ...transport, secure: true, username: "ada", password: "correct horse" };
  expect(await mail.send(secured, message)).toMatchObject({ state: "failed", phase: "tls" });
  expect(lines.join()).not.toMatch(/AUTH|MAIL/);
});

test("a server's response is reduced to one line of limited length", async () => {
  const { transport } = await aServer({ MAIL: `550 \u001b[31m${"x".repeat(5000)}` });
  const outcome = await mail.send(transport, message);
  expect(outcome).toMatchObject({ state: "failed", reason: expect.stringMatching(/^[ -~]{1,330}$/) });
});

test("a connection test names the failing step and sends nothing", async () => {
  const accepting = await aServer();
  expect(await mail.test(accepting.transport)).toEqual({ isOk: true, maxBytes: null });
  expect(accepting.lines).toContain("MAIL FROM:<ada@example.com>");
  expect(accepting.lines.join()).not.toMatch(/RCPT|DATA/);
  const strict = await aServer({ MAIL: "553 5.7.1 Not yours" });
  expect(await mail.test(strict.transport)).toEqual({
    isOk: false,
    step: "sender",
    reason: "The server answered: 553 5.7.1 Not yours",
  });
  expect(await mail.test({ ...plain, host: "nowhere.invalid" })).toMatchObject({ step: "name" });
  expect(await mail.test({ ...plain, fromEmail: "nobody" })).toMatchObject({ step: "sender" });
});
