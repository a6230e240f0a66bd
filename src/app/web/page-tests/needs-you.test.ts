import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const card = (page: Page) => page.getByRole("region", { name: "Needs you" });
const rows = (page: Page) => card(page).getByRole("listitem");
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test("what needs the person is on the dashboard, and decided on there by mouse and keys", async ({
  page,
  ada,
}) => {
  for (const [days, title] of ["Sign the lease", "Call the bank", "Read the annex"].entries())
    await ada.call("tasks.create", { title, dueDate: daysAgo(9 - days), status: "in_progress" });
  await page.goto("/");
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText("Sign the lease");
  await expect(rows(page).first()).toContainText("This task is overdue");
  await card(page).getByRole("button", { name: "Complete: Sign the lease" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(toasts(page)).toContainText("Completed 'Sign the lease'");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(await ada.call("tasks.list")).toMatchObject({
    items: [{ status: "in_progress" }, { status: "in_progress" }, { status: "in_progress" }],
  });
  await card(page).getByRole("link", { name: "Call the bank" }).focus();
  await page.keyboard.press("Control+e");
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("h");
  await expect(toasts(page)).toContainText("Snoozed 'Call the bank'");
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press("#");
  await expect(toasts(page)).toContainText("'Read the annex' is not important");
  await expect(rows(page)).toHaveCount(1);
  await card(page).getByRole("link", { name: "Sign the lease" }).focus();
  await page.keyboard.press("e");
  await expect(card(page)).toContainText("Nothing needs you now.");
});

test("an item leaves when its cause is gone elsewhere, and what cannot be loaded is offered again", async ({
  page,
  ada,
}) => {
  const task = (await ada.call("tasks.create", { title: "Sign the lease", dueDate: daysAgo(2) })) as {
    id: string;
  };
  await page.goto("/");
  await expect(rows(page)).toHaveCount(1);
  await ada.call("tasks.updateMany", { changes: [{ id: task.id, status: "completed" }] });
  await expect(card(page)).toContainText("Nothing needs you now.");
  page.cut("attention.list");
  await page.reload();
  await expect(card(page)).toContainText("What needs you could not be loaded");
});

test("a day that cannot be loaded does not hold back what needs the person", async ({ page, ada }) => {
  await ada.call("profile.setFirstSteps", { isDone: true });
  await ada.call("tasks.create", { title: "Sign the lease", dueDate: daysAgo(2) });
  page.cut("today.get");
  await page.goto("/");
  await expect(page.getByText("Your day could not be loaded")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});
