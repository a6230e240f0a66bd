import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { aMailbox, emailsOf, SECOND } from "./stored-messages.factory.ts";
import { removeMailboxMessages } from "./sync-flags.ts";
import { trashUnplaced } from "./unplaced-mail.ts";

const { aUser, as } = await testDatabase();
const aNewMailbox = async () => aMailbox(as(await aUser()));
type Operation = Pick<typeof mailPendingOperations.$inferInsert, "kind" | "state">;

async function withOperations() {
  const mailbox = await aNewMailbox();
  const { person, userId, accountId } = mailbox;
  const wait = async (emailId: string, ...operations: Operation[]) => {
    const rows = operations.map((one) => ({ ...one, userId, accountId, emailId, detail: {} }));
    await person.run(({ db }) => db.insert(mailPendingOperations).values(rows));
  };
  const waiting = () =>
    person.run(({ db }) =>
      db
        .select({
          emailId: mailPendingOperations.emailId,
          kind: mailPendingOperations.kind,
          state: mailPendingOperations.state,
        })
        .from(mailPendingOperations)
        .where(eq(mailPendingOperations.userId, userId))
        .orderBy(asc(mailPendingOperations.insertionNumber)),
    );
  const trash = (...ids: string[]) => person.run(({ db }) => trashUnplaced(db, userId, ids));
  return { ...mailbox, wait, waiting, trash };
}

test("mail that no folder has is in the trash, and what waited for it is done; mail that was found stays", async () => {
  const { person, stored, wait, waiting, trash } = await withOperations();
  const missing = await stored({ subject: "Missing", isUnplaced: true });
  const found = await stored({ subject: "Found" });
  const other = await stored({ subject: "Other", isUnplaced: true });
  const before = await stored({ subject: "Deleted before", isUnplaced: true, deletedAt: SECOND });
  for (const id of [missing, found, other])
    await wait(id, { kind: "flag" }, { kind: "move" }, { kind: "flag", state: "replayed" });
  expect((await trash(missing, found, before)).toSorted()).toEqual([missing, before].toSorted());
  const rows = await emailsOf(person);
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  expect(rowOf(missing)).toMatchObject({ isUnplaced: false, deletedAt: expect.any(Date), version: 2 });
  expect(rowOf(found)).toMatchObject({ isUnplaced: false, deletedAt: null, version: 1 });
  expect(rowOf(other)).toMatchObject({ isUnplaced: true, deletedAt: null });
  expect(rowOf(before)).toMatchObject({ isUnplaced: false, deletedAt: SECOND });
  // The server is not to do any of this: it is what the server did.
  expect((await waiting()).map(({ emailId, state }) => [emailId, state])).toEqual([
    ...["done", "done", "replayed"].map((state) => [missing, state]),
    ...["queued", "queued", "replayed"].map((state) => [found, state]),
    ...["queued", "queued", "replayed"].map((state) => [other, state]),
  ]);
  expect(await trash(missing, found)).toEqual([]);
});

test("a draft that was edited here and is missing there is stored there again", async () => {
  const { person, stored, wait, waiting, trash } = await withOperations();
  const draft = await stored({ status: "draft", isUnplaced: true });
  await wait(draft, { kind: "draft" });
  expect(await trash(draft)).toEqual([]);
  expect(await emailsOf(person)).toMatchObject([{ isUnplaced: false, deletedAt: null }]);
  expect(await waiting()).toEqual([{ emailId: draft, kind: "draft", state: "queued" }]);
});

test("messages that left a folder are missing, unless another folder has the mail", async () => {
  const { person, folder, stored, place } = await withOperations();
  const [inbox, board] = [await folder("inbox"), await folder("other", "Board")];
  const [one, two, three] = [
    await stored({ subject: "One", createdAt: new Date(SECOND.getTime() + 1) }),
    await stored({ subject: "Two", createdAt: new Date(SECOND.getTime() + 2) }),
    await stored({ subject: "Three", createdAt: new Date(SECOND.getTime() + 3) }),
  ];
  for (const [index, id] of [one, two, three].entries()) await place(inbox, index + 1, id);
  await place(board, 1, two);
  const removed = await person.run(({ db }) => removeMailboxMessages(db, inbox, [1, 2]));
  expect(removed).toEqual([two]);
  expect(await person.run(({ db }) => removeMailboxMessages(db, inbox, []))).toEqual([]);
  expect((await emailsOf(person)).map(({ subject, isUnplaced }) => [subject, isUnplaced])).toEqual([
    ["One", true],
    ["Two", false],
    ["Three", false],
  ]);
});
