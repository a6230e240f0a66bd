import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { modelStandIn } from "../src/platform/testing/stand-ins/model-stand-in.ts";
import { scannerStandIn, VIRUS } from "../src/platform/testing/stand-ins/scanner-stand-in.ts";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";
import { aLockedPdf, aPdf, aScan, aWordFile } from "./support/sample-files.ts";
import { shoot } from "./support/shoot.ts";

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const dialog = (page: Page, name?: string) => page.getByRole("dialog", name ? { name } : {});
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const stat = (page: Page, label: string) =>
  page.locator("main").getByText(label, { exact: true }).first().locator("xpath=../..");

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

async function openDocuments(page: Page, search = ""): Promise<void> {
  await page.goto(`/documents${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Document Hub" })).toBeVisible();
}

/** Documents are shared by address with accounts only that are known to own it: such as an administrator makes. */
async function someoneConfirmed(instance: Instance, fullName: string): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  await instance.command(["create-user", email, fullName], PASSWORD);
  return Person.signIn(instance.url, { fullName, email });
}

/** As a page would send it. */
async function uploadFile(
  person: Person,
  title: string,
  bytes: Buffer,
  name: string,
  tags = "",
): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  body.append("tags", tags);
  body.append("file", new Blob([new Uint8Array(bytes)]), name);
  const answer = await person.request("/files/documents", {
    method: "POST",
    body,
    headers: { "x-adjutant-upload": "1" },
  });
  return ((await answer.json()) as { id: string }).id;
}

test("DOC-01 to DOC-18, DOC-26 to DOC-28: a document from the empty page to the trash and back", async ({
  page,
  ada,
}) => {
  await openDocuments(page);
  await test.step("DOC-11: the empty state offers the upload, and the page is accessible", async () => {
    await expect(page.getByText("No documents yet")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("DOC-10, DOC-15: without a file or a title nothing is uploaded", async () => {
    await page.keyboard.press("u");
    await expect(dialog(page, "Upload Document")).toBeVisible();
    await dialog(page).getByLabel("Title").fill("Minutes");
    await button(page, "Upload").click();
    await expect(toasts(page)).toContainText("Please select a file and provide a title");
    await expect(dialog(page).getByLabel("Category")).toHaveValue("general");
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("board-minutes.pdf", aPdf("The board meets in Lisbon")));
    await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Minutes");
    await dialog(page).getByLabel("Title", { exact: true }).fill(" ");
    await button(page, "Upload").click();
    await expect(dialog(page, "Upload Document")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("DOC-13, DOC-17, DOC-26, DOC-31: uploaded, its card shows 2 tags and counts the rest", async () => {
    await dialog(page).getByLabel("Title", { exact: true }).fill("Minutes of March");
    await dialog(page).getByLabel("Description").fill("What was decided");
    await dialog(page).getByLabel("Category").selectOption("meeting-notes");
    await dialog(page).getByLabel("Tags").fill("board, lisbon , finance,board, q1");
    await button(page, "Upload").click();
    await expect(toasts(page)).toContainText("Document uploaded successfully");
    const minutes = card(page, "Minutes of March");
    for (const text of ["Meeting Notes", "board", "lisbon", "+2", "What was decided", "board-minutes.pdf"])
      await expect(minutes.getByText(text, { exact: true })).toBeVisible();
    await expect(minutes.getByText("finance")).toHaveCount(0);
    await expect(minutes).toContainText(/\d+ Bytes/);
    await expect(stat(page, "Total Documents")).toContainText("1");
  });
  await test.step("DOC-12: View shows the PDF in the page", async () => {
    await button(page, "View 'Minutes of March'").click();
    await expect(page).toHaveURL(/document=/);
    const first = page.getByRole("figure", { name: "Page 1 of 1" });
    await expect(first.locator("canvas")).toBeVisible();
    await expect(first).toContainText("The board meets in Lisbon");
    await expectAccessible(page);
    await page.reload();
    await expect(dialog(page, "Minutes of March")).toBeVisible();
  });
  await test.step("DOC-12: Download gives the same bytes under the same name", async () => {
    const waiting = page.waitForEvent("download");
    await dialog(page).getByRole("button", { name: "Download" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("board-minutes.pdf");
    expect(await readFile(await download.path())).toEqual(aPdf("The board meets in Lisbon"));
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/document=/);
  });
  await test.step("DOC-03, DOC-14, DOC-28: a favorite, on and off", async () => {
    await button(page, "Favorite 'Minutes of March'").click();
    await expect(toasts(page)).toContainText("Document added to favorites");
    await expect(stat(page, "Favorites")).toContainText("1");
    await button(page, "Favorite 'Minutes of March'").click();
    await expect(toasts(page)).toContainText("Document removed from favorites");
  });
  await test.step("details are edited", async () => {
    await card(page, "Minutes of March").focus();
    await page.keyboard.press("e");
    await dialog(page, "Edit Document").getByLabel("Title").fill("Minutes, March");
    await button(page, "Save").click();
    await expect(card(page, "Minutes, March")).toBeVisible();
    // Keys belong to the dialog until it has gone.
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step("DOC-27: deleted, undone, deleted again and restored from the trash", async () => {
    await card(page, "Minutes, March").focus();
    await page.keyboard.press("Delete");
    await expect(card(page, "Minutes, March")).toHaveCount(0);
    await expect(toasts(page)).toContainText("Document deleted successfully");
    await undo(page, "Document deleted successfully");
    await expect(card(page, "Minutes, March")).toBeVisible();
    await button(page, "More for 'Minutes, March'").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await button(page, "Trash").click();
    await button(page, "Restore 'Minutes, March'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await button(page, "Documents").click();
    await expect(card(page, "Minutes, March")).toBeVisible();
  });
  // The page shows what was done before the server has answered.
  await expect.poll(async () => (await ada.call<{ total: number }>("documents.stats")).total).toBe(1);
});

test("DOC-06 to DOC-09, DOC-29, DOC-30: search, category, sort and view stand in the address", async ({
  page,
  ada,
}) => {
  await uploadFile(ada, "Alpha", Buffer.from("a"), "alpha.txt");
  await uploadFile(ada, "Gamma plan", Buffer.from("ccc"), "gamma.txt", "one,two,three");
  await uploadFile(ada, "Beta", aWordFile, "beta.docx");
  await openDocuments(page);
  const order = () => page.getByRole("article").evaluateAll((cards) => cards.map((each) => each.ariaLabel));
  await expect.poll(order).toEqual(["Beta", "Gamma plan", "Alpha"]);
  await button(page, "Sort: Recent").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Recent", "Name", "Size"]);
  await page.getByRole("menuitem", { name: "Name" }).click();
  await expect.poll(order).toEqual(["Alpha", "Beta", "Gamma plan"]);
  await button(page, "Sort: Name").click();
  await page.getByRole("menuitem", { name: "Size" }).click();
  await expect.poll(order).toEqual(["Beta", "Gamma plan", "Alpha"]);
  await page.getByRole("searchbox", { name: "Search documents" }).fill("gam");
  await expect.poll(order).toEqual(["Gamma plan"]);
  await expect(card(page, "Gamma plan").getByText("+1", { exact: true })).toBeVisible();
  await tick(page.getByRole("radio", { name: "List" }));
  const rows = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveAccessibleName("Gamma plan");
  await page.getByRole("searchbox", { name: "Search documents" }).fill("");
  await expect(rows).toHaveCount(3);
  await button(page, "Category: All Categories").click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "All Categories",
    "General",
    "Contracts",
    "Reports",
    "Presentations",
    "Invoices",
    "Legal",
    "Marketing",
    "Research",
    "Meeting Notes",
    "Proposals",
  ]);
  await page.getByRole("menuitem", { name: "Legal" }).click();
  await expect(page.getByText("No document matches", { exact: true })).toBeVisible();
  await button(page, "Show all documents").click();
  await expect(rows).toHaveCount(3);
  await test.step("the list by keyboard, and an Office file as the server made it readable", async () => {
    await page.keyboard.press("j");
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("Enter");
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("The lease begins on January 4, 2027");
    await expect(summary).toContainText("Built-in summary");
    const dates = page.getByRole("region", { name: "Dates in this document" });
    await dates.getByRole("button", { name: "Add a task for Sep 30, 2031" }).click();
    await expect(dates).toContainText("In your tasks");
    await undo(page, "Task created");
    await expect(dates).not.toContainText("In your tasks");
    const versions = page.getByRole("region", { name: "Versions" });
    await expect(versions).toContainText("No earlier versions");
    await versions.locator("input[type=file]").setInputFiles(file("beta-2.pdf", aPdf("The second version")));
    await expect(toasts(page)).toContainText("New version uploaded");
    await expect(page.getByRole("figure", { name: "Page 1 of 1" })).toContainText("The second version");
    await versions.getByRole("button", { name: "Restore version 1" }).click();
    await expect(versions).toContainText("Version 1 of 2");
    const preview = page.getByTitle("Preview of beta.docx").contentFrame();
    await expect(preview.getByRole("heading", { name: "Lease of the Lisbon office" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Content of gamma.txt" })).toHaveText("ccc");
  });
  await test.step("words of what a file says find it, and are marked", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search documents" }).fill("heating nov");
    await expect(rows).toHaveCount(1);
    await expect(rows.locator("mark")).toHaveText(["heating", "Nov"]);
    await page.getByRole("searchbox", { name: "Search documents" }).fill("");
    await expect(rows).toHaveCount(3);
  });
  await test.step("the palette finds a document", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("gamma");
    await page.getByRole("option", { name: /Gamma plan/ }).click();
    await expect(dialog(page, "Gamma plan")).toBeVisible();
  });
});

test("decision 14: several files at once, bad ones refused in words, dropped ones taken", async ({
  page,
  ada,
}) => {
  await openDocuments(page);
  await page.keyboard.press("u");
  await dialog(page)
    .getByLabel("File", { exact: true })
    .setInputFiles([file("plan.txt", Buffer.from("plan")), file("letter.docx", aWordFile)]);
  await dialog(page).getByLabel("Title of plan.txt").fill("The plan");
  await button(page, "Upload 2 Documents").click();
  await expect(card(page, "The plan")).toBeVisible();
  await expect(card(page, "letter")).toBeVisible();
  await test.step("a large file goes on after the line broke and the page was loaded again", async () => {
    let parts = 0;
    await page.route("**/files/uploads/*", (route) => {
      parts += route.request().method() === "PUT" ? 1 : 0;
      return parts > 1 ? route.abort() : route.continue();
    });
    await page.keyboard.press("u");
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("archive.txt", Buffer.alloc(11 * 1024 ** 2, "Minutes of the board. ")));
    await button(page, "Upload").click();
    await expect(page.getByRole("region", { name: "Uploads" })).toContainText("Paused at 45 %");
    await page.unroute("**/files/uploads/*");
    await page.reload();
    await expect(card(page, "archive")).toBeVisible();
    await expect(page.getByRole("region", { name: "Uploads" })).toHaveCount(0);
  });
  await test.step("a type that is not accepted is not sent", async () => {
    await page.keyboard.press("u");
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("tool.exe", Buffer.from("MZ")));
    await expect(dialog(page).getByText("This type of file is not accepted")).toBeVisible();
    await button(page, "Remove tool.exe").click();
  });
  await test.step("DOC-23: a program that calls itself a PDF is refused, and nothing typed is lost", async () => {
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("tool.pdf", Buffer.from("MZ\u0000\u0001")));
    await button(page, "Upload").click();
    await expect(toasts(page)).toContainText("Failed to upload document");
    const uploads = page.getByRole("region", { name: "Uploads" });
    await expect(uploads).toContainText("The file ends with .pdf but its content is something else");
    await uploads.getByRole("button", { name: "Dismiss tool" }).click();
    await expect(uploads).toHaveCount(0);
  });
  await test.step("a PDF that asks for a password is refused in words", async () => {
    await page.keyboard.press("u");
    await dialog(page).getByLabel("File", { exact: true }).setInputFiles(file("locked.pdf", aLockedPdf));
    await button(page, "Upload").click();
    const uploads = page.getByRole("region", { name: "Uploads" });
    await expect(uploads).toContainText("The file is protected by a password");
    await uploads.getByRole("button", { name: "Dismiss locked" }).click();
  });
  await test.step("files that are dropped onto the page open the dialog with them", async () => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["dropped"], "from-desktop.txt"));
      return transfer;
    });
    await page.dispatchEvent("main", "dragenter", { dataTransfer: dropped });
    await expect(page.getByText("Drop files to upload them")).toBeVisible();
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("from desktop");
    await button(page, "Upload").click();
    await expect(card(page, "from desktop")).toBeVisible();
  });
  await test.step("the same bytes again are noticed", async () => {
    await page.keyboard.press("u");
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("again.txt", Buffer.from("plan")));
    await button(page, "Upload").click();
    await expect(toasts(page)).toContainText("Its content is the same as that of 'The plan'.");
  });
  expect((await ada.call<{ items: unknown[] }>("documents.list")).items).toHaveLength(5);
});

test("decision 14: shared with a person live, by link without an account, and ended", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  await uploadFile(ada, "The lease", Buffer.from("Ten years, two doors"), "lease.txt");
  const bob = await someoneConfirmed(instance, "Bob Noyce");
  const bobsBrowser = await browser.newContext({ baseURL: instance.url });
  const bobsPage = await bobsBrowser.newPage();
  await bob.signInPage(bobsPage);
  await openDocuments(bobsPage, "?show=withMe");
  await expect(bobsPage.getByText("Nothing is shared with you")).toBeVisible();
  await openDocuments(page);
  await button(page, "Share 'The lease'").click();

  await test.step("by address: an unknown one is told, Bob's opens the document to him at once", async () => {
    await dialog(page).getByLabel("E-mail address").fill("nobody@example.com");
    await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
    await expect(toasts(page)).toContainText("Nobody here has this address");
    await dialog(page).getByLabel("E-mail address").fill(bob.email);
    await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
    await expect(dialog(page).getByText("Bob Noyce")).toBeVisible();
    await expectAccessible(page);
    await expect(card(bobsPage, "The lease")).toBeVisible();
    await expect(card(bobsPage, "The lease")).toContainText("from Ada Lovelace");
    await button(bobsPage, "View 'The lease'").click();
    await expect(bobsPage.getByText("Ten years, two doors")).toBeVisible();
    await expect(bobsPage.getByRole("button", { name: "Notifications, 1 unread" })).toBeAttached();
    await bobsPage.keyboard.press("Escape");
  });
  let link = "";
  await test.step("by link: a page and the file for somebody without an account", async () => {
    await dialog(page).getByLabel("Password (optional)").fill("lisbon");
    await dialog(page).getByRole("button", { name: "Create link" }).click();
    link = await dialog(page).getByLabel("Copy it now: it is shown only once").inputValue();
    const stranger = await browser.newContext();
    const theirs = await stranger.newPage();
    await theirs.goto(link);
    await expectAccessible(theirs);
    await theirs.getByLabel(/password for it/).fill("porto");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("alert")).toHaveText("This password is not right");
    await theirs.getByLabel(/password for it/).fill("lisbon");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: "The lease" })).toBeVisible();
    await expect(theirs.getByText("Shared by Ada Lovelace")).toBeVisible();
    await expectAccessible(theirs);
    const waiting = theirs.waitForEvent("download");
    await theirs.getByRole("link", { name: "Download" }).click();
    expect((await readFile(await (await waiting).path())).toString()).toBe("Ten years, two doors");
    await stranger.close();
  });
  await test.step("the owner sees who opened it", async () => {
    await page.keyboard.press("Escape");
    await button(page, "Share 'The lease'").click();
    await dialog(page).getByText("Who opened it").click();
    for (const words of [/^Viewed/, /^Downloaded/, /^Wrong password/])
      await expect(dialog(page).getByRole("listitem").getByText(words)).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("ended: Bob's card goes at once, the link leads nowhere", async () => {
    await button(page, "Remove Bob Noyce").click();
    await expect(card(bobsPage, "The lease")).toHaveCount(0);
    await expect(dialog(page).getByText("Only you can read it")).toBeVisible();
    await dialog(page)
      .getByRole("button", { name: /^Revoke the link/ })
      .click();
    await expect(dialog(page).getByRole("button", { name: /^Revoke the link/ })).toHaveCount(0);
    expect((await fetch(link)).status).toBe(404);
  });
  await bobsBrowser.close();
});

test("D2, D3, D5: what the virus scanner says of a file, a summary by the model, and scanned pages that are read", async ({
  page,
}) => {
  const scanner = await scannerStandIn();
  const model = await modelStandIn("sk-journey");
  const instance = await Instance.create({
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    CLAMD_ADDRESS: scanner.address,
    MODEL_PROVIDER: "compatible",
    MODEL_URL: model.url,
    MODEL_NAME: "tiny",
    MODEL_API_KEY: "sk-journey",
  });
  const program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.signInPage(page);
  await uploadFile(ada, "On paper", aScan, "scan.pdf");
  await uploadFile(ada, "The lease", aWordFile, "lease.docx");
  await page.goto(`${instance.url}/documents`);
  await expect(card(page, "The lease")).toBeVisible();

  await test.step("a virus is refused by its name, and nothing of it is kept", async () => {
    await page.keyboard.press("u");
    await dialog(page)
      .getByLabel("File", { exact: true })
      .setInputFiles(file("invoice.txt", Buffer.from(VIRUS)));
    await button(page, "Upload").click();
    const uploads = page.getByRole("region", { name: "Uploads" });
    await expect(uploads).toContainText(
      "The virus scanner found 'Eicar-Test-Signature' in this file, so it was not saved",
    );
    await expectAccessible(page);
    await shoot(page, "scan-refused");
    await uploads.getByRole("button", { name: "Dismiss invoice" }).click();
  });
  await test.step("a clean file says so; the model writes its summary, and where it fails the summary stays", async () => {
    await button(page, "View 'The lease'").click();
    await expect(dialog(page)).toContainText("Scanned for viruses: nothing was found.");
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("Built-in summary");
    model.mood.pieces = ["The lease runs for ", "five years."];
    await shoot(page, "summary-built-in");
    await button(page, "Summarize with tiny").click();
    await expect(summary).toContainText("The lease runs for five years.");
    await expect(summary).toContainText("Summary by tiny");
    await expectAccessible(page);
    await shoot(page, "summary-by-model");
    model.mood.mode = 500;
    await button(page, "Summarize with tiny").click();
    await expect(toasts(page)).toContainText("The summary stays as it was");
    await expect(summary).toContainText("The lease runs for five years.");
    await page.keyboard.press("Escape");
  });
  await test.step("pages that are pictures are read, and found by what stands on them", async () => {
    await button(page, "View 'On paper'").click();
    await expect(dialog(page)).toContainText("The text of 2 scanned pages was recognised", {
      timeout: 30_000,
    });
    await shoot(page, "scan-recognised");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search documents" }).fill("lighthouse");
    await expect(card(page, "On paper").locator("mark")).toHaveText("lighthouse");
    await page.getByRole("searchbox", { name: "Search documents" }).fill("");
    await expect(card(page, "The lease")).toBeVisible();
  });
  await test.step("a file that the scanner could not look at waits: it is not opened, and says why", async () => {
    scanner.mood.isFull = true;
    await uploadFile(ada, "The plan", Buffer.from("Two doors"), "plan.txt");
    await button(page, "View 'The plan'").click();
    await expect(dialog(page)).toContainText(
      "The virus scanner cannot be reached. The file opens after it is scanned.",
    );
    await expect(dialog(page).getByRole("button", { name: "Download" })).toBeDisabled();
    await expectAccessible(page);
    await shoot(page, "scan-waiting");
  });
  await program.end();
  await Promise.all([instance.remove(), model.close()]);
  scanner.close();
});
