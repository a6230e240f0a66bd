import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const grid = (page: Page) => page.getByRole("grid");
const chip = (page: Page, title: string) =>
  grid(page).getByRole("button", { name: new RegExp(`^${title} ?,`) });
const at = (from: string, to: string) => ({
  startTime: `2031-03-05T${from}:00+01:00`,
  endTime: `2031-03-05T${to}:00+01:00`,
});
/** Keys faster than frames: no frame is rendered between them. */
const burst = (page: Page, keys: readonly string[]) =>
  page.evaluate(async (all) => {
    for (const key of all) {
      const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
      await undefined;
    }
  }, keys);

async function openCalendar(page: Page, search: string): Promise<void> {
  await page.goto(`/calendar${search}`);
  await expect(page.getByRole("heading", { name: "Calendar", exact: true })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

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
  await test.step("a line submitted while its date parser is still loading becomes an event", async () => {
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
});
