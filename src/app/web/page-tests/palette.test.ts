import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const field = (page: Page) => palette(page).getByRole("combobox");
const selected = (page: Page) => palette(page).getByRole("option", { selected: true });
const tasks = (page: Page) => page.getByRole("heading", { name: "Task Management" });

async function openPalette(page: Page, key = "ControlOrMeta+k"): Promise<void> {
  await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
}

test("SHELL-42 (decision 8): a page and a record are found by name", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Renew the lease" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("calen");
  await expect(selected(page)).toContainText("Calendar");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/calendar/);
  await openPalette(page, "/");
  await page.keyboard.type("lease");
  await expect(selected(page)).toContainText("Renew the lease");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tasks/);
  await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
});

test("SHELL-42: arrows wrap around; Escape changes nothing", async ({ page }) => {
  await page.goto("/tasks");
  await expect(tasks(page)).toBeVisible();
  await openPalette(page);
  const options = palette(page).getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("zebra");
  await expect(palette(page).getByText("Nothing found for “zebra”")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/tasks/);
});

test("SHELL-42: 'g' and a letter navigates; '?' lists every key of the page", async ({ page }) => {
  await page.goto("/tasks");
  await expect(tasks(page)).toBeVisible();
  await page.keyboard.type("gh");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const label of ["Search and commands", "Create task", "Dashboard", "Tasks", "Settings"])
    await expect(sheet.getByText(label, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});

test("SHELL-42: typing into the header's field opens the palette with that letter", async ({ page }) => {
  await page.goto("/tasks");
  await expect(tasks(page)).toBeVisible();
  await page.getByPlaceholder("Search...").focus();
  await page.keyboard.type("switch");
  await expect(field(page)).toHaveValue("switch");
  await expect(selected(page)).toContainText("Switch theme");
});

test("the palette lists recent records, acts on the focused one, and creates a task from the text", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/quick-actions");
  await expect(page.getByRole("heading", { level: 1, name: "Quick Actions" })).toBeVisible();
  await openPalette(page);
  await field(page).fill("boat");
  await page.getByRole("option", { name: /Sell the boat/ }).click();
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Sell the boat");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openPalette(page);
  const recent = page.getByRole("group", { name: "Recent" });
  await expect(recent.getByRole("option")).toContainText("Sell the boat");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.locator("[data-task]").first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("[data-task]").first()).toBeFocused();
  await openPalette(page);
  await field(page).fill("complete or reopen");
  await page.getByRole("option", { name: /^Complete or reopen the task/ }).click();
  await expect.poll(() => ada.call("tasks.list")).toMatchObject({ items: [{ status: "completed" }] });
  await openPalette(page);
  page.cut("search.query");
  await field(page).fill("zebra");
  await expect(page.getByText("Your records could not be searched")).toBeVisible();
  page.restore();
  await field(page).fill("Buy a buoy");
  await page.getByRole("option", { name: "Create task: Buy a buoy" }).click();
  await expect(page.getByText("Task created: Buy a buoy")).toBeVisible();
});

test("the palette finds a mail and opens it", async ({ page, ada }) => {
  await ada.call("emails.create", {
    subject: "The lease of the boat",
    body: "See below.",
    category: "Harbour",
  });
  await page.goto("/quick-actions");
  await expect(page.getByRole("heading", { level: 1, name: "Quick Actions" })).toBeVisible();
  await openPalette(page);
  await field(page).fill("lease");
  await page.getByRole("option", { name: /The lease of the boat/ }).click();
  const reader = page.getByRole("region", { name: "Reader" });
  await expect(reader.getByRole("heading", { name: "The lease of the boat" })).toBeVisible();
  await expect(reader.getByText("Harbour")).toBeVisible();
});
