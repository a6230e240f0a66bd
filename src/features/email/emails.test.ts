import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { emails } from "./emails.ts";
import { anEmail } from "./factory.ts";
import { emails as emailTable } from "./tables.ts";
import { splitComposed } from "./writing-model.ts";

const server = await testDatabase();
const { aUser, as } = server;
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

type Wire = {
  id: string;
  version: number;
  subject: string;
  body: string;
  status: string;
  category: string | null;
  [field: string]: unknown;
};
const asWire = (answer: unknown) => answer as Wire;
const draft = async (fields: object = {}, person = ada) =>
  asWire(await person.invoke(emails.create, { subject: "Figures", body: "See below.", ...fields }));
const get = async (id: string, person = ada) => asWire(await person.invoke(emails.get, { id }));
/** A received message. */
const received = async (fields: Partial<typeof emailTable.$inferInsert> = {}) => {
  const [row] = await ada.run(({ db }) =>
    db
      .insert(emailTable)
      .values(anEmail({ userId: ada.userId, ...fields }))
      .returning(),
  );
  return row?.id ?? "";
};

test("MAIL-29, MAIL-44, DATA-07: a draft holds every field, and the sender is the user's email", async () => {
  const saved = await draft({
    recipients: ["bob@example.com"],
    cc: ["carol@example.com"],
    bcc: ["dan@example.com"],
    priority: "high",
    category: "board",
  });
  expect(await get(saved.id)).toMatchObject({
    userId: ada.userId,
    subject: "Figures",
    body: "See below.",
    recipients: ["bob@example.com"],
    cc: ["carol@example.com"],
    bcc: ["dan@example.com"],
    priority: "high",
    category: "board",
    status: "draft",
    scheduledSend: null,
    sentAt: null,
    sender: ada.email,
    aiSummary: null,
    delivery: null,
    deliveredTo: [],
  });
  await undoLastAction(server, ada, emails);
  await expect(get(saved.id)).rejects.toMatchObject({ code: "not_found" });
});

test("MAIL-34, MAIL-35: the priority is medium by default, and 'urgent' exists", async () => {
  expect(await draft()).toMatchObject({ priority: "medium" });
  expect(await draft({ priority: "urgent" })).toMatchObject({ priority: "urgent" });
  await expect(draft({ priority: "extreme" })).rejects.toMatchObject({ code: "invalid" });
});

test("MAIL-36: a draft needs a subject and a body", async () => {
  for (const fields of [{ subject: " " }, { body: " \n " }, { subject: "" }])
    await expect(draft(fields)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("Subject and body are required"),
    });
});

test("MAIL-37, MAIL-39: recipients are trimmed, empty entries dropped, and nothing else is checked", async () => {
  const saved = await draft({ recipients: [" bob@example.com ", "", "  ", "not an address"] });
  expect(saved.recipients).toEqual(["bob@example.com", "not an address"]);
});

test("D20: a line break in subject, category or recipients is refused", async () => {
  for (const fields of [
    { subject: "Hello\r\nBcc: eve@example.com" },
    { recipients: ["bob@example.com\nBcc: eve@example.com"] },
    { cc: ["a\rb"] },
    { category: "a\nb" },
  ])
    await expect(draft(fields)).rejects.toMatchObject({ code: "invalid" });
});

test("limits: 200 recipients, 900 characters of subject, 100,000 of body, and not one more", async () => {
  const people = (count: number) => Array.from({ length: count }, (_, n) => `person${n}@example.com`);
  expect(await draft({ recipients: people(200) })).toMatchObject({ status: "draft" });
  await expect(draft({ recipients: people(201) })).rejects.toMatchObject({ code: "invalid" });
  expect(await draft({ subject: "s".repeat(900), body: "b".repeat(100_000) })).toMatchObject({
    status: "draft",
  });
  await expect(draft({ subject: "s".repeat(901) })).rejects.toMatchObject({ code: "invalid" });
  await expect(draft({ body: "b".repeat(100_001) })).rejects.toMatchObject({ code: "invalid" });
});

test("MAIL-45, ROLE-07: an update changes only the given fields, and only for its owner", async () => {
  const { id, version } = await draft();
  const changed = asWire(
    await ada.invoke(emails.update, { id, version, subject: "New", aiSummary: "Short." }),
  );
  expect(changed).toMatchObject({ subject: "New", aiSummary: "Short.", preview: "See below.", version: 2 });
  await expect(bob.invoke(emails.update, { id, version: 2, subject: "Bob's" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(bob.invoke(emails.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  await undoLastAction(server, ada, emails);
  expect(await get(id)).toMatchObject({ subject: "Figures", aiSummary: null });
});

test("an update of an older version is refused with the current email", async () => {
  const { id, version } = await draft();
  await ada.invoke(emails.update, { id, version, subject: "First" });
  await expect(ada.invoke(emails.update, { id, version, subject: "Second" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { subject: "First", body: "See below.", version: 2 } },
  });
});

test("the text of a received message cannot be changed; its marks can", async () => {
  const id = await received();
  await expect(ada.invoke(emails.update, { id, version: 1, body: "Forged" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await ada.invoke(emails.update, { id, version: 1, isRead: true })).toMatchObject({ isRead: true });
});

test("MAIL-32: any email can be marked as failed, singly or in bulk, and unmarked", async () => {
  const ids = [await received(), (await draft()).id];
  await ada.invoke(emails.markFailed, { ids });
  expect(await Promise.all(ids.map(async (id) => (await get(id)).status))).toEqual(["failed", "failed"]);
  await undoLastAction(server, ada, emails);
  expect(await Promise.all(ids.map(async (id) => (await get(id)).status))).toEqual(["received", "draft"]);
});

test("MAIL-33: archiving sets the category and not the status; undo restores each category", async () => {
  const ids = [await received({ category: "board" }), await received()];
  await ada.invoke(emails.archive, { ids });
  for (const id of ids) expect(await get(id)).toMatchObject({ category: "archived", status: "received" });
  await undoLastAction(server, ada, emails);
  expect(await Promise.all(ids.map(async (id) => (await get(id)).category))).toEqual(["board", null]);
});

test("MAIL-46: bulk calls change all of the listed emails of the user, or none", async () => {
  const ownIds = [await received(), await received()];
  const foreignId = (await draft({}, bob)).id;
  for (const act of [emails.deleteMany, emails.markFailed, emails.archive, emails.unmarkFailed])
    await expect(ada.invoke(act, { ids: [...ownIds, foreignId] })).rejects.toMatchObject({
      code: "not_found",
    });
  const changes = [...ownIds, foreignId].map((id) => ({ id, category: "taken" }));
  await expect(ada.invoke(emails.updateMany, { changes })).rejects.toMatchObject({ code: "not_found" });
  expect(await get(ownIds[0] ?? "")).toMatchObject({ status: "received", category: null });
  expect(await get(foreignId, bob)).toMatchObject({ status: "draft", category: null });
  await ada.invoke(emails.updateMany, {
    changes: ownIds.map((id) => ({ id, category: "client", isRead: true })),
  });
  for (const id of ownIds)
    expect(await get(id)).toMatchObject({ category: "client", isRead: true, priority: "medium" });
  await ada.invoke(emails.deleteMany, { ids: ownIds });
  for (const id of ownIds) await expect(get(id)).rejects.toMatchObject({ code: "not_found" });
  await undoLastAction(server, ada, emails);
  for (const id of ownIds) expect(await get(id)).toMatchObject({ category: "client" });
});

test("MAIL-42: a bulk call without emails is refused", async () => {
  await expect(ada.invoke(emails.archive, { ids: [] })).rejects.toMatchObject({ code: "invalid" });
});

test("deleted emails are in the trash and can be restored", async () => {
  const { id } = await draft({ subject: "Gone" });
  await ada.invoke(emails.delete, { id });
  const trash = (await ada.invoke(emails.trash)) as { items: Wire[] };
  expect(trash.items.map((item) => item.id)).toContain(id);
  expect(await ada.invoke(emails.restore, { id })).toMatchObject({ subject: "Gone", deletedAt: null });
  await ada.invoke(emails.delete, { id });
  await ada.invoke(emails.restoreMany, { ids: [id] });
  expect(await get(id)).toMatchObject({ subject: "Gone" });
});

test("MAIL-73, decision 28: the response rate is the rounded share of sent emails with a summary", async () => {
  const carol = as(await aUser());
  const { userId } = carol;
  expect(await carol.invoke(emails.stats)).toMatchObject({ total: 0, sent: 0, responseRate: 0 });
  await carol.run(({ db }) =>
    db
      .insert(emailTable)
      .values([
        anEmail({ userId, status: "sent", aiSummary: "Short." }),
        anEmail({ userId, status: "sent", aiSummary: "Short." }),
        anEmail({ userId, status: "sent" }),
        anEmail({ userId, status: "draft", aiSummary: "Not sent." }),
        anEmail({ userId, status: "scheduled" }),
        anEmail({ userId, status: "held" }),
        anEmail({ userId, status: "uncertain" }),
        anEmail({ userId }),
        anEmail({ userId, isRead: true }),
        anEmail({ userId, status: "sent", deletedAt: new Date() }),
      ]),
  );
  expect(await carol.invoke(emails.stats)).toEqual({
    total: 9,
    sent: 3,
    drafts: 1,
    scheduled: 1,
    held: 1,
    uncertain: 1,
    responseRate: 67,
    unread: 1,
    templates: 0,
    trash: 1,
  });
});

test("MAIL-78, MAIL-79: a reply has 'Re: ', the original sender and the original category", async () => {
  const id = await received({ category: "board", sender: "clara@lattice.example" });
  expect(await ada.invoke(emails.startReply, { id })).toEqual({
    accountId: null,
    signature: "",
    subject: "Re: Figures for the board",
    body: "",
    cc: [],
    recipients: ["clara@lattice.example"],
    category: "board",
    inReplyTo: id,
    isToOwn: false,
  });
  const again = await received({ subject: "Re: Figures" });
  expect(await ada.invoke(emails.startReply, { id: again })).toMatchObject({ subject: "Re: Figures" });
});

test("MAIL-80, MAIL-81: a forward has 'Fwd: ' and joins subject, sender, date and body of each", async () => {
  const createdAt = new Date("2026-03-05T09:30:00Z");
  const one = await received({ subject: "Figures", body: "41 %", createdAt });
  const two = await received({
    subject: "Contract",
    body: "Clause 11",
    sender: "ian@quill.example",
    createdAt,
  });
  const forward = asWire(await ada.invoke(emails.startForward, { ids: [one, two] }));
  expect(forward).toMatchObject({ subject: "Fwd: Figures and 1 more", recipients: [] });
  const parts = ["Subject: Figures", "From: clara@lattice.example", "Date: 2026-03-05 09:30 UTC", "41 %"];
  const more = ["Subject: Contract", "From: ian@quill.example", "Clause 11"];
  let place = -1;
  for (const part of [...parts, ...more]) {
    expect(forward.body.indexOf(part)).toBeGreaterThan(place);
    place = forward.body.indexOf(part);
  }
  expect(await ada.invoke(emails.startForward, { ids: [one] })).toMatchObject({ subject: "Fwd: Figures" });
  const foreignId = (await draft({}, bob)).id;
  await expect(ada.invoke(emails.startForward, { ids: [one, foreignId] })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("MAIL-79: a reply joins the thread of the original, which must be the user's own", async () => {
  const id = await received({ messageId: "<1@lattice.example>" });
  const reply = await draft({ subject: "Re: Figures", inReplyTo: id });
  expect(reply.threadId).toBe((await get(id)).threadId);
  const foreignId = (await draft({}, bob)).id;
  await expect(draft({ inReplyTo: foreignId })).rejects.toMatchObject({ code: "not_found" });
});

test("MAIL-77: a first line that begins with 'Subject:' becomes the subject", () => {
  expect(splitComposed("Subject: Figures\n\nDear Bob,\nsee below.")).toEqual({
    subject: "Figures",
    body: "Dear Bob,\nsee below.",
  });
  expect(splitComposed("subject:Figures")).toEqual({ subject: "Figures", body: "" });
  expect(splitComposed("Dear Bob,\nSubject: later")).toEqual({
    subject: null,
    body: "Dear Bob,\nSubject: later",
  });
});
