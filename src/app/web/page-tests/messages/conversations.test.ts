import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const conversationList = (page: Page) => page.getByRole("list", { name: "Conversations" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

const aGroup = (ada: PagePerson, title: string, userIds: string[] = []) =>
  ada.call<{ id: string }>("conversations.create", { type: "group", title, userIds });

const idOf = async (person: PagePerson) =>
  (await person.call<{ user: { id: string } }>("session.current")).user.id;

const addContact = (person: PagePerson, other: PagePerson) =>
  person.call("contacts.create", { contactName: other.fullName, contactEmail: other.email });

test("COMM-01, COMM-06, COMM-19 to COMM-22: from an empty page to a group; a direct conversation needs a contact, a group a title", async ({
  page,
}) => {
  await page.goto("/communication");
  await expect(page.getByText("Your conversations appear here")).toBeVisible();
  for (const label of ["Active Chats", "Contacts", "Online", "Unread"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expectAccessible();
  await button(page, "New Conversation").first().click();
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(toasts(page)).toContainText("Please select a contact");
  await tick(dialog(page).getByRole("radio", { name: "Group" }));
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(toasts(page)).toContainText("Please enter a conversation title");
  await expectAccessible();
  await dialog(page).getByLabel("Title").fill("Board");
  page.cut("conversations.create");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(toasts(page)).toContainText("Failed to create conversation");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Board");
  page.restore();
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(toasts(page)).toContainText("Conversation created");
  await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await search.fill("boa");
  await expect(conversationList(page).getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/search=boa/);
  await search.fill("zebra");
  await expect(page.getByText("No conversation matches")).toBeVisible();
});

test("COMM-07, COMM-35: by keyboard alone from the list to a message and to a new conversation", async ({
  page,
  ada,
}) => {
  for (const title of ["Board", "Lisbon"]) await aGroup(ada, title);
  await page.goto("/communication");
  await expect(page.getByRole("region", { name: "Lisbon" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.type("Typed without a mouse");
  await page.keyboard.press("Enter");
  await expect(log(page).getByText("Typed without a mouse")).toBeVisible();
  await expect(toasts(page)).toContainText("Message sent");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New Conversation" })).toBeVisible();
});

test("COMM-05, COMM-13, COMM-14: messages of another conversation are unread, and read when it is opened", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await addContact(bob, ada);
  await aGroup(ada, "Own notes");
  const board = await aGroup(bob, "Board", [await idOf(ada)]);
  const own = await ada.call<{ items: { id: string; title: string }[] }>("conversations.list");
  const notes = own.items.find(({ title }) => title === "Own notes");
  await page.goto(`/communication?conversation=${notes?.id}`);
  await expect(page.getByRole("region", { name: "Own notes" })).toBeVisible();
  for (const content of ["One", "Two"])
    await bob.call("messages.send", { conversationId: board.id, content });
  const row = conversationList(page).getByRole("button", { name: /Board/ });
  await expect(row).toContainText("2 unread");
  await expect(row).toContainText("Bob: Two");
  const unread = page
    .locator("div")
    .filter({ hasText: /^Unread\d+$/ })
    .last();
  await expect(unread).toHaveText("Unread2");
  await row.click();
  await expect(log(page).getByText("New messages")).toBeVisible();
  await expect(row).not.toContainText("unread");
  await expect(unread).toHaveText("Unread0");
});

test("a removed group member no longer sees the group", async ({ page, ada }) => {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await addContact(ada, bob);
  const board = await aGroup(ada, "Board", [await idOf(bob)]);
  await page.goto(`/communication?conversation=${board.id}`);
  await button(page, "2 people").click();
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Remove Bob Carter" }).click();
  await expect(dialog(page).getByRole("button", { name: "Remove Bob Carter" })).toHaveCount(0);
  await expect(bob.call("messages.list", { conversationId: board.id })).rejects.toThrow("404");
});

test("a conversation disappears from the open page of a removed member", async ({ page, ada }) => {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await addContact(bob, ada);
  const adasId = await idOf(ada);
  const board = await aGroup(bob, "Board", [adasId]);
  await page.goto(`/communication?conversation=${board.id}`);
  await expect(conversationList(page).getByRole("button", { name: /Board/ })).toBeVisible();
  await bob.call("conversations.removePerson", { id: board.id, userId: adasId });
  await expect(page.getByText("You are not in this conversation")).toBeVisible();
  await expect(conversationList(page).getByRole("button", { name: /Board/ })).toHaveCount(0);
});

test("a file of a message opens in the reader, for each participant, and the way back is the conversation", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Carter");
  await addContact(ada, bob);
  await vouchFor(pages, ada, bob);
  const { id: conversationId } = await aGroup(ada, "Board", [await idOf(bob)]);
  const body = new FormData();
  body.append("title", "The lease");
  body.append("file", new Blob(["Ten years"]), "lease.txt");
  const headers = { "x-adjutant-upload": "1" };
  const answer = await ada.request("/files/documents", { method: "POST", body, headers });
  const { id } = (await answer.json()) as { id: string };
  await ada.call("messages.send", { conversationId, content: "Please read", documentIds: [id] });

  await page.goto(`/communication?conversation=${conversationId}`);
  const files = log(page).getByRole("list", { name: "Attachments" });
  await expect(files.getByRole("link", { name: "Download 'lease.txt'" })).toHaveAttribute(
    "download",
    "lease.txt",
  );
  await expectAccessible();
  await files.getByRole("link", { name: /^lease.txt/ }).click();
  await expect(page.getByRole("heading", { name: "The lease", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back: Conversation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(log(page).getByText("Please read")).toBeVisible();

  const bobPage = await pages.openPage(bob, `/communication?conversation=${conversationId}`);
  await log(bobPage)
    .getByRole("link", { name: /^lease.txt/ })
    .click();
  await expect(bobPage.getByRole("heading", { name: "The lease", level: 1 })).toBeVisible();
  await expect(bobPage.getByText("Ten years")).toBeVisible();
});
