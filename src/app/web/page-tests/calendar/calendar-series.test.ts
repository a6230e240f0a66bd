import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const grid = (page: Page) => page.getByRole("grid");
const chip = (page: Page, title: string) =>
  grid(page).getByRole("button", { name: new RegExp(`^${title} ?,`) });

// Occurrences are materialized for the next two years.
const FIRST = firstWednesdayOfMarch(new Date().getFullYear() + 1);
const week = (count: number) => new Date(FIRST.getTime() + count * 7 * 86_400_000);
const day = (date: Date) => date.toISOString().slice(0, 10);
const formatDay = (date: Date) =>
  date.toLocaleDateString("en-US", { month: "short", day: "2-digit", year: "numeric", timeZone: "UTC" });
const titled = (page: Page, date: Date) => grid(page).locator(`[data-event][title*="${formatDay(date)}"]`);

function firstWednesdayOfMarch(year: number): Date {
  const date = new Date(Date.UTC(year, 2, 1));
  date.setUTCDate(1 + ((3 - date.getUTCDay() + 7) % 7));
  return date;
}

async function openSeries(page: Page, ada: PagePerson): Promise<void> {
  await ada.call("events.create", {
    title: "Leadership",
    startTime: `${day(FIRST)}T09:00:00Z`,
    endTime: `${day(FIRST)}T10:00:00Z`,
    rrule: "FREQ=WEEKLY;BYDAY=WE;COUNT=4",
    zone: "Europe/Vienna",
  });
  await page.goto(`/calendar?view=month&date=${day(FIRST)}`);
  await expect(chip(page, "Leadership")).toHaveCount(4);
}

test("a recurrence is described in plain words, with its next dates", async ({ page }) => {
  await page.goto(`/calendar?view=month&date=${day(FIRST)}`);
  await button(page, "Create Event").click();
  await dialog(page).getByLabel("Title").fill("Leadership");
  await dialog(page)
    .getByLabel("Start Time")
    .fill(`${day(FIRST)}T10:00`);
  await dialog(page)
    .getByLabel("End Time")
    .fill(`${day(FIRST)}T11:00`);
  await dialog(page).getByLabel("Repeat").selectOption("Every week on Wednesday");
  await expect(dialog(page).getByText(`Wed ${formatDay(FIRST)} · Wed ${formatDay(week(1))}`)).toBeVisible();
  await dialog(page).getByLabel("Repeat").selectOption("Custom");
  await dialog(page).getByLabel("Ends").selectOption("After a number of occurrences");
  await dialog(page).getByLabel("Times").fill("4");
  await expect(dialog(page).getByText("Every week on Wednesday, 4 times")).toBeVisible();
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(chip(page, "Leadership")).toHaveCount(4);
});

test("the keyboard moves one occurrence of a series alone", async ({ page, ada }) => {
  await openSeries(page, ada);
  await titled(page, week(1)).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "Change repeating event" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(titled(page, new Date(week(1).getTime() + 86_400_000))).toHaveCount(1);
  await expect(chip(page, "Leadership")).toHaveCount(4);
});

test("this and the following occurrences are renamed; the whole series is deleted and restored", async ({
  page,
  ada,
}) => {
  await openSeries(page, ada);
  await titled(page, week(2)).click();
  await dialog(page).getByLabel("Title").fill("Board");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await tick(page.getByLabel("This and following events"));
  await button(page, "Change").click();
  await expect(chip(page, "Board")).toHaveCount(2);
  await expect(chip(page, "Leadership")).toHaveCount(2);
  await titled(page, week(3)).focus();
  await page.keyboard.press("Delete");
  await tick(page.getByLabel("All events"));
  await button(page, "Delete").click();
  await expect(chip(page, "Board")).toHaveCount(0);
  await undo(page, "Event deleted successfully");
  await expect(chip(page, "Board")).toHaveCount(2);
  await expect(toasts(page)).not.toContainText("Failed");
});
