import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mailDeliveries } from "../delivery-tables.ts";
import { emails } from "../tables.ts";
import { aMailbox, emailsOf, message, type NewEmail, placesOf, SECOND } from "./stored-messages.factory.ts";

// Which email a message of a folder is: by its bytes, or by its Message-ID where only that is known.

const { aUser, as } = await testDatabase();
const aNewMailbox = async () => aMailbox(as(await aUser()));

test("the same bytes in two folders are one mail, in one folder two; an answer to oneself is another than the sent one", async () => {
  const { person, folder, store } = await aNewMailbox();
  const [inbox, board, sent] = [await folder("inbox"), await folder("other", "Board"), await folder("sent")];
  const [first, double] = await store(inbox, message(1, "One"), message(2, "One"));
  expect(first?.emailId).not.toBe(double?.emailId);
  const [copy, other] = await store(board, message(1, "One"), message(2, "One", { size: 501 }));
  expect([first?.emailId, double?.emailId]).toContain(copy?.emailId);
  expect(other?.isNew).toBe(true);
  expect((await store(sent, message(1, "One"))).map(({ isNew }) => isNew)).toEqual([true]);
  expect(await emailsOf(person)).toHaveLength(4);
});

test("of mails with the same bytes, a message is first the one that left its folder, then one of its kind", async () => {
  const { person, folder, store } = await aNewMailbox();
  const [inbox, sent, board] = [await folder("inbox"), await folder("sent"), await folder("other", "Board")];
  const [here, left] = await store(inbox, message(1, "One"), message(2, "One"));
  const [own] = await store(sent, message(1, "One"));
  const missing = [left?.emailId ?? "", own?.emailId ?? ""];
  await person.run(({ db }) =>
    db.update(emails).set({ isUnplaced: true }).where(inArray(emails.id, missing)),
  );
  const found = await store(board, ...[1, 2, 3].map((uid) => message(uid, "One")));
  expect(found.map(({ emailId }) => emailId)).toEqual([left?.emailId, here?.emailId, own?.emailId]);
  expect((await emailsOf(person)).map(({ isUnplaced }) => isUnplaced)).toEqual([false, false, false]);
});

test("a single message is its own mail, although the sent copy of the same bytes left its folder", async () => {
  const { person, folder, store } = await aNewMailbox();
  const [inbox, sent, board] = [await folder("inbox"), await folder("sent"), await folder("other", "Board")];
  const [received] = await store(board, message(1, "One"));
  const [own] = await store(sent, message(1, "One"));
  await person.run(({ db }) =>
    db
      .update(emails)
      .set({ isUnplaced: true })
      .where(inArray(emails.id, [own?.emailId ?? ""])),
  );
  const [moved] = await store(inbox, message(1, "One"));
  expect(moved).toMatchObject({ emailId: received?.emailId, isNew: false });
});

test.for<[what: string, fields: NewEmail, isSame: boolean]>([
  ["of the same size, second and subject", {}, true],
  ["whose subject was decoded in another way", { subject: "Gr\ufffdsse" }, true],
  ["of another size", { size: 501 }, false],
  ["of another second", { createdAt: new Date(SECOND.getTime() + 1000) }, false],
  ["of another subject", { subject: "Two" }, false],
  ["with another Message-ID", { messageId: "<other@lattice.test>" }, false],
  ["without a Message-ID", { messageId: null }, false],
  ["that this release stored with other bytes", { fingerprint: "other" }, false],
  ["without a size, as of mail that was written here", { size: null }, false],
])("a message is the mail of an earlier release %s: %s", async ([, fields, isSame]) => {
  const { folder, store, stored } = await aNewMailbox();
  const inbox = await folder("inbox");
  const id = await stored({ subject: "One", messageId: "<One@lattice.test>", ...fields });
  const [found] = await store(inbox, message(1, "One"));
  expect(found?.emailId === id).toBe(isSame);
  expect(found?.isNew).toBe(!isSame);
});

test("a message that an earlier release took for another is separated from it, and that one is read again", async () => {
  const { person, folder, store, stored, place } = await aNewMailbox();
  const inbox = await folder("inbox");
  const texts = { bodyState: "full", messageId: "<One@lattice.test>" } as const;
  const mistaken = await stored({ ...texts, subject: "Two" });
  const right = await stored({ ...texts, subject: "One" });
  const [draft, own] = [
    await stored({ ...texts, subject: "Draft", status: "draft" }),
    await stored({ ...texts, subject: "Own", fingerprint: "another" }),
  ];
  for (const [index, id] of [mistaken, right, draft, own].entries()) await place(inbox, index + 1, id);
  const found = await store(inbox, ...[1, 2, 3, 4].map((uid) => message(uid, "One")));
  expect(found.map(({ emailId }) => emailId)).toEqual([expect.any(String), right, draft, own]);
  expect(found.map(({ isNew }) => isNew)).toEqual([true, false, false, false]);
  const rows = await emailsOf(person);
  const after = Object.fromEntries(
    rows.map(({ id, bodyState, isUnplaced }) => [id, [bodyState, isUnplaced]]),
  );
  expect([mistaken, right, draft, own].map((id) => after[id])).toEqual([
    ["none", true],
    ["full", false],
    ["full", false],
    ["full", false],
  ]);
  expect(await placesOf(person, mistaken)).toEqual([]);
});

test("a message in the Sent folder is the mail that was sent from here, by its Message-ID, once", async () => {
  const { person, userId, folder, store, stored } = await aNewMailbox();
  const sentMail = { status: "sent", size: null, subject: "One", messageId: "<One@lattice.test>" } as const;
  const id = await stored(sentMail);
  const sent = await folder("sent");
  expect((await store(sent, message(1, "One"))).map(({ isNew }) => isNew)).toEqual([true]);
  await person.run(({ db }) =>
    db.insert(mailDeliveries).values({ userId, emailId: id, state: "sent", dueAt: SECOND }),
  );
  const again = await store(sent, message(2, "One", { size: 700 }), message(3, "One", { size: 800 }));
  expect(again.map(({ emailId }) => emailId === id)).toEqual([true, false]);
  // It has its message there: another one with its Message-ID is another mail.
  const copies = await store(await folder("other", "Board"), message(1, "One", { size: 900 }));
  expect(copies.map(({ isNew }) => isNew)).toEqual([true]);
});
