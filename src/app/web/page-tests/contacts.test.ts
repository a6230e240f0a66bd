import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test, origin } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const contacts = (page: Page) => page.getByRole("list", { name: "Contacts" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

const addClara = (ada: PagePerson) =>
  ada.call("contacts.create", { contactName: "Clara Voss", contactEmail: "clara@elsewhere.test" });

async function openContacts(page: Page): Promise<void> {
  await page.goto("/communication");
  await page.getByRole("tab", { name: "Contacts" }).click();
}

test("COMM-33 to COMM-37: a contact needs a name; after a failure typed text is not lost", async ({
  page,
}) => {
  await page.goto("/communication");
  await button(page, "Add Contact").first().click();
  await dialog(page).getByRole("button", { name: "Add Contact" }).click();
  await expect(dialog(page).getByText("Please enter a name")).toBeVisible();
  await dialog(page).getByLabel("Name").fill("Clara Voss");
  await dialog(page).getByLabel("Email").fill("clara@elsewhere.test");
  await expect(dialog(page).getByLabel("Relationship")).toHaveValue("colleague");
  await expectAccessible();
  page.cut("contacts.create");
  await dialog(page).getByRole("button", { name: "Add Contact" }).click();
  await expect(toasts(page)).toContainText("Failed to create contact");
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Clara Voss");
  page.restore();
  await dialog(page).getByRole("button", { name: "Add Contact" }).click();
  await expect(toasts(page)).toContainText("Contact added");
});

test("a contact without an account gets email, or messages only here by choice, and the page says so", async ({
  page,
  ada,
}) => {
  await addClara(ada);
  await openContacts(page);
  await button(page, "Message 'Clara Voss'").click();
  await expect(page.getByText(/sent to Clara Voss by email/)).toBeVisible();
  await messageInput(page).fill("The papers are ready");
  await messageInput(page).press("Enter");
  await expect(log(page).getByText("On its way by email")).toBeVisible();
  await expect(log(page).getByRole("link", { name: "by email" })).toBeVisible();
  await expectAccessible();
  const answer = page.hold("conversations.setUsesEmail");
  await button(page, "Do not send by email").click();
  await expect(page.getByText(/Nobody receives this yet/)).toBeVisible();
  await messageInput(page).fill("Welcome, Clara");
  await messageInput(page).press("Enter");
  await expect(log(page).getByText("Welcome, Clara")).toBeVisible();
  answer();
  await expect(log(page).getByText("Saved")).toBeVisible();
  await page.getByRole("tab", { name: "Contacts" }).click();
  await contacts(page).getByText("Clara Voss").click();
  await expect(dialog(page).getByRole("link", { name: /Welcome, Clara/ })).toBeVisible();
  await expectAccessible();
});

test("COMM-08, COMM-09: a contact is marked as favorite, edited, deleted and restored", async ({
  page,
  ada,
}) => {
  await addClara(ada);
  await ada.call("contacts.create", { contactName: "Dan Diaz" });
  await openContacts(page);
  await button(page, "Favorite 'Clara Voss'").click();
  await button(page, "Favorites only").click();
  await expect(contacts(page).getByRole("listitem")).toHaveCount(1);
  await button(page, "More for 'Clara Voss'").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog(page).getByLabel("Name").fill("Clara Voss-Lind");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await button(page, "More for 'Clara Voss-Lind'").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("No favorites yet")).toBeVisible();
  await undo(page, "Contact deleted");
  await expect(page.getByRole("listitem", { name: "Clara Voss-Lind" })).toBeVisible();
});

test("M7, I6: vCards are imported, and duplicates are merged", async ({ page, ada }) => {
  await addClara(ada);
  await openContacts(page);
  const known = ["BEGIN:VCARD", "VERSION:4.0", "FN:Clara V.", "EMAIL:clara@elsewhere.test", "END:VCARD"];
  const fresh = ["BEGIN:VCARD", "VERSION:3.0", "FN:Dan Diaz", "TEL:+43 1 2345678", "END:VCARD", ""];
  const cards = new File([[...known, ...fresh].join("\r\n")], "cards.vcf", { type: "text/vcard" });
  await page.getByLabel("vCard file").setInputFiles([cards]);
  await expect(toasts(page)).toContainText("1 contact imported");
  await ada.call("contacts.create", { contactName: "Diaz, Dan", contactPhone: "0043 1 2345678" });
  await button(page, "More for contacts").click();
  await page.getByRole("menuitem", { name: "Merge duplicates" }).click();
  await expect(dialog(page).getByText("The same number")).toBeVisible();
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Merge" }).click();
  await expect(dialog(page).getByText("No duplicates found")).toBeVisible();
});

test("an address that an agent added is marked until its person confirms it", async ({ page, ada }) => {
  const options = { name: "Desk agent", scopes: ["read", "write"], isAgent: true };
  const { key } = await ada.call<{ key: string }>("apiKeys.create", options);
  const answer = await fetch(`${origin}/rpc/contacts.create`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ contactName: "Mallory Finch", contactEmail: "mallory@evil.example" }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  await openContacts(page);
  await contacts(page).getByText("Mallory Finch").click();
  const card = page.getByRole("dialog", { name: "Mallory Finch" });
  await expect(card).toContainText("an agent entered this address");
  await card.getByRole("button", { name: "Confirm address" }).click();
  await expect(card).not.toContainText("an agent entered this address");
});
