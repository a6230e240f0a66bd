import { expect, test } from "vitest";
import { isChanged } from "./list-mailboxes.ts";
import type { MailboxRow } from "./mailbox-row.ts";

const NOW = new Date("2026-03-02T08:00:00Z");
const box: MailboxRow = {
  ...{
    id: "box",
    provenance: "mail",
    createdAt: NOW,
    userId: "ada",
    accountId: "account",
    path: "Board",
    name: "Board",
  },
  ...{ delimiter: "/", role: "other", isSynced: true, uidValidity: 7, uidNext: 30, highestModseq: 900n },
  ...{ backfillUid: 1, messageCount: 20, syncedCount: 20, importedCount: 20, lastFullScanAt: NOW },
  ...{ hasFingerprints: true, syncedAt: NOW },
};
const state = { path: "Board", messages: 20, uidNext: 30, uidValidity: 7n, highestModseq: 900n };

test.for<[what: string, is: boolean, state: Partial<typeof state>, box?: Partial<MailboxRow>]>([
  ["with the state that is known", false, {}],
  ["with another number of messages", true, { messages: 21 }],
  ["with another next UID, as after one message left and one came", true, { uidNext: 31 }],
  ["that was created again", true, { uidValidity: 8n }],
  ["with a later change", true, { highestModseq: 901n }],
  ["whose change number was not known", false, {}, { highestModseq: null }],
  ["that was not read yet", false, { messages: 21 }, { uidValidity: null }],
])("a folder %s is to be read: %s", ([, is, listed, known]) => {
  expect(isChanged({ ...box, ...known }, { ...state, ...listed })).toBe(is);
});

test("what a server does not report is no change", () => {
  expect(isChanged(box, { path: "Board" })).toBe(false);
  expect(isChanged(box, { path: "Board", messages: 21 })).toBe(true);
  expect(isChanged(box, undefined)).toBe(false);
});
