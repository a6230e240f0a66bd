import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";

const card = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("PROJ-01 to PROJ-19: a project, its progress by hand and by its tasks, the trash and what fails", async ({
  page,
  ada,
}) => {
  await page.goto("/tasks");
  await page.getByRole("tab", { name: "Projects" }).click();
  await expect(page).toHaveURL(/tab=projects/);
  await expect(page.getByText("Group tasks into projects")).toBeVisible();
  await expectAccessible(page);

  await test.step("PROJ-02, PROJ-08, PROJ-10, PROJ-17: create", async () => {
    await page.getByRole("button", { name: "Create Project" }).first().click();
    await dialog(page).getByRole("button", { name: "Create Project" }).click();
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByLabel("Name").fill("  Office move ");
    await dialog(page).getByLabel("Progress (%)").fill("");
    await dialog(page).getByLabel("Start date").fill("2031-03-05");
    await dialog(page).getByLabel("End date").fill("2031-04-01");
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Create Project" }).dblclick();
    await expect(toasts(page)).toContainText("Project created successfully");
    await expect(card(page, "Office move")).toHaveCount(1);
    await expect(card(page, "Office move")).toContainText("Mar 05, 2031 – Apr 01, 2031");
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
  });
  await test.step("PROJ-03, PROJ-07, PROJ-09, PROJ-18: edit", async () => {
    await button(page, "Edit 'Office move'").click();
    await expect(page.getByRole("dialog", { name: "Edit Project" })).toBeVisible();
    await dialog(page).getByLabel("Status").selectOption("in_progress");
    await dialog(page).getByLabel("Progress (%)").fill("40");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(toasts(page)).toContainText("Project updated successfully");
    await expect(card(page, "Office move")).toContainText("In Progress");
    await expect(card(page, "Office move")).toContainText("Set by hand");
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
  });
  await test.step("PROJ-06: progress comes from its tasks, also those written in another place", async () => {
    const { items } = await ada.call<{ items: { id: string }[] }>("projects.list");
    const projectId = items[0]?.id;
    for (const status of ["completed", "todo", "todo", "review"])
      await ada.call("tasks.create", { title: `Find rooms (${status})`, status, projectId });
    await expect(card(page, "Office move")).toContainText("1 of 4 tasks");
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    await button(page, "1 of 4 tasks").click();
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(button(page, "Remove filter Office move")).toBeVisible();
    await page.goBack();
  });
  await test.step("PROJ-19: delete, undo, and restore from the trash", async () => {
    await button(page, "Delete 'Office move'").click();
    await expect(card(page, "Office move")).toHaveCount(0);
    await expect(toasts(page)).toContainText("Project deleted successfully");
    await undo(page, "Project deleted successfully");
    await expect(card(page, "Office move")).toBeVisible();
    await button(page, "Delete 'Office move'").click();
    await expect(toasts(page)).toContainText("Project deleted successfully");
    await page.goto("/tasks?tab=projects&trash=true");
    await button(page, "Restore 'Office move'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await button(page, "Projects").click();
    await expect(card(page, "Office move")).toContainText("1 of 4 tasks");
  });
  await test.step("PROJ-13 to PROJ-16: what fails is said and taken back", async () => {
    for (const verb of ["create", "update", "delete"])
      await page.route(`**/rpc/projects.${verb}`, (route) => route.abort());
    await button(page, "Delete 'Office move'").click();
    await expect(toasts(page)).toContainText("Failed to delete project");
    await expect(card(page, "Office move")).toBeVisible();
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
    await page.unrouteAll();
    await page.route("**/rpc/projects.list", (route) => route.abort());
    await page.reload();
    await expect(toasts(page)).toContainText("Failed to fetch projects");
    await page.unrouteAll();
    await button(page, "Try again").click();
    await expect(card(page, "Office move")).toBeVisible();
  });
});
