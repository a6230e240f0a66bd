import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, openPage } = await startPages();

const rows = (page: Page) => page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(titles.length);
  for (const [index, title] of titles.entries())
    await expect(rows(page).nth(index)).toHaveAccessibleName(title);
}

test("TASK-04: the list is first, with open tasks by due date, then priority; completed ones are folded", async ({
  ada,
}) => {
  const [today, later] = ["2031-03-05T00:00:00Z", "2031-04-05T00:00:00Z"];
  await ada.call("tasks.create", { title: "Some day", priority: "low" });
  await ada.call("tasks.create", { title: "Some day, urgent", priority: "urgent" });
  await ada.call("tasks.create", { title: "Later", dueDate: later, priority: "urgent" });
  await ada.call("tasks.create", { title: "First, low", dueDate: today, priority: "low" });
  await ada.call("tasks.create", { title: "First, high", dueDate: today, priority: "high" });
  const page = await openPage(ada, "/tasks");
  const open = ["First, high", "First, low", "Later", "Some day, urgent", "Some day"];
  await expectOrder(page, open);
  await expect(page.getByText(/^Done/)).toHaveCount(0);
  await button(page, "Complete 'First, low'").click();
  await expect(row(page, "First, low")).toHaveCount(0);
  await expect(button(page, "Done (1)")).toBeVisible();
  await button(page, "Complete 'Later'").click();
  await expect(button(page, "Done (2)")).toHaveAttribute("aria-expanded", "false");
  await button(page, "Done (2)").click();
  await expect(row(page, "First, low")).toBeVisible();
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).nth(4)).toHaveAccessibleName("Later");
  await expect(rows(page).nth(5)).toHaveAccessibleName("First, low");
  await button(page, "Reopen 'Later'").click();
  await expect(rows(page).nth(1)).toHaveAccessibleName("Later");
  await button(page, "Done (1)").click();
  await expect(row(page, "First, low")).toHaveCount(0);
});

test("TASK-04: each view is one key away, and the choice is stored in this browser", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/tasks");
  await expect(row(page, "Call Anna")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("article", { name: "Call Anna" })).toBeVisible();
  await expect(page).toHaveURL(/view=grid/);
  await page.keyboard.press("3");
  await expect(page.getByRole("region", { name: "To Do" })).toBeVisible();
  await page.goto("/calendar");
  await page.goto("/tasks");
  await expect(page.getByRole("region", { name: "To Do" })).toBeVisible();
  await page.keyboard.press("1");
  await expect(row(page, "Call Anna")).toBeVisible();
});

test("TASK-04: a search shows what is done as well, and a filter counts only what passes it", async ({
  ada,
}) => {
  for (const [title, status, tags] of [
    ["Call Anna", "todo", ["board"]],
    ["Call Berta", "completed", ["board"]],
    ["Call Clara", "completed", []],
  ] as const)
    await ada.call("tasks.create", { title, status, tags });
  const page = await openPage(ada, "/tasks?search=call");
  await expect(button(page, "Done (2)")).toHaveAttribute("aria-expanded", "true");
  await expect(row(page, "Call Berta")).toBeVisible();
  await page.goto("/tasks?tag=board");
  await expect(button(page, "Done (1)")).toBeVisible();
  await expect(row(page, "Call Anna")).toBeVisible();
  await expect(row(page, "Call Berta")).toHaveCount(0);
  await button(page, "Complete 'Call Anna'").click();
  await expect(page.getByText("Nothing to do", { exact: true })).toBeVisible();
  await expect(button(page, "Done (2)")).toBeVisible();
  await page.goto("/tasks?status=completed");
  await expect(rows(page)).toHaveCount(2 + 1);
});
