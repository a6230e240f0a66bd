import { afterEach } from "vitest";
import { browserWindow, DESKTOP_SIZE } from "../../testing/browser-window.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const MARCH_5 = "/calendar?date=2031-03-05";
const MORNING = { startTime: "2031-03-05T09:00:00Z", endTime: "2031-03-05T10:00:00Z" };
const NAME = "Days and calendars";

const toggle = (page: Page) => page.getByRole("button", { name: "Side panel", exact: true });
const panel = (page: Page) => page.getByRole("complementary", { name: NAME });
const sheet = (page: Page) => page.getByRole("dialog", { name: NAME });

afterEach(() => {
  browserWindow.happyDOM.setViewport(DESKTOP_SIZE);
  localStorage.clear();
});

test("CAL-02, CAL-04, CAL-07: one panel beside the grid folds by its button and its key, and stays as it was left", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board", ...MORNING });
  await page.goto(MARCH_5);
  await expect(panel(page).getByRole("region", { name: "Month picker" })).toBeVisible();
  await expect(panel(page).getByRole("region", { name: "Events for Mar 05, 2031" })).toContainText("Board");
  await expect(panel(page).getByRole("list", { name: "Upcoming Events" })).toContainText("Board");
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
  await expectAccessible();
  await page.keyboard.press("p");
  await expect(panel(page)).toHaveCount(0);
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
  const before = page.network.requested.length;
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(page.network.requested.slice(before).join()).not.toContain("events.upcoming");
  await toggle(page).click();
  await expect(panel(page)).toBeVisible();
  await page.reload();
  await expect(panel(page)).toBeVisible();
});

test("the panel shows and hides calendars, and leads to their dialog", async ({ page, ada }) => {
  const calendar = (await ada.call("calendars.create", { name: "Fairs" })) as { id: string };
  await ada.call("events.create", { title: "Water fair", calendarId: calendar.id, ...MORNING });
  await page.goto(`${MARCH_5}&view=agenda`);
  const agenda = page.getByRole("region", { name: "Agenda" });
  await expect(agenda.getByText("Water fair")).toBeVisible();
  await panel(page).getByRole("checkbox", { name: "Fairs" }).click();
  await expect(agenda.getByText("Water fair")).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Manage calendars" }).click();
  await expect(page.getByRole("dialog", { name: "Calendars" })).toBeVisible();
});

test("on a phone the panel is a sheet that a chosen day closes; below a month stands the list of the day", async ({
  page,
  ada,
}) => {
  await ada.call("events.create", { title: "Board", ...MORNING });
  browserWindow.happyDOM.setViewport({ width: 390, height: 844 });
  await page.goto(`${MARCH_5}&view=month`);
  await expect(page.getByRole("region", { name: "Events for Mar 05, 2031" })).toContainText(
    "10:00 AM – 11:00 AM",
  );
  await expect(panel(page)).toHaveCount(0);
  await toggle(page).click();
  await expectAccessible();
  await sheet(page)
    .getByRole("button", { name: /^Thursday, March 6/ })
    .click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Events for Mar 06, 2031" })).toContainText(
    "No events on this day",
  );
  await toggle(page).click();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
});
