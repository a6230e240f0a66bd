import { vi } from "vitest";
import { expect } from "../testing/expect-shown.ts";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

test("INT-22, INT-27: a failed list shows a toast and can be retried; failed statistics are only logged", async ({
  page,
}) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.cut("integrations.list", "integrations.stats");
  await page.goto("/integrations");
  await expect(page.getByText("Failed to fetch integrations")).toBeVisible();
  await vi.waitFor(() =>
    expect(String(log.mock.calls)).toContain("The statistics of the integrations could not be loaded"),
  );
  log.mockRestore();
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article", { name: "Gmail", exact: true })).toBeVisible();
  await expect(page.getByText("Success Rate", { exact: true })).toBeVisible();
});

test("decision 12: without a registration Connect explains what is missing, by keyboard too", async ({
  page,
}) => {
  await page.goto("/integrations");
  await expect(page.getByText("Not configured by the administrator")).toHaveCount(6);
  await page.getByRole("button", { name: "Connect Gmail" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Gmail: Not configured by the administrator" });
  await expect(dialog.getByLabel("Redirect address")).toHaveValue(/\/oauth\/callback$/);
  await expect(page.getByText("Failed to connect Gmail")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Connect Gmail" })).toBeFocused();
});
