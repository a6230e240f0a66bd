import { expect, test } from "vitest";
import "../../slices.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { syncCardAccount } from "#features/integrations/sync-card-accounts.ts";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });
await server.request(
  "MKCOL",
  "/ada/people/",
  '<?xml version="1.0"?><d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:set><d:prop><d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><d:displayname>People</d:displayname></d:prop></d:set></d:mkcol>',
);
const putCard = (name: string, ...lines: string[]) =>
  server.request(
    "PUT",
    `/ada/people/${name}.vcf`,
    ["BEGIN:VCARD", "VERSION:3.0", `UID:${name}`, ...lines, "END:VCARD", ""].join("\r\n"),
    { "content-type": "text/vcard" },
  );
const signIn = { name: "Office", serverUrl: server.url, username: "ada", password: "secret" };
type Account = { id: string; state: string; lastError: string | null };

test("contacts of a CardDAV server are imported, later only changes, and nothing local is overwritten", async () => {
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  const named = async () =>
    ((await ada.invoke(contacts.list)) as { items: { contactName: string; contactPhone: string | null }[] })
      .items;
  await putCard("clara", "FN:Clara Voss", "N:Voss;Clara;;;", "EMAIL:clara@example.com");
  await putCard("dora", "FN:Dora Lind", "N:Lind;Dora;;;", "EMAIL:dora@example.com");
  await ada.invoke(contacts.create, { contactName: "My Clara", contactEmail: "clara@example.com" });
  const { id } = (await ada.invoke(cardAccounts.connect, signIn)) as Account;
  expect((await named()).map(({ contactName }) => contactName)).toEqual(["Dora Lind", "My Clara"]);
  expect(await ada.invoke(cardAccounts.sync, { id })).toEqual({ count: 0, error: null });
  await putCard("clara", "FN:Clara V.", "N:V.;Clara;;;", "EMAIL:clara@example.com", "TEL:+49 40 1234");
  await app.owner.query("update card_accounts set next_sync_at = now() - interval '1 s' where id = $1", [id]);
  await syncCardAccount.run(app.services, { userId: ada.userId, id });
  expect((await named())[1]).toMatchObject({ contactName: "My Clara", contactPhone: "+49 40 1234" });
  const { rows } = await app.owner.query("select password from card_accounts where id = $1", [id]);
  expect(rows[0].password).toMatch(/^v1\./);
  await ada.invoke(cardAccounts.delete, { id });
  expect(await named()).toHaveLength(2);
  expect((await ada.invoke(cardAccounts.list)) as object).toEqual({ items: [] });
});

test("a server that fails is not saved", async () => {
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  await expect(ada.invoke(cardAccounts.connect, { ...signIn, password: "wrong" })).rejects.toMatchObject({
    message: "The server rejected the user name or password.",
  });
  await expect(
    ada.invoke(cardAccounts.connect, { ...signIn, serverUrl: "http://10.0.0.1/" }),
  ).rejects.toMatchObject({ code: "upstream" });
  await expect(ada.invoke(cardAccounts.connect, { ...signIn, serverUrl: "file:///" })).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await ada.invoke(cardAccounts.list)) as object).toEqual({ items: [] });
});

test("a password rejected later is reported and not tried again; the other account goes on, when it is due", async () => {
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  const { id } = (await ada.invoke(cardAccounts.connect, signIn)) as Account;
  const { id: other } = (await ada.invoke(cardAccounts.connect, { ...signIn, name: "Home" })) as Account;
  await app.owner.query("update card_accounts set username = 'nobody' where id = $1", [id]);
  await app.owner.query(
    "update card_accounts set next_sync_at = now() - interval '1 s', last_synced_at = null where user_id = $1",
    [ada.userId],
  );
  const syncBoth = async () => {
    for (const each of [id, other]) await syncCardAccount.run(app.services, { userId: ada.userId, id: each });
  };
  await syncBoth();
  const stored = async () => {
    const { rows } = await app.owner.query(
      "select id, state, failures, next_sync_at, last_synced_at from card_accounts where user_id = $1",
      [ada.userId],
    );
    return new Map(rows.map((row) => [row.id as string, row]));
  };
  const after = await stored();
  expect(after.get(id)).toMatchObject({ state: "auth_failed", failures: 1, next_sync_at: null });
  expect(after.get(other)).toMatchObject({ state: "ok", failures: 0, last_synced_at: expect.any(Date) });
  await syncBoth();
  expect(await stored()).toEqual(after);
});
