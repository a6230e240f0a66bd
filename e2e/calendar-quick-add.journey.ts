import { chip, openCalendar } from "./support/calendar-grid.ts";
import { expect, test } from "./support/fixtures.ts";

test("a line submitted while its date parser is still loading becomes an event", async ({
  page,
  ada: _ada,
}) => {
  await openCalendar(page, "?view=week&date=2031-03-05");
  const arrival = Promise.withResolvers<void>();
  await page.route(/quick-add/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.keyboard.press("q");
  await page.keyboard.type("Stand-up Mar 5, 2031 9:00-9:30");
  await page.keyboard.press("Enter");
  arrival.resolve();
  await expect(chip(page, "Stand-up")).toBeVisible();
});
