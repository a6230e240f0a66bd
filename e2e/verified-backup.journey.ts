import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { makeAdministrator } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";

const rowsOf = (table: Locator) => table.locator("tbody tr");

test("S2, S7, S8, PAY-04, PAY-10, PAY-12: a backup is made, verified and downloaded; exports are the filtered rows", async ({
  page,
  ada,
  instance,
}) => {
  // Everything that other journeys wrote is restored, on a machine that may be busy.
  test.setTimeout(300_000);
  await makeAdministrator(instance, ada, page);
  const download = async (act: () => Promise<void>) => {
    const waiting = page.waitForEvent("download");
    await act();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  await page.goto("/admin/backups");
  await page.getByRole("button", { name: "Make a backup now" }).click();
  // One by schedule may stand beside it: this journey may run in the hour of the nightly backup.
  const backup = rowsOf(page.getByRole("table", { name: "Backups" })).filter({ hasText: "On request" });
  await backup.getByRole("button", { name: "Verify" }).click({ timeout: 120_000 });
  await expect(backup.getByText(/rows and [\d,]+ files restored in/)).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  // By keyboard: a toast may cover it, and stays while the pointer rests there.
  const archive = await download(() => backup.getByRole("link", { name: "Download" }).press("Enter"));
  expect(archive.name).toMatch(/^adjutant-.*\.tar$/);
  expect(archive.bytes.subarray(0, 13).toString()).toBe("manifest.json");
  await backup.getByRole("button", { name: /^Delete the backup of/ }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(backup).toHaveCount(0);
  await test.step("S8: the audit log", async () => {
    await ada.call("tasks.create", { title: "=HYPERLINK()" });
    await page.goto("/admin/audit");
    await page.getByLabel("Account", { exact: true }).fill(ada.email);
    await page.getByLabel("Area").selectOption("tasks");
    await expect(rowsOf(page.getByRole("table", { name: "Audit log" }))).toHaveCount(1);
    await expectAccessible(page);
    const { bytes } = await download(() => page.getByRole("link", { name: "Export CSV" }).click());
    expect(bytes.toString().trim().split("\r\n")).toEqual([
      expect.anything(),
      expect.stringContaining('"tasks.'),
    ]);
  });
  await test.step("PAY-10, PAY-12: payments", async () => {
    await page.goto("/admin/payments");
    await page.getByLabel("Date Range").selectOption("90d");
    await page.getByLabel("Status").selectOption("refunded");
    await expect(rowsOf(page.getByRole("table", { name: "Transactions" }))).toHaveCount(3);
    const { name, bytes } = await download(() => page.getByRole("button", { name: "Export Data" }).click());
    await expect(toasts(page)).toContainText("Export Started");
    expect(name).toMatch(/^payments-refunded-90d-.*\.csv$/);
    const lines = bytes.toString().trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).every((line) => line.includes('"Refunded"'))).toBe(true);
  });
});
