import { expect, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const card = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const progress = (page: Page) => page.getByRole("progressbar");

const anOfficeMove = (ada: PagePerson) =>
  ada.call<{ id: string }>("projects.create", { name: "Office move" });

test("PROJ-01, PROJ-02, PROJ-04, PROJ-05, PROJ-08, PROJ-10 to PROJ-12, PROJ-17: a project from the empty tab", async ({
  page,
}) => {
  await page.goto("/tasks");
  await page.getByRole("tab", { name: "Projects" }).click();
  await expect(page).toHaveURL(/tab=projects/);
  await expect(page.getByText("Group tasks into projects")).toBeVisible();
  await button(page, "Create Project").first().click();
  await dialog(page).getByRole("button", { name: "Create Project" }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByLabel("Name").fill("  Office move ");
  await dialog(page).getByLabel("Progress (%)").fill("");
  await dialog(page).getByLabel("Start date").fill("2031-03-05");
  await dialog(page).getByLabel("End date").fill("2031-04-01");
  await dialog(page).getByRole("button", { name: "Create Project" }).dblclick();
  await expect(toasts(page)).toContainText("Project created successfully");
  await expect(card(page, "Office move")).toHaveCount(1);
  await expect(card(page, "Office move")).toContainText("Mar 05, 2031 – Apr 01, 2031");
  await expect(progress(page)).toHaveAttribute("aria-valuenow", "0");
});

test("PROJ-03, PROJ-07, PROJ-09, PROJ-18: a project is edited, with progress set by hand", async ({
  page,
  ada,
}) => {
  await anOfficeMove(ada);
  await page.goto("/tasks?tab=projects");
  await button(page, "Edit 'Office move'").click();
  await expect(page.getByRole("dialog", { name: "Edit Project" })).toBeVisible();
  await dialog(page).getByLabel("Status").selectOption("in_progress");
  await dialog(page).getByLabel("Progress (%)").fill("40");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Project updated successfully");
  await expect(card(page, "Office move")).toContainText("In Progress");
  await expect(card(page, "Office move")).toContainText("Set by hand");
  await expect(progress(page)).toHaveAttribute("aria-valuenow", "40");
});

test("PROJ-06: progress is computed from the tasks, including those created elsewhere", async ({
  page,
  ada,
}) => {
  const { id: projectId } = await anOfficeMove(ada);
  await page.goto("/tasks?tab=projects");
  await expect(card(page, "Office move")).toBeVisible();
  for (const status of ["completed", "todo", "todo", "review"])
    await ada.call("tasks.create", { title: `Find rooms (${status})`, status, projectId });
  await expect(card(page, "Office move")).toContainText("1 of 4 tasks");
  await expect(progress(page)).toHaveAttribute("aria-valuenow", "25");
  await button(page, "1 of 4 tasks").click();
  await expect(page.getByRole("list", { name: "Tasks" }).getByText(/^Find rooms/)).toHaveCount(3);
  await button(page, "Done (1)").click();
  await expect(page.getByRole("list", { name: "Tasks" }).getByText(/^Find rooms/)).toHaveCount(4);
  await expect(button(page, "Remove filter Office move")).toBeVisible();
  await page.goBack();
  await expect(card(page, "Office move")).toBeVisible();
});

test("PROJ-19: a project is deleted, undone, and restored from the trash", async ({ page, ada }) => {
  await anOfficeMove(ada);
  await page.goto("/tasks?tab=projects");
  await button(page, "Delete 'Office move'").click();
  await expect(card(page, "Office move")).toHaveCount(0);
  await undo(page, "Project deleted successfully");
  await expect(card(page, "Office move")).toBeVisible();
  await button(page, "Delete 'Office move'").click();
  await expect(toasts(page)).toContainText("Project deleted successfully");
  await expect(card(page, "Office move")).toHaveCount(0);
  await page.goto("/tasks?tab=projects&trash=true");
  await button(page, "Restore 'Office move'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await button(page, "Projects").click();
  await expect(card(page, "Office move")).toBeVisible();
});

test("PROJ-13, PROJ-14, PROJ-15, PROJ-16: failures are shown and rolled back", async ({ page, ada }) => {
  await anOfficeMove(ada);
  await page.goto("/tasks?tab=projects");
  await expect(card(page, "Office move")).toBeVisible();
  page.cut("projects.create", "projects.update", "projects.delete");
  await button(page, "Delete 'Office move'").click();
  await expect(toasts(page)).toContainText("Failed to delete project");
  await button(page, "Edit 'Office move'").click();
  await dialog(page).getByLabel("Name").fill("Office move, again");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Failed to update project");
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Office move, again");
  await page.keyboard.press("Escape");
  await expect(card(page, "Office move")).toBeVisible();
  await button(page, "Create Project").click();
  await dialog(page).getByLabel("Name").fill("Annual report");
  await dialog(page).getByRole("button", { name: "Create Project" }).click();
  await expect(toasts(page)).toContainText("Failed to create project");
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Annual report");
  page.restore();
  page.cut("projects.list");
  await page.reload();
  await expect(toasts(page)).toContainText("Failed to fetch projects");
  page.restore();
  await button(page, "Try again").click();
  await expect(card(page, "Office move")).toBeVisible();
});
