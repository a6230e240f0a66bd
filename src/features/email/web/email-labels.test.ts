import { expect, test } from "vitest";
import type { EmailOnWire } from "../model.ts";
import { deliveryNote, isEditable, peopleOf } from "./email-labels.ts";

const email = (fields: Partial<EmailOnWire>): EmailOnWire => ({
  id: "1",
  userId: "1",
  subject: "Figures",
  preview: "",
  recipients: ["bob@x.org", "anna@x.org"],
  cc: [],
  bcc: [],
  priority: "medium",
  category: null,
  status: "sent",
  statusBefore: null,
  scheduledSend: null,
  sentAt: null,
  sender: "ada@x.org",
  accountId: null,
  folder: "sent",
  folderName: null,
  aiSummary: null,
  isRead: true,
  threadSize: 1,
  isStarred: false,
  hasAttachments: false,
  snoozedUntil: null,
  remindAt: null,
  threadId: "1",
  importance: 0,
  delivery: null,
  createdAt: "2026-03-05T09:00:00Z",
  updatedAt: "2026-03-05T09:00:00Z",
  deletedAt: null,
  version: 1,
  ...fields,
});

test("MAIL-16, MAIL-17: 'To: recipients' if sent, otherwise 'From: sender'", () => {
  expect(peopleOf(email({}))).toBe("To: bob@x.org, anna@x.org");
  for (const status of ["draft", "scheduled", "failed", "received"] as const)
    expect(peopleOf(email({ status }))).toBe("From: ada@x.org");
});

test("decision 10: the card shows delivery problems", () => {
  const held = { state: "held", reason: "Not delivered: no mail account connected" } as const;
  expect(deliveryNote(email({ delivery: held }))).toBe("Not delivered: no mail account connected");
  expect(deliveryNote(email({ delivery: { state: "sent", reason: null } }))).toBeNull();
  expect(deliveryNote(email({ delivery: { state: "queued", reason: null } }))).toBeNull();
  const marked = email({
    status: "failed",
    scheduledSend: "2031-01-01T00:00:00Z",
    delivery: { state: "queued", reason: null },
  });
  expect(deliveryNote(marked)).toBe("Only marked as failed: it is still sent at its time");
});

test("MAIL-21: unsent mail is edited, other mail is viewed", () => {
  expect(isEditable(email({ status: "draft" }))).toBe(true);
  expect(isEditable(email({ status: "scheduled" }))).toBe(true);
  expect(isEditable(email({ status: "failed", delivery: { state: "failed", reason: "550" } }))).toBe(true);
  expect(isEditable(email({ status: "failed", statusBefore: "received" }))).toBe(false);
  expect(isEditable(email({ status: "received" }))).toBe(false);
});
