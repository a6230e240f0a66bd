import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

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

test("S6: a file of payments is looked at line by line, imported in place of the sample, and taken back", async ({
  page,
  ada,
  instance,
}) => {
  const { code } = await instance.command(["set-role", ada.email, "admin"]);
  expect(code).toBe(0);
  await openPayments(page);
  const day = new Date().toISOString().slice(0, 10);
  const file = [
    "Id;Created (UTC);Gross;Currency;Customer Email;Status",
    ...Array.from(
      { length: 30 },
      (_, n) => `T-${n};${day} 08:00;1.${100 + n},50;EUR;clara${n}@example.com;Paid`,
    ),
    `T-1;${day};12,00;EUR;clara@example.com;Paid`,
    `T-99;31.02.2026;12,00;EUR;clara@example.com;Paid`,
    `T-98;${day};twelve;EUR;clara@example.com;Paid`,
  ].join("\n");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import payments" });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await expect(dialog.getByText("33 lines. Which column is what?")).toBeVisible();
  await expect(dialog.getByLabel(/^Amount/)).toHaveValue("2");
  await dialog.getByLabel(/^Amount/).selectOption("");
  await expect(dialog.getByText("Please choose its column")).toBeVisible();
  await dialog.getByLabel(/^Amount/).selectOption("2");
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await expect(dialog.getByText("30 new")).toBeVisible();
  await expect(dialog.getByText("1 known already")).toBeVisible();
  await expect(dialog.getByText("2 with a fault")).toBeVisible();
  await expect(dialog.getByText("Line 33 Date: “31.02.2026” is no date that exists")).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "payments-import");
  await dialog.getByRole("button", { name: "Import 30 payments" }).click();
  await expect(toasts(page)).toContainText("30 payments imported");
  await expect(page.getByText("Sample data", { exact: true })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(30);
  await expect(rows(page).first()).toContainText("€1,1");
  await shoot(page, "payments-own");
  await undo(page, "30 payments imported");
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
  await shoot(page, "payments-sample");
});

test("PAY-01: whoever is no administrator sees nothing of it", async ({ page, ada }) => {
  await page.goto("/admin/payments");
  await expect(page.getByText("404")).toBeVisible();
  await expect(ada.call("payments.list")).rejects.toThrow("403");
});
