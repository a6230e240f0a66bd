import { chip, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, test, undo } from "./support/fixtures.ts";

const DAY = "?view=week&date=2031-03-05";

test("a task is dragged from the side panel onto an hour, and Undo takes it back; the panel folds without moving what is there", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Write the report" });
  await openCalendar(page, DAY);
  const column = grid(page).locator("[data-column='2031-03-06']");
  const task = page.getByRole("list", { name: "Tasks to schedule" }).getByText("Write the report");
  await task.hover();
  await page.mouse.down();
  const box = await column.boundingBox();
  if (!box) throw new Error("The day is not in sight");
  // At a quarter past ten, of hours that are 48 pixels high.
  await page.mouse.move(box.x + 20, box.y + 10.3 * 48, { steps: 5 });
  await page.mouse.up();
  await expect(chip(page, "Write the report")).toHaveAttribute(
    "title",
    "Write the report, Mar 06, 2031, 10:15 AM – 11:15 AM",
  );
  await undo(page, "Time blocked for 'Write the report': Mar 06, 2031, 10:15 AM – 11:15 AM");
  await expect(chip(page, "Write the report")).toHaveCount(0);
  const widthOf = async () => (await grid(page).boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.keyboard.press("p");
  await expect.poll(widthOf).toBeGreaterThan(before + 250);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => Reflect.get(entry, "value") as number);
      Object.assign(window, {
        shift: shifts.reduce((sum, each) => sum + each, Number(Reflect.get(window, "shift") ?? 0)),
      });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openCalendar(page, DAY);
  await expect.poll(widthOf).toBeGreaterThan(before + 250);
  expect(await page.evaluate(() => Number(Reflect.get(window, "shift") ?? 0))).toBeLessThan(0.05);
});
