import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import "../../slices.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { connectedAda } from "./factory.ts";

// A contact that is saved on a server is something that an agent changes outside.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
const server = await addressBookServer(["people"]);

const waiting = { code: "approval_needed", details: { approval: { state: "waiting" } } };

async function adaAndAgent() {
  const connected = await connectedAda(app, server);
  const { ada } = connected;
  const key = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
  const { id: credentialId } = (await ada.invoke(apiKeys.create, key)) as { id: string };
  const agent = { ...ada, via: "api_key" as const, credentialId, isAgent: true, skipsApproval: false };
  return { ...connected, agent: app.as(agent), free: app.as({ ...agent, skipsApproval: true }) };
}

test("an agent creates a contact at once, and asks where new contacts are saved in a synced address book", async () => {
  const { ada, id, agent, free, find, account } = await adaAndAgent();
  await agent.invoke(contacts.create, { contactName: "Only Here" });
  const [book] = (await account())?.books ?? [];
  await ada.invoke(cardAccounts.update, { id, newContactsBook: book?.url });
  await expect(agent.invoke(contacts.create, { contactName: "Spy" })).rejects.toMatchObject(waiting);
  await expect(agent.invoke(contacts.create, { contactName: "" })).rejects.toMatchObject({ code: "invalid" });
  await expect(find("Spy")).rejects.toThrow();
  await free.invoke(contacts.create, { contactName: "Allowed" });
  await ada.invoke(contacts.create, { contactName: "By Ada" });
  await ada.invoke(cardAccounts.delete, { id });
  await agent.invoke(contacts.create, { contactName: "Here Again" });
});

test("an agent asks before it syncs, and before it restores a contact that a server has", async () => {
  await server.put("people/clara", "UID:c", "FN:Clara Voss", "N:Voss;Clara;;;");
  const { ada, id, agent, find } = await adaAndAgent();
  await expect(agent.invoke(cardAccounts.sync, { id })).rejects.toMatchObject(waiting);
  const clara = await find("Clara Voss");
  const own = (await ada.invoke(contacts.create, { contactName: "Only Here" })) as { id: string };
  for (const each of [clara, own]) await ada.invoke(contacts.delete, { id: each.id });
  await expect(agent.invoke(contacts.restore, { id: clara.id })).rejects.toMatchObject(waiting);
  await agent.invoke(contacts.restore, { id: own.id });
  await expect(agent.invoke(contacts.restore, { id: randomUUID() })).rejects.toMatchObject({
    code: "not_found",
  });
});
