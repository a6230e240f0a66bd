import { expect, tick, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test, openPage } = await startPages();

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("TASK-01 to TASK-04, TASK-22: the empty page; a blank title creates nothing and shows no error", async ({
  ada,
}) => {
  const page = await openPage(ada, "/tasks");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await expect(page.getByText("Advanced project tracking and priority management")).toBeVisible();
  const tab = page.getByRole("tab", { name: "Tasks", exact: true });
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Your tasks appear here")).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("   ");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(toasts(page)).toBeEmpty();
});

test("TASK-05, TASK-09 to TASK-14, TASK-19 to TASK-21, TASK-34, TASK-35, TASK-42: a task is created with every field, and never twice", async ({
  ada,
}) => {
  const project = await ada.call<{ id: string }>("projects.create", { name: "Office move" });
  const page = await openPage(ada, "/tasks?view=grid");
  await button(page, "Create Task").click();
  await expect(dialog(page).getByLabel("Status")).toHaveValue("todo");
  await expect(dialog(page).getByLabel("Priority")).toHaveValue("medium");
  await dialog(page).getByLabel("Title").fill("  Call Anna  ");
  await dialog(page).getByLabel("Description").fill("About the lease");
  await dialog(page).getByLabel("Priority").selectOption("high");
  await dialog(page).getByLabel("Project").selectOption(project.id);
  await dialog(page).getByLabel("Due date").fill("2031-03-05");
  await dialog(page).getByLabel("Tags").fill(" board , finance,board");
  await dialog(page).getByRole("button", { name: "Create Task" }).dblclick();
  await expect(toasts(page)).toContainText("Task created successfully");
  const anna = card(page, "Call Anna");
  await expect(anna).toHaveCount(1);
  for (const fact of ["To Do", "High", "Due: Mar 05, 2031", "Office move", "About the lease"])
    await expect(anna.getByText(fact, { exact: true })).toBeVisible();
  await expect(anna.getByText("board", { exact: true })).toHaveCount(1);
  await expect(anna.getByRole("img", { name: "High priority" })).toBeVisible();
});

test("TASK-06, TASK-23 to TASK-25: the same dialog edits a task and its subtasks", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna", dueDate: "2031-03-05T00:00:00Z" });
  const page = await openPage(ada, "/tasks?view=grid");
  await button(page, "Edit 'Call Anna'").click();
  await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
  await expect(dialog(page).getByLabel("Due date")).toHaveValue("2031-03-05");
  await dialog(page).getByLabel("Add a subtask").fill("Measure the kitchen");
  await dialog(page).getByLabel("Add a subtask").press("Enter");
  await dialog(page).getByRole("button", { name: "Complete 'Measure the kitchen'" }).click();
  await expect(dialog(page).getByRole("button", { name: "Reopen 'Measure the kitchen'" })).toBeVisible();
  await dialog(page).getByLabel("Title").fill("Call Anna about the lease");
  await dialog(page).getByLabel("Status").selectOption("review");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Task updated successfully");
  const edited = card(page, "Call Anna about the lease");
  await expect(edited.getByText("Review", { exact: true })).toBeVisible();
  await expect(edited.getByText("1 of 1")).toBeVisible();
});

test("TASK-18: one click completes a task, and the same button reopens it", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/tasks?view=grid");
  await button(page, "Complete 'Call Anna'").click();
  await expect(card(page, "Call Anna").getByText("Completed", { exact: true })).toBeVisible();
  await button(page, "Reopen 'Call Anna'").click();
  await expect(card(page, "Call Anna").getByText("To Do", { exact: true })).toBeVisible();
});

test("TASK-16, TASK-36: deleted, undone, deleted again and restored from the trash", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const page = await openPage(ada, "/tasks?view=grid");
  await button(page, "Delete 'Call Anna'").click();
  await expect(card(page, "Call Anna")).toHaveCount(0);
  await expect(toasts(page)).toContainText("Task deleted successfully");
  await undo(page, "Task deleted successfully");
  await expect(card(page, "Call Anna")).toBeVisible();
  await button(page, "Delete 'Call Anna'").click();
  await expect(card(page, "Call Anna")).toHaveCount(0);
  await button(page, "Trash").click();
  await button(page, "Restore 'Call Anna'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await button(page, "Tasks").click();
  await expect(card(page, "Call Anna")).toBeVisible();
});

test("TASK-05: one line becomes a task, with a preview", async ({ ada }) => {
  await ada.call("projects.create", { name: "Q3 Launch" });
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(page.getByText("Your tasks appear here")).toBeVisible();
  await page.keyboard.press("q");
  const line = page.getByRole("textbox", { name: "Quick add" });
  await expect(line).toBeFocused();
  const preview = page.getByRole("status", { name: "Understood" });
  await line.fill("Call Anna on March 5 2031 at 15:00 !high #board +Q3");
  for (const part of ["Call Anna", "Mar 05, 2031 3:00 PM", "High", "#board", "Q3 Launch"])
    await expect(preview.getByText(part, { exact: true })).toBeVisible();
  await line.press("Enter");
  await expect(line).toHaveValue("");
  await expect(toasts(page)).toContainText("Task created successfully");
  await expect(card(page, "Call Anna").getByText("Due: Mar 05, 2031 3:00 PM")).toBeVisible();
  await expect(card(page, "Call Anna").getByText("Q3 Launch")).toBeVisible();
});

test("TASK-04: view, filters, sort and search are in the URL and survive a reload", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Sign the budget", priority: "urgent", tags: ["board"] });
  await ada.call("tasks.create", { title: "Review contract", status: "review" });
  const page = await openPage(ada, "/tasks?view=grid");
  await tick(page.getByRole("radio", { name: "List" }));
  await button(page, "Filter").first().click();
  await button(page, "Urgent").click();
  await expect(page).toHaveURL(/priority=urgent/);
  await page.keyboard.press("Escape");
  await button(page, "Sort: Due date").click();
  await page.getByRole("menuitem", { name: "Title" }).click();
  const search = page.getByRole("searchbox", { name: "Search tasks" });
  await search.fill("budget");
  await expect(page).toHaveURL(/search=budget/);
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName("Sign the budget");
  await expect(button(page, "Sort: Title")).toBeVisible();
  await expect(search).toHaveValue("budget");
  await button(page, "Remove filter Urgent").click();
  await search.fill("zebra");
  await expect(page.getByText("No task matches", { exact: true })).toBeVisible();
  await button(page, "Show all tasks").click();
  await expect(rows).toHaveCount(2);
});

test("TASK-04: text typed while the URL is updated is not lost", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Sign the budget" });
  const page = await openPage(ada, "/tasks?view=list");
  const search = page.getByRole("searchbox", { name: "Search tasks" });
  await expect(search).toBeVisible();
  const { replaceState } = window.history;
  const updated = new Promise<void>((resolve) => {
    window.history.replaceState = (...change) => {
      window.history.replaceState = replaceState;
      replaceState.apply(window.history, change);
      resolve(search.fill("budget"));
    };
  });
  await search.fill("bud");
  await updated;
  await expect(page).toHaveURL(/search=budget/);
  await expect(search).toHaveValue("budget");
});
