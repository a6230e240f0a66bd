import type { Page } from "@playwright/test";
import { expect, test, tick } from "./support/fixtures.ts";
import { button, card } from "./support/locators.ts";

async function openTasks(page: Page, search = ""): Promise<void> {
  await page.goto(`/tasks${search}`);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
}

const statusOf = (page: { items: { title: string; status: string }[] }, title: string) =>
  page.items.find((task) => task.title === title)?.status;

test("TASK-26: thousands of tasks scroll, newest first, and are fetched on demand", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "The oldest", priority: "urgent" });
  for (let batch = 0; batch < 8; batch += 1)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => ada.call("tasks.create", { title: `Task ${batch} ${index}` })),
    );
  await openTasks(page, "?view=list&sort=created&status=todo,in_progress,review,completed");
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  await test.step("TASK-40: the fallback counts every task, also those not yet fetched", async () => {
    await page.route("**/rpc/tasks.recommend", (route) => route.abort());
    await button(page, "AI Recommendations").click();
    const panel = page.getByRole("region", { name: "AI Recommendations" });
    await expect(panel.getByRole("listitem").first()).toContainText("1 task of high or urgent priority");
    await button(page, "Dismiss recommendations").click();
    await expect(panel).toHaveCount(0);
    await page.unrouteAll();
    await rows.first().focus();
  });
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return page.evaluate(() => document.activeElement?.getAttribute("aria-posinset"));
    })
    .toBe("401");
  expect(await rows.count()).toBeLessThan(60);
  await test.step("TASK-17: a key pressed before scrolling has rendered the row still applies to that row", async () => {
    await expect(rows.last()).toBeFocused();
    await page.evaluate(() => {
      for (const key of ["Home", "x"])
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    await expect(rows.first()).toHaveAttribute("aria-posinset", "1");
    await expect(rows.first()).toBeFocused();
    await expect(rows.first().getByText("Completed")).toBeVisible();
    expect(statusOf(await ada.call("tasks.list", { text: "The oldest" }), "The oldest")).toBe("todo");
  });
  await tick(page.getByRole("radio", { name: "Grid" }));
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("article").first().focus();
  await page.keyboard.press("End");
  await expect(card(page, "The oldest")).toBeVisible();
  expect(await page.getByRole("article").count()).toBeLessThan(90);
});
