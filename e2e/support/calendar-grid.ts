import { expect, type Page } from "@playwright/test";

export const grid = (page: Page) => page.getByRole("grid");

export const chip = (page: Page, title: string) =>
  grid(page).getByRole("button", { name: new RegExp(`^${title} ?,`) });

export const at = (from: string, to: string) => ({
  startTime: `2031-03-05T${from}:00+01:00`,
  endTime: `2031-03-05T${to}:00+01:00`,
});

export async function openCalendar(page: Page, search: string): Promise<void> {
  await page.goto(`/calendar${search}`);
  await expect(page.getByRole("heading", { name: "Calendar", exact: true })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
