import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { NodemailerError } from "nodemailer";
import { describe, expect, test } from "vitest";
import { compose, composeCopy } from "./compose.ts";
import { envelopeAddress } from "./mail-address.ts";
import { checkHeaders, type MailMessage, newMessageId } from "./message.ts";
import { shortened } from "./shorten-answers.ts";
import { refusalsOf, SmtpFailure, serverAnswer, toFailure } from "./smtp-failure.ts";

// Contents and recipients of a message, and error messages for failures (D20), without any server.

const transport = {
  ...{ host: "127.0.0.1", port: 25, secure: false, username: "", password: "" },
  ...{ fromEmail: "ada@house.org", fromName: "Ada Lovelace" },
};
const message: MailMessage = {
  messageId: "<1@house.org>",
  to: ["ben@x.org"],
  subject: "Figures",
  text: "See below",
};
const mimeOf = async (more: Partial<MailMessage>) =>
  (await buffer(compose(transport, { ...message, ...more }).mime())).toString();
const copyOf = async (more: Partial<MailMessage>) =>
  (await composeCopy(transport, { ...message, ...more })).bytes.toString();

describe("headers", () => {
  test.each([
    ["subject", { subject: "a\nb" }],
    ["sender's name", { from: { name: "a\r\nBcc: x", address: "a@x.org" } }],
    ["name for answers", { replyTo: { name: "a\u0000", address: "a@x.org" } }],
    ["file's name", { attachments: [{ filename: "a\nb", contentType: "text/plain", content: Buffer.of() }] }],
    ["file's type", { attachments: [{ filename: "a", contentType: "text/plain\n", content: Buffer.of() }] }],
    ["recipient's name", { to: [{ name: "a\r\nBcc: x", address: "a@x.org" }] }],
    ["message id", { messageId: "<1@house.org>\r\nX: y" }],
    ["empty message id", { messageId: " " }],
    ["id of what it answers", { inReplyTo: "<a\tb@x>" }],
    ["one of its references", { references: ["<1@x>", `<${"x".repeat(979)}>`] }],
    ["method of its invitation", { calendar: { method: "RE PLY", text: "" } }],
  ])("a %s that is none is refused", (_, more) => {
    expect(() => checkHeaders({ ...message, ...more })).toThrow(expect.objectContaining({ code: "invalid" }));
  });

  test("valid headers are accepted; a tab is not a line break", () => {
    checkHeaders({
      ...message,
      ...{ subject: "a\tb", inReplyTo: "<1@x>", references: ["<1@x>", "<2@x>"] },
      ...{ from: { address: "a@x.org" }, calendar: { method: "REPLY", text: "x" } },
    });
    expect(newMessageId("ada@house.org")).toMatch(/^<[0-9a-f-]{36}@house\.org>$/);
    expect(newMessageId("")).toMatch(/@localhost>$/);
  });
});

describe("a message", () => {
  test("has the size that is announced before its files are read", async () => {
    for (const bytes of [0, 1, 56, 57, 58, 75, 114, 5000]) {
      const data = Buffer.alloc(bytes, "x");
      const content = { size: bytes, open: async () => Readable.from([data], { objectMode: false }) };
      const attachments = [
        { filename: "a.bin", contentType: "application/octet-stream", content },
        { filename: "b.txt", contentType: "text/plain", content },
        { filename: "c.eml", contentType: "message/rfc822", content },
      ];
      const { mime, size } = compose(transport, { ...message, html: "<p>Größe</p>", attachments });
      expect([bytes, await size()]).toEqual([bytes, (await buffer(mime())).length]);
    }
  });

  test("is sent to each recipient once, or to the remaining ones; the sender's copy is sent to nobody", async () => {
    const allRecipients = { to: ["ben@x.org"], cc: ["cleo@x.org", "ben@x.org"], bcc: ["dora@x.org"] };
    const { envelope } = compose(transport, { ...message, ...allRecipients });
    expect(envelope).toEqual({ from: "ada@house.org", to: ["ben@x.org", "cleo@x.org", "dora@x.org"] });
    const composed = compose(transport, { ...message, ...allRecipients, recipients: ["dora@x.org"] });
    expect(composed.envelope.to).toEqual(["dora@x.org"]);
    expect(await mimeOf(allRecipients)).not.toContain("dora");
    expect(await copyOf(allRecipients)).toContain("Bcc: dora@x.org");
    expect(await copyOf({ to: [] })).toContain("Subject: Figures");
    expect(await copyOf({ to: ["ben@x.example"] })).toContain("ben@x.example");
  });

  test.each([
    ["nobody", { to: [] }, "at least one recipient"],
    ["an example", { cc: ["ben@x.example"] }, "ben@x.example is an example address"],
    ["no address", { bcc: ["ben\r\nx"] }, "'ben x' is not an address"],
  ])("to %s is refused", (_, more, words) => {
    expect(() => compose(transport, { ...message, ...more })).toThrow(words);
  });

  test("names people in To and Cc, quoted where a name would be read as something else", async () => {
    const full = await mimeOf({
      to: [{ name: "Voss, Clara", address: "clara@x.org" }, "ben@x.org"],
      cc: [{ name: "Jörg", address: '"j, g"@x.org' }],
    });
    expect(full).toContain('To: "Voss, Clara" <clara@x.org>, ben@x.org\r\n');
    expect(full).toContain('Cc: =?UTF-8?Q?J=C3=B6rg?= <"j, g"@x.org>\r\n');
  });

  test("names a reply address only where it is not the sender's", async () => {
    const ada = { name: "Ada", address: "ADA@house.org" };
    expect(await mimeOf({ replyTo: ada })).not.toContain("Reply-To");
    expect(await mimeOf({ replyTo: { ...ada, address: "bea@house.org" } })).toContain(
      "Reply-To: Ada <bea@house.org>",
    );
    expect(await mimeOf({ from: { address: "bea@house.org" }, replyTo: ada })).toContain(
      "Reply-To: Ada <ADA@house.org>",
    );
  });

  test("quotes the ids of other programs exactly as they are", async () => {
    const odd = ["<no-at-sign>", "<with blank@x.org>", "1@x.org", '<"quoted part"@x.org>', "<a@b@c>"];
    const full = await mimeOf({ messageId: "own id", inReplyTo: "<with blank@x.org>", references: odd });
    const unfolded = full.replaceAll(/\r\n(?=[ \t])/g, "");
    expect(unfolded).toContain(`References: ${odd.join(" ")}\r\n`);
    expect(unfolded).toContain("In-Reply-To: <with blank@x.org>\r\n");
    expect(unfolded.match(/^message-id:.*$/gim)).toEqual(["Message-ID: own id"]);
    // Bytes beyond ASCII are allowed only where an address requires SMTPUTF8 anyway.
    expect(await mimeOf({ references: ["<1@x>", "<ж@x>"] })).toContain("References: <1@x>\r\n");
    expect(await mimeOf({ references: ["<1@x>", "<ж@x>"], to: ["жук@x.org"] })).toContain(
      "<1@x>\r\n <ж@x>\r\n",
    );
  });

  test("contains its input and nothing else, with CRLF line endings", async () => {
    const bare = await mimeOf({ text: "a\rb\nc\r\nd" });
    expect(bare).toContain("From: Ada Lovelace <ada@house.org>");
    expect(bare).toContain("\r\na\r\nb\r\nc\r\nd\r\n");
    expect(bare).not.toMatch(/^(Reply-To|Cc|In-Reply-To|References|Content-Type: text\/(html|calendar)):?/m);
    const full = await mimeOf({
      ...{ from: { name: "Bea", address: "bea@x.org" }, replyTo: { address: "r@x.org" }, cc: ["cleo@x.org"] },
      ...{ html: "<b>x</b>", inReplyTo: "<0@x>", references: ["<00@x>", "<0@x>"], date: new Date(0) },
      calendar: { method: "REQUEST", text: "BEGIN:VCALENDAR\nEND:VCALENDAR" },
      attachments: [
        { filename: "logo.png", contentType: "image/png", content: Buffer.from("1"), contentId: "logo@x" },
        { filename: "pack.pdf", contentType: "application/pdf", content: Buffer.from("2") },
      ],
    });
    for (const part of [
      ...["From: Bea <bea@x.org>", "Reply-To: r@x.org", "Cc: cleo@x.org", "In-Reply-To: <0@x>"],
      ...["References: <00@x>\r\n <0@x>", "Date: Thu, 01 Jan 1970", "text/html", "method=REQUEST"],
      ...["Content-ID: <logo@x>", "Content-Disposition: inline; filename=logo.png"],
      "Content-Disposition: attachment; filename=pack.pdf",
    ])
      expect(full).toContain(part);
    expect(full.match(/Content-Id/gi)).toHaveLength(1);
  });
});

test("an address is limited to 64 characters before the @, 63 per label, 254 in all", () => {
  const local = "a".repeat(64);
  expect(envelopeAddress(`${local}@x.org`)).not.toBeNull();
  const label = "b".repeat(63);
  expect(envelopeAddress(`a@${label}.org`)).not.toBeNull();
  expect(envelopeAddress(`a@${label}b.org`)).toBeNull();
  const host = `${label}.${label}.${"c".repeat(61)}`;
  expect(envelopeAddress(`${local}@${host}`)).toHaveLength(254);
  expect(envelopeAddress(`${local}@${host}c`)).toBeNull();
  expect(envelopeAddress("a@b@c.org")).toBeNull();
});

describe("a failure", () => {
  const failed = (fields: Partial<NodemailerError>, text = "Broken\r\nby <x>") =>
    toFailure(Object.assign(new Error(text), fields) as NodemailerError, "data");

  test.each([
    [
      { code: "ETLS" },
      "Error initiating TLS - bad cert",
      { phase: "tls", message: "No encrypted connection could be made: bad cert" },
    ],
    [
      { originalCode: "CERT_HAS_EXPIRED" },
      "expired",
      { phase: "tls", message: "The certificate of 'the server' has expired." },
    ],
    [{ code: "ETIMEDOUT" }, "x", { phase: "data", message: "The server took too long." }],
    [{ code: "ECONNECTION" }, "x", { message: "The server closed the connection." }],
    [{ code: "ESOCKET", originalCode: "EPIPE" }, "x", { message: "The server closed the connection." }],
    [
      { code: "EOTHER" },
      "a\r\nb",
      { phase: "data", message: "a b", isTemporary: true, isAnswer: false, refused: [] },
    ],
    [{ command: "MAIL FROM" }, "x", { phase: "sender" }],
    [{ command: "RCPT TO" }, "x", { phase: "recipients" }],
    [{ command: "DATA" }, "x", { phase: "data" }],
    [{ code: "EAUTH" }, "x", { isTemporary: false }],
    [{ code: "EMESSAGE" }, "x", { isTemporary: false }],
    [{ code: "EAUTH", permanent: false }, "x", { isTemporary: true }],
    [{ permanent: true }, "x", { isTemporary: false }],
    [
      { response: "550 no", responseCode: 550 },
      "x",
      { isAnswer: true, message: "The server answered: 550 no" },
    ],
  ])("%j (%s) is converted to its failure", (fields, text, expected) => {
    expect(failed(fields, text)).toMatchObject(expected);
  });

  test("names the refused recipients one by one", () => {
    const errors = [{ recipient: "a@x.org", response: "450 later", permanent: false }, { permanent: true }];
    expect(refusalsOf(errors as NodemailerError[])).toEqual([
      { address: "a@x.org", reason: "The server answered: 450 later", isTemporary: true },
      { address: "", reason: "The server answered: ", isTemporary: false },
    ]);
    expect(failed({ rejectedErrors: errors as NodemailerError[] }).refused).toHaveLength(2);
    expect(refusalsOf()).toEqual([]);
    expect(serverAnswer("x".repeat(400))).toHaveLength("The server answered: ".length + 300);
    expect(failed({ code: "EOTHER" }, "x".repeat(400)).message).toHaveLength(300);
    expect(new SmtpFailure("data", "x", { isTemporary: true, isAnswer: true })).toMatchObject({
      ...{ name: "SmtpFailure", isAnswer: true, refused: [] },
    });
  });
});

test("a too long FETCH answer is cut to its numbers, and no other answer is", () => {
  const literals = [Buffer.from("x")];
  const of = (text: string, length: number) => ({ payload: Buffer.from(text.padEnd(length)), literals });
  const short = of("* 7 FETCH (UID 9 ENVELOPE", 64_000);
  expect(shortened(short)).toBe(short);
  const cut = (text: string) => shortened(of(text, 64_001));
  expect(cut("* 7 FETCH (FLAGS () UID 9 ENVELOPE")).toEqual({
    payload: Buffer.from("* 7 FETCH (UID 9)"),
    literals: [],
  });
  expect(cut("* 7 FETCH (ENVELOPE").payload.toString()).toBe("* 7 FETCH ()");
  expect(cut("* SEARCH 1 2 3").payload).toHaveLength(64_001);
});
