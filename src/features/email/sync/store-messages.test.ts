import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mailboxes, mailPendingOperations } from "../account-tables.ts";
import { ARCHIVED } from "../model.ts";
import { emailAttachments } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { aMailbox, emailsOf, message, placesOf, SECOND } from "./stored-messages.factory.ts";
import { storeFlags } from "./sync-flags.ts";
import { listUnplaced, removeAllMessages } from "./unplaced-mail.ts";

const { aUser, as } = await testDatabase();
const aNewMailbox = async () => aMailbox(as(await aUser()));

test("a message is listed by its folder: its status, when it arrived or was sent, and what it is marked with", async () => {
  const { person, folder, store } = await aNewMailbox();
  const seen = { flags: new Set(["\\Seen", "\\Flagged", "\\Answered"]) };
  const draft = { flags: new Set(["\\Draft"]) };
  await store(
    await folder("inbox"),
    message(1, "unread"),
    message(2, "seen", seen),
    message(3, "odd", draft),
  );
  for (const role of ["sent", "drafts", "archive", "trash", "junk"] as const)
    await store(await folder(role), message(1, `in ${role}`));
  await store(await folder("all"), message(1, "in all"), message(2, "draft in all", draft));
  const rows = await emailsOf(person);
  const found = (subject: string) => rows.find((row) => row.subject === subject);
  const received = { status: "received", receivedAt: SECOND, sentAt: null, deletedAt: null, category: null };
  const unread = { isRead: false, isStarred: false, isAnswered: false };
  expect(found("unread")).toMatchObject({ ...received, ...unread, folder: "inbox", archivedAt: null });
  expect(found("seen")).toMatchObject({ ...received, isRead: true, isStarred: true, isAnswered: true });
  expect(found("odd")).toMatchObject({ ...received, folder: "inbox" });
  expect(found("in sent")).toMatchObject({ status: "sent", sentAt: SECOND, receivedAt: null, isRead: true });
  const written = { status: "draft", folder: "drafts", sentAt: null, receivedAt: null, isRead: true };
  expect(found("in drafts")).toMatchObject(written);
  expect(found("draft in all")).toMatchObject(written);
  const archived = { ...received, folder: "archive", category: ARCHIVED, archivedAt: SECOND };
  expect(found("in archive")).toMatchObject(archived);
  expect(found("in all")).toMatchObject({ ...received, folder: "archive", archivedAt: null });
  expect(found("in trash")).toMatchObject({ ...received, folder: "inbox", deletedAt: SECOND });
  expect(found("in junk")).toMatchObject({ ...received, folder: "junk" });
});

test("messages of one second are listed in the order of their UIDs, others by their time", async () => {
  const { person, folder, store } = await aNewMailbox();
  const later = new Date(SECOND.getTime() + 3);
  await store(
    await folder("inbox"),
    message(9, "ninth"),
    message(1002, "second"),
    message(1, "with milliseconds", { internalDate: later }),
  );
  expect(
    (await emailsOf(person)).map(({ createdAt, subject }) => [subject, createdAt.getMilliseconds()]),
  ).toEqual([
    ["second", 2],
    ["with milliseconds", 3],
    ["ninth", 9],
  ]);
});

test("a message has files if one of them is shown beside its text", async () => {
  const { person, folder, store } = await aNewMailbox();
  const part = (disposition: string) => ({
    bodyStructure: {
      type: "image/png",
      part: "1",
      size: 9,
      disposition,
      dispositionParameters: { filename: "a.png" },
    },
  });
  await store(
    await folder("inbox"),
    message(1, "beside", part("attachment")),
    message(2, "within", part("inline")),
  );
  const rows = await emailsOf(person);
  const files = await person.run(({ db }) => db.select().from(emailAttachments));
  for (const { id, subject, hasAttachments } of rows) {
    const file = files.find(({ emailId }) => emailId === id);
    expect([subject, file?.isInline, hasAttachments]).toEqual([
      subject,
      subject === "within",
      subject === "beside",
    ]);
  }
  expect(files).toHaveLength(2);
});

test("files are listed in the order of the message, also of a draft that was edited elsewhere", async () => {
  const { person, folder, store, stored } = await aNewMailbox();
  const names = ["c.pdf", "a.pdf", "b.pdf"];
  const parts = names.map((filename, index) => ({
    ...{ type: "application/pdf", part: `${index + 1}`, size: 9 },
    ...{ disposition: "attachment", dispositionParameters: { filename } },
  }));
  const withFiles = { bodyStructure: { type: "multipart/mixed", childNodes: parts } };
  await store(await folder("inbox"), message(1, "Received", withFiles));
  await stored({ status: "draft", size: null, messageId: "<Draft@lattice.test>" });
  await store(await folder("drafts"), message(1, "Draft", withFiles));
  const files = await person.run(({ db }) =>
    db
      .select()
      .from(emailAttachments)
      .orderBy(asc(emailAttachments.position), asc(emailAttachments.filename)),
  );
  expect(files.map(({ filename }) => filename)).toEqual(names.flatMap((name) => [name, name]));
});

test("a folder counts the messages that it has, and those that were new", async () => {
  const { person, folder, store } = await aNewMailbox();
  const [inbox, board] = [await folder("inbox"), await folder("other", "Board")];
  await store(inbox, message(1, "One"), message(2, "Two"));
  await store(board, message(7, "One"), message(8, "Three"));
  await store(board, message(8, "Three", { flags: new Set(["\\Seen"]) }));
  const counts = await person.run(({ db }) =>
    db
      .select({ path: mailboxes.path, synced: mailboxes.syncedCount, imported: mailboxes.importedCount })
      .from(mailboxes)
      .orderBy(asc(mailboxes.path)),
  );
  expect(counts).toEqual([
    { path: "Board", synced: 2, imported: 1 },
    { path: "inbox", synced: 2, imported: 2 },
  ]);
  expect([inbox.syncedCount, board.syncedCount]).toEqual([2, 2]);
  const three = (await emailsOf(person)).find(({ subject }) => subject === "Three");
  expect(three?.isRead).toBe(true);
});

test("a draft that was edited elsewhere is that draft with its new text and files, unless it was edited here too", async () => {
  const { person, userId, accountId, folder, store, stored } = await aNewMailbox();
  const draft = { status: "draft", size: null, bodyState: "full", subject: "Before" } as const;
  const [quiet, edited] = [
    await stored({ ...draft, messageId: "<After@lattice.test>", hasAttachments: true }),
    await stored({ ...draft, messageId: "<Other@lattice.test>" }),
  ];
  const waiting = { userId, accountId, emailId: edited, kind: "draft", detail: {} } as const;
  await person.run(({ db }) => db.insert(mailPendingOperations).values(waiting));
  const file = { userId, emailId: quiet, filename: "old.pdf", size: 1 };
  await person.run(({ db }) => db.insert(emailAttachments).values(file));
  const drafts = await folder("drafts");
  const found = await store(drafts, message(1, "After"), message(2, "Other"));
  expect(found.map(({ emailId, isNew }) => [emailId, isNew])).toEqual([
    [quiet, false],
    [edited, false],
  ]);
  const rows = await emailsOf(person);
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  expect(rowOf(quiet)).toMatchObject({ subject: "After", bodyState: "none", hasAttachments: false });
  expect(rowOf(edited)).toMatchObject({ subject: "Before", bodyState: "full" });
  const files = await person.run(({ db }) => db.select().from(emailAttachments));
  expect(files.map(({ emailId }) => emailId)).toEqual([null]);
});

test("flags are stored, and what was waiting here is not overwritten", async () => {
  const { person, userId, accountId, folder, store } = await aNewMailbox();
  const inbox = await folder("inbox");
  const [one, two] = await store(inbox, message(1, "One"), message(2, "Two"));
  const ids = [one?.emailId ?? "", two?.emailId ?? ""];
  const waiting = { userId, accountId, emailId: ids[1], kind: "flag", detail: {} } as const;
  await person.run(({ db }) => db.insert(mailPendingOperations).values(waiting));
  const flags = ["\\Seen", "\\Flagged"];
  const changes = [1, 2, 3].map((uid) => ({ uid, modseq: 9n, flags }));
  expect(await person.run(({ db }) => storeFlags(db, inbox, changes))).toEqual([ids[0]]);
  expect(await person.run(({ db }) => storeFlags(db, inbox, changes))).toEqual([]);
  expect(await person.run(({ db }) => storeFlags(db, inbox, []))).toEqual([]);
  const rows = await emailsOf(person);
  expect(rows.map(({ isRead, isStarred }) => [isRead, isStarred])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("what leaves a folder is missing unless another has it; a sent draft leaves by itself", async () => {
  const { person, userId, accountId, folder, store, stored, place } = await aNewMailbox();
  const [inbox, board, drafts] = [
    await folder("inbox"),
    await folder("other", "Board"),
    await folder("drafts"),
  ];
  const [one, two] = await store(inbox, message(1, "One"), message(2, "Two"));
  await store(board, message(1, "Two"));
  const [draft, sent] = [await stored({ status: "draft" }), await stored({ status: "sent" })];
  await place(drafts, 1, draft);
  await place(drafts, 2, sent);
  const removed = async (box: MailboxRow) =>
    (await person.run(({ db }) => removeAllMessages(db, box))).toSorted();
  expect(await removed(inbox)).toEqual([one?.emailId ?? "", two?.emailId ?? ""].toSorted());
  expect(await removed(drafts)).toEqual([draft, sent].toSorted());
  const unplaced = await person.run(({ db }) => listUnplaced(db, userId, accountId));
  expect(unplaced.toSorted()).toEqual([one?.emailId ?? "", draft].toSorted());
  expect(await person.run(({ db }) => listUnplaced(db, userId, randomUUID()))).toEqual([]);
  expect(await placesOf(person, two?.emailId ?? "")).toEqual([{ mailboxId: board.id, uid: 1 }]);
});
