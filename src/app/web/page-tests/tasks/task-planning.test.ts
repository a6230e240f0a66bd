import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test, openPage } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const section = (page: Page) => dialog(page).getByRole("region", { name: "Planning" });
const fold = (page: Page) => section(page).getByRole("button", { name: /^Planning/ });

type Task = { estimateMinutes: number | null; notBefore: string | null };
const tasksOf = async (ada: PagePerson) => (await ada.call<{ items: Task[] }>("tasks.list")).items;

test("issue 27: what a plan needs is set in a folded section, in words, and read without opening it", async ({
  ada,
}) => {
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("Write the report");
  await expect(fold(page)).toHaveAttribute("aria-expanded", "false");
  await fold(page).press("Enter");
  await section(page).getByLabel("Estimate").fill("a while");
  await section(page).getByLabel("Pieces of at least").fill("30");
  await section(page).getByLabel("Each day from").fill("14:00");
  await section(page).getByLabel("Each day until").fill("12:00");
  await section(page).getByLabel("Place").fill("Office");
  await section(page).getByLabel("Best hours").selectOption("deep");
  await expectAccessible();
  await fold(page).click();
  await expect(section(page).getByLabel("Estimate")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(section(page)).toContainText("Enter 45, 1h30 or 2 hours");
  await expect(section(page)).toContainText("Enter hours as 08:00-12:00");
  expect(await tasksOf(ada)).toEqual([]);
  await section(page).getByLabel("Each day until").fill("17:30");
  await section(page).getByLabel("Estimate").fill("1h30");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Task created successfully");
  expect(await tasksOf(ada)).toMatchObject([
    {
      estimateMinutes: 90,
      leastPieceMinutes: 30,
      place: "Office",
      energy: "deep",
      notBefore: null,
      hoursOfDay: "14:00-17:30",
    },
  ]);
  await page.getByRole("button", { name: "Edit 'Write the report'" }).click();
  await expect(fold(page)).toContainText("1 h 30 min · in pieces · 2:00 PM – 5:30 PM · Office · Focus hours");
  await fold(page).click();
  await expect(section(page).getByLabel("Estimate")).toHaveValue("1 h 30 min");
  await section(page).getByLabel("Estimate").fill("2 hours");
  await section(page).getByLabel("Not before").fill("2031-03-05");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Task updated successfully");
  const [task] = await tasksOf(ada);
  expect(task?.estimateMinutes).toBe(120);
  expect(task?.notBefore).toContain("2031-03-0");
});

test("issue 27: without an estimate the guess of a plan is shown, and what it is made from", async ({
  ada,
}) => {
  for (const minutes of [40, 45, 60])
    await ada.call("tasks.create", { title: "Water the plants", estimateMinutes: minutes });
  const page = await openPage(ada, "/tasks?view=grid");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await page.keyboard.press("c");
  await fold(page).click();
  await expect(section(page)).toContainText("Without one, plans guess it");
  await dialog(page).getByLabel("Title").fill("Water the plants");
  await expect(section(page)).toContainText("Guess: 45 min, as you estimated 3 similar tasks");
  await expect(section(page).getByLabel("Estimate")).toHaveAttribute("placeholder", "about 45 min");
  await section(page).getByLabel("Estimate").fill("20");
  await expect(section(page)).not.toContainText("Guess:");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Task created successfully");
  expect((await tasksOf(ada))[0]).toMatchObject({ estimateMinutes: 20 });
});
