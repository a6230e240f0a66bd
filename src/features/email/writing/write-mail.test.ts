import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import { deliverMail } from "../jobs.ts";
import { mailPreferences } from "../mail-preferences.ts";
import type { EmailOnWire } from "../model.ts";
import { emails as emailTable } from "../tables.ts";

const { aUser, as, owner } = await testDatabase(async ({ connection, atEnd, services }) => {
  const log = createLog("silent");
  // Mail sent here stays in the outbox: no delivery worker runs.
  const noopJob = { ...deliverMail, run: async () => {} };
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [noopJob]);
  atEnd(() => jobs.stop());
  return { jobs };
});

test("MAIL-29, MAIL-36: typed text is stored as one draft, complete or not; only sending and saving validate it", async () => {
  const ada = as(await aUser());
  const first = (await ada.invoke(emails.saveDraft, { subject: "", body: "Dear" })) as EmailOnWire;
  const draft = { id: first.id, version: first.version };
  const second = await ada.invoke(emails.saveDraft, { subject: "Figures", body: "Dear Ben", draft });
  expect(second).toMatchObject({ id: first.id, status: "draft", subject: "Figures", preview: "Dear Ben" });
  await expect(ada.invoke(emails.saveDraft, { subject: "", body: "late", draft })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(ada.invoke(emails.create, { subject: "", body: "x" })).rejects.toMatchObject({
    code: "invalid",
  });
  const bob = as(await aUser());
  await expect(bob.invoke(emails.saveDraft, { subject: "", body: "", draft })).rejects.toMatchObject({
    code: "not_found",
  });
  await ada.invoke(emails.send, {
    subject: "Figures",
    body: "Dear Ben",
    recipients: ["ben@x.org"],
    scheduledSend: new Date(Date.now() + 86_400_000).toISOString(),
    draftId: first.id,
  });
  const now = (await ada.invoke(emails.get, { id: first.id })) as EmailOnWire;
  const waiting = { id: first.id, version: now.version };
  await expect(ada.invoke(emails.saveDraft, { subject: "", body: "", draft: waiting })).rejects.toMatchObject(
    { code: "conflict" },
  );
});

test("recipients are suggested from contacts and earlier mail, each once, and only one's own", async () => {
  const ada = as(await aUser());
  await ada.invoke(contacts.create, { contactName: "Clara Voss", contactEmail: "clara@lattice.org" });
  const rows = [
    { sender: "Clara V. <clara@lattice.org>" },
    { sender: "Claire Petit <claire@x.org>" },
    { status: "sent" as const, sender: ada.email, recipients: ["claire@x.org", "not an address clau"] },
  ].map((row) => anEmail({ userId: ada.userId, ...row }));
  await ada.run(({ db }) => db.insert(emailTable).values(rows));
  expect(await ada.invoke(emails.people, { text: "CLA" })).toEqual({
    items: [
      { line: "Clara Voss <clara@lattice.org>", from: "contacts" },
      { line: "Claire Petit <claire@x.org>", from: "mail" },
    ],
  });
  expect(await as(await aUser()).invoke(emails.people, { text: "cla" })).toEqual({ items: [] });
});

test("a message is delayed by the undo time of its sender", async () => {
  const ada = as(await aUser());
  expect(await ada.invoke(mailPreferences.get)).toEqual({
    undoSeconds: 10,
    signature: "",
    receiptRequests: "ask",
  });
  await ada.invoke(mailPreferences.update, { undoSeconds: 60 });
  await ada.invoke(mailPreferences.update, { signature: "Ada" });
  expect(await ada.invoke(mailPreferences.get)).toEqual({
    ...{ undoSeconds: 60, signature: "Ada", receiptRequests: "ask" },
  });
  const sent = (await ada.invoke(emails.send, {
    subject: "Hi",
    body: "x",
    recipients: ["b@x.org"],
  })) as EmailOnWire;
  const { rows } = await owner.query("select due_at from mail_deliveries where email_id = $1", [sent.id]);
  expect(rows[0].due_at.getTime() - Date.parse(sent.sentAt ?? "")).toBe(60_000);
});

test("a draft stores its formatting and its sender account, which must be the user's own", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const { rows } = await owner.query<{ id: string }>(
    `insert into mail_accounts (user_id, address, imap_host, imap_port, imap_user, smtp_host, smtp_port, smtp_user, retry_at)
     values ($1, 'ada@board.org', 'imap.x.org', 993, 'ada', 'smtp.x.org', 465, 'ada', now() + interval '1 day') returning id`,
    [ada.userId],
  );
  const formatted = {
    body: "Dear Ben",
    html: "<div>Dear <strong>Ben</strong></div>",
    accountId: rows[0]?.id,
  };
  const saved = (await as(ada).invoke(emails.saveDraft, { subject: "Figures", ...formatted })) as EmailOnWire;
  expect(await as(ada).invoke(emails.get, { id: saved.id })).toMatchObject({
    ...formatted,
    sender: "ada@board.org",
  });
  const change = { id: saved.id, version: saved.version };
  await as(ada).invoke(emails.update, { ...change, body: "Dear Ben!" });
  expect(await as(ada).invoke(emails.get, { id: saved.id })).toMatchObject({ body: "Dear Ben!", html: null });
  for (const verb of [emails.saveDraft, emails.create, emails.send])
    await expect(as(bob).invoke(verb, { subject: "Figures", ...formatted })).rejects.toMatchObject({
      code: "not_found",
    });
});
