import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const card = (page: Page) => page.getByRole("region", { name: "Needs you" });
const rows = (page: Page) => card(page).getByRole("listitem");
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function open(page: Page, item: string) {
  await card(page).getByRole("button", { name: "More about what needs you" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  return page.getByRole("dialog", { name: item });
}

test("what is snoozed can be brought back at once, and this undone", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Sign the lease", dueDate: daysAgo(2) });
  await page.goto("/");
  await expect(rows(page)).toHaveCount(1);
  await expect(await open(page, "Snoozed")).toContainText("Nothing is snoozed.");
  await page.keyboard.press("Escape");
  await card(page).getByRole("link", { name: "Sign the lease" }).focus();
  await page.keyboard.press("h");
  await expect(card(page)).toContainText("Nothing needs you now.");
  const dialog = await open(page, "Snoozed");
  await expect(dialog).toContainText("Sign the lease");
  await expect(dialog).toContainText("Until");
  await dialog.getByRole("button", { name: "Bring back now: Sign the lease" }).click();
  await expect(dialog).toContainText("Nothing is snoozed.");
  await expect(rows(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText("'Sign the lease' needs you again");
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(dialog).toContainText("Sign the lease");
  await expect(card(page)).toContainText("Nothing needs you now.");
});

test("what the order learned is shown in words and points, and can be forgotten and remembered", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Renew the passport", dueDate: daysAgo(2) });
  await page.goto("/");
  await card(page).getByRole("link", { name: "Renew the passport" }).focus();
  await page.keyboard.press("#");
  await expect(card(page)).toContainText("Nothing needs you now.");
  const dialog = await open(page, "What the order learned");
  await expect(dialog).toContainText("passport");
  await expect(dialog).toContainText("Tasks");
  await expect(dialog).toContainText("−2");
  await dialog.getByRole("button", { name: "Forget all" }).click();
  await expect(dialog).toContainText("Nothing is learned yet.");
  await expect(toasts(page)).toContainText("What the order learned is forgotten");
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(dialog).toContainText("passport");
});
