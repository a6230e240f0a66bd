import type { Page } from "@playwright/test";
import { at, chip, openCalendar } from "./support/calendar-grid.ts";
import { expect, test, undo } from "./support/fixtures.ts";
import { dialog } from "./support/locators.ts";

async function boundsOf(page: Page, title: string) {
  const box = await chip(page, title).boundingBox();
  if (!box) throw new Error(`'${title}' is not in sight`);
  return box;
}

/** Drags from one point to another in steps, like a hand. */
async function drag(page: Page, x: number, from: number, to: number): Promise<void> {
  await page.mouse.move(x, from);
  await page.mouse.down();
  await page.mouse.move(x + 2, (from + to) / 2, { steps: 3 });
  await page.mouse.move(x + 2, to, { steps: 3 });
  await page.mouse.up();
}

test("CAL-06: simultaneous events are side by side; dragging moves, resizes and creates, and Undo reverts it", async ({
  page,
  ada,
}) => {
  for (const title of ["Leadership", "Clash"])
    await ada.call("events.create", { title, ...at("10:00", "11:00") });
  await openCalendar(page, "?view=week&date=2031-03-05");
  const [one, other] = [await boundsOf(page, "Leadership"), await boundsOf(page, "Clash")];
  expect(Math.abs(one.y - other.y)).toBeLessThan(2);
  expect(one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1).toBe(true);
  // Two quick drags count as one move; a fixed clock makes them quick on any machine.
  await page.evaluate(() => {
    const [{ now }, moment] = [Date, Date.now()];
    Object.assign(globalThis, { goOn: () => Object.assign(Date, { now }) });
    Date.now = () => moment;
  });
  await drag(page, other.x + 10, other.y + 10, other.y + 10 + 96);
  await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 12:00 PM – 1:00 PM");
  const moved = await boundsOf(page, "Clash");
  const edge = moved.y + moved.height;
  await drag(page, moved.x + 10, edge - 2, edge + 22);
  await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 12:00 PM – 1:30 PM");
  await undo(page, "Event updated successfully");
  await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 10:00 AM – 11:00 AM");
  await page.evaluate("goOn()");
  const { x, y } = await boundsOf(page, "Leadership");
  await drag(page, x + 20, y + 48 * 3, y + 48 * 5);
  await expect(dialog(page).getByLabel("Start Time")).toHaveValue("2031-03-05T13:00");
  await expect(dialog(page).getByLabel("End Time")).toHaveValue("2031-03-05T15:00");
});
