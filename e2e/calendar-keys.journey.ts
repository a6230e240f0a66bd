import type { Page } from "@playwright/test";
import { at, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { dialog } from "./support/locators.ts";

/** Keys faster than frames: no frame is rendered between them. */
const burst = (page: Page, keys: readonly string[]) =>
  page.evaluate(async (all) => {
    for (const key of all) {
      const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
      await undefined;
    }
  }, keys);

test("CAL-16: quick key presses count from the last selection, also while code is loading; a full day collapses what does not fit", async ({
  page,
  ada,
}) => {
  for (let n = 1; n <= 6; n += 1)
    await ada.call("events.create", { title: `Call ${n}`, ...at("14:00", "15:00") });
  const start = dialog(page).getByLabel("Start Time");
  await openCalendar(page, "?view=day&date=2031-03-05");
  await grid(page).locator("[data-column]").focus();
  await burst(page, ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "Enter"]);
  await expect(start).toHaveValue("2031-03-07T09:00");
  await page.keyboard.press("Escape");
  await page.keyboard.press("w");
  await grid(page).locator("[data-column='2031-03-08']").focus();
  await burst(page, ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]);
  await expect(grid(page).locator("[data-column='2031-03-10']")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(start).toHaveValue("2031-03-10T09:30");
  await page.keyboard.press("Escape");
  await openCalendar(page, "?view=month&date=2031-03-05");
  await grid(page)
    .getByRole("button", { name: /more on Wednesday, March 5, 2031$/ })
    .click();
  const day = page.getByRole("dialog", { name: "Wednesday, March 5, 2031" });
  await expect(day.getByText("Call 6")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await grid(page).locator("[data-day='2031-03-05']").focus();
  await burst(page, Array(5).fill("ArrowDown"));
  await expect(grid(page).locator("[data-day='2031-04-09']")).toBeFocused();
  await burst(page, Array(5).fill("ArrowUp"));
  await expect(grid(page).locator("[data-day='2031-03-05']")).toBeFocused();
  await burst(page, ["d", "j", "j", "k", "n"]);
  await expect(start).toHaveValue(/^2031-03-06T/);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});
