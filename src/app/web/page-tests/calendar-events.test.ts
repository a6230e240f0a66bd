import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect, tick, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const chip = (page: Page, title: string) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${title} ?,`) });
const MARCH = "/calendar?view=month&date=2031-03-05";
const MORNING = { startTime: "2031-03-05T09:00:00Z", endTime: "2031-03-05T10:30:00Z" };

test("CAL-03, CAL-10 to CAL-12, CAL-22: an event needs a title, a start and an end after it; it is created with every field, once", async ({
  page,
}) => {
  await page.goto(MARCH);
  await expect(page.getByText("No upcoming events")).toBeVisible();
  await expectAccessible();
  await button(page, "Create Event").click();
  await expect(page.getByRole("dialog", { name: "Create Event" })).toBeVisible();
  await dialog(page).getByLabel("Title").fill("   ");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("Title, start time, and end time are required");
  await dialog(page).getByLabel("Title").fill("  Board meeting  ");
  await dialog(page).getByLabel("Start Time").fill("2031-03-05T10:00");
  await dialog(page).getByLabel("End Time").fill("2031-03-05T10:00");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("End time must be after start time");
  await expectAccessible();
  await dialog(page).getByLabel("End Time").fill("2031-03-05T11:30");
  await dialog(page).getByLabel("Location").fill("Room Delta");
  await dialog(page).getByLabel("Meeting Link").fill("https://meet.example/board");
  await dialog(page).getByLabel("Attendees").fill(" maya@example.com ,, tomas@example.com ");
  await dialog(page).getByLabel("Category").fill("board");
  await expect(dialog(page).getByLabel("Visibility").getByRole("option")).toHaveCount(2);
  await dialog(page).getByLabel("Visibility").selectOption("private");
  await expect(dialog(page).getByText("Others see only 'Busy'")).toBeVisible();
  await dialog(page).getByLabel("Description").fill("The budget");
  await dialog(page).getByRole("button", { name: "Create Event" }).dblclick();
  await expect(toasts(page)).toContainText("Event created successfully");
  await expect(chip(page, "Board meeting")).toHaveCount(1);
  await expect(chip(page, "Board meeting")).toContainText(", private");
  await button(page, "Actions for 'Board meeting'").first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Event" })).toBeVisible();
  for (const [label, value] of [
    ["Title", "Board meeting"],
    ["Location", "Room Delta"],
    ["Meeting Link", "https://meet.example/board"],
    ["Category", "board"],
    ["Visibility", "private"],
    ["Description", "The budget"],
  ] as const)
    await expect(dialog(page).getByLabel(label)).toHaveValue(value);
  await expect(dialog(page).getByRole("list", { name: "Chosen people" }).getByRole("listitem")).toHaveCount(
    2,
  );
  for (const address of ["maya@example.com", "tomas@example.com"])
    await expect(dialog(page).getByRole("button", { name: `Remove ${address}` })).toBeVisible();
});

test("CAL-02, CAL-04, CAL-07: the picker marks the day; its list and the upcoming list show the event", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board", ...MORNING });
  await page.goto(MARCH);
  await expect(page.getByRole("heading", { name: "Events for Mar 05, 2031" })).toBeVisible();
  const upcoming = page.getByRole("list", { name: "Upcoming Events" });
  await expect(upcoming.getByText("Mar 05, 2031, 10:00 AM – 11:30 AM")).toBeVisible();
  const picker = page.getByRole("region", { name: "Month picker" });
  await expect(picker.getByRole("button", { name: "Wednesday, March 5, 2031, has events" })).toBeVisible();
  await picker.getByRole("button", { name: /^Thursday, March 6/ }).click();
  await expect(page.getByText("No events on this day")).toBeVisible();
});

test("CAL-08, CAL-13, CAL-14, CAL-23: an edit is not validated but stays consistent; an all-day event has dates", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board meeting", ...MORNING });
  await page.goto(MARCH);
  await chip(page, "Board meeting").click();
  await dialog(page).getByLabel("End Time").fill("2031-03-05T08:00");
  await dialog(page).getByLabel("Title").fill("Board");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Event updated successfully");
  await expect(chip(page, "Board")).toHaveAttribute("title", "Board, Mar 05, 2031, 10:00 AM – 11:30 AM");
  await chip(page, "Board").click();
  await tick(dialog(page).getByLabel("All day"));
  await expect(dialog(page).getByLabel("Start Date")).toHaveAttribute("type", "date");
  await dialog(page).getByLabel("End Date").fill("2031-03-07");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(chip(page, "Board")).toHaveAttribute("title", "Board, Mar 05, 2031 – Mar 07, 2031");
});

test("CAL-24: an event is deleted by a key, undone, deleted by the menu and restored from the trash", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board", ...MORNING });
  await page.goto(MARCH);
  await chip(page, "Board").focus();
  await page.keyboard.press("Delete");
  await expect(toasts(page).getByText("Event deleted successfully")).toBeVisible();
  await expect(chip(page, "Board")).toHaveCount(0);
  await undo(page, "Event deleted successfully");
  await expect(chip(page, "Board")).toBeVisible();
  await button(page, "Actions for 'Board'").first().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(chip(page, "Board")).toHaveCount(0);
  await button(page, "Trash").click();
  await button(page, "Restore 'Board'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await expectAccessible();
  await button(page, "Back to the calendar").click();
  await expect(chip(page, "Board")).toBeVisible();
});
