import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const list = (page: Page) => page.getByRole("list", { name: "Tasks to schedule" });
const chip = (page: Page) => page.getByRole("grid").getByRole("button", { name: /^Write the report ?,/ });
const DUE = "2031-03-07T00:00:00.000Z";

test("a task in the panel is scheduled in words: an event that leads to it, with Undo; its due date stays", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Renew the lease" });
  const task = await ada.call<{ id: string }>("tasks.create", { title: "Write the report", dueDate: DUE });
  await page.goto("/calendar?date=2031-03-05");
  // Due soon first.
  await expect(list(page).getByRole("listitem").first()).toContainText("Write the reportDue Mar 07, 2031");
  await page.getByRole("button", { name: "Schedule 'Write the report'" }).click();
  await expect(page.getByLabel("When")).toBeFocused();
  await page.keyboard.type("6 march 2031 14:00");
  await expect(page.getByRole("status").filter({ hasText: "Thu, Mar 6, 2031, 2:00 PM" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Time blocked for 'Write the report'");
  await expect(chip(page)).toHaveAttribute("title", "Write the report, Mar 06, 2031, 2:00 PM – 3:00 PM");
  expect(await ada.call("tasks.get", { id: task.id })).toMatchObject({ dueDate: DUE, status: "todo" });
  await chip(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("link", { name: "Open the task" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Task" }).getByLabel("Title")).toHaveValue(
    "Write the report",
  );
});

test("blocked time is taken back by Undo", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Write the report" });
  await page.goto("/calendar?date=2031-03-05");
  await page.getByRole("button", { name: "Schedule 'Write the report'" }).click();
  await expect(page.getByLabel("When")).toBeFocused();
  await page.keyboard.type("6 march 2031 9");
  await page.keyboard.press("Enter");
  await expect(chip(page)).toBeVisible();
  await undo(page, "Time blocked for 'Write the report': Mar 06, 2031, 9:00 AM – 10:00 AM");
  await expect(chip(page)).toHaveCount(0);
});
