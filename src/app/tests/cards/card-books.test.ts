import { expect, test } from "vitest";
import { z } from "zod";
import "../../slices.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { syncCardAccount, syncDueCards } from "#features/integrations/sync-card-accounts.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { connectedAda } from "./factory.ts";

const Enqueued = z.object({ userId: z.string(), id: z.string() });
const enqueued: z.output<typeof Enqueued>[] = [];
const jobs = {
  enqueue: async (_db: unknown, _job: unknown, payload: unknown) => {
    enqueued.push(Enqueued.parse(payload));
  },
  publish: async () => undefined,
};
const app = await testDatabase(async () => ({ jobs }));
const server = await addressBookServer(["people", "staff"]);

/** The accounts that the minutely job finds due, synced as the queue would. */
async function runDueSyncs(): Promise<string[]> {
  enqueued.length = 0;
  await syncDueCards.run(app.services, {});
  const due = [...enqueued];
  for (const payload of due) await syncCardAccount.run(app.services, payload);
  return due.map(({ id }) => id);
}

test("an unreadable card is listed with the reason, a group of contacts is none", async () => {
  const { sync, find, account } = await connectedAda(app, server);
  await server.put("people/good", "UID:good", "FN:Good One", "N:One;Good;;;");
  await server.put("people/empty", "UID:empty", "FN:", "N:;;;;");
  await server.put(
    "people/group",
    "UID:group",
    "FN:Family",
    "N:Family;;;;",
    "X-ADDRESSBOOKSERVER-KIND:group",
  );
  await sync();
  const unreadable = async () =>
    (await account())?.books.flatMap((book) => book.unreadable.map(({ reason }) => reason));
  expect(await unreadable()).toEqual(["The card is empty"]);
  await sync();
  expect(await unreadable()).toEqual(["The card is empty"]);
  await expect(find("Family")).rejects.toThrow();
  await server.put("people/empty", "UID:empty", "FN:Not Empty", "N:Empty;Not;;;");
  await sync();
  expect(await unreadable()).toEqual([]);
  await find("Not Empty");
});

test("a contact of a read-only address book is changed only here, and later where that is allowed again", async () => {
  await server.put("staff/fritz", "UID:fritz", "FN:Fritz Lang", "N:Lang;Fritz;;;", "TITLE:Director");
  const before = await server.read("staff/fritz");
  const { ada, id, sync, find, change, account } = await connectedAda(app, server);
  await server.makeReadOnly("staff");
  await change("Fritz Lang", { contactPhone: "+49 40 1" });
  await sync();
  const staff = (await account())?.books.find(({ name }) => name === "staff");
  expect(staff).toMatchObject({ isReadOnly: true });
  expect(await find("Fritz Lang")).toMatchObject({ contactPhone: "+49 40 1", cardState: "refused" });
  expect(await server.read("staff/fritz")).toEqual(before);
  await expect(ada.invoke(cardAccounts.update, { id, newContactsBook: staff?.url })).rejects.toMatchObject({
    message: "Choose an address book that can be changed",
  });
  await server.makeReadOnly("nothing");
  await sync();
  expect(await find("Fritz Lang")).toMatchObject({ cardState: "synced" });
  expect(await server.read("staff/fritz")).toEqual(
    expect.arrayContaining(["TEL:+49 40 1", "TITLE:Director"]),
  );
});

test("a changed contact makes its server due; one that no server has does not", async () => {
  const { ada, id, sync, find, change } = await connectedAda(app, server);
  await server.put("people/hans", "UID:hans", "FN:Hans Moser", "N:Moser;Hans;;;");
  await sync();
  await ada.invoke(contacts.create, { contactName: "Only Here" });
  expect(await runDueSyncs()).not.toContain(id);
  await change("Hans Moser", { contactPhone: "+43 1 1" });
  expect(await runDueSyncs()).toContain(id);
  expect(await server.read("people/hans")).toContain("TEL:+43 1 1");
  expect(await find("Hans Moser")).toMatchObject({ cardState: "synced" });
  expect(await runDueSyncs()).not.toContain(id);
});

test("an address book that is gone leaves its contacts here", async () => {
  const { sync, find } = await connectedAda(app, server);
  await server.put("people/ida", "UID:ida", "FN:Ida Orloff", "N:Orloff;Ida;;;");
  await sync();
  await server.request("DELETE", "/ada/people/");
  await sync();
  expect(await find("Ida Orloff")).toMatchObject({ deletedAt: null, cardState: "synced" });
});

test("two syncs at once store a new card once", async () => {
  const { ada, id, find } = await connectedAda(app, server);
  await server.put("staff/karl", "UID:karl", "FN:Karl Kraus", "N:Kraus;Karl;;;");
  await Promise.all([ada.invoke(cardAccounts.sync, { id }), ada.invoke(cardAccounts.sync, { id })]);
  await find("Karl Kraus");
  const { rows } = await app.owner.query(
    "select count(*)::integer as count from contacts where user_id = $1 and contact_name = 'Karl Kraus'",
    [ada.userId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});
