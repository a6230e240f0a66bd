import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { fetchAttachment } from "../reading/fetch-attachment.ts";
import { fileParts, mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

const users = ["ada", "bea", "cleo", "dora", "eli", "finn", "gus"];
const instance = await mailSyncInstance();
const { server, app } = instance;
const { aUser, owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, flagsOf, list, accountOf, ready, subjects, open } =
  syncingPeople(instance, users);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

/** A message with one file. */
const withFile = (subject: string, name: string, content: string) =>
  aMessage(subject, ...fileParts(name, content));

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
