import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { daysAgo, documentInstance, get, insertDocuments, read, titles } from "../document-calls.factory.ts";
import { documents } from "../documents.ts";
import { endDocumentLinks } from "../jobs.ts";

const server = await documentInstance();
const { aUser, as, owner, services } = server;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

async function aWorkspaceOf(...members: readonly Person[]): Promise<string> {
  const id = randomUUID();
  await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Leadership', $2)", [
    id,
    members[0]?.userId,
  ]);
  for (const { userId } of members)
    await owner.query(
      "insert into workspace_members (workspace_id, user_id, state) values ($1, $2, 'active')",
      [id, userId],
    );
  return id;
}

test("decision 14: a person can read a document shared with them, and nothing more", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease", isFavorite: true });
  expect(await ada.invoke(documents.share, { id, with: { email: bob.email.toUpperCase() } })).toMatchObject({
    isShared: true,
  });
  expect(await read(bob, { show: "withMe" })).toMatchObject({
    items: [{ id, title: "Lease", ownerName: "Ada", isFavorite: false }],
  });
  expect(await titles(bob)).toEqual([]);
  expect(await get(bob, id)).toMatchObject({ ownerName: "Ada" });
  expect(await bob.invoke(documents.stats)).toMatchObject({ total: 0, withMe: 1 });
  for (const [verb, input] of [
    ["update", { version: 2, title: "Mine" }],
    ["setFavorite", { isFavorite: true }],
    ["delete", {}],
    ["erase", {}],
    ["restore", {}],
    ["sharing", {}],
    ["share", { with: { personId: ada.userId } }],
    ["createLink", {}],
  ] as const)
    await expect(bob.invoke(documents[verb], { id, ...input }), verb).rejects.toMatchObject({
      code: "not_found",
    });
});

test("sharing notifies the person once, and ends with the next request", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease" });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  const { rows } = await owner.query("select title, type, href from smart_notifications where user_id = $1", [
    bob.userId,
  ]);
  expect(rows).toEqual([
    {
      title: "Ada shared 'Lease' with you",
      type: "document",
      href: `/documents/${id}`,
    },
  ]);
  const { shares } = (await ada.invoke(documents.sharing, { id })) as {
    shares: { id: string; name: string }[];
  };
  expect(shares).toMatchObject([{ personId: bob.userId, name: "Bob", email: bob.email }]);
  expect(await ada.invoke(documents.unshare, { id, shareId: shares[0]?.id })).toMatchObject({
    isShared: false,
  });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await expect(get(bob, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(ada.invoke(documents.unshare, { id, shareId: shares[0]?.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  const notifications = await owner.query("select from smart_notifications where user_id = $1", [bob.userId]);
  expect(notifications.rowCount, "sharing again and again is no way to ring at somebody's door").toBe(1);
});

test("a workspace can read a document shared with it while reader and owner are both members", async () => {
  const carol = as(await aUser({ fullName: "Carol" }));
  const workspaceId = await aWorkspaceOf(ada, bob);
  const [id = ""] = await insertDocuments(ada, { title: "Plan" });
  expect(await ada.invoke(documents.shareCandidates)).toMatchObject({
    people: [{ id: bob.userId, name: "Bob" }],
    workspaces: [{ id: workspaceId, name: "Leadership" }],
  });
  await ada.invoke(documents.share, { id, with: { workspaceId } });
  expect([await titles(bob, { show: "withMe" }), await titles(carol, { show: "withMe" })]).toEqual([
    ["Plan"],
    [],
  ]);
  const state = (person: Person, to: string) =>
    owner.query("update workspace_members set state = $1 where user_id = $2", [to, person.userId]);
  await state(bob, "removed");
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await state(bob, "active");
  await state(ada, "removed");
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await expect(carol.invoke(documents.share, { id, with: { workspaceId } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("nobody is found by a partial address, by a stranger's id, or in another workspace", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  const foreign = await aWorkspaceOf(bob);
  for (const recipient of [
    { email: "bob" },
    { email: `%${bob.email}` },
    { personId: bob.userId },
    { workspaceId: foreign },
  ])
    await expect(ada.invoke(documents.share, { id, with: recipient })).rejects.toMatchObject({
      code: "not_found",
    });
  await expect(ada.invoke(documents.share, { id, with: { email: ada.email } })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a share with an address is pending, visible to both, until the address is confirmed", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "For the real Bob" });
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  expect(await ada.invoke(documents.sharing, { id })).toMatchObject({
    shares: [{ name: bob.email, isPending: true }],
  });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  const { rows } = await services.database.transaction(bob.userId, "read", (db) =>
    db.execute("select state, documents from my_address()"),
  );
  expect(rows).toEqual([{ state: "unproven", documents: 1 }]);
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [bob.userId],
  );
  expect(await titles(bob, { show: "withMe" })).toContain("For the real Bob");
});

test("D2: the database does not let Bob share Ada's document", async () => {
  const [id] = await insertDocuments(ada, {});
  for (const table of [
    "document_shares (document_id, user_id, person_id)",
    "document_links (document_id, user_id, token_hash)",
  ])
    await expect(
      services.database.transaction(bob.userId, "write", (db) =>
        db.execute(`insert into ${table} values ('${id}', '${bob.userId}', '${bob.userId}')`),
      ),
    ).rejects.toThrow();
});

test("a document in the trash is shared with nobody until it is restored", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease" });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  await ada.invoke(documents.delete, { id });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await ada.invoke(documents.restore, { id });
  expect(await titles(bob, { show: "withMe" })).toEqual(["Lease"]);
});

test("links are limited in number, expire, are shown once, and report that they have expired", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  await expect(
    ada.invoke(documents.createLink, { id, expiresAt: daysAgo(1).toISOString() }),
  ).rejects.toMatchObject({ code: "invalid" });
  const key = { idempotencyKey: randomUUID() };
  const { link, path } = (await ada.invoke(documents.createLink, { id }, key)) as {
    link: { id: string };
    path: string;
  };
  expect(path).toMatch(/^\/shared\/[\w-]{43}$/);
  await expect(ada.invoke(documents.createLink, { id }, key)).rejects.toMatchObject({ code: "conflict" });
  for (let count = 1; count < 20; count += 1) await ada.invoke(documents.createLink, { id });
  await expect(ada.invoke(documents.createLink, { id })).rejects.toMatchObject({ code: "invalid" });
  expect(await ada.invoke(documents.revokeLink, { id, linkId: link.id })).toMatchObject({ isShared: true });
  await owner.query(
    "update document_links set expires_at = now() - interval '1 second' - interval '1 s' where document_id = $1",
    [id],
  );
  await endDocumentLinks.run(services, {});
  expect(await get(ada, id)).toMatchObject({ isShared: false });
  expect(await ada.invoke(documents.sharing, { id })).toEqual({ shares: [], links: [] });
});

test("a link that does not exist, or of another document, cannot be revoked", async () => {
  const [id = "", other = ""] = await insertDocuments(ada, {}, {});
  const { link } = (await ada.invoke(documents.createLink, { id: other })) as { link: { id: string } };
  for (const linkId of [randomUUID(), link.id])
    await expect(ada.invoke(documents.revokeLink, { id, linkId })).rejects.toMatchObject({
      code: "not_found",
    });
  expect(await ada.invoke(documents.sharing, { id: other })).toMatchObject({ links: [{ id: link.id }] });
});
