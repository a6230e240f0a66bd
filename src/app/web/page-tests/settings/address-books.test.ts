import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const server = await addressBookServer(["people"]);
const { test } = await startPages();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = (page: Page) => page.getByRole("region", { name: "Address books" });

async function connect(ada: PagePerson): Promise<string> {
  for (const path of await server.list("people")) await server.remove(path);
  const { id } = await ada.call<{ id: string }>("cardAccounts.connect", { name: "Office", ...server.signIn });
  return id;
}

test("a CardDAV server shows its address books and unreadable cards; new contacts go to the chosen one", async ({
  page,
  ada,
}) => {
  const id = await connect(ada);
  await server.put("people/empty", "UID:empty", "FN:", "N:;;;;");
  await ada.call("cardAccounts.sync", { id });
  await page.goto("/integrations");
  await expect(section(page).getByText("people", { exact: true })).toBeVisible();
  await expectAccessible();
  await button(page, "1 unreadable card").click();
  await expect(page.getByRole("dialog").getByText("people: The card is empty")).toBeVisible();
  await expectAccessible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await section(page).getByLabel("Save new contacts").selectOption({ label: "Office: people" });
  await expect.poll(async () => (await accountOf(ada)).newContactsBook).toContain("/ada/people/");
  await section(page).getByLabel("Save new contacts").selectOption({ label: "Only in Adjutant" });
  await expect.poll(async () => (await accountOf(ada)).newContactsBook).toBe(null);
});

test("a contact that was changed on both sides shows both versions, and the person chooses", async ({
  page,
  ada,
}) => {
  const id = await connect(ada);
  const sync = () => ada.call("cardAccounts.sync", { id });
  await server.put("people/clara", "UID:c", "FN:Clara Voss", "N:Voss;Clara;;;");
  await sync();
  const { items } = await ada.call<{ items: { id: string; version: number }[] }>("contacts.list");
  await server.put("people/clara", "UID:c", "FN:Clara Server", "N:Server;Clara;;;");
  await ada.call("contacts.update", { ...pick(items[0]), contactName: "Clara Here" });
  await sync();
  await page.goto("/communication");
  await page.getByRole("tab", { name: "Contacts" }).click();
  const row = page.getByRole("list", { name: "Contacts" });
  await expect(row.getByText("Conflict")).toBeVisible();
  await row
    .getByRole("button", { name: /Clara Here/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("Clara Server")).toBeVisible();
  await expectAccessible();
  await button(page, "Use the server's version").click();
  await expect(toasts(page)).toContainText("The server's version is saved here");
  await expect(page.getByRole("dialog", { name: "Clara Server" })).toBeVisible();
});

const pick = ({ id, version }: { id: string; version: number } = { id: "", version: 0 }) => ({ id, version });

async function accountOf(ada: PagePerson): Promise<{ newContactsBook: string | null }> {
  const { items } = await ada.call<{ items: { newContactsBook: string | null }[] }>("cardAccounts.list");
  return items[0] ?? { newContactsBook: "none" };
}
