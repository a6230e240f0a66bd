import { randomUUID } from "node:crypto";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test, aPerson } = await startPages();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tasks = (page: Page) => page.getByRole("list", { name: "Tasks" });
const dialog = (page: Page) => page.getByRole("dialog");
const facts = (page: Page) => page.getByRole("region", { name: "Project", exact: true });
const path = () => window.location.pathname;

const anOfficeMove = async (ada: PagePerson) =>
  (
    await ada.call<{ id: string }>("projects.create", {
      ...{ name: "Office move", description: "To the river", status: "in_progress" },
      ...{ startDate: "2031-03-05T12:00:00Z", endDate: "2031-04-01T12:00:00Z" },
    })
  ).id;

test("PROJ-05, PROJ-06, PROJ-07: a card opens its project at an address with state, dates, progress and its tasks; Esc, Back and a reload", async ({
  page,
  ada,
}) => {
  const projectId = await anOfficeMove(ada);
  await ada.call("tasks.create", { title: "Find rooms", projectId });
  await ada.call("tasks.create", { title: "Sign the lease", projectId, status: "completed" });
  await ada.call("tasks.create", { title: "Of no project" });
  await page.goto("/tasks?tab=projects");
  await page.getByRole("link", { name: "Office move" }).click();
  await expect.poll(path).toBe(`/tasks/projects/${projectId}`);
  await expect(page.getByRole("heading", { name: "Office move", level: 1 })).toBeVisible();
  await expect(page.getByText("To the river")).toBeVisible();
  await expect(facts(page)).toContainText("In Progress");
  await expect(facts(page)).toContainText("Mar 05, 2031 – Apr 01, 2031");
  await expect(facts(page)).toContainText("1 of 2 tasks");
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await expect(tasks(page).getByText("Find rooms")).toBeVisible();
  await expect(tasks(page).getByText("Of no project")).toHaveCount(0);
  await button(page, "Done (1)").click();
  await expect(tasks(page).getByText("Sign the lease")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect.poll(() => window.location.search).toBe("?tab=projects");
  await expect(page.getByRole("link", { name: "Office move" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tasks(page).getByText("Find rooms")).toBeVisible();
  await page.reload();
  await expect(facts(page)).toContainText("1 of 2 tasks");
  await page.getByRole("link", { name: "Back: All projects" }).click();
  await expect(page.getByRole("listitem", { name: "Office move" })).toBeVisible();
});

test("decision 29: a line, or the key C, adds a task to the project; the keys of the list work; progress follows", async ({
  page,
  ada,
}) => {
  await page.goto(`/tasks/projects/${await anOfficeMove(ada)}`);
  await expect(page.getByText("No tasks in this project yet")).toBeVisible();
  await page.keyboard.press("q");
  const line = page.getByLabel("Quick add");
  await line.fill("Find rooms");
  await line.press("Enter");
  await expect(tasks(page).getByText("Find rooms")).toBeVisible();
  await expect(facts(page)).toContainText("0 of 1 tasks");
  await line.press("Escape");
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("Order desks");
  await expect(dialog(page).getByLabel("Project")).toContainText("Office move");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(facts(page)).toContainText("0 of 2 tasks");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(facts(page)).toContainText("1 of 2 tasks");
});

test("PROJ-03, PROJ-04, PROJ-18, PROJ-19: the project is edited and deleted on its page; deleting leads to the projects, with Undo", async ({
  page,
  ada,
}) => {
  await page.goto(`/tasks/projects/${await anOfficeMove(ada)}`);
  await button(page, "Edit Project").click();
  await dialog(page).getByLabel("Name").fill("The move");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "The move", level: 1 })).toBeVisible();
  await button(page, "Delete 'The move'").click();
  await expect(page.getByText("Group tasks into projects")).toBeVisible();
  await undo(page, "Project deleted successfully");
  await expect(page.getByRole("listitem", { name: "The move" })).toBeVisible();
});

test("ROLE-06: the address of no project, or of another person's, says that it is not found; a failure can be retried", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Noyce");
  for (const address of [await anOfficeMove(bob), randomUUID(), "nothing"]) {
    await page.goto(`/tasks/projects/${address}`);
    await expect(page.getByText("Project not found").last()).toBeVisible();
  }
  await page.getByRole("link", { name: "All projects" }).click();
  await expect(page.getByText("Group tasks into projects")).toBeVisible();
  const own = await anOfficeMove(ada);
  page.cut("projects.get");
  await page.goto(`/tasks/projects/${own}`);
  await expect(page.getByText("Failed to fetch projects")).toBeVisible();
  page.restore();
  await button(page, "Try again").click();
  await expect(page.getByRole("heading", { name: "Office move", level: 1 })).toBeVisible();
});
