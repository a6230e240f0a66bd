import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, openPage } = await startPages();

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("TASK-30, ERR-01: skeletons while tasks load; if loading fails the page says so and can retry", async ({
  ada,
}) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/calendar");
  const answer = page.hold("tasks.list");
  await page.goto("/tasks?view=grid");
  await expect(page.getByTestId("skeleton")).toHaveCount(6);
  page.cut("tasks.list");
  answer();
  await expect(toasts(page).getByRole("alert")).toContainText("Failed to fetch tasks");
  page.restore();
  await button(page, "Try again").click();
  await expect(card(page, "Call Anna")).toBeVisible();
});

test("TASK-15, TASK-31, ERR-02: the text of a task that cannot be created is restored, and sent once", async ({
  ada,
}) => {
  const page = await openPage(ada, "/tasks?view=grid");
  page.cut("tasks.create");
  await button(page, "Create Task").click();
  await dialog(page).getByLabel("Title").fill("Book flights");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Failed to create task");
  await expect(card(page, "Book flights")).toHaveCount(0);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Book flights");
  page.restore();
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Task created successfully");
  await expect(card(page, "Book flights")).toHaveCount(1);
});

test("TASK-32, ERR-03: a failed change is rolled back, and typed text stays", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(card(page, "Call Anna")).toBeVisible();
  page.cut("tasks.update");
  await button(page, "Complete 'Call Anna'").click();
  await expect(toasts(page)).toContainText("Failed to update task");
  await expect(card(page, "Call Anna").getByText("To Do", { exact: true })).toBeVisible();
  await button(page, "Edit 'Call Anna'").click();
  await dialog(page).getByLabel("Title").fill("Call Anna at noon");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Call Anna at noon");
  page.restore();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Call Anna at noon")).toBeVisible();
});

test("TASK-33: a task that cannot be deleted is shown again", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/tasks?view=grid");
  page.cut("tasks.delete");
  await button(page, "Delete 'Call Anna'").click();
  await expect(toasts(page)).toContainText("Failed to delete task");
  await expect(card(page, "Call Anna")).toBeVisible();
});

test("TASK-07, TASK-08, TASK-37 to TASK-39: recommendations come from the engine and open their task", async ({
  ada,
}) => {
  const past = { priority: "urgent", dueDate: "2020-01-01T00:00:00Z" };
  await ada.call("tasks.create", { title: "Sign the budget", ...past });
  await ada.call("tasks.create", { title: "Call Anna", priority: "high" });
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(card(page, "Sign the budget").getByText("Overdue")).toBeVisible();
  const panel = page.getByRole("region", { name: "AI Recommendations" });
  await button(page, "AI Recommendations").click();
  await expect(toasts(page)).toContainText("AI Recommendations Generated");
  await expect(toasts(page)).toContainText("Found 2 recommendations to improve your productivity");
  await expect(panel.getByText("Built-in", { exact: true })).toBeVisible();
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  await panel.getByRole("button", { name: /Sign the budget/ }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Sign the budget");
  await page.keyboard.press("Escape");
  await button(page, "Dismiss recommendations").click();
  await expect(panel).toHaveCount(0);
});

test("TASK-40, TASK-41: without the engine the four built-in recommendations are shown", async ({ ada }) => {
  const past = { priority: "urgent", dueDate: "2020-01-01T00:00:00Z" };
  await ada.call("tasks.create", { title: "Sign the budget", ...past });
  await ada.call("tasks.create", { title: "Call Anna", priority: "high" });
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(card(page, "Call Anna")).toBeVisible();
  page.cut("tasks.recommend");
  const panel = page.getByRole("region", { name: "AI Recommendations" });
  await button(page, "AI Recommendations").click();
  await expect(toasts(page)).toContainText("AI Recommendations (fallback)");
  await expect(toasts(page)).toContainText("Using heuristic suggestions");
  await expect(panel.getByRole("listitem")).toHaveCount(4);
  await expect(panel.getByRole("listitem").first()).toContainText("2 tasks of high or urgent priority");
  await panel.getByRole("listitem").nth(1).getByRole("button").click();
  await expect(page).toHaveURL(/due=overdue/);
  await expect(card(page, "Call Anna")).toHaveCount(0);
});

test("TASK-32: a conflicting save shows the differences, loses nothing, and lets the person choose", async ({
  ada,
}) => {
  const { id, version } = await ada.call<{ id: string; version: number }>("tasks.create", {
    title: "Call Anna",
  });
  const page = await openPage(ada, "/tasks?view=grid");
  await button(page, "Edit 'Call Anna'").click();
  await dialog(page).getByLabel("Title").fill("Call Anna about the lease");
  await ada.call("tasks.update", { id, version, title: "Write to Anna", priority: "urgent" });
  await dialog(page).getByLabel("Description").fill("Before noon");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const notice = dialog(page).getByRole("alert");
  await expect(notice).toContainText("This task was changed elsewhere while you were editing");
  await expect(notice).toContainText("Write to Anna");
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Call Anna about the lease");
  await expect(dialog(page).getByLabel("Description")).toHaveValue("Before noon");
  await expect(dialog(page).getByLabel("Priority", { exact: true })).toHaveValue("urgent");
  const title = notice.getByRole("group", { name: "Title: which to keep" });
  await tick(title.getByRole("radio", { name: "Take theirs" }));
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Write to Anna");
  await tick(title.getByRole("radio", { name: "Keep mine" }));
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Call Anna about the lease")).toBeVisible();
  const expected = { title: "Call Anna about the lease", description: "Before noon", priority: "urgent" };
  await expect.poll(() => ada.call("tasks.get", { id })).toMatchObject(expected);
});

test("the address of a task that is gone or cannot be read says so in its dialog, which stays until it is closed", async ({
  page,
  ada,
}) => {
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "Call Anna" });
  page.cut("tasks.get");
  await page.goto(`/tasks?tab=projects&task=${id}`);
  await expect(dialog(page).getByText("Failed to fetch tasks")).toBeVisible();
  await expect(toasts(page)).not.toContainText("Failed to fetch tasks");
  page.restore();
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Call Anna");
  await page.goto(`/tasks?task=${crypto.randomUUID()}`);
  await expect(dialog(page).getByText("This task is in the trash or gone")).toBeVisible();
  await dialog(page).getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/trash=true/);
});
