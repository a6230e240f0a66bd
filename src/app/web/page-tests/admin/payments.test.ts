import { expect, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, aPerson, openPage } = await startPages();

const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");

/** The report, as an administrator sees it. */
async function openPayments(search = ""): Promise<Page> {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), `/admin/payments${search}`);
  await expect(page.getByRole("heading", { name: "Payment Reports", exact: true })).toBeVisible();
  return page;
}

test("PAY-01, PAY-06 to PAY-09, PAY-15 to PAY-17: cards and charts of labelled sample data", async () => {
  const page = await openPayments();
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
});

test("PAY-02, PAY-03, PAY-05, PAY-13, PAY-14: the filters apply to the table", async () => {
  const page = await openPayments();
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

test("a chart that cannot be loaded says so and can be retried by itself", async () => {
  const page = await openPayments();
  await expect(rows(page)).toHaveCount(40);
  page.cut("payments.methods");
  await page.reload();
  const methods = page.getByRole("region", { name: "Payment Methods" });
  await expect(methods.getByText("This chart could not be read")).toBeVisible();
  page.restore();
  await methods.getByRole("button", { name: "Try again" }).click();
  await expect(methods.getByText("65%")).toBeVisible();
});

test("PAY-11: a report that cannot be loaded says so and can be retried", async () => {
  const page = await openPayments();
  await expect(rows(page)).toHaveCount(40);
  page.cut("payments.list", "payments.summary");
  await page.reload();
  await expect(toasts(page)).toContainText("Failed to load payment data");
  page.restore();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(rows(page)).toHaveCount(40);
});

const day = new Date().toISOString().slice(0, 10);
const BOOKS = [
  "Id;Created (UTC);Gross;Currency;Customer Email;Status",
  ...Array.from(
    { length: 30 },
    (_, n) => `T-${n};${day} 08:00;1.${100 + n},50;EUR;clara${n}@example.com;Paid`,
  ),
  `T-1;${day};12,00;EUR;clara@example.com;Paid`,
  `T-99;31.02.2026;12,00;EUR;clara@example.com;Paid`,
  `T-98;${day};twelve;EUR;clara@example.com;Paid`,
].join("\n");

test("S6: a file of payments is reviewed by line, replaces the sample when imported, and can be undone", async () => {
  const page = await openPayments();
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import payments" });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles([new File([BOOKS], "books.csv", { type: "text/csv" })]);
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
  await dialog.getByRole("button", { name: "Import 30 payments" }).click();
  await expect(toasts(page)).toContainText("30 payments imported");
  await expect(page.getByText("Sample data", { exact: true })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(30);
  await expect(rows(page).first()).toContainText("€1,1");
  await undo(page, "30 payments imported");
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
});

test("PAY-01: the page is hidden from users who are not administrators", async ({ page, ada }) => {
  await page.goto("/admin/payments");
  await expect(page.getByText("404")).toBeVisible();
  await expect(ada.call("payments.list")).rejects.toThrow("403");
});
