import "../slices.ts";
import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { messengerInstance } from "./messengers.factory.ts";

const { graph, google, aConnected } = await messengerInstance();

test.each([
  [
    "gmail",
    () =>
      google.people.push({
        id: "c1",
        resourceName: "people/c1",
        names: [{ displayName: "Clara Voss" }],
        emailAddresses: [{ value: "clara@example.com" }],
        phoneNumbers: [{ value: "+49 40 1234" }],
      }),
  ],
  [
    "outlook",
    () =>
      graph.contacts.push({
        id: "c1",
        displayName: "Clara Voss",
        emailAddresses: [{ address: "clara@example.com" }],
        mobilePhone: "+49 40 1234",
      }),
  ],
] as const)(
  "contacts of %s are imported once, and overwrite nothing written here",
  async (provider, know) => {
    know();
    const ada = await aConnected(provider, ["contacts"]);
    await ada.invoke(contacts.create, { contactName: "My Clara", contactEmail: "clara@example.com" });
    expect(await ada.sync()).toEqual({ count: 1 });
    expect(await ada.sync()).toEqual({ count: 0 });
    const { items } = (await ada.invoke(contacts.list)) as { items: Record<string, unknown>[] };
    expect(items).toEqual([
      expect.objectContaining({ contactName: "My Clara", contactPhone: "+49 40 1234" }),
    ]);
  },
);

test.each(["gmail", "outlook"] as const)(
  "contacts of %s whose cursor expired are all read again without duplicates",
  async (provider) => {
    const know = (id: string, name: string) =>
      provider === "gmail"
        ? google.people.push({ id, resourceName: `people/${id}`, names: [{ displayName: name }] })
        : graph.contacts.push({ id, displayName: name });
    know("c1", "Clara Voss");
    know("c2", "Dora Lind");
    google.behaviour.pageSize = 1;
    graph.behaviour.pageSize = 1;
    const ada = await aConnected(provider, ["contacts"]);
    expect(await ada.sync()).toEqual({ count: 2 });
    know("c3", "Emil Brandt");
    google.expireTokens();
    graph.expireTokens();
    expect(await ada.sync()).toEqual({ count: 1 });
    expect((await ada.runs())[0]).toMatchObject({ isFull: true, count: 1 });
    const { items } = (await ada.invoke(contacts.list)) as { items: { contactName: string }[] };
    expect(items.map(({ contactName }) => contactName).toSorted()).toEqual([
      "Clara Voss",
      "Dora Lind",
      "Emil Brandt",
    ]);
  },
);

test("contacts that were removed at Outlook, or cannot be read, are not imported", async () => {
  graph.contacts.push(
    { id: "c1", displayName: "Clara Voss" },
    { id: "c2", displayName: "Dora Lind", "@removed": { reason: "deleted" } },
    { id: "c3", displayName: { deep: [] } },
  );
  const ada = await aConnected("outlook", ["contacts"]);
  expect(await ada.sync()).toEqual({ count: 1 });
  const { items } = (await ada.invoke(contacts.list)) as { items: { contactName: string }[] };
  expect(items.map(({ contactName }) => contactName)).toEqual(["Clara Voss"]);
});
