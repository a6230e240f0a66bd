import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { buildMessage } from "../delivery/build-message.ts";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import type { Attachment, EmailOnWire, OpenEmailOnWire } from "../model.ts";
import { emailRoutes } from "../routes.ts";
import { emails as rows } from "../tables.ts";

const log = createLog("silent");
const { aUser, as, owner, services } = await testDatabase(async ({ connection, atEnd, services }) => {
  const noopJob = { ...deliverMail, run: async () => {} };
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [noopJob]);
  atEnd(() => jobs.stop());
  return { jobs };
});

const people = new Map<string, Person>();
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
emailRoutes(app, { services, log });

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  for (const person of [ada, bob]) people.set(person.userId, person);
});

async function upload(person: Person, name: string, content: string): Promise<Attachment> {
  const body = new FormData();
  body.append("file", new Blob([content]), name);
  const answer = await app.request("/files/email/attachments", {
    method: "POST",
    body,
    headers: { "x-person": person.userId },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}
const download = (person: Person, id: string) =>
  app.request(`/files/email/attachments/${id}`, { headers: { "x-person": person.userId } });
const send = async (person: Person, input: object) =>
  (await person.invoke(emails.send, { subject: "Figures", body: "See below.", ...input })) as OpenEmailOnWire;

const written = (id: string) =>
  ada.run(async ({ db, files }) => {
    const [row] = await db.select().from(rows).where(eq(rows.id, id));
    if (!row) throw new Error("Sent, but not there");
    return buildMessage({ db, files }, row);
  });

test("attachments are delivered with a message between users, and only they can read them", async () => {
  const [figures, notes] = [
    await upload(ada, "../Figures.pdf", "%PDF-1.7"),
    await upload(ada, "notes.txt", "First"),
  ];
  const unsent = await upload(ada, "for-herself.txt", "Nobody else's");
  await ada.invoke(emails.create, { subject: "Later", body: "Draft", attachmentIds: [unsent.id] });
  expect(figures).toMatchObject({ filename: "Figures.pdf", contentType: "application/pdf", size: 8 });
  const sent = await send(ada, { recipients: [bob.email], attachmentIds: [notes.id, figures.id] });
  expect(sent.attachments.map(({ filename }) => filename)).toEqual(["notes.txt", "Figures.pdf"]);
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second'");
  await deliverDueMail(services);
  const [arrived] = ((await bob.invoke(emails.list)) as { items: EmailOnWire[] }).items;
  const opened = (await bob.invoke(emails.get, { id: arrived?.id })) as OpenEmailOnWire;
  expect(opened.attachments.map(({ filename }) => filename)).toEqual(["notes.txt", "Figures.pdf"]);
  const downloaded = await download(bob, opened.attachments[1]?.id ?? "");
  expect([await downloaded.text(), downloaded.headers.get("content-disposition")]).toEqual([
    "%PDF-1.7",
    expect.stringContaining('attachment; filename="Figures.pdf"'),
  ]);
  expect((await download(bob, figures.id)).status).toBe(404);
  await expect(send(bob, { attachmentIds: [figures.id] })).rejects.toMatchObject({ code: "not_found" });
});

test("an invitation is sent as a text/calendar part and as a file, and is parsed on receipt", async () => {
  const calendar = { method: "REQUEST", text: "BEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR\n" };
  const { id } = await send(ada, { recipients: [bob.email], html: "<p>See below.</p>", calendar });
  expect(await ada.invoke(emails.calendarPart, { id })).toEqual({ calendar, senderCheck: null });
  const message = await written(id);
  expect(message).toMatchObject({ calendar, html: "<p>See below.</p>" });
  await expect(send(ada, { calendar: { method: "REQUEST\r\nBcc: x", text: "x" } })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a missing file blocks sending, with a reason", async () => {
  const file = await upload(ada, "Figures.pdf", "%PDF-1.7");
  const found = await owner.query("select storage_key from email_attachments where id = $1", [file.id]);
  expect(await text(await services.files.get(found.rows[0].storage_key))).toBe("%PDF-1.7");
  await services.files.remove(found.rows[0].storage_key);
  const { id } = await send(ada, { recipients: ["bob@far.org"], attachmentIds: [file.id] });
  await expect(written(id)).rejects.toThrow("The file 'Figures.pdf' is gone");
});

test("a file that was not downloaded from its mail server yet is not attached, with the way to get it", async () => {
  const file = await upload(ada, "Figures.pdf", "%PDF-1.7");
  await owner.query("update email_attachments set storage_key = null where id = $1", [file.id]);
  await expect(send(ada, { recipients: [bob.email], attachmentIds: [file.id] })).rejects.toMatchObject({
    code: "conflict",
    message: "A file is not here yet. Open it once, then attach it",
  });
});

async function importFile(person: Person, source: string) {
  const body = new FormData();
  body.append("file", new Blob([source]), "letter.eml");
  const headers = { "x-person": person.userId };
  return app.request("/files/email/messages", { method: "POST", body, headers });
}
const sourceOf = async (person: Person, id: string) =>
  app.request(`/files/email/${id}/source`, { headers: { "x-person": person.userId } });

const MESSAGE = [
  ...[
    "From: Clara Voss <clara@lattice.org>",
    "To: Ada <ada@x.org>, Dan <dan@x.org>",
    "Subject: =?utf-8?q?F=C3=BCr_Ada?=",
  ],
  ...["Message-ID: <letter@lattice.org>", "Date: Thu, 05 Mar 2026 09:30:00 +0100", "MIME-Version: 1.0"],
  ...[
    'Content-Type: multipart/mixed; boundary="m"',
    "",
    "--m",
    "Content-Type: text/plain",
    "",
    "With a file.",
    "--m",
  ],
  ...['Content-Type: application/pdf; name="../Plan.pdf"', "Content-Transfer-Encoding: base64", ""],
  ...[Buffer.from("%PDF-1.7 plan").toString("base64"), "--m--", ""],
].join("\r\n");

test("a message is imported from a file once, with its date, and exported unchanged", async () => {
  const first = await (await importFile(ada, MESSAGE)).json();
  expect(first).toEqual({ id: expect.any(String), isKnown: false });
  const email = (await ada.invoke(emails.get, { id: first.id })) as OpenEmailOnWire;
  expect(email).toMatchObject({
    ...{ subject: "Für Ada", sender: "Clara Voss <clara@lattice.org>", body: "With a file." },
    ...{ status: "received", isRead: true, hasAttachments: true, createdAt: "2026-03-05T08:30:00.000Z" },
    ...{ recipients: ["Ada <ada@x.org>", "Dan <dan@x.org>"], accountId: null },
    attachments: [{ filename: "Plan.pdf", contentType: "application/pdf", size: 13 }],
  });
  expect(await (await download(ada, email.attachments[0]?.id ?? "")).text()).toBe("%PDF-1.7 plan");
  await ada.invoke(emails.delete, { id: first.id });
  expect(await (await importFile(ada, MESSAGE)).json()).toEqual({ id: first.id, isKnown: true });
  const source = await sourceOf(ada, first.id);
  expect(source.headers.get("content-disposition")).toContain("F%C3%BCr%20Ada.eml");
  expect(await source.text()).toBe(MESSAGE);
  expect((await sourceOf(bob, first.id)).status).toBe(404);
});

test("files that are not messages, hostile or too large are refused or imported as far as readable", async () => {
  expect((await importFile(ada, "%PDF-1.7 no message")).status).toBe(400);
  expect((await importFile(ada, `Subject: Large\r\n\r\n${"x".repeat(25_000_001)}`)).status).toBe(400);
  const parts = `--x\r\nContent-Type: text/plain\r\n\r\na\r\n`.repeat(1100);
  const headers = 'Subject: Parts\r\nFrom: a@b.org\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n';
  const { id } = await (await importFile(ada, `${headers}${parts}--x--`)).json();
  expect(await ada.invoke(emails.get, { id })).toMatchObject({
    subject: "Parts",
    bodyError: "This message has more than 1000 parts",
  });
});

test("a message written here has a source too, with Bcc only for its author", async () => {
  const { id } = await send(ada, { recipients: [bob.email], bcc: ["dan@x.org"] });
  const source = await (await sourceOf(ada, id)).text();
  expect(source).toMatch(/^From: <?ada/im);
  expect(source).toMatch(/^Bcc: dan@x.org/m);
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second'");
  await deliverDueMail(services);
  const [copy] = ((await bob.invoke(emails.list, {})) as { items: EmailOnWire[] }).items;
  const received = await (await sourceOf(bob, copy?.id ?? "")).text();
  expect(received).toContain("See below.");
  expect(received).not.toMatch(/^Bcc/im);
});

test("MAIL-47, MAIL-55: the text of the engine is streamed, and the complete result comes last", async () => {
  const assist = (input: object, person?: Person) =>
    app.request("/files/email/assist", {
      method: "POST",
      body: JSON.stringify(input),
      headers: { "content-type": "application/json", ...(person && { "x-person": person.userId }) },
    });
  const context = { subject: "Figures", sender: "clara@lattice.example", body: "Which margin is right?" };
  expect((await assist({ action: "reply", context })).status).toBe(401);
  expect((await assist({ action: "burn", context }, ada)).status).toBe(400);
  const answer = await assist({ action: "reply", context }, ada);
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const events = (await answer.text()).trim().split("\n\n");
  expect(events.at(-1)).toMatch(/^event: end\ndata: \{"result":".*It is \[which one\]\./);
  expect(events.at(-1)).toContain('"source":"built-in"');
});
