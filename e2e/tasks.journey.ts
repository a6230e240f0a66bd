import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function openTasks(page: Page, search = ""): Promise<void> {
  await page.goto(`/tasks${search}`);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
}

test("TASK-01 to TASK-25, TASK-34 to TASK-36, TASK-42: a task from its first line to the trash and back", async ({
  page,
  ada,
}) => {
  const project = await ada.call<{ id: string }>("projects.create", { name: "Office move" });
  await openTasks(page);
  await expect(page.getByText("Advanced project tracking and priority management")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Tasks", exact: true })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(page.getByText("Your tasks appear here")).toBeVisible();
  await expectAccessible(page);

  await test.step("TASK-22: a blank title creates nothing and says nothing", async () => {
    await page.keyboard.press("c");
    await dialog(page).getByLabel("Title").fill("   ");
    await dialog(page).getByRole("button", { name: "Create Task" }).click();
    await expect(dialog(page)).toBeVisible();
    await expect(toasts(page)).toBeEmpty();
  });
  await test.step("create: defaults, every field, and never twice", async () => {
    await expect(dialog(page).getByLabel("Status")).toHaveValue("todo");
    await expect(dialog(page).getByLabel("Priority")).toHaveValue("medium");
    await dialog(page).getByLabel("Title").fill("  Call Anna  ");
    await dialog(page).getByLabel("Description").fill("About the lease");
    await dialog(page).getByLabel("Priority").selectOption("high");
    await dialog(page).getByLabel("Project").selectOption(project.id);
    await dialog(page).getByLabel("Due date").fill("2031-03-05");
    await dialog(page).getByLabel("Tags").fill(" board , finance,board");
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Create Task" }).dblclick();
    await expect(toasts(page)).toContainText("Task created successfully");
    const anna = card(page, "Call Anna");
    await expect(anna).toHaveCount(1);
    for (const fact of ["To Do", "High", "Due: Mar 05, 2031", "Office move", "About the lease"])
      await expect(anna.getByText(fact, { exact: true })).toBeVisible();
    await expect(anna.getByText("board", { exact: true })).toHaveCount(1);
    await expect(anna.getByRole("img", { name: "High priority" })).toBeVisible();
  });
  await test.step("TASK-06, TASK-23: the same dialog edits, with subtasks", async () => {
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
    await expect(card(page, "Call Anna about the lease").getByText("Review", { exact: true })).toBeVisible();
    await expect(card(page, "Call Anna about the lease").getByText("1 of 1")).toBeVisible();
  });
  await test.step("TASK-18: completed by one click, and reopened by Undo's twin", async () => {
    await button(page, "Complete 'Call Anna about the lease'").click();
    await expect(
      card(page, "Call Anna about the lease").getByText("Completed", { exact: true }),
    ).toBeVisible();
    await button(page, "Reopen 'Call Anna about the lease'").click();
    await expect(card(page, "Call Anna about the lease").getByText("To Do", { exact: true })).toBeVisible();
  });
  await test.step("TASK-36: deleted, undone, deleted again and restored from the trash", async () => {
    await button(page, "Delete 'Call Anna about the lease'").click();
    await expect(card(page, "Call Anna about the lease")).toHaveCount(0);
    const told = toasts(page).getByText("Task deleted successfully");
    await expect(told).toBeVisible();
    await undo(page, "Task deleted successfully");
    await expect(card(page, "Call Anna about the lease")).toBeVisible();
    await button(page, "Delete 'Call Anna about the lease'").click();
    await expect(told).toBeVisible();
    await button(page, "Trash").click();
    await button(page, "Restore 'Call Anna about the lease'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await button(page, "Tasks").click();
    await expect(card(page, "Call Anna about the lease")).toBeVisible();
  });
});

test("TASK-05: one line becomes a task, with a preview of what was understood", async ({ page, ada }) => {
  await ada.call("projects.create", { name: "Q3 Launch" });
  await openTasks(page);
  await page.keyboard.press("q");
  const line = page.getByRole("textbox", { name: "Quick add" });
  await expect(line).toBeFocused();
  const understood = page.getByRole("status", { name: "Understood" });
  await line.fill("Call Anna on March 5 2031 at 15:00 !high #board +Q3");
  for (const part of ["Call Anna", "Mar 05, 2031 3:00 PM", "High", "#board", "Q3 Launch"])
    await expect(understood.getByText(part, { exact: true })).toBeVisible();
  await line.press("Enter");
  await expect(line).toHaveValue("");
  await expect(toasts(page)).toContainText("Task created successfully");
  await expect(card(page, "Call Anna").getByText("Due: Mar 05, 2031 3:00 PM")).toBeVisible();
  await expect(card(page, "Call Anna").getByText("Q3 Launch")).toBeVisible();
});

test("TASK-04: view, filters, sort and search stand in the address and survive a reload", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sign the budget", priority: "urgent", tags: ["board"] });
  await ada.call("tasks.create", { title: "Review contract", status: "review" });
  await openTasks(page);
  await tick(page.getByRole("radio", { name: "List" }));
  await button(page, "Filter").click();
  await button(page, "Urgent").click();
  await expect(page).toHaveURL(/priority=urgent/);
  await page.keyboard.press("Escape");
  await button(page, "Sort: Newest first").click();
  await page.getByRole("menuitem", { name: "Title" }).click();
  const search = page.getByRole("searchbox", { name: "Search tasks" });
  await search.evaluate(typeOnWhileAddressChanges, "get");
  await search.fill("bud");
  await expect(search).toHaveValue("budget");
  await expect(page).toHaveURL(/search=budget/);
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName("Sign the budget");
  await expect(button(page, "Sort: Title")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search tasks" })).toHaveValue("budget");
  await button(page, "Remove filter Urgent").click();
  await page.getByRole("searchbox", { name: "Search tasks" }).fill("zebra");
  await expect(page.getByText("No task matches", { exact: true })).toBeVisible();
  await button(page, "Show all tasks").click();
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
});

/** More keys, in the very moment in which the address is written because the first ones had rested. */
function typeOnWhileAddressChanges(field: SVGElement | HTMLElement, more: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error("Nothing can be typed there");
  const { replaceState } = history;
  history.replaceState = (...change) => {
    history.replaceState = replaceState;
    replaceState.apply(history, change);
    field.setSelectionRange(field.value.length, field.value.length);
    document.execCommand("insertText", false, more);
  };
}

test("TASK-17: the list and the board are worked with the keyboard alone", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Second" });
  await ada.call("tasks.create", { title: "First" });
  await openTasks(page, "?view=list");
  const row = (title: string) => page.getByRole("listitem", { name: title, exact: true });
  await expect(row("First")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row("First")).toBeFocused();
  await page.keyboard.press("j");
  await expect(row("Second")).toBeFocused();
  await page.keyboard.press("x");
  await expect(row("Second").getByText("Completed")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row("First")).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(row("First")).toHaveCount(0);
  await expect(toasts(page)).toContainText("Task deleted successfully");
  await undo(page, "Task deleted successfully");
  await expect(row("First")).toBeVisible();

  await tick(page.getByRole("radio", { name: "Board" }));
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
  await page.keyboard.press("?");
  await expect(dialog(page).getByText("Quick add a task")).toBeVisible();
});

const statusOf = (page: { items: { title: string; status: string }[] }, title: string) =>
  page.items.find((task) => task.title === title)?.status;

test("TASK-32: two tabs at one task: the second save is told what changed and loses nothing", async ({
  page,
  ada,
}) => {
  const task = await ada.call<{ id: string }>("tasks.create", { title: "Call Anna" });
  await openTasks(page);
  const other = await page.context().newPage();
  await openTasks(other);
  for (const tab of [page, other]) await button(tab, "Edit 'Call Anna'").click();

  await dialog(other).getByLabel("Title").fill("Write to Anna");
  await dialog(other).getByLabel("Priority").selectOption("urgent");
  await dialog(other).getByRole("button", { name: "Save" }).click();
  await expect(toasts(other)).toContainText("Task updated successfully");
  await expect(card(page, "Write to Anna")).toHaveCount(1);

  await dialog(page).getByLabel("Title").fill("Call Anna about the lease");
  await dialog(page).getByLabel("Description").fill("Before noon");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const notice = dialog(page).getByRole("alert");
  await expect(notice).toContainText("This task was changed elsewhere while you were editing");
  await expect(notice).toContainText("Write to Anna");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Call Anna about the lease");
  await expect(dialog(page).getByLabel("Description")).toHaveValue("Before noon");
  await expect(dialog(page).getByLabel("Priority", { exact: true })).toHaveValue("urgent");
  await expectAccessible(page);
  const title = notice.getByRole("group", { name: "Title: which to keep" });
  await tick(title.getByRole("radio", { name: "Take theirs" }));
  await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("Write to Anna");
  await tick(title.getByRole("radio", { name: "Keep mine" }));
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Task updated successfully");
  expect(await ada.call("tasks.get", { id: task.id })).toMatchObject({
    title: "Call Anna about the lease",
    description: "Before noon",
    priority: "urgent",
  });
  await expect(card(other, "Call Anna about the lease")).toBeVisible();
});

test("TASK-15, TASK-30 to TASK-33, ERR-01 to ERR-03: what fails is said, taken back, and can be tried again", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  const cut = (name: string) => page.route(`**/rpc/${name}`, (route) => route.abort());
  const mend = () => page.unrouteAll();

  await test.step("reading", async () => {
    const answer = Promise.withResolvers<void>();
    await page.route("**/rpc/tasks.list", async (route) => {
      await answer.promise;
      await route.abort();
    });
    await openTasks(page);
    await expect(page.getByTestId("skeleton")).toHaveCount(6);
    answer.resolve();
    await expect(toasts(page).getByRole("alert")).toContainText("Failed to fetch tasks");
    await mend();
    await button(page, "Try again").click();
    await expect(card(page, "Call Anna")).toBeVisible();
  });
  await test.step("creating: the text comes back and is sent once", async () => {
    await cut("tasks.create");
    await button(page, "Create Task").click();
    await dialog(page).getByLabel("Title").fill("Book flights");
    await dialog(page).getByRole("button", { name: "Create Task" }).click();
    await expect(toasts(page)).toContainText("Failed to create task");
    await expect(card(page, "Book flights")).toHaveCount(0);
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Book flights");
    await mend();
    await dialog(page).getByRole("button", { name: "Create Task" }).click();
    await expect(toasts(page)).toContainText("Task created successfully");
    await expect(card(page, "Book flights")).toHaveCount(1);
  });
  await test.step("updating", async () => {
    await cut("tasks.update");
    await button(page, "Complete 'Call Anna'").click();
    await expect(toasts(page)).toContainText("Failed to update task");
    await expect(card(page, "Call Anna").getByText("To Do", { exact: true })).toBeVisible();
    await button(page, "Edit 'Call Anna'").click();
    await dialog(page).getByLabel("Title").fill("Call Anna at noon");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Call Anna at noon");
    await mend();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(card(page, "Call Anna at noon")).toBeVisible();
  });
  await test.step("deleting", async () => {
    await cut("tasks.delete");
    await button(page, "Delete 'Call Anna at noon'").click();
    await expect(toasts(page)).toContainText("Failed to delete task");
    await expect(card(page, "Call Anna at noon")).toBeVisible();
  });
});

test("TASK-07, TASK-08, TASK-37 to TASK-41: recommendations from the engine, and the four built-in ones without it", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", {
    title: "Sign the budget",
    priority: "urgent",
    dueDate: "2020-01-01T00:00:00Z",
  });
  await ada.call("tasks.create", { title: "Call Anna", priority: "high" });
  await openTasks(page);
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

  await page.route("**/rpc/tasks.recommend", (route) => route.abort());
  await button(page, "AI Recommendations").click();
  await expect(toasts(page)).toContainText("AI Recommendations (fallback)");
  await expect(toasts(page)).toContainText("Using heuristic suggestions");
  await expect(panel.getByRole("listitem")).toHaveCount(4);
  await expect(panel.getByRole("listitem").first()).toContainText("2 tasks of high or urgent priority");
  await expectAccessible(page);
  await panel.getByRole("listitem").nth(1).getByRole("button").click();
  await expect(page).toHaveURL(/due=overdue/);
  await expect(card(page, "Call Anna")).toHaveCount(0);
});

test("TASK-26: thousands of tasks scroll, newest first, and are fetched as they come near", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "The oldest", priority: "urgent" });
  for (let batch = 0; batch < 8; batch += 1)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => ada.call("tasks.create", { title: `Task ${batch} ${index}` })),
    );
  await openTasks(page, "?view=list");
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  await test.step("TASK-40: the fallback counts every task, also those that the page has not fetched", async () => {
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
      return rows.last().getAttribute("aria-posinset");
    })
    .toBe("401");
  expect(await rows.count()).toBeLessThan(60);
  await test.step("TASK-17: a key that comes before scrolling has brought the row is meant for it all the same", async () => {
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

test("on a phone nothing is wider than the screen, in both themes", async ({ page, ada }) => {
  await ada.call("tasks.create", {
    title: `A title with one very long word: ${"Rindfleischetikettierung".repeat(8)}`,
    tags: ["x".repeat(60), "board", "finance"],
    dueDate: "2031-03-05T15:00:00Z",
  });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const theme of ["dark", "light"])
    for (const search of ["", "?view=list", "?view=board", "?tab=projects", "?create=task", "?trash=true"]) {
      await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
      await page.goto(`/tasks${search}`);
      await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
      await expectAccessible(page);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, `${theme} ${search}`).toBeLessThanOrEqual(0);
    }
});
