import type { Page } from "@playwright/test";
import { openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog, toasts } from "./support/locators.ts";
import { shoot } from "./support/shoot.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Plan", exact: true });
const DAY = 86_400_000;
/** In Vienna, where the browser is. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * DAY).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

test("hours of weekdays, hours of a task and a train: the plan uses all three", async ({ page, ada }) => {
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h23", firstWeekday: 1 });
  const tomorrow = dayAfter(1);
  const weekday = new Date(`${tomorrow}T12:00:00Z`).toLocaleDateString("en-US", { weekday: "long" });
  await openCalendar(page, "?show=settings");
  const other = dialog(page).getByRole("group", { name: "Other hours on" });
  await other.getByRole("checkbox", { name: weekday }).press("Space");
  await dialog(page).getByLabel(`${weekday}: from`).fill("08:00");
  await dialog(page).getByLabel(`${weekday}: to`).fill("13:00");
  await expectAccessible(page);
  await shoot(page, "other-hours");
  await button(page, "Save").click();
  await expect(toasts(page)).toContainText("Calendar settings saved");

  await openCalendar(page, "?show=planning");
  await dialog(page).getByRole("switch", { name: "I can work on trains and planes" }).click();
  await expectAccessible(page);
  await shoot(page, "rides");
  await button(page, "Save").click();
  await expect(toasts(page)).toContainText("Planning settings saved");

  await page.goto("/tasks?view=grid");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("Call the school");
  const section = dialog(page).getByRole("region", { name: "Planning" });
  await section.getByRole("button", { name: /^Planning/ }).press("Enter");
  await section.getByLabel("Estimate").fill("30");
  await section.getByLabel("Each day from").fill("10:00");
  await section.getByLabel("Each day until").fill("12:00");
  await expectAccessible(page);
  await shoot(page, "task-hours");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Task created successfully");

  await ada.call("tasks.create", { title: "Write the board report", estimateMinutes: 120 });
  await ada.call("events.create", {
    ...{ title: "ICE 599 to Munich", startTime: `${tomorrow}T13:30:00Z`, endTime: `${tomorrow}T17:00:00Z` },
  });
  await ada.call("events.create", {
    ...{ title: "Workshop", startTime: `${tomorrow}T07:00:00Z`, endTime: `${tomorrow}T09:30:00Z` },
  });
  await openCalendar(page, `?plan=day&from=${tomorrow}&date=${tomorrow}`);
  await expect(panel(page)).toContainText("Call the school");
  await expect(panel(page)).toContainText("During “ICE 599 to Munich”");
  await expectAccessible(page);
  await shoot(page, "proposed");
});
