import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

test("a toast moves away from the field that has the focus, and stays below the pointer that presses it", async ({
  page,
  ada,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/");
  const field = page.getByPlaceholder("Ask me anything...");
  await page.getByRole("button", { name: "Load sample workspace" }).click();
  await field.scrollIntoViewIfNeeded();
  await field.focus();
  const toast = page.getByRole("status", { name: "Notifications" });
  await expect(toast).toContainText("Sample workspace loaded");
  await expect(field).toBeFocused();
  await expect.poll(() => overlap(toast, field)).toBe(false);
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).not.toContainText("Sample workspace loaded");
  expect((await ada.call<{ items: unknown[] }>("tasks.list", {})).items.length).toBeGreaterThan(0);
});

test("a toast at the top does not cover how to close a dialog", async ({ page, ada: _ada }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  await page.goto("/");
  await page.getByRole("button", { name: "Load sample workspace" }).click();
  const toast = page.getByRole("status", { name: "Notifications" });
  await expect(toast).toContainText("Sample workspace loaded");
  await page.getByRole("link", { name: "Communication", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Communication Hub" })).toBeAttached();
  // Its time begins anew when it loses the focus.
  await toast.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("n");
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  await expect(close).toBeVisible();
  const title = toast.getByText("Sample workspace loaded");
  await expect.poll(async () => (await title.isVisible()) && !(await overlap(toast, close))).toBe(true);
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
