import type { Page } from "@playwright/test";
import { uploadDocument, uploadLease } from "./support/document-files.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button } from "./support/locators.ts";
import { aPdf, aWordFile } from "./support/sample-files.ts";

/** The text of the current match, as the browser marks it in the window of this element. */
const marked = (page: Page, inFrame = false) =>
  page.evaluate((isFrame) => {
    const frame = document.querySelector("iframe[title]") as HTMLIFrameElement | null;
    const view = (isFrame ? frame?.contentWindow : window) as (Window & typeof globalThis) | null;
    return [...(view?.CSS.highlights.get("found-current") ?? [])].map(String).join();
  }, inFrame);

const field = (page: Page) => page.getByRole("searchbox", { name: "Find in this document" });
const bar = (page: Page) => page.getByRole("search", { name: "Find in this document" });

test("decision 29: the pages of a PDF in small, a search through pages that are not drawn, and the list where it was", async ({
  page,
  ada,
}) => {
  const lines = Array.from({ length: 12 }, (_, index) => `Clause ${index + 1} of the lease`);
  for (let number = 1; number <= 40; number += 1)
    await uploadDocument(
      ada,
      `Memo ${String(number).padStart(2, "0")}`,
      Buffer.from(`Memo ${number}`),
      "memo.txt",
    );
  await uploadDocument(ada, "Memo 30, the lease", aPdf(...lines), "lease.pdf");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/documents?sort=title");
  const row = page.getByRole("listitem", { name: "Memo 30, the lease" });
  await expect(page.getByRole("listitem", { name: "Memo 01" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 700));
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await row.click();
  await expect(page.getByRole("figure", { name: "Page 1 of 12" }).locator("canvas")).toBeVisible();
  await expect(page.getByText("Page 1 of 12")).toBeVisible();
  await page.getByRole("button", { name: "Go to page 7" }).click();
  await expect(page.getByText("Page 7 of 12")).toBeVisible();
  await page.keyboard.press("Control+f");
  await field(page).fill("clause 12");
  await expect(bar(page)).toContainText("1 of 1");
  await expect(page.getByText("Page 12 of 12")).toBeVisible();
  await expect.poll(() => marked(page)).toBe("Clause 12");
  await expectAccessible(page);
  await field(page).fill("the lease");
  await field(page).press("Shift+Enter");
  await expect(bar(page)).toContainText("12 of 12");
  await field(page).press("Escape");
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
});

test("decision 29: the words of an Office file are found in its frame, whose keys are those of the page", async ({
  page,
  ada,
}) => {
  await page.goto(`/documents/${await uploadDocument(ada, "The lease", aWordFile, "lease.docx")}`);
  const frame = page.getByTitle("Preview of lease.docx").contentFrame();
  const heading = frame.getByRole("heading", { name: "Lease of the Lisbon office" });
  await expect(heading).toBeVisible();
  await heading.click();
  await page.keyboard.press("Control+f");
  await field(page).fill("LISBON OFFICE");
  await expect(bar(page)).toContainText(/^1 of \d+$/);
  await expect.poll(() => marked(page, true)).toBe("Lisbon office");
  await expectAccessible(page);
  await heading.click();
  await page.keyboard.press("i");
  await expect(page.getByRole("complementary", { name: "Details" })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, "Details").click();
  await expect(page.getByRole("dialog", { name: "Details" })).toContainText("No earlier versions");
  await expectAccessible(page);
});

test("no ring is around a document that was opened by its address, until a key moves the focus", async ({
  page,
  ada,
}) => {
  await page.goto(`/documents/${await uploadLease(ada)}`);
  const content = page.getByRole("region", { name: "Content of lease.txt" });
  await expect(content).toBeFocused();
  expect(await content.evaluate((element) => element.matches(":focus-visible"))).toBe(false);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(content).toBeFocused();
  expect(await content.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
});
