import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chooseFiles, file, openDocuments } from "./support/document-files.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog, toasts } from "./support/locators.ts";
import { aLockedPdf, aPdf, aWordFile } from "./support/sample-files.ts";

/** The text of the current match, as the browser marks it. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get("found-current") ?? [])].map(String).join());

test("DOC-10 to DOC-13, DOC-23: a PDF is uploaded, previewed and downloaded unchanged; a non-PDF is refused", async ({
  page,
  ada,
}) => {
  await openDocuments(page);
  await chooseFiles(page, file("board-minutes.pdf", aPdf("The board meets in Lisbon")));
  await dialog(page).getByLabel("Title", { exact: true }).fill("Minutes of March");
  await dialog(page).getByLabel("Category").selectOption("meeting-notes");
  await expectAccessible(page);
  await button(page, "Upload").click();
  await expect(toasts(page)).toContainText("Document uploaded successfully");
  await button(page, "View 'Minutes of March'").click();
  await expect(page).toHaveURL(/\/documents\/[\w-]{36}$/);
  const first = page.getByRole("figure", { name: "Page 1 of 1" });
  await expect(first.locator("canvas")).toBeVisible();
  await expect(first).toContainText("The board meets in Lisbon");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Minutes of March", level: 1 })).toBeVisible();
  await expect(first).toContainText("The board meets in Lisbon");
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Find in this document" }).fill("lisbon");
  await expect(page.getByRole("search", { name: "Find in this document" })).toContainText("1 of 1");
  await expect.poll(() => marked(page)).toBe("Lisbon");
  await page.keyboard.press("Escape");
  const waiting = page.waitForEvent("download");
  await button(page, "Download").click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe("board-minutes.pdf");
  expect(await readFile(await download.path())).toEqual(aPdf("The board meets in Lisbon"));
  await test.step("a new version replaces it, and the first one is restored", async () => {
    const versions = page.getByRole("region", { name: "Versions" });
    await versions.locator("input[type=file]").setInputFiles(file("minutes.docx", aWordFile));
    await expect(toasts(page)).toContainText("New version uploaded");
    const preview = page.getByTitle("Preview of minutes.docx").contentFrame();
    await expect(preview.getByRole("heading", { name: "Lease of the Lisbon office" })).toBeVisible();
    await expectAccessible(page);
    await versions.getByRole("button", { name: "Restore version 1" }).click();
    await expect(versions).toContainText("Version 1 of 2");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/documents$/);
    await expect(page.getByRole("heading", { level: 1, name: "Document Hub" })).toBeVisible();
  });
  const uploads = page.getByRole("region", { name: "Uploads" });
  for (const [name, bytes, words] of [
    ["tool.pdf", Buffer.from("MZ\u0000\u0001"), "The file ends with .pdf but its content is something else"],
    ["locked.pdf", aLockedPdf, "The file is protected by a password"],
  ] as const) {
    await chooseFiles(page, file(name, bytes));
    await button(page, "Upload").click();
    await expect(uploads).toContainText(words);
    await uploads.getByRole("button", { name: /^Dismiss / }).click();
    await expect(uploads).toHaveCount(0);
  }
  expect(await ada.call<{ total: number }>("documents.stats")).toMatchObject({ total: 1 });
});
