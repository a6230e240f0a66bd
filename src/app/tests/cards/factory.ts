import { expect } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import type { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

type Server = Pick<Awaited<ReturnType<typeof addressBookServer>>, "signIn">;

export type CardAccount = {
  id: string;
  state: string;
  lastError: string | null;
  books: { url: string; name: string; isReadOnly: boolean; unreadable: { name: string; reason: string }[] }[];
};

/** The contacts of a person as the page lists them. */
export function contactsOf(person: Person) {
  const list = async () => ((await person.invoke(contacts.list)) as { items: ContactOnWire[] }).items;
  const find = async (name: string) => {
    const found = (await list()).find(({ contactName }) => contactName === name);
    if (!found) throw new Error(`No contact ${name}`);
    return found;
  };
  const change = async (name: string, fields: object) => {
    const { id, version } = await find(name);
    await person.invoke(contacts.update, { id, version, ...fields });
  };
  return { list, find, change };
}

/** Ada with an account of the server of address books; `serverUrl` where a relay is in between. */
export async function connectedAda(app: TestDatabase, { signIn }: Server, serverUrl = signIn.serverUrl) {
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  const given = { name: "Office", ...signIn, serverUrl };
  const { id } = (await ada.invoke(cardAccounts.connect, given)) as CardAccount;
  /** Returns the number of changed contacts. */
  const sync = async () => {
    const answer = (await ada.invoke(cardAccounts.sync, { id })) as { count: number; error: string | null };
    expect(answer).toMatchObject({ error: null });
    return answer.count;
  };
  const account = async () =>
    ((await ada.invoke(cardAccounts.list)) as { items: CardAccount[] }).items.find((each) => each.id === id);
  return { ada, id, sync, account, ...contactsOf(ada) };
}
