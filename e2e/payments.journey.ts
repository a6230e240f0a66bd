import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");

async function openPayments(page: Page, search = ""): Promise<void> {
  await page.goto(`/admin/payments${search}`);
  await expect(page.getByRole("heading", { name: "Payment Reports", exact: true })).toBeVisible();
}

test("PAY-01 to PAY-17: the report on sample data, filtered, sorted, exported and failing", async ({
  page,
  ada,
  instance,
}) => {
  const { code, output } = await instance.command(["set-role", ada.email, "admin"]);
  expect(code, output).toBe(0);
  await openPayments(page);
  await test.step("PAY-01, PAY-06, PAY-07, PAY-09, PAY-16, PAY-17: cards and charts, labelled", async () => {
    await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
    for (const card of ["Total Revenue", "Monthly Revenue", "Transactions", "Conversion Rate"])
      await expect(page.getByText(card, { exact: true }).first()).toBeVisible();
    await expect(page.getByText("87.5%")).toBeVisible();
    const methods = page.getByRole("region", { name: "Payment Methods" });
    for (const share of ["65%", "25%", "10%"]) await expect(methods.getByText(share)).toBeVisible();
    const trend = page.getByRole("region", { name: "Revenue Trend" });
    await expect(trend.getByText("+32.1%")).toBeVisible();
    await trend.getByText("Show as table").click();
    await expect(trend.getByRole("columnheader", { name: "Revenue" })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("PAY-02, PAY-03, PAY-05, PAY-13, PAY-14: the filters decide what the table shows", async () => {
    await expect(rows(page)).toHaveCount(40);
    await expect(rows(page).getByText("Unknown")).toHaveCount(1);
    await page.getByLabel("Status").selectOption({ label: "Failed" });
    await expect(rows(page)).toHaveCount(2);
    await page.getByLabel("Date Range").selectOption("1y");
    await expect(rows(page).filter({ hasText: "Failed" })).not.toHaveCount(2);
    await page.reload();
    await expect(page.getByLabel("Status")).toHaveValue("failed");
    await page.getByLabel("Status").selectOption({ label: "All" });
    await expect(rows(page)).toHaveCount(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(rows(page)).toHaveCount(100);
    await page.getByRole("button", { name: "Amount" }).click();
    await expect(rows(page).first()).toContainText("$99.99");
    await page.getByRole("button", { name: "Amount" }).click();
    await expect(rows(page).first()).toContainText("$19.99");
  });
  await test.step("PAY-04, PAY-10, PAY-12: the export is exactly the filtered rows", async () => {
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
  });
  await test.step("PAY-11: a failure is said, and can be tried again", async () => {
    await page.route("**/rpc/payments.*", (route) => route.abort());
    await page.reload();
    await expect(toasts(page)).toContainText("Failed to load payment data");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(3);
  });
  await test.step("nothing is wider than a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPayments(page);
    await expect(rows(page)).toHaveCount(40);
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});

test("PAY-01: whoever is no administrator sees nothing of it", async ({ page, ada }) => {
  await page.goto("/admin/payments");
  await expect(page.getByText("404")).toBeVisible();
  await expect(ada.call("payments.list")).rejects.toThrow("403");
});
