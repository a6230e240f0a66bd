import { expect, test } from "vitest";
import "../../slices.ts";
import { contactCards } from "#features/contacts/contact-cards.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { httpRelay, type Intercepted } from "#platform/testing/servers/http-relay.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { connectedAda } from "./factory.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const server = await addressBookServer(["people"]);

async function connected(serverUrl?: string) {
  for (const path of await server.list("people")) await server.remove(path);
  return connectedAda(app, server, serverUrl);
}

const putClara = (name: string, ...lines: string[]) =>
  server.put("people/clara", "UID:c", `FN:${name}`, `N:${name.replace(/(.*) (.*)/, "$2;$1")};;;`, ...lines);
const readClara = () => server.read("people/clara");

test("different fields that both sides changed are merged, on both sides", async () => {
  const { sync, find, change } = await connected();
  await putClara("Clara Voss", "EMAIL:clara@example.com", "X-PET:Cat");
  await sync();
  await putClara("Clara Voss", "EMAIL:clara@example.com", "X-PET:Dog", "ORG:Oak");
  await change("Clara Voss", { contactName: "Clara Kant", contactPhone: "+49 40 1" });
  await sync();
  expect(await find("Clara Kant")).toMatchObject({ organization: "Oak", cardState: "synced" });
  expect(await readClara()).toEqual(
    expect.arrayContaining(["FN:Clara Kant", "ORG:Oak", "TEL:+49 40 1", "X-PET:Dog"]),
  );
});

test("the same field changed on both sides is a conflict that loses nothing, until the person chooses", async () => {
  const { ada, sync, find, change } = await connected();
  const conflict = async () => {
    await putClara("Clara Voss", "EMAIL:clara@example.com");
    await sync();
    await putClara("Clara Server", "EMAIL:clara@example.com", "ORG:Oak");
    const { contactName } = await find("Clara Voss");
    await change(contactName, { contactName: "Clara Here" });
    await sync();
    await sync();
    const found = await find("Clara Here");
    expect(found).toMatchObject({ cardState: "conflict" });
    expect(await readClara()).toContain("FN:Clara Server");
    return { id: found.id };
  };
  const first = await conflict();
  expect(await ada.invoke(contactCards.conflict, first)).toEqual({
    fields: [{ label: "Name", local: "Clara Here", server: "Clara Server" }],
  });
  await ada.invoke(contactCards.resolveConflict, { ...first, choose: "local" });
  await sync();
  expect(await find("Clara Here")).toMatchObject({ organization: "Oak", cardState: "synced" });
  expect(await readClara()).toEqual(expect.arrayContaining(["FN:Clara Here", "N:Here;Clara;;;", "ORG:Oak"]));

  await change("Clara Here", { contactName: "Clara Voss" });
  await sync();
  const second = await conflict();
  await ada.invoke(contactCards.resolveConflict, { ...second, choose: "server" });
  expect(await find("Clara Server")).toMatchObject({ organization: "Oak", cardState: "synced" });
  await undoLastAction(app, ada, contactCards);
  await sync();
  expect(await readClara()).toContain("FN:Clara Here");
  await expect(ada.invoke(contactCards.conflict, second)).rejects.toMatchObject({ code: "not_found" });
});

test("a conflict of another person is not found", async () => {
  const { sync, find, change } = await connected();
  await putClara("Clara Voss");
  await sync();
  await putClara("Clara Server");
  await change("Clara Voss", { contactName: "Clara Here" });
  await sync();
  const { id } = await find("Clara Here");
  const bob = app.as(await app.aUser({ fullName: "Bob" }));
  for (const act of [contactCards.conflict, contactCards.resolveConflict])
    await expect(bob.invoke(act, { id, choose: "server" } as never)).rejects.toMatchObject({
      code: expect.stringMatching(/not_found|invalid/),
    });
  expect(await find("Clara Here")).toMatchObject({ cardState: "conflict" });
});

test("a change on one side wins over a deletion on the other", async () => {
  const { ada, sync, find, change } = await connected();
  await putClara("Clara Voss", "EMAIL:clara@example.com");
  await sync();
  await ada.invoke(contacts.delete, { id: (await find("Clara Voss")).id });
  await putClara("Clara Kant", "EMAIL:clara@example.com");
  await sync();
  expect(await find("Clara Kant")).toMatchObject({ cardState: "synced" });
  await server.remove("people/clara");
  await change("Clara Kant", { contactPhone: "+49 40 1" });
  await sync();
  expect(await readClara()).toEqual(expect.arrayContaining(["FN:Clara Kant", "TEL:+49 40 1"]));
});

test("a card that changes between reading and writing is merged and written again", async () => {
  let isWaiting = false;
  const relay = await httpRelay(server.signIn.serverUrl, async ({ method, path }) => {
    if (method !== "PUT" || !path.endsWith("clara.vcf") || !isWaiting) return undefined;
    isWaiting = false;
    await putClara("Clara Voss", "ORG:Oak");
    return undefined;
  });
  const { sync, change, find } = await connected(relay);
  await putClara("Clara Voss");
  await sync();
  await change("Clara Voss", { contactPhone: "+49 40 1" });
  isWaiting = true;
  await sync();
  expect(isWaiting).toBe(false);
  expect(await readClara()).toEqual(expect.arrayContaining(["ORG:Oak", "TEL:+49 40 1"]));
  expect(await find("Clara Voss")).toMatchObject({ organization: "Oak", cardState: "synced" });
});

test("a server without sync-collection, ctag or ETags in its answers is synced, too", async () => {
  const asked: Intercepted[] = [];
  const relay = await httpRelay(
    server.signIn.serverUrl,
    async (request) => {
      asked.push(request);
      return request.body.includes("sync-collection") ? 403 : undefined;
    },
    ["etag"],
  );
  const { sync, change, find } = await connected(relay);
  await putClara("Clara Voss", "X-PET:Cat");
  await sync();
  await change("Clara Voss", { contactPhone: "+49 40 1" });
  await sync();
  expect(await readClara()).toEqual(expect.arrayContaining(["TEL:+49 40 1", "X-PET:Cat"]));
  await change("Clara Voss", { contactPhone: "+49 40 2" });
  await sync();
  expect(await readClara()).toContain("TEL:+49 40 2");
  expect(await find("Clara Voss")).toMatchObject({ cardState: "synced" });
  // Nothing changed: the ctag says so, and no card is read.
  await sync();
  asked.length = 0;
  await sync();
  expect(asked.filter(({ method }) => method === "REPORT")).toEqual([]);
});

test("a sync reads only what changed since the token of the last one", async () => {
  const asked: Intercepted[] = [];
  const relay = await httpRelay(server.signIn.serverUrl, async (request) => {
    asked.push(request);
    return undefined;
  });
  const { sync, list } = await connected(relay);
  await putClara("Clara Voss");
  await server.put("people/dora", "UID:d", "FN:Dora Lind", "N:Lind;Dora;;;");
  await sync();
  await putClara("Clara Kant");
  asked.length = 0;
  await sync();
  expect((await list()).map(({ contactName }) => contactName)).toEqual(["Clara Kant", "Dora Lind"]);
  const cards = asked.filter(({ body }) => body.includes("addressbook-multiget"));
  expect(cards.map(({ body }) => [body.includes("clara.vcf"), body.includes("dora.vcf")])).toEqual([
    [true, false],
  ]);
  expect(asked.filter(({ method, path }) => method === "PROPFIND" && path.includes("people"))).toEqual([]);
});
