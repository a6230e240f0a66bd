import { readFileSync } from "node:fs";
import { expect, tick, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

/** A lease, made by LibreOffice. */
const WORD_FILE = readFileSync("src/features/documents/samples/lease.docx");

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "Documents" }).getByRole("listitem");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search documents" });
const titles = (page: Page) =>
  page
    .getByRole("article")
    .elements()
    .map((each) => each.getAttribute("aria-label"));

type Fields = { title: string; tags?: string; description?: string; category?: string };

/** As a page would send it. */
async function uploadFile(
  ada: PagePerson,
  fields: Fields,
  content: string | Buffer,
  name: string,
): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
  const headers = { "x-adjutant-upload": "1" };
  expect((await ada.request("/files/documents", { method: "POST", body, headers })).ok).toBe(true);
}

async function uploadThree(ada: PagePerson): Promise<void> {
  await uploadFile(ada, { title: "Alpha" }, "a", "alpha.txt");
  await uploadFile(ada, { title: "Gamma plan", tags: "one,two,three" }, "ccc", "gamma.txt");
  await uploadFile(ada, { title: "Beta" }, WORD_FILE, "beta.docx");
}

test("DOC-01, DOC-10, DOC-11, DOC-15: the empty page offers the upload; without a file or a title nothing is uploaded", async ({
  page,
  ada,
}) => {
  await page.goto("/documents");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await page.keyboard.press("u");
  await dialog(page).getByLabel("Title").fill("Minutes");
  await button(page, "Upload").click();
  await expect(toasts(page)).toContainText("Please select a file and provide a title");
  await expect(dialog(page).getByLabel("Category")).toHaveValue("general");
  const chosen = dialog(page).getByLabel("File", { exact: true });
  await chosen.setInputFiles([new File(["MZ"], "tool.exe")]);
  await expect(dialog(page).getByText("This type of file is not accepted")).toBeVisible();
  await button(page, "Remove tool.exe").click();
  await chosen.setInputFiles([new File(["The board meets"], "board-minutes.txt")]);
  await dialog(page).getByLabel("Title", { exact: true }).fill(" ");
  await button(page, "Upload").click();
  await expect(page.getByRole("dialog", { name: "Upload Document" })).toBeVisible();
  expect(await ada.call("documents.list")).toMatchObject({ items: [] });
});

test("DOC-02 to DOC-05, DOC-13, DOC-14, DOC-17, DOC-18, DOC-26, DOC-28, DOC-31: a card shows two tags and counts the rest; a favorite, on and off", async ({
  page,
  ada,
}) => {
  const tags = "board, lisbon , finance,board, q1";
  const fields = {
    title: "Minutes of March",
    description: "What was decided",
    category: "meeting-notes",
    tags,
  };
  await uploadFile(ada, fields, "The board meets in Lisbon", "board-minutes.txt");
  await page.goto("/documents?view=grid");
  const minutes = card(page, "Minutes of March");
  for (const text of ["Meeting Notes", "board", "lisbon", "+2", "What was decided", "board-minutes.txt"])
    await expect(minutes.getByText(text, { exact: true })).toBeVisible();
  await expect(minutes.getByText("finance")).toHaveCount(0);
  await expect(minutes).toContainText(/\d+ Bytes/);
  const stats = page.getByRole("main");
  await expect(stats).toContainText(/Total Documents\s*1/);
  await button(page, "Favorite 'Minutes of March'").click();
  await expect(toasts(page)).toContainText("Document added to favorites");
  await expect(stats).toContainText(/Favorites\s*1/);
  await button(page, "Favorite 'Minutes of March'").click();
  await expect(toasts(page)).toContainText("Document removed from favorites");
});

test("DOC-27: details are edited; a document is deleted, undone, deleted again and restored from the trash", async ({
  page,
  ada,
}) => {
  await uploadFile(ada, { title: "Minutes of March" }, "The board meets in Lisbon", "board-minutes.txt");
  await page.goto("/documents?view=grid");
  await card(page, "Minutes of March").focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog", { name: "Edit Document" }).getByLabel("Title").fill("Minutes, March");
  await button(page, "Save").click();
  const minutes = card(page, "Minutes, March");
  await expect(minutes).toBeVisible();
  // Keys belong to the dialog until it has gone.
  await expect(dialog(page)).toHaveCount(0);
  await minutes.focus();
  await page.keyboard.press("Delete");
  await expect(minutes).toHaveCount(0);
  await undo(page, "Document deleted successfully");
  await expect(minutes).toBeVisible();
  await minutes.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(minutes).toHaveCount(0);
  await button(page, "Trash").click();
  await button(page, "Restore 'Minutes, March'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await button(page, "Documents").click();
  await expect(minutes).toBeVisible();
});

const CATEGORIES = [
  ...["All Categories", "General", "Contracts", "Reports", "Presentations", "Invoices", "Legal"],
  ...["Marketing", "Research", "Meeting Notes", "Proposals"],
];

test("DOC-06 to DOC-09, DOC-29, DOC-30: search, category, sort and view are in the URL", async ({
  page,
  ada,
}) => {
  await uploadThree(ada);
  await page.goto("/documents?view=grid");
  await expect.poll(() => titles(page)).toEqual(["Beta", "Gamma plan", "Alpha"]);
  await button(page, "Sort: Recent").click();
  await page.getByRole("menuitem", { name: "Name" }).click();
  await expect.poll(() => titles(page)).toEqual(["Alpha", "Beta", "Gamma plan"]);
  await button(page, "Sort: Name").click();
  await page.getByRole("menuitem", { name: "Size" }).click();
  await expect.poll(() => titles(page)).toEqual(["Beta", "Gamma plan", "Alpha"]);
  await search(page).fill("gam");
  await expect.poll(() => titles(page)).toEqual(["Gamma plan"]);
  await expect(card(page, "Gamma plan").getByText("+1", { exact: true })).toBeVisible();
  await tick(page.getByRole("radio", { name: "List" }));
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveAccessibleName("Gamma plan");
  await search(page).fill("");
  await expect(rows(page)).toHaveCount(3);
  await button(page, "Category: All Categories").click();
  for (const [index, name] of CATEGORIES.entries())
    await expect(page.getByRole("menuitem").nth(index)).toHaveText(name);
  await page.getByRole("menuitem", { name: "Legal" }).click();
  await expect(page.getByText("No document matches", { exact: true })).toBeVisible();
  await button(page, "Show all documents").click();
  await expect(rows(page)).toHaveCount(3);
});

test("the list by keyboard; an Office file says its summary and dates, and is found by its words", async ({
  page,
  ada,
}) => {
  await uploadThree(ada);
  await page.goto("/documents?view=list&sort=size");
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("The lease begins on January 4, 2027");
  await expect(summary).toContainText("Built-in summary");
  const dates = page.getByRole("region", { name: "Dates in this document" });
  await dates.getByRole("button", { name: "Add a task for Sep 30, 2031" }).click();
  await expect(dates).toContainText("In your tasks");
  await undo(page, "Task created");
  await expect(dates).not.toContainText("In your tasks");
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("No earlier versions");
  await page.keyboard.press("Escape");
  await expect(rows(page).first()).toBeFocused();
  await search(page).fill("heating nov");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator("mark").first()).toHaveText("heating");
  await expect(rows(page).locator("mark").last()).toHaveText("Nov");
});
