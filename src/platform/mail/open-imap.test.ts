import { setImmediate } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { changeFlags, fetchMessages, moveMessage, searchUids } from "./imap-commands.ts";
import { createMail } from "./mail.ts";
import type { ImapTransport } from "./open-imap.ts";
import { shortened } from "./shorten-answers.ts";

const server = await mailServer({
  mailboxes: ["ada@aldermoor.test"],
  users: { ada: "correct horse" },
  imap: {},
});
const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8", "::1"] });
const mail = createMail({ outbound, certificates: [server.certificate] });
const transport: ImapTransport = {
  host: server.host,
  port: server.imapPort,
  security: "tls",
  username: "ada",
  password: "correct horse",
};

test("a mailbox opens over TLS", async () => {
  const client = await mail.openImap(transport);
  expect((await client.list()).map(({ path }) => path)).toContain("INBOX");
  await client.logout();
  expect(await server.doveadm("mailbox", "list", "-u", "ada")).toContain("Sent");
});

test.each([
  ["a wrong password", { password: "wrong" }, "sign-in", "The server answered", false],
  [
    "a certificate that nobody vouches for",
    { untrusted: true },
    "tls",
    "from an authority that Adjutant does not know",
    false,
  ],
  [
    "a server that speaks no TLS",
    { port: server.plainImapPort },
    "tls",
    "does not speak TLS on this port",
    false,
  ],
  ["a port where nobody is", { port: 1 }, "connection", "nothing listens there", true],
  ["a host that does not exist", { host: "mail.aldermoor.invalid" }, "name", "was not found", true],
  ["a host in a network that is not allowed", { host: "10.0.0.1" }, "connection", "is not a public", false],
] as const)(
  "%s is distinguished from the others",
  async (_name, { untrusted, ...change }: Record<string, unknown>, step, words, isTemporary) => {
    const own = untrusted ? createMail({ outbound }) : mail;
    const opening = own.openImap({ ...transport, ...change });
    await expect(opening).rejects.toMatchObject({
      step,
      isTemporary,
      message: expect.stringContaining(words),
    });
  },
);

test("fetched messages are the same as without the bypass", async () => {
  const html = "--m\nContent-Type: text/html\n\n<p>Figures</p>\n--m--\n";
  await server.save("ada", "INBOX", "Subject: =?utf-8?q?B=C3=BCro?=\nTo: a@b.test\n\nSee (below) {12}\n");
  await server.save(
    "ada",
    "INBOX",
    `Subject: Two\nContent-Type: multipart/mixed; boundary=m\nReferences: <1@b.test>\n\n${html}`,
  );
  const query = {
    ...{ uid: true, flags: true, envelope: true, internalDate: true, size: true, bodyStructure: true },
    ...{ headers: ["references"], source: true },
  };
  const all = async (client: ImapFlow) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const messages = await client.fetchAll("1:*", query);
    await client.logout();
    return messages;
  };
  const alone = new ImapFlow({
    ...{ host: server.host, port: server.imapPort, secure: true, tls: { ca: server.certificate } },
    ...{ auth: { user: "ada", pass: "correct horse" }, logger: false },
  });
  await alone.connect();
  const received = await all(await mail.openImap(transport));
  expect(received.map(({ envelope }) => envelope?.subject)).toEqual(["Büro", "Two"]);
  expect(received).toEqual(await all(alone));
});

test("a refused move, search or change of flags is never taken for done or for empty", async () => {
  await server.save("ada", "INBOX", "Subject: Papers\nMessage-ID: <papers@lattice.test>\n\nSee below.\n");
  const client = await mail.openImap(transport);
  await client.mailboxOpen("INBOX");
  const found = () => searchUids(client, { header: { "message-id": "<papers@lattice.test>" } });
  const [uid = 0] = await found();
  const refused = (words: string) => ({ name: "ImapFailure", message: expect.stringContaining(words) });
  await expect(moveMessage(client, uid, "No such folder")).rejects.toMatchObject(refused("refused to move"));
  expect(await found()).toEqual([uid]);
  await changeFlags(client, uid, ["\\Flagged"], []);
  await changeFlags(client, uid, [], ["\\Flagged"]);
  expect(await searchUids(client, { flagged: true })).toEqual([]);
  await client.mailboxClose();
  await expect(found()).rejects.toMatchObject(refused("did not answer"));
  await expect(moveMessage(client, uid, "Sent")).rejects.toMatchObject(refused("refused to move"));
  await expect(changeFlags(client, uid, ["\\Flagged"], [])).rejects.toMatchObject(
    refused("refused to change"),
  );
  await expect(changeFlags(client, uid, [], ["\\Flagged"])).rejects.toMatchObject(
    refused("refused to change"),
  );
  await client.logout();
});

test("a flag that the open folder cannot store is left out", async () => {
  const client = await mail.openImap(transport);
  // Opened read-only the folder stores no flag (RFC 9051 §6.3.3).
  await client.mailboxOpen("INBOX", { readOnly: true });
  const [uid = 0] = await searchUids(client, { all: true });
  await changeFlags(client, uid, ["\\Flagged"], []);
  expect(await searchUids(client, { flagged: true })).toEqual([]);
  await client.logout();
});

test("an excessively long FETCH line is cut to its numbers, and no other is", () => {
  const answer = (text: string) => ({ payload: Buffer.from(text), literals: [Buffer.from("text")] });
  const long = `ENVELOPE (NIL "${"a".repeat(70_000)}")`;
  const shortenedText = (text: string) => {
    const { payload, literals } = shortened(answer(text));
    return [payload.toString(), literals.length];
  };
  expect(shortenedText(`* 7 FETCH (UID 12 FLAGS () ${long})`)).toEqual(["* 7 FETCH (UID 12)", 0]);
  expect(shortenedText(`* 7 FETCH (${long} UID 12)`)).toEqual(["* 7 FETCH ()", 0]);
  for (const text of ["* 7 FETCH (UID 12 FLAGS ())", `* SEARCH ${"1 ".repeat(50_000)}`, `A1 OK ${long}`])
    expect(shortenedText(text)).toEqual([text, 1]);
});

// Else what was fetched before is stored only when the next messages are here.
test("other work gets its turn while messages arrive", async () => {
  const count = 300;
  await server.fill(
    "ada",
    Array.from({ length: count }, (_, at) => `Subject: Letter ${at}\r\n\r\nSee below.\r\n`),
  );
  const client = await mail.openImap(transport);
  await client.mailboxOpen("INBOX", { readOnly: true });
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn += 1) await setImmediate();
  })();
  const inTurn = new Map<number, number>();
  const query = { uid: true, envelope: true };
  for await (const { envelope } of fetchMessages(client, "1:*", query, {}, count))
    if (envelope) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
  isOver = true;
  await counting;
  await client.logout();
  expect([...inTurn.values()].reduce((one, other) => one + other)).toBeGreaterThanOrEqual(count);
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(20);
});
