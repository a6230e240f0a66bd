import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const grid = (page: Page) => page.getByRole("grid");
const chip = (page: Page, title: string) =>
  grid(page).getByRole("button", { name: new RegExp(`^${title} ?,`) });
const MARCH_5 = "/calendar?date=2031-03-05";
const MORNING = { startTime: "2031-03-05T09:00:00Z", endTime: "2031-03-05T10:00:00Z" };

test("CAL-06: Month, Week, Day and Agenda are views with keys, and the choice is stored", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board", ...MORNING });
  await page.goto(MARCH_5);
  await expect(button(page, "Week")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("m");
  await expect(button(page, "Month")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("w");
  await expect(button(page, "Week")).toHaveAttribute("aria-pressed", "true");
  await expect(grid(page).getByRole("columnheader")).toHaveCount(8);
  await expect(chip(page, "Board")).toBeVisible();
  await expectAccessible();
  await page.goto(MARCH_5);
  await expect(button(page, "Week")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("d");
  await expect(grid(page).getByRole("columnheader")).toHaveCount(2);
  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Agenda" }).getByText("Board")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("m");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: "April 2031" }).first()).toBeVisible();
});

test("the arrow keys move an event and make it longer, and it stays in focus", async ({ page, ada }) => {
  await ada.call("events.create", { title: "Clash", ...MORNING });
  await page.goto(`${MARCH_5}&view=week`);
  const clash = chip(page, "Clash");
  await clash.focus();
  await page.keyboard.press("ArrowDown");
  await expect(clash).toHaveAttribute("title", /10:15 AM – 11:15 AM/);
  await expect(clash).toBeFocused();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(clash).toHaveAttribute("title", /10:15 AM – 11:30 AM/);
  await page.keyboard.press("ArrowRight");
  await expect(clash).toHaveAttribute("title", /Mar 06, 2031, 10:15 AM – 11:30 AM/);
});

test("CAL-09, C7: an event created by an assistant shows its source text, and can be undone", async ({
  page,
  ada,
}) => {
  const createdFrom = { quote: "put the deploy before midnight", reason: "You asked the assistant for it" };
  await ada.call("events.create", { title: "Night deploy", ...MORNING, createdFrom });
  await page.goto(`${MARCH_5}&view=month`);
  await expect(page.getByText("AI Created").first()).toBeVisible();
  await chip(page, "Night deploy").click();
  const origin = dialog(page).getByRole("region", { name: "AI Created" });
  await expect(origin).toContainText("You asked the assistant for it: put the deploy before midnight");
  await expectAccessible();
  await origin.getByRole("button", { name: "Undo" }).click();
  await expect(chip(page, "Night deploy")).toHaveCount(0);
});

test("working hours, the profile's first day of the week and a second time zone; ? lists the keys", async ({
  page,
  ada,
}) => {
  await ada.call("profile.update", { firstWeekday: 1, version: 1 });
  await page.goto(`${MARCH_5}&view=week`);
  await button(page, "Calendar settings").click();
  await expect(dialog(page).getByRole("link", { name: "your profile" })).toBeVisible();
  await dialog(page).getByLabel("Second time zone").selectOption("Asia/Tokyo");
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(grid(page).getByText("GMT+9")).toBeVisible();
  await expect(grid(page).getByRole("columnheader").nth(1)).toContainText("Mon");
  await page.keyboard.press("?");
  await expect(dialog(page).getByText("Make the event longer or shorter")).toBeVisible();
});

test("days of the week have other hours by the keyboard, and are working days then", async ({
  page,
  ada,
}) => {
  await page.goto(`${MARCH_5}&view=week`);
  await button(page, "Calendar settings").click();
  const days = (name: string) => dialog(page).getByRole("group", { name });
  const other = days("Other hours on");
  await other.getByRole("checkbox", { name: "Friday" }).focus();
  await page.keyboard.press("Space");
  await other.getByRole("checkbox", { name: "Saturday" }).press("Space");
  await expect(days("Working days").getByRole("checkbox", { name: "Saturday" })).toBeChecked();
  await expect(dialog(page).getByLabel("Friday: from")).toHaveValue("09:00");
  await dialog(page).getByLabel("Friday: to").fill("08:00");
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("The working day must end after it begins")).toHaveCount(1);
  await dialog(page).getByLabel("Friday: to").fill("13:00");
  await days("Working days").getByRole("checkbox", { name: "Saturday" }).press("Space");
  await expect(dialog(page).getByLabel("Saturday: from")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Calendar settings saved");
  expect(await ada.call("calendarSettings.get", {})).toMatchObject({
    workingDays: [1, 2, 3, 4, 5],
    otherHours: [{ weekday: 5, from: 540, to: 780 }],
  });
});

test("a time is found by the keyboard, where the calendar holds nothing and within working hours", async ({
  page,
  ada,
}) => {
  const monday = new Date();
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
  const day = monday.toISOString().slice(0, 10);
  const busy = { startTime: `${day}T06:00:00Z`, endTime: `${day}T20:00:00Z` };
  await ada.call("events.create", { title: "Board", ...busy });
  await page.goto(`/calendar?view=week&date=${day}`);
  await expect(chip(page, "Board")).toBeVisible();
  await page.keyboard.press("f");
  const finder = dialog(page).getByRole("region", { name: "Find a time" });
  await expect(finder.getByText("Everyone is free").first()).toBeVisible();
  await expectAccessible();
  const first = finder.getByRole("radio").first();
  await first.focus();
  await page.keyboard.press("Space");
  await expect(first).toBeChecked();
  await expect(dialog(page).getByLabel("Start Time")).not.toHaveValue(new RegExp(day));
  await dialog(page).getByLabel("Title").fill("Budget");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("Event created successfully");
});
