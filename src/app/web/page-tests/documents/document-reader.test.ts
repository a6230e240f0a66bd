import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test: plainTest, aConfirmedPerson, openPage } = await startPages();

/** Ada's address is confirmed: documents shared by address wait until both addresses are. */
const test = plainTest.extend("ada", () => aConfirmedPerson("Ada Lovelace"));

const TERMS = "The lease of the office\nbegins in May.\nTwo doors, one LEASE, ten years.";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "Documents" }).getByRole("listitem");
const path = () => window.location.pathname;

async function uploadFile(ada: PagePerson, title: string, content: BlobPart, name: string): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob([content]), name);
  const headers = { "x-adjutant-upload": "1" };
  const answer = await ada.request("/files/documents", { method: "POST", body, headers });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

test("DOC-12, decision 14: a document opens at its own address, with its details beside it; a reload stays, Back and Esc lead to the list as it was", async ({
  page,
  ada,
}) => {
  const id = await uploadFile(ada, "The terms", TERMS, "terms.txt");
  await uploadFile(ada, "Another", "a", "another.txt");
  await page.goto("/documents?view=list&sort=title");
  await button(page, "View 'The terms'").click();
  await expect.poll(path).toBe(`/documents/${id}`);
  await expect(page.getByRole("heading", { name: "The terms", level: 1 })).toBeVisible();
  await expect(section(page, "Content of terms.txt")).toContainText("Two doors");
  await expect(section(page, "File")).toContainText("Text");
  await expect(section(page, "Sharing")).toContainText("Only you can read it.");
  await expect(section(page, "Versions")).toContainText("No earlier versions");
  await page.keyboard.press("Escape");
  await expect.poll(() => window.location.search).toBe("?view=list&sort=title");
  await expect(page.getByRole("listitem", { name: "The terms" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(path).toBe(`/documents/${id}`);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await page.goto(`/documents/${id}`);
  await expect(section(page, "Content of terms.txt")).toContainText("Two doors");
  await page.reload();
  await expect(page.getByRole("heading", { name: "The terms", level: 1 })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(2);
});

test("decision 29: words are found in the document, counted, and gone through with Enter", async ({
  page,
  ada,
}) => {
  await page.goto(`/documents/${await uploadFile(ada, "The terms", TERMS, "terms.txt")}`);
  await button(page, "Find in this document").click();
  const field = page.getByRole("searchbox", { name: "Find in this document" });
  await expect(field).toBeFocused();
  await field.fill("lease");
  const count = page.locator("search").last();
  await expect(count).toContainText("1 of 2");
  await field.press("Enter");
  await expect(count).toContainText("2 of 2");
  await field.press("Enter");
  await expect(count).toContainText("1 of 2");
  await field.press("Shift+Enter");
  await expect(count).toContainText("2 of 2");
  await field.fill("office begins");
  await expect(count).toContainText("1 of 1");
  await field.fill("nowhere");
  await expect(count).toContainText("No match");
  await expect(button(page, "Next match")).toBeDisabled();
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(section(page, "Content of terms.txt")).toBeFocused();
});

test("DOC-14, DOC-27, DOC-28: the open document is a favorite, edited and deleted by key; deleting leads to the list, with Undo", async ({
  page,
  ada,
}) => {
  await page.goto(`/documents/${await uploadFile(ada, "The terms", TERMS, "terms.txt")}`);
  await expect(section(page, "Content of terms.txt")).toBeVisible();
  await page.keyboard.press("f");
  await expect(toasts(page)).toContainText("Document added to favorites");
  await page.keyboard.press("i");
  await expect(section(page, "File")).toHaveCount(0);
  await page.keyboard.press("i");
  await page.keyboard.press("e");
  await page.getByRole("dialog", { name: "Edit Document" }).getByLabel("Title").fill("The new terms");
  await button(page, "Save").click();
  await expect(page.getByRole("heading", { name: "The new terms", level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Delete");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await undo(page, "Document deleted successfully");
  await expect(rows(page)).toHaveAccessibleName("The new terms");
});

test("decision 14: sharing, links and their visits are beside the document; who may only read it sees neither", async ({
  page,
  ada,
}) => {
  const bob = await aConfirmedPerson("Bob Noyce");
  const id = await uploadFile(ada, "The terms", TERMS, "terms.txt");
  await ada.call("documents.share", { id, with: { email: bob.email } });
  const { path: link } = await ada.call<{ path: string }>("documents.createLink", { id });
  await bob.request(link);
  await page.goto(`/documents/${id}`);
  const sharing = section(page, "Sharing");
  await expect(sharing).toContainText("Bob Noyce");
  await sharing.getByText("Who opened it").click();
  await expect(sharing.getByText(/^Viewed/)).toBeVisible();
  await sharing.getByRole("button", { name: /^Revoke the link/ }).click();
  await expect(sharing.getByText("Who opened it")).toHaveCount(0);
  const bobPage = await openPage(bob, `/documents/${id}`);
  await expect(section(bobPage, "File")).toContainText("Ada Lovelace");
  await expect(section(bobPage, "Sharing")).toHaveCount(0);
  await expect(button(bobPage, "Share")).toHaveCount(0);
});

test("ROLE-06: the address of no document, or of another person's, says that it is not found, and leads to all documents; a failure can be retried", async ({
  page,
  ada,
}) => {
  const bob = await aConfirmedPerson("Bob Noyce");
  const id = await uploadFile(bob, "Secret", "s", "secret.txt");
  for (const address of [id, randomUUID(), "nothing"]) {
    await page.goto(`/documents/${address}`);
    await expect(page.getByText("Document not found").last()).toBeVisible();
  }
  await expectAccessible();
  await page.getByRole("link", { name: "All documents" }).click();
  await expect(page.getByText("No documents yet")).toBeVisible();
  const own = await uploadFile(ada, "The terms", TERMS, "terms.txt");
  await page.goto(`/documents?document=${own}`);
  await expect.poll(path).toBe(`/documents/${own}`);
  // What is read of the file is announced with the record, and would show it.
  await expect.poll(() => ada.call("documents.get", { id: own })).toMatchObject({ readState: "read" });
  page.cut("documents.get");
  await page.reload();
  await expect(page.getByText("Failed to fetch documents")).toBeVisible();
  page.restore();
  await button(page, "Try again").click();
  await expect(page.getByRole("heading", { name: "The terms", level: 1 })).toBeVisible();
});

test("an Office file is shown in a frame that runs nothing, and names what is like it", async ({
  page,
  ada,
}) => {
  const lease = readFileSync("src/features/documents/samples/lease.docx");
  await page.goto(`/documents/${await uploadFile(ada, "The lease", new Uint8Array(lease), "lease.docx")}`);
  const frame = page.getByTitle("Preview of lease.docx");
  await expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
  await expect(section(page, "Summary")).toContainText("The lease begins");
});
