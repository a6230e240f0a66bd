import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");

async function openPayments(page: Page): Promise<void> {
  await page.goto("/admin/payments");
  await expect(page.getByRole("heading", { name: "Payment Reports", exact: true })).toBeVisible();
}

test("PAY-04, PAY-10, PAY-12: the export is exactly the filtered rows; nothing is wider than a phone", async ({
  page,
  ada,
  instance,
}) => {
  const { code, output } = await instance.command(["set-role", ada.email, "admin"]);
  expect(code, output).toBe(0);
  await openPayments(page);
  await expectAccessible(page);
  await page.getByLabel("Date Range").selectOption("90d");
  await page.getByLabel("Status").selectOption("refunded");
  await expect(rows(page)).toHaveCount(3);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Data" }).click();
  await expect(toasts(page)).toContainText("Export Started");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^payments-refunded-90d-.*\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines.slice(1).every((line) => line.includes('"Refunded"'))).toBe(true);

  await page.setViewportSize({ width: 360, height: 740 });
  await openPayments(page);
  await expect(rows(page)).toHaveCount(40);
  await expectAccessible(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});
