import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { emails } from "../emails.ts";
import { anAccount } from "../factory.ts";
import { mailboxMessages } from "../tables.ts";
import { errorOf, mailCalls, mailOf } from "./emails-of.factory.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
const { aMail, get } = mailCalls(ada);

async function account() {
  const { userId } = ada;
  return ada.run(async ({ db }) => {
    const [made] = await db
      .insert(mailAccounts)
      .values(anAccount({ userId, address: `${randomUUID()}@x.org` }))
      .returning();
    const accountId = made?.id ?? "";
    const boxOf = (name: string, role: "inbox" | "archive" | "all" | "other") => ({
      userId,
      accountId,
      path: name,
      name,
      role,
    });
    const boxes = await db
      .insert(mailboxes)
      .values([
        boxOf("INBOX", "inbox"),
        boxOf("Archive", "archive"),
        boxOf("All", "all"),
        boxOf("Board", "other"),
      ])
      .returning();
    const [inbox = "", archive = "", all = "", board = ""] = boxes.map(({ id }) => id);
    return { accountId, inbox, archive, all, board };
  });
}

let uid = 0;

const place = async (emailId: string, mailboxId: string) => {
  uid += 1;
  await ada.run(({ db }) =>
    db.insert(mailboxMessages).values({ mailboxId, uid, userId: ada.userId, emailId }),
  );
};

test("mail is moved within its account: the server gets one operation each, and the old folder is returned", async () => {
  const { accountId, inbox, archive, all, board } = await account();
  const threadId = randomUUID();
  const other = await account();
  const [one = "", two = "", ...others] = await mailOf(
    ada,
    ...[
      { accountId, threadId, category: "travel" },
      { accountId, threadId },
    ],
    ...[
      { accountId, threadId, status: "sent" as const },
      { accountId: other.accountId, threadId },
    ],
    ...[{ accountId, threadId }, { threadId }],
  );
  const [sent = "", far = ""] = others;
  for (const id of [one, two, sent]) await place(id, inbox);
  await place(two, board);
  await place(far, other.inbox);
  const move = (ids: string[], mailboxId: string, more: object = {}) =>
    ada.invoke(emails.move, { ids, mailboxId, ...more }) as Promise<{ ids: string[]; places: object[] }>;
  const operations = async () => {
    const { rows: found } = await owner.query(
      "delete from mail_pending_operations where user_id = $1 returning email_id, kind, detail->>'path' as path",
      [ada.userId],
    );
    return found;
  };
  await operations();
  const moved = await move([one, one], archive, { threads: true });
  expect(moved.ids.toSorted()).toEqual([one, two].toSorted());
  expect(moved.places).toEqual([{ id: one, mailboxId: inbox }]);
  expect(await operations()).toEqual(
    expect.arrayContaining([one, two].map((email_id) => ({ email_id, kind: "move", path: "Archive" }))),
  );
  expect(await get(one)).toMatchObject({ folder: "archive", category: "archived" });
  for (const id of others) expect(await get(id)).toMatchObject({ version: 1 });
  await operations();
  expect(await move([one, one], board)).toMatchObject({ ids: [one] });
  expect(await operations()).toEqual([{ email_id: one, kind: "move", path: "Board" }]);
  expect(await get(one)).toMatchObject({ folder: "other", category: "travel" });
  await move([one], all);
  expect(await get(one)).toMatchObject({ folder: "archive", category: "travel" });
});

test("a list names the folder of one's own that contains a message, once the server has moved it there", async () => {
  const { accountId, board } = await account();
  const [moved = ""] = await mailOf(ada, { accountId, folder: "other" });
  const listed = async () => {
    const { items } = (await ada.invoke(emails.list, { ids: [moved] })) as { items: object[] };
    return items[0];
  };
  expect(await listed()).toMatchObject({ folder: "other", folderName: null });
  await place(moved, board);
  expect(await listed()).toMatchObject({ folder: "other", folderName: "Board" });
  expect(await get(moved)).toMatchObject({ folderName: "Board" });
  const [inInbox = ""] = await mailOf(ada, { accountId });
  expect(await get(inInbox)).toMatchObject({ folder: "inbox", folderName: null });
});

test("mail of another account, without account or folder, or of another user cannot be moved", async () => {
  const [{ accountId, board }, other] = [await account(), await account()];
  const [withoutFolder = "", foreign = ""] = await mailOf(ada, { accountId }, { accountId: other.accountId });
  await place(foreign, other.inbox);
  for (const id of [withoutFolder, foreign, await aMail()])
    await expect(ada.invoke(emails.move, { ids: [id], mailboxId: board })).rejects.toEqual(
      errorOf("conflict"),
    );
  await place(withoutFolder, board);
  const mixedIds = [withoutFolder, await aMail({}, bob)];
  await expect(ada.invoke(emails.move, { ids: mixedIds, mailboxId: board })).rejects.toEqual(
    errorOf("not_found"),
  );
  await expect(bob.invoke(emails.move, { ids: [await aMail({}, bob)], mailboxId: board })).rejects.toEqual(
    errorOf("not_found"),
  );
});
