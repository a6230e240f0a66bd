import { once } from "node:events";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { deliverDueMail } from "../delivery/deliver-mail.ts";
import { emails } from "../emails.ts";
import { deliverMail, removeAccountMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { mailSubscriptions } from "../mail-subscriptions.ts";
import type { EmailOnWire, MailAccountOnWire, OpenEmailOnWire } from "../model.ts";
import { fetchAttachment } from "../reading/fetch-attachment.ts";
import { fetchSource } from "../reading/fetch-source.ts";
import { saveUpload } from "../writing/attach-files.ts";
import { superviseMailAccounts } from "./account-supervisor.ts";

// A real Dovecot and Postfix; `doveadm` adds mail directly on the server.
const users = ["ada", "bea", "cleo", "dora", "eli", "finn", "gus", "hana", "ivo", "jan", "kim", "lea", "mia"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
});
const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const noopJobs = [deliverMail, removeAccountMail].map((job) => ({ ...job, run: async () => {} }));
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, noopJobs);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, owner, services } = app;
const supervisor = superviseMailAccounts.start(services);
app.atEnd(() => supervisor.close());
const WAIT_OPTIONS = { timeout: 20_000, interval: 50 };
vi.setConfig({ testTimeout: 60_000 });

let person: Person;
let user = "";
beforeEach(async () => {
  user = users.shift() ?? "";
  person = as(await aUser({ fullName: user }));
});

const aMessage = (subject: string, more: string[] = [], text = "See below.") =>
  [
    `From: Clara Voss <clara@lattice.test>`,
    `To: ${user}@aldermoor.net`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(/\W/g, "-")}@lattice.test>`,
    ...more,
    "",
    text,
    "",
  ].join("\n");

/** A letter of a mailing list, from an address named as the list; `way` is its List-Unsubscribe. */
const aListMessage = (name: string, way: string, { hasClick = true, signature = "pass" } = {}) =>
  aMessage(name, [
    `Authentication-Results: mx.aldermoor.net; spf=none; dkim=${signature} (2048 bit) header.d=lists.org`,
    "Authentication-Results: forged.example; dkim=pass header.d=lists.org",
    `List-Unsubscribe: ${way}`,
    ...(hasClick ? ["List-Unsubscribe-Post: List-Unsubscribe=One-Click"] : []),
  ]).replace("clara@lattice.test", `${name.toLowerCase()}@lists.org`);

/** A web server of mailing lists that this process trusts; `asked` collects what it is asked. It knows nothing of `/gone`. */
async function listServer() {
  const asked: string[] = [];
  setDefaultCACertificates([...getCACertificates("default"), server.certificate]);
  const webServer = createServer(
    { key: server.privateKey, cert: server.certificate },
    async (request, answer) => {
      asked.push(`${request.method} ${request.url} ${await text(request)}`);
      answer.writeHead(request.url === "/gone" ? 410 : 200).end();
    },
  ).listen(0, "localhost");
  await once(webServer, "listening");
  app.atEnd(async () => void webServer.close());
  return { asked, port: (webServer.address() as { port: number }).port };
}

const saveMail = (message: string, box = "INBOX") => server.save(user, box, message);

async function connect(): Promise<string> {
  const { account } = (await person.invoke(mailAccounts.connect, {
    address: `${user}@aldermoor.net`,
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: user },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: user },
    password: "correct horse",
  })) as { account: MailAccountOnWire };
  return account.id;
}
const list = async (input: object = { limit: 200 }) =>
  ((await person.invoke(emails.list, input)) as { items: EmailOnWire[] }).items;
const accountOf = async () =>
  ((await person.invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items[0];
const ready = () => vi.waitUntil(async () => (await accountOf())?.state === "ready", WAIT_OPTIONS);
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, WAIT_OPTIONS);
const subjects = async (input: object = {}) => (await list(input)).map(({ subject }) => subject);
/** A message expunged during a fetch ends the fetch; the folder is then fetched again. */
const textsOf = async (box: string): Promise<string> => {
  try {
    return await server.doveadm("fetch", "-u", user, "text", "mailbox", box, "all");
  } catch (error) {
    if (String(error).includes("Message was expunged")) return textsOf(box);
    throw error;
  }
};
const flagsOf = async (subject: string, box = "INBOX") =>
  server.doveadm("fetch", "-u", user, "flags", "mailbox", box, "header", "subject", subject);

test("mail is imported, newest first, with threads, texts, flags and files; new mail appears by itself", async () => {
  await saveMail(aMessage("Figures"));
  await saveMail(
    aMessage("Re: Figures", ["In-Reply-To: <Figures@lattice.test>", "References: <Figures@lattice.test>"]),
  );
  await connect();
  await ready();
  expect(await subjects()).toEqual(["Re: Figures", "Figures"]);
  const [answer, first] = await list();
  expect(answer).toMatchObject({
    sender: "Clara Voss <clara@lattice.test>",
    status: "received",
    isRead: false,
    preview: "See below.",
  });
  expect(answer?.threadId).toBe(first?.threadId);
  expect(await accountOf()).toMatchObject({ syncedCount: 2, messageCount: 2, reason: null });
  await saveMail(aMessage("Lunch"));
  await until(async () => (await subjects()).includes("Lunch"));
});

test("changes are synced to the server and from it", async () => {
  for (const subject of ["One", "Two", "Three", "Four"]) await saveMail(aMessage(subject));
  await connect();
  await ready();
  const idOf = async (subject: string) => (await list()).find((each) => each.subject === subject)?.id;
  const [one, two, three] = [await idOf("One"), await idOf("Two"), await idOf("Three")];
  await person.invoke(emails.updateMany, { changes: [{ id: one, isRead: true }] });
  await person.invoke(emails.archive, { ids: [two] });
  await person.invoke(emails.delete, { id: three });
  await until(async () => (await flagsOf("One")).includes("\\Seen"));
  await until(async () => (await flagsOf("Two", "Archive")) !== "");
  await until(async () => (await flagsOf("Three", "Trash")) !== "");
  await until(async () => (await flagsOf("Two")) === "");
  await person.invoke(emails.restore, { id: three });
  await until(async () => (await flagsOf("Three")) !== "");
  await server.doveadm(
    "flags",
    "add",
    "-u",
    user,
    "\\Seen \\Flagged",
    "mailbox",
    "INBOX",
    "header",
    "subject",
    "Four",
  );
  await until(async () => (await list({ view: "unread" })).every(({ subject }) => subject !== "Four"));
  await server.doveadm("expunge", "-u", user, "mailbox", "INBOX", "header", "subject", "Four");
  await until(async () => !(await subjects()).includes("Four"));
  expect((await subjects()).toSorted()).toEqual(["One", "Three", "Two"]);
});

test("a file of a received message is fetched on request", async () => {
  await saveMail(withFile("Papers", "../Figures.pdf", "%PDF-1.7 figures"));
  await connect();
  await ready();
  const [email] = await list();
  const { attachments, body } = await open(email?.id ?? "");
  expect([body, attachments]).toEqual([
    "With a file.",
    [expect.objectContaining({ filename: "Figures.pdf", contentType: "application/pdf" })],
  ]);
  const id = attachments[0]?.id ?? "";
  const { storageKey, size } = await fetchAttachment(services, person.userId, id);
  expect([await text(await services.files.get(storageKey ?? "")), size]).toEqual(["%PDF-1.7 figures", 16]);
  expect((await fetchAttachment(services, person.userId, id)).storageKey).toBe(storageKey);
  await expect(fetchAttachment(services, (await aUser()).userId, id)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a lost connection is restored; nothing is lost or duplicated", async () => {
  for (let count = 0; count < 30; count += 1) await saveMail(aMessage(`Note ${count}`));
  await connect();
  await until(async () => (await list()).length > 0);
  server.cutImap();
  await saveMail(aMessage("After the cut"));
  await until(async () => (await subjects({ limit: 200 })).includes("After the cut"));
  await ready();
  const found = await subjects({ limit: 200 });
  expect([found.length, new Set(found).size]).toEqual([31, 31]);
});

test("a password that cannot be opened any more is to be entered again, and nothing else is tried", async () => {
  await saveMail(aMessage("Before"));
  await connect();
  await ready();
  await owner.query("update mail_accounts set imap_password = 'v1.gone.gone' where user_id = $1", [
    person.userId,
  ]);
  server.cutImap();
  await until(async () => (await accountOf())?.state === "needs_you");
  expect(await accountOf()).toMatchObject({ remedy: "Enter the password again." });
});

test("a folder with a new UIDVALIDITY is imported again without notifications, with its local state", async () => {
  await saveMail(aMessage("Kept"));
  await connect();
  await ready();
  const [before] = await list();
  const numbering = async () => {
    const { rows } = await owner.query(
      "select uid_validity from mailboxes where user_id = $1 and role = 'inbox'",
      [person.userId],
    );
    return Number(rows[0]?.uid_validity);
  };
  const next = (await numbering()) + 1;
  await server.doveadm("mailbox", "update", "-u", user, "--uid-validity", String(next), "INBOX");
  await saveMail(aMessage("New"));
  await until(async () => (await numbering()) === next);
  await until(async () => (await subjects()).includes("New"));
  await ready();
  const after = (await list()).find(({ subject }) => subject === "Kept");
  expect([after?.id, (await list()).length]).toEqual([before?.id, 2]);
});

test("hostile mail is marked and stops no other: damaged, too many parts, endless nesting or recipients", async () => {
  const boundary = (depth: number) => `b${depth}`;
  const nested = Array.from(
    { length: 150 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="${boundary(depth)}"\n\n--${boundary(depth)}\n`,
  ).join("");
  const parts = "--x\nContent-Type: text/plain\n\na\n".repeat(1100);
  await saveMail(aMessage("Parts", ['Content-Type: multipart/mixed; boundary="x"'], `${parts}--x--`));
  await saveMail(
    aMessage("Nested", [nested.slice(0, nested.indexOf("\n\n"))], nested.slice(nested.indexOf("\n\n") + 2)),
  );
  const recipients = Array.from({ length: 20_000 }, (_, number) => `p${number}@lattice.test`).join(",\n ");
  await saveMail(aMessage("=?utf-8?q?Crowd_=E2=82=AC?=", [`Cc: ${recipients}`]));
  await saveMail(
    aMessage("Thousands", ['Content-Type: multipart/mixed; boundary="x"'], `${parts.repeat(4)}--x--`),
  );
  await saveMail(aMessage("Charset", ["Content-Type: text/plain; charset=no-such"], "Text \0 with a NUL"));
  await saveMail(
    aMessage(
      "HTML",
      ["Content-Type: text/html"],
      "<style>p{}</style><p>Hello <b>Ada</b></p><script>x()</script>",
    ),
  );
  await connect();
  await ready();
  const open = async (subject: string) => {
    const id = (await list()).find((each) => each.subject === subject)?.id;
    return (await person.invoke(emails.get, { id })) as OpenEmailOnWire;
  };
  expect(await open("Parts")).toMatchObject({ bodyError: "This message has more than 1000 parts" });
  expect((await open("Nested")).bodyError).toMatch(/damaged|parts|long/);
  expect((await open("Charset")).body).toContain("Text");
  // The header lines are cut before they are parsed: lines this long would block the process.
  expect(await open("Crowd €")).toMatchObject({
    sender: "Clara Voss <clara@lattice.test>",
    cc: [],
    bodyState: "full",
  });
  expect(await open("Thousands")).toMatchObject({
    recipients: [`${user}@aldermoor.net`],
    attachments: [],
    bodyError: "This message has more than 1000 parts",
  });
  expect(await open("HTML")).toMatchObject({
    body: "Hello Ada",
    html: expect.stringContaining("<b>Ada</b>"),
  });
});

const fallDue = () =>
  owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");
const send = async (input: object) =>
  (await person.invoke(emails.send, { subject: "Figures", body: "See below.", ...input })) as OpenEmailOnWire;
const open = async (id: string) => (await person.invoke(emails.get, { id })) as OpenEmailOnWire;

test("mail is sent by the account's own server, stored once in Sent, and its bounce is processed", async () => {
  await connect();
  await ready();
  const sent = await send({
    recipients: ["bea@aldermoor.net", "gone@aldermoor.net"],
    bcc: ["cleo@aldermoor.net"],
  });
  expect(sent.sender).toBe(`${user}@aldermoor.net`);
  await fallDue();
  await deliverDueMail(services);
  const delivered = await open(sent.id);
  expect(delivered.deliveredTo.map(({ state }) => state)).toEqual(["sent", "failed", "sent"]);
  const other = await send({ subject: "Agenda", recipients: ["cleo@aldermoor.net"] });
  await fallDue();
  await deliverDueMail(services);
  await until(async () => (await flagsOf("Figures", "Sent")) !== "");
  const copy = await textsOf("Sent");
  expect(copy).toMatch(/^Bcc: cleo@aldermoor.net/m);
  expect(copy).toContain(`From: ${user} <${user}@aldermoor.net>`);
  await until(async () => (await accountOf())?.syncedCount === 2);
  expect(await list()).toHaveLength(2);
  const { rows } = await owner.query("select message_id from emails where id = $1", [sent.id]);
  await saveMail(
    aMessage(
      "Undelivered Mail Returned to Sender",
      ['Content-Type: multipart/report; report-type=delivery-status; boundary="r"'],
      [
        ...[
          "--r",
          "Content-Type: text/plain",
          "",
          "It came back.",
          "--r",
          "Content-Type: message/delivery-status",
          "",
        ],
        ...["Reporting-MTA: dns; mail.aldermoor.net", ""],
        ...["Final-Recipient: rfc822; bea@aldermoor.net", "Action: failed", "Status: 4.2.0"],
        ...["Diagnostic-Code: smtp; 552 Mailbox full", "", "--r", "Content-Type: text/rfc822-headers", ""],
        ...[`Message-ID: ${rows[0].message_id}`, "Subject: Figures", "", "--r--"],
      ].join("\n"),
    ),
  );
  await until(async () => (await open(sent.id)).status === "failed");
  expect((await open(sent.id)).deliveredTo[0]).toMatchObject({
    state: "failed",
    reason: "Returned: 552 Mailbox full",
  });
  const { status, delivery } = await open(other.id);
  expect([status, delivery?.state, delivery?.reason]).toEqual(["sent", "sent", null]);
});

test("unsubscribing works by one click or by mail, with a result each; nothing happens without a request", async () => {
  const { asked, port } = await listServer();
  await saveMail(
    aListMessage("Click", `<https://localhost:${port}/leave?u=1>, <mailto:leave@aldermoor.net>`),
  );
  await saveMail(aListMessage("Gone", `<https://localhost:${port}/gone>`));
  await saveMail(aListMessage("Inward", "<https://169.254.169.254/latest>"));
  await saveMail(aListMessage("Mail", "<mailto:bea@aldermoor.net?subject=leave%20me>", { hasClick: false }));
  await saveMail(aListMessage("Page", "<https://lists.org/page>", { hasClick: false }));
  await saveMail(aListMessage("Unsigned", `<https://localhost:${port}/leave?u=2>`, { signature: "fail" }));
  await connect();
  await ready();
  const subscriptions = async () =>
    (await person.invoke(mailSubscriptions.list)) as {
      items: { sender: string; method: string; outcome: string }[];
    };
  // The result of the signature check is trusted once it is known which server makes it.
  const clicks = async () => (await subscriptions()).items.filter(({ method }) => method === "click").length;
  expect(await clicks()).toBe(0);
  const { id, version } = (await accountOf()) ?? {};
  await person.invoke(mailAccounts.update, { id, version, authServer: "mx.aldermoor.net" });
  const methods = (await subscriptions()).items.map(
    ({ sender, method }) => `${sender.split("@")[0]} ${method}`,
  );
  expect(methods).toEqual([
    "click click",
    "gone click",
    "inward click",
    "mail mail",
    "page link",
    "unsigned link",
  ]);
  const senders = ["Click", "gone", "inward", "mail", "page", "nobody"].map((name) => `${name}@lists.org`);
  const { items } = (await person.invoke(mailSubscriptions.unsubscribe, { senders })) as {
    items: { outcome: string; reason: string | null; url: string | null }[];
  };
  expect(items).toMatchObject([
    { outcome: "done", reason: null },
    { outcome: "failed", reason: "The list's server answered 410" },
    { outcome: "failed", reason: expect.stringContaining("169.254.169.254") },
    { outcome: "mailed" },
    { outcome: "link", url: "https://lists.org/page" },
    { outcome: "failed", reason: "Its mail names no way to unsubscribe" },
  ]);
  expect(asked.toSorted()).toEqual([
    "POST /gone List-Unsubscribe=One-Click",
    "POST /leave?u=1 List-Unsubscribe=One-Click",
  ]);
  await fallDue();
  await deliverDueMail(services);
  const [sent] = ((await person.invoke(emails.list, { status: "sent" })) as { items: EmailOnWire[] }).items;
  expect(sent).toMatchObject({ subject: "leave me", delivery: { state: "sent" } });
  expect((await subscriptions()).items[0]).toMatchObject({ outcome: "done" });
});

test("mail is moved to a folder of its account, locally and on the server, and back; its source is the server's", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(aMessage("Papers"));
  await connect();
  await ready();
  const boxes = async () =>
    (
      (await person.invoke(mailAccounts.mailboxes)) as {
        items: { id: string; name: string; unread: number }[];
      }
    ).items;
  const board = (await boxes()).find(({ name }) => name === "Board");
  const [email] = await list();
  const inbox = (await boxes()).find(({ name }) => name === "INBOX");
  await saveMail(aMessage("Re: Papers", ["References: <Papers@lattice.test>"]));
  await until(async () => (await subjects()).length === 2);
  const moved = await person.invoke(emails.move, { ids: [email?.id], mailboxId: board?.id, threads: true });
  expect(moved).toMatchObject({ places: [{ mailboxId: inbox?.id }, { mailboxId: inbox?.id }] });
  expect(await subjects({ view: "inbox" })).toEqual([]);
  await until(async () => (await flagsOf("Papers", "Board")) !== "");
  await until(async () => (await subjects({ mailboxId: board?.id })).includes("Papers"));
  const { bytes, fileName } = await fetchSource(services, person.userId, email?.id ?? "");
  expect([fileName, Buffer.from(bytes).toString()]).toEqual([
    "Papers.eml",
    expect.stringContaining("Message-ID: <Papers@"),
  ]);
  await until(async () => (await flagsOf("Re: Papers", "Board")) !== "");
  await person.invoke(emails.move, { ids: [email?.id], mailboxId: inbox?.id });
  await until(async () => (await flagsOf("Papers")) !== "");
  expect(await subjects({ view: "inbox" })).toEqual(["Papers"]);
});

test("drafts are synced in both directions: created, rewritten, sent, deleted and restored", async () => {
  const folder = () => textsOf("Drafts");
  const count = async () => (await folder()).split("Message-ID:").length - 1;
  const makeOperationsDue = () =>
    owner.query("update mail_pending_operations set due_at = now() where user_id = $1", [person.userId]);
  await saveMail(aMessage("Note", [], "Begun on the telephone."), "Drafts");
  const accountId = await connect();
  await ready();
  const [there] = await list({ status: "draft" });
  expect(there).toMatchObject({ subject: "Note", preview: "Begun on the telephone.", folder: "drafts" });

  const content = {
    subject: "Here",
    body: "Begun at the desk.",
    recipients: ["bea@aldermoor.net"],
    accountId,
  };
  const draft = (await person.invoke(emails.saveDraft, content)) as EmailOnWire;
  await makeOperationsDue();
  await until(async () => (await folder()).includes("Begun at the desk."));
  await person.invoke(emails.saveDraft, {
    ...{ ...content, body: "Gone on with." },
    draft: { id: draft.id, version: draft.version },
  });
  await makeOperationsDue();
  await until(async () => (await folder()).includes("Gone on with."));
  await until(async () => !(await folder()).includes("Begun at the desk."));
  expect(await count()).toBe(2);

  // The phone keeps the Message-ID and writes another text.
  const { rows } = await owner.query("select message_id from emails where id = $1", [draft.id]);
  const id = `Message-ID: ${rows[0].message_id}`;
  await server.doveadm("expunge", "-u", user, "mailbox", "Drafts", "header", "subject", "Here");
  await saveMail(aMessage("Here", [], "Ended on the telephone.").replace(/Message-ID:.*/, id), "Drafts");
  await person.invoke(mailAccounts.sync, { id: accountId });
  await until(async () =>
    (await list({ status: "draft" })).some((each) => each.preview === "Ended on the telephone."),
  );
  expect((await list({ status: "draft" })).map((each) => each.id).toSorted()).toEqual(
    [draft.id, there?.id].toSorted(),
  );

  await person.invoke(emails.delete, { id: there?.id });
  await until(async () => (await flagsOf("Note", "Trash")) !== "");
  await person.invoke(emails.restore, { id: there?.id });
  await until(async () => (await flagsOf("Note", "Drafts")) !== "");
  await send({ ...content, draftId: draft.id });
  await makeOperationsDue();
  await until(async () => (await count()) === 1);
});

/** A message with one file. */
const withFile = (subject: string, name: string, content: string) =>
  aMessage(
    subject,
    ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="m"'],
    [
      ...["--m", "Content-Type: text/plain", "", "With a file.", "--m"],
      ...[`Content-Type: application/pdf; name="${name}"`, "Content-Transfer-Encoding: base64"],
      ...[`Content-Disposition: attachment; filename="${name}"`, ""],
      ...[Buffer.from(content).toString("base64"), "--m--"],
    ].join("\n"),
  );

test("files of drafts are synced in both directions, stored here and sent from here", async () => {
  // Makes operations that wait for their time, or for a retry after the server was busy, due each second.
  const makeOperationsDue = () =>
    owner.query("update mail_pending_operations set due_at = now() where user_id = $1", [person.userId]);
  const untilDone = (condition: () => Promise<boolean>) =>
    vi.waitUntil(() => makeOperationsDue().then(condition), { ...WAIT_OPTIONS, interval: 1_000 });
  await saveMail(withFile("Offer", "offer.pdf", "%PDF the first offer"), "Drafts");
  const accountId = await connect();
  await ready();
  const [begun] = await list({ status: "draft" });
  const filesOf = async (id: string) => (await open(id)).attachments;
  const storedText = async (id: string) => {
    const [file] = await filesOf(id);
    const { rows } = await owner.query("select storage_key from email_attachments where id = $1", [file?.id]);
    const key: string | null = rows[0]?.storage_key ?? null;
    return key === null ? null : text(await services.files.get(key));
  };
  await until(async () => (await storedText(begun?.id ?? "")) === "%PDF the first offer");

  // The phone attaches another file.
  await server.doveadm("expunge", "-u", user, "mailbox", "Drafts", "all");
  await saveMail(withFile("Offer", "offer-2.pdf", "%PDF the second offer"), "Drafts");
  await person.invoke(mailAccounts.sync, { id: accountId });
  await until(async () => (await storedText(begun?.id ?? "")) === "%PDF the second offer");
  expect((await filesOf(begun?.id ?? "")).map(({ filename }) => filename)).toEqual(["offer-2.pdf"]);

  const stored = await services.files.put(Buffer.from("%PDF annex"));
  const annex = await person.run(({ db }) => saveUpload(db, person.userId, "annex.pdf", stored));
  const content = { subject: "Annex", body: "See the file.", recipients: ["bea@aldermoor.net"], accountId };
  const draft = (await person.invoke(emails.saveDraft, {
    ...{ ...content, attachmentIds: [annex.id] },
  })) as EmailOnWire;
  const inBase64 = Buffer.from("%PDF annex").toString("base64");
  await untilDone(async () => (await textsOf("Drafts")).includes(inBase64));

  // The phone's file is included when the message is forwarded.
  const [offer] = await filesOf(begun?.id ?? "");
  const sent = await send({ ...content, draftId: draft.id, attachmentIds: [annex.id, offer?.id] });
  await fallDue();
  await deliverDueMail(services);
  await until(async () =>
    (await server.messagesOf("bea")).some(
      (message) =>
        message.includes(inBase64) &&
        message.includes(Buffer.from("%PDF the second offer").toString("base64")),
    ),
  );
  expect((await open(sent.id)).delivery?.state).toBe("sent");
  await untilDone(async () => !(await textsOf("Drafts")).includes(inBase64));
  expect(await storedText(begun?.id ?? "")).toBe("%PDF the second offer");
});

/** The state left by a courier that died while sending. */
const interruptSending = async (id: string) => {
  await owner.query(
    `update mail_deliveries set state = 'sending', data_started_at = now(), lease_until = now() - interval '1 second'
     where email_id = $1`,
    [id],
  );
  await deliverDueMail(services);
};
const stateOf = async (id: string) => (await open(id)).delivery;

test("security.md §4: an uncertain message is searched in Sent before it can be sent again", async () => {
  await connect();
  await ready();
  const [found, lost, resent] = [
    await send({ subject: "Found", recipients: ["bea@aldermoor.net"] }),
    await send({ subject: "Lost", recipients: ["bea@aldermoor.net"] }),
    await send({ subject: "Resent", recipients: ["cleo@aldermoor.net"] }),
  ];
  const { rows } = await owner.query("select subject, message_id from emails where user_id = $1", [
    person.userId,
  ]);
  const fileAsSent = (subject: string) =>
    saveMail(
      aMessage(subject).replace(
        /^Message-ID:.*$/m,
        `Message-ID: ${rows.find((row) => row.subject === subject).message_id}`,
      ),
      "Sent",
    );
  await fileAsSent("Found");
  for (const { id } of [found, lost, resent]) await interruptSending(id);
  await until(async () => (await stateOf(found.id))?.state === "sent");
  expect((await stateOf(lost.id))?.state).toBe("uncertain");
  await owner.query(
    "update mail_deliveries set uncertain_at = now() - interval '11 minutes' where email_id = $1",
    [lost.id],
  );
  await owner.query("update mail_pending_operations set due_at = now()");
  await until(async () => ((await stateOf(lost.id))?.reason ?? "").includes("not among the sent mail"));
  // The server files it late: pressing Send again then sends nothing twice.
  await fileAsSent("Resent");
  await owner.query("delete from mail_pending_operations where kind = 'find'");
  await person.invoke(emails.retry, { id: resent.id });
  await fallDue();
  await deliverDueMail(services);
  expect((await stateOf(resent.id))?.state).toBe("sent");
  expect((await server.messagesOf("cleo")).filter((text) => text.includes("Subject: Resent"))).toEqual([]);
  await person.invoke(emails.retry, { id: lost.id });
  await fallDue();
  await deliverDueMail(services);
  expect((await stateOf(lost.id))?.state).toBe("sent");
  await until(async () => (await server.messagesOf("bea")).some((text) => text.includes("Subject: Lost")));
});
