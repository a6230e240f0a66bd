import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { untilStill } from "./measure-page.ts";

/** The agenda on a phone, the week on a desktop. */
export const OPENED_BY_WIDTH = /^\/calendar/;

/** Opens an address, until its page has its title, has loaded and stands still. */
export async function openUntilStill(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await untilStill(page);
}

/**
 * A page at one of several widths, the first of which opens it. The view of some pages is chosen by the width at which they
 * are opened: these are opened anew.
 */
export async function openAtWidth(
  page: Page,
  address: string,
  title: string,
  width: number,
  [first]: readonly number[],
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  if (width === first || OPENED_BY_WIDTH.test(address)) await openUntilStill(page, address, title);
  else await untilStill(page, "resized");
}
