import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, toasts } from "./support/locators.ts";

async function openTasks(page: Page, search = ""): Promise<void> {
  await page.goto(`/tasks${search}`);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
}

test("TASK-17: the list and the board are operated with the keyboard alone", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Second" });
  await ada.call("tasks.create", { title: "First" });
  await openTasks(page, "?sort=created");
  const row = (title: string) => page.getByRole("listitem", { name: title, exact: true });
  await expect(row("First")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row("First")).toBeFocused();
  await page.keyboard.press("j");
  await expect(row("Second")).toBeFocused();
  await page.keyboard.press("x");
  await expect(row("Second")).toHaveCount(0);
  await expect(row("First")).toBeFocused();
  await button(page, "Done (1)").click();
  await expect(row("Second").getByText("Completed")).toBeVisible();
  await row("First").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row("First")).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(row("First")).toHaveCount(0);
  await expect(toasts(page)).toContainText("Task deleted successfully");
  await page.keyboard.press("z");
  await expect(row("First")).toBeVisible();

  await page.keyboard.press("3");
  await expect(page.getByRole("radio", { name: "Board" })).toBeChecked();
  const column = (name: string) => page.getByRole("region", { name });
  const first = page.getByRole("group", { name: /^First/ });
  await first.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column("In Progress").getByRole("group", { name: /^First/ })).toBeFocused();
  await expect(page.getByRole("status", { name: "Task changes" })).toHaveText(
    "Moved 'First' to In Progress, position 1 of 1",
  );
  await expect(toasts(page)).toContainText("Task updated successfully");
  await button(page, "Move, edit or delete 'First'").click();
  await page.getByRole("menuitem", { name: "Move to Review" }).click();
  await expect(column("Review").getByRole("group", { name: /^First/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(column("Review").getByRole("group", { name: /^First/ })).toBeVisible();

  await column("Review")
    .getByRole("group", { name: /^First/ })
    .dragTo(column("Completed"));
  await expect(column("Completed").getByRole("group", { name: /^First/ })).toBeVisible();
  await expect.poll(async () => statusOf(await ada.call("tasks.list", {}), "First")).toBe("completed");
});

const statusOf = (page: { items: { title: string; status: string }[] }, title: string) =>
  page.items.find((task) => task.title === title)?.status;
