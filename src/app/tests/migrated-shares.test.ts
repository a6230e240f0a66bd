import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messages } from "#features/communication/messages.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents as documentRows } from "#features/documents/tables.ts";
import { decisions } from "#features/team/decisions.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { aGroup, aWorkspace } from "../laws/revoked-access/factory.ts";

// Releases before 2026-11 shared a file with each participant of a conversation, a document with a whole workspace.

const server = await testDatabase();
const { as, aUser, owner } = server;
const migration = await readFile(
  join(import.meta.dirname, "../functions/shares-of-older-releases.sql"),
  "utf8",
);
const [ada, bob, carol] = await Promise.all(
  ["Ada", "Bob", "Carol"].map(async (fullName) => as(await aUser({ fullName }))),
);
if (!ada || !bob || !carol) throw new Error("There are three");

const aPaper = async () => {
  const row = aDocument({ userId: ada.userId });
  const [made] = await ada.run(({ db }) => db.insert(documentRows).values(row).returning());
  if (!made) throw new Error("It was stored");
  return made.id;
};
const sharesOf = async (id: string) =>
  (
    await owner.query(
      `select person_id, workspace_id, conversation_id, message_id, decision_id from document_shares
        where document_id = $1 order by created_at`,
      [id],
    )
  ).rows;
const none = {
  person_id: null,
  workspace_id: null,
  conversation_id: null,
  message_id: null,
  decision_id: null,
};
/** The state left by the older release: a share created at the same time as the message or decision document. */
const asBefore = async (id: string, column: string, target: string, made: Date) => {
  await owner.query("delete from document_shares where document_id = $1", [id]);
  await owner.query(
    `insert into document_shares (document_id, user_id, ${column}, created_at) values ($1, $2, $3, $4)`,
    [id, ada.userId, target, made],
  );
};

test("a share with the people of a conversation becomes one share with the conversation", async () => {
  const id = await aPaper();
  const conversationId = await aGroup(ada, bob, carol);
  const sent = await ada.invoke(messages.send, { conversationId, content: "Read", documentIds: [id] });
  const { id: messageId, createdAt } = sent as { id: string; createdAt: string };
  await asBefore(id, "person_id", bob.userId, new Date(createdAt));
  await owner.query(migration);
  await owner.query(migration);
  const moved = { ...none, conversation_id: conversationId, message_id: messageId };
  expect(await sharesOf(id)).toEqual([moved]);
  await expect(carol.invoke(documents.get, { id })).resolves.toMatchObject({ id });
});

test("a share that somebody chose stays unchanged", async () => {
  const id = await aPaper();
  const conversationId = await aGroup(ada, bob);
  await ada.invoke(messages.send, { conversationId, content: "Read", documentIds: [id] });
  await asBefore(id, "person_id", bob.userId, new Date(Date.now() - 3_600_000));
  await owner.query(migration);
  expect(await sharesOf(id)).toEqual([{ ...none, person_id: bob.userId }]);
});

test("a paper's share with the workspace becomes one with the decision", async () => {
  const id = await aPaper();
  const workspaceId = await aWorkspace({ server }, ada, bob);
  const made = await ada.invoke(decisions.create, { workspaceId, title: "Open", documentIds: [id] });
  const decisionId = (made as { id: string }).id;
  await asBefore(id, "workspace_id", workspaceId, new Date());
  await owner.query(migration);
  expect(await sharesOf(id)).toEqual([{ ...none, decision_id: decisionId }]);
  await expect(bob.invoke(documents.get, { id })).resolves.toMatchObject({ id });
});
