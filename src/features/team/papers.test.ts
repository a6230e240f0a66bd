import { beforeEach, expect, test } from "vitest";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { decisions } from "./decisions.ts";
import type { DecisionOnWire, LogEntry, WorkspaceOnWire } from "./model.ts";
import { papers } from "./papers.ts";
import { workspaces } from "./workspaces.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;

let ada: Person;
let bob: Person;
let workspaceId: string;

async function aPaper({ userId }: Person, title: string): Promise<string> {
  const file = aDocument({ userId, title });
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [userId, title, file.fileName, file.fileType, file.fileSize, file.storageKey, file.sha256],
  );
  return rows[0].id;
}
const decide = (fields: Record<string, unknown> = {}) =>
  ada.invoke(decisions.create, {
    workspaceId,
    title: "Sign the lease",
    ...fields,
  }) as Promise<DecisionOnWire>;
const list = async (person: Person, { id }: DecisionOnWire) =>
  ((await person.invoke(papers.list, { decisionId: id })) as { items: Record<string, unknown>[] }).items;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  ({ id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire);
  await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
    workspaceId,
    bob.userId,
  ]);
});

test("V5: attaching a document shares it with the workspace; each reader is shown and logged once", async () => {
  const documentId = await aPaper(ada, "Lease");
  await expect(bob.invoke(documents.get, { id: documentId })).rejects.toMatchObject({ code: "not_found" });
  const decision = await decide({ documentIds: [documentId] });
  expect(decision.papers).toBe(1);
  await bob.invoke(documents.get, { id: documentId });
  expect(await list(bob, decision)).toMatchObject([
    { title: "Lease", attachedBy: "Ada", state: "same", readers: [] },
  ]);
  const opened = { decisionId: decision.id, documentId };
  expect(await bob.invoke(papers.open, opened)).toEqual({ href: `/files/documents/${documentId}` });
  await bob.invoke(papers.open, opened);
  expect(await list(ada, decision)).toMatchObject([{ readers: [{ userId: bob.userId, fullName: "Bob" }] }]);
  const { items } = (await ada.invoke(decisions.log, { id: decision.id })) as { items: LogEntry[] };
  expect(items.map(({ kind }) => kind)).toEqual(["created", "paper attached", "paper read"]);
  expect(JSON.parse(items[1]?.body ?? "").facts).toMatchObject({ title: "Lease", document: documentId });
});

test("V5: only the user's own document can be attached, and only to an open decision", async () => {
  const decision = await decide();
  const bobs = await aPaper(bob, "Diary");
  const attach = (person: Person, documentId: string) =>
    person.invoke(papers.attach, { decisionId: decision.id, documentId });
  await expect(attach(ada, bobs)).rejects.toMatchObject({ code: "not_found" });
  await expect(attach(bob, bobs)).rejects.toMatchObject({ code: "forbidden" });
  const ownPaper = await aPaper(ada, "Plan");
  await attach(ada, ownPaper);
  await undoLastAction(server, ada, papers);
  expect(await list(ada, decision)).toEqual([]);
  await attach(ada, ownPaper);
  await ada.invoke(decisions.close, { id: decision.id });
  await expect(
    ada.invoke(papers.detach, { decisionId: decision.id, documentId: ownPaper }),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("V5: a paper shows if its content has changed since, and if it is no longer shared", async () => {
  const documentId = await aPaper(ada, "Lease");
  const decision = await decide({ documentIds: [documentId] });
  await owner.query("update documents set sha256 = 'other' where id = $1", [documentId]);
  expect(await list(bob, decision)).toMatchObject([{ state: "changed" }]);
  await owner.query("delete from document_shares");
  expect(await list(bob, decision)).toMatchObject([{ state: "gone", title: "Lease" }]);
  await expect(bob.invoke(papers.open, { decisionId: decision.id, documentId })).rejects.toMatchObject({
    code: "conflict",
  });
});
