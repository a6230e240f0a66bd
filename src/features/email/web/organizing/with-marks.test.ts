import { expect, test } from "vitest";
import type { OpenEmailOnWire } from "../../model.ts";
import { withMarks } from "./with-marks.ts";

const AT = "2026-01-01T00:00:00Z";
const opened: OpenEmailOnWire = {
  ...{ id: "mail", userId: "ada", threadId: "mail", threadSize: 1, accountId: null, version: 3 },
  ...{
    subject: "Lunch",
    preview: "See you",
    body: "See you",
    html: null,
    bodyState: "full",
    bodyError: null,
  },
  ...{ sender: "bob@x.org", recipients: ["ada@x.org"], cc: [], bcc: [], deliveredTo: [], delivery: null },
  ...{ priority: "medium", category: null, importance: 0, aiSummary: null, isRead: false, isStarred: false },
  ...{ status: "received", statusBefore: null, scheduledSend: null, sentAt: null, nextAttemptAt: null },
  ...{
    folder: "inbox",
    folderName: null,
    mailboxes: [{ id: "box", name: "INBOX", role: "inbox" }],
    unsubscribe: "none",
  },
  ...{ snoozedUntil: null, remindAt: null, createdAt: AT, updatedAt: AT, deletedAt: null },
  ...{ hasAttachments: false, attachments: [], hasInvitation: false },
  ...{ isReceiptRequested: false, receiptRequest: null },
};
const { body: _, bodyState: __, mailboxes: ___, ...listed } = opened;
const record = (changes: object, version = 4) => ({ ...listed, version, ...changes });

test("new marks are shown without reading the mail again, the last record counts", () => {
  const shown = withMarks(opened, [record({ isRead: true }), record({ isRead: true, isStarred: true }, 5)]);
  expect(shown).toMatchObject({ isRead: true, isStarred: true, version: 5, body: "See you" });
});

test.each<[string, object, number]>([
  ["another folder", { isRead: true, folder: "archive" }, 4],
  ["another subject", { subject: "Dinner" }, 4],
  ["a mail that was sent", { status: "sent", isRead: true }, 4],
  ["a newer version in which no mark differs", {}, 4],
  ["the same version: what changed is only in the opened mail, such as its labels", {}, 3],
  ["an older version", { isStarred: true }, 2],
])("%s is read again", (_name, changes, version) => {
  expect(withMarks(opened, [record(changes, version)])).toBeNull();
});

test("a mail whose text is not there yet, and one that is not named, are read again", () => {
  expect(withMarks({ ...opened, bodyState: "none" }, [record({ isRead: true })])).toBeNull();
  expect(withMarks(opened, [{ ...record({ isRead: true }), id: "other" }])).toBeNull();
});
