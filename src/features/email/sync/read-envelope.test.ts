import type { FetchMessageObject, MessageStructureObject } from "imapflow";
import { describe, expect, test } from "vitest";
import { addressLine, dateOf, line, readEnvelope } from "./read-envelope.ts";

// The envelope columns of a message before its body is fetched (MAIL-69, security.md §6).

const ADA = { name: "Ada Lovelace", address: "ada@house.example" };
const BOB = { name: "", address: "bob@house.example" };
const DAY = new Date("2026-03-02T08:00:00Z");
const read = (message: Partial<FetchMessageObject>) =>
  readEnvelope({ seq: 1, uid: 7, internalDate: DAY, envelope: { messageId: "<1@x>" }, ...message });
const withHeaders = (...lines: string[]) => read({ headers: Buffer.from(lines.join("\r\n")) });
const part = (type: string, more: Partial<MessageStructureObject> = {}) => ({ type, ...more });
const withParts = (...childNodes: MessageStructureObject[]) =>
  read({ bodyStructure: part("multipart/mixed", { childNodes }) });

test("an envelope becomes a row: people, ids, flags, times", () => {
  const envelope = {
    ...{ messageId: " <1@x> ", inReplyTo: "<a@x> <b@x>", subject: " Board\r\npack " },
    ...{ from: [ADA, BOB], replyTo: [BOB], to: [BOB, ADA], cc: [ADA], bcc: [BOB], date: new Date(0) },
  };
  const headers = Buffer.from("References: <z@x>\r\n <a@x> <b@x>\r\n");
  expect(read({ envelope, headers, flags: new Set(["\\Seen"]), modseq: 5n, size: 900 })).toEqual({
    ...{ uid: 7, modseq: 5n, flags: ["\\Seen"], received: DAY, size: 900, priority: "medium" },
    ...{ messageId: "<1@x>", inReplyTo: "<b@x>", refs: ["<z@x>", "<a@x>", "<b@x>"], subject: "Board pack" },
    sender: "Ada Lovelace <ada@house.example>",
    replyTo: "bob@house.example",
    recipients: ["bob@house.example", "Ada Lovelace <ada@house.example>"],
    cc: ["Ada Lovelace <ada@house.example>"],
    bcc: ["bob@house.example"],
    ...{ isAutomatic: false, listUnsubscribe: null, authServer: "", isOneClickUnsubscribe: false },
    ...{ files: [], textSize: 0, fingerprint: expect.any(String), formerId: null },
  });
});

test("missing fields are empty; Reply-To is set only where it differs from the sender", () => {
  expect(read({})).toMatchObject({
    ...{ modseq: null, flags: [], inReplyTo: null, refs: [], subject: "", sender: "", replyTo: null },
    ...{ recipients: [], cc: [], bcc: [], size: 0 },
  });
  expect(read({ envelope: { from: [ADA], replyTo: [{ ...ADA, name: "Ada" }] } }).replyTo).toBeNull();
  expect(read({ envelope: { from: [ADA], replyTo: [] } }).replyTo).toBeNull();
});

test("long lists are cut to the limits of a row", () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ name: "", address: `p${at}@x.org` }));
  const headers = Buffer.from(`References: ${many.map((_, at) => `<${at}@x>`).join(" ")}`);
  const flags = new Set(many.map((_, at) => `f${at}`));
  const row = read({
    envelope: { to: many, cc: many, bcc: many, subject: "s".repeat(2000) },
    headers,
    flags,
  });
  expect([row.recipients.length, row.cc.length, row.bcc.length, row.flags.length]).toEqual([
    200, 200, 200, 100,
  ]);
  expect(row.refs).toEqual(Array.from({ length: 50 }, (_, at) => `<${at + 250}@x>`));
  expect(row.subject.length).toBe(900);
});

test("a fingerprint is equal for the same bytes only; no Message-ID is invented for a message without", () => {
  const of = (message: Partial<FetchMessageObject>) => read({ envelope: { subject: "x" }, ...message });
  const { fingerprint } = of({});
  expect(of({ uid: 9, flags: new Set(["\\Seen"]), modseq: 3n }).fingerprint).toBe(fingerprint);
  const others: Partial<FetchMessageObject>[] = [
    ...[{ size: 5 }, { envelope: { subject: "y" } }, { internalDate: new Date("2026-03-02T08:00:01Z") }],
    ...[{ headers: Buffer.from("References: <a@x>") }, { bodyStructure: part("text/plain", { size: 9 }) }],
    { bodyParts: new Map([["text", Buffer.from("another text")]]) },
  ];
  for (const other of others) expect(of(other).fingerprint).not.toBe(fingerprint);
  expect(of({}).messageId).toBeNull();
  // An id that only earlier releases did not know is stored, and they named that message without it.
  expect(of({ envelope: { messageId: "no brackets" } })).toMatchObject({
    ...{ messageId: "no brackets", formerId: expect.stringMatching(/@no-id\.invalid>$/) },
  });
  // As earlier releases named it, to find what they stored.
  expect(of({}).formerId).toMatch(/^<[0-9a-f]{40}@no-id\.invalid>$/);
  expect(of({}).formerId).toBe(of({}).formerId);
  expect(of({ size: 5 }).formerId).not.toBe(of({}).formerId);
  expect(read({}).formerId).toBeNull();
});

test("an impossible date is replaced by the next best", () => {
  const tomorrow = Date.now() + 2 * 86_400_000;
  expect(dateOf(undefined)).toBeNull();
  expect(dateOf("no day")).toBeNull();
  expect(dateOf(new Date(0))).toBeNull();
  expect(dateOf(new Date(tomorrow))).toBeNull();
  expect(dateOf("2026-03-02T08:00:00Z")).toEqual(DAY);
  expect(read({ internalDate: new Date(0), envelope: { date: DAY } }).received).toEqual(DAY);
  const before = Date.now();
  expect(read({ internalDate: new Date(tomorrow) }).received.getTime()).toBeGreaterThanOrEqual(before);
});

test("where the envelope is too long, header lines are used instead", () => {
  const headers = Buffer.from(
    [
      "From: =?utf-8?Q?J=C3=B6rg?= <joerg@x.org>, other@x.org",
      "Subject: =?utf-8?Q?Caf=C3=A9?=",
      "Message-ID: <9@x>",
      "In-Reply-To: <8@x>",
      "Date: Mon, 2 Mar 2026 08:00:00 +0000",
    ].join("\r\n"),
  );
  const bare = { seq: 1, uid: 7, headers };
  expect(readEnvelope(bare)).toMatchObject({
    ...{ sender: "Jörg <joerg@x.org>", subject: "Café", messageId: "<9@x>", inReplyTo: "<8@x>" },
    ...{ refs: ["<8@x>"], received: DAY, recipients: [] },
  });
  expect(readEnvelope({ seq: 1, uid: 7, headers: Buffer.from("From: nobody") })).toMatchObject({
    sender: "",
  });
  expect(readEnvelope({ seq: 1, uid: 7 })).toMatchObject({ sender: "", subject: "", inReplyTo: null });
});

describe("header lines", () => {
  test("of two lines with one name the topmost counts; a line without a name is ignored", () => {
    const row = withHeaders("Importance: low", ": x", "no colon", "Importance: high");
    expect(row.priority).toBe("low");
    const checked = withHeaders(
      "Authentication-Results: MX.bob.example; none",
      "Authentication-Results: evil; x",
    );
    expect(checked.authServer).toBe("mx.bob.example");
  });

  test.each([
    ["X-Priority: 1 (Highest)", "urgent"],
    ["X-Priority: 2", "high"],
    ["Importance: High", "high"],
    ["X-Priority: 3", "medium"],
    ["X-Priority: 4", "low"],
    ["X-Priority: 5", "low"],
    ["Importance: low", "low"],
    ["X-Priority: 10", "medium"],
  ])("%s is %s", (header, priority) => expect(withHeaders(header).priority).toBe(priority));

  test.each([
    ["Auto-Submitted: auto-replied", true],
    ["Auto-Submitted: no", false],
    ["Precedence: BULK", true],
    ["Precedence: first-class", false],
    ["List-Id: <board.x.org>", true],
    ["X-Other: list", false],
  ])("%s is automatic: %s", (header, is) => expect(withHeaders(header).isAutomatic).toBe(is));

  test("a report is automatic, whatever its header says", () => {
    expect(read({ bodyStructure: part("multipart/report") }).isAutomatic).toBe(true);
    expect(read({ bodyStructure: part("multipart/mixed") }).isAutomatic).toBe(false);
  });

  test.each([
    ["mx; dkim=pass header.d=x.org", "List-Unsubscribe=One-Click", true],
    ["mx; spf=pass; dkim = pass", "list-unsubscribe=one-click", true],
    ["mx; dkim=pass", "no", false],
    ["mx; dkim=fail", "List-Unsubscribe=One-Click", false],
    ["mx; dkim=passed", "List-Unsubscribe=One-Click", false],
    ["mx (; dkim=pass); none", "List-Unsubscribe=One-Click", false],
    ["", "List-Unsubscribe=One-Click", false],
  ])("one-click unsubscribe needs a signed message that offers it: %s, %s", (results, post, is) => {
    const row = withHeaders(
      "List-Unsubscribe: <https://x.org/leave>",
      `List-Unsubscribe-Post: ${post}`,
      `Authentication-Results: ${results}`,
    );
    expect(row).toMatchObject({ listUnsubscribe: "<https://x.org/leave>", isOneClickUnsubscribe: is });
  });
});

test("attachments are the parts that are not readable text, each by its part number", () => {
  const { files, textSize } = withParts(
    part("multipart/alternative", {
      childNodes: [
        part("text/plain", { part: "1.1", size: 100 }),
        part("text/html", { part: "1.2", size: 300, disposition: "inline" }),
      ],
    }),
    part("text/plain", {
      part: "2",
      size: 50,
      disposition: "attachment",
      parameters: { name: "a/notes.txt" },
    }),
    part("image/png", { part: "3", size: 1000, encoding: "BASE64", id: "<logo@x>" }),
    part("application/pdf", {
      ...{ part: "4", size: 1000, disposition: "attachment", id: "<p@x>" },
      ...{ dispositionParameters: { filename: "pack.pdf" }, parameters: { name: "other.pdf" } },
    }),
    part("text/calendar", { part: "5", size: 20, disposition: "attachment" }),
    part("message/rfc822", { part: "6", size: 90, childNodes: [part("image/gif", { part: "6.1" })] }),
    part("image/svg+xml; x", { part: "7", disposition: "inline" }),
    part("text/csv", { part: "8", parameters: { name: "data.csv" } }),
  );
  expect(files).toEqual([
    { ...file("2", "notes.txt", "text/plain", 50), isInline: false },
    { ...file("3", "file", "image/png", 730), contentId: "logo@x", isInline: true },
    { ...file("4", "pack.pdf", "application/pdf", 1000), contentId: "p@x" },
    file("5", "invite.ics", "text/calendar", 20),
    file("6", "message.eml", "message/rfc822", 90),
    { ...file("7", "file", "application/octet-stream", 0), isInline: true },
    file("8", "data.csv", "text/csv", 0),
  ]);
  expect(textSize).toBe(470);
});

const file = (place: string, filename: string, contentType: string, size: number) => ({
  ...{ part: place, filename, contentType, size },
  ...{ contentId: null, isInline: false },
});

test("a message with a single file is that file; of a thousand files two hundred are listed", () => {
  expect(read({ bodyStructure: part("application/pdf", { size: 9 }) }).files).toEqual([
    file("1", "file", "application/pdf", 9),
  ]);
  expect(withParts(...Array.from({ length: 1000 }, () => part("image/png"))).files.length).toBe(200);
  expect(withParts(...Array.from({ length: 3000 }, () => part("text/plain", { size: 1 }))).textSize).toBe(
    1999,
  );
});

test.each([
  [{ name: 'Ada "Countess", L; <x>', address: "ada@x.org" }, '"Ada \\"Countess\\", L; x" <ada@x.org>'],
  [{ name: "ADA@x.org", address: "ada@x.org" }, "ada@x.org"],
  [{ name: "Ada", address: "a da,<@x.org>" }, 'Ada <"a da,"@x.org>'],
  [{ name: "Жук", address: "жук@пошта.укр" }, "Жук <жук@пошта.укр>"],
  [{ address: "ada@x.org" }, "ada@x.org"],
  [{ name: "Ada" }, "Ada <>"],
  [{}, ""],
  [{ name: "n".repeat(200), address: "a@x" }, `${"n".repeat(150)} <a@x>`],
  [{ name: ",".repeat(200), address: `a@${"x".repeat(300)}` }, `"${",".repeat(30)}" <a@${"x".repeat(252)}>`],
])("%j is written as one address", (person, written) => expect(addressLine(person)).toBe(written));

test("a line has no line breaks, no lone surrogates and a maximum length", () => {
  expect(line(" a\r\n\u2028\tb\u0000c ", 100)).toBe("a b c");
  expect(line("a\ud83d", 100)).toBe("a\ufffd");
  expect(line("abcdef", 3)).toBe("abc");
});
