import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog } from "./support/locators.ts";

const PHONE = { width: 360, height: 740 };
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("a visitor in another time zone books, moves and cancels on a phone, without an account", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const slug = `ada-${Date.now()}`;
  await page.goto("/calendar");
  await button(page, "Calendars").click();
  await dialog(page).getByText("Booking pages").click();
  await button(page, "New booking page").click();
  const form = dialog(page).getByRole("form", { name: "Booking page" });
  await form.getByLabel("Title").fill("Half an hour with Ada");
  await form.getByLabel("Address").fill(slug);
  await form.getByLabel("Notice").selectOption("None");
  await form.getByLabel("Open for").selectOption("60 days");
  await expectAccessible(page);
  await button(page, "Create booking page").click();
  await expect(dialog(page).getByText(`/book/${slug}, 30 minutes`)).toBeVisible();
  const elsewhere = { viewport: PHONE, timezoneId: "America/New_York" };
  const context = await browser.newContext({ baseURL: instance.url, ...elsewhere });
  const visitor = await context.newPage();
  await visitor.goto(`/book/${slug}`);
  await expect(visitor.getByRole("heading", { name: "Half an hour with Ada" })).toBeVisible();
  await expect(visitor.getByLabel("Times are shown for")).toHaveValue("America/New_York");
  await button(visitor, "Next month").click();
  const times = visitor.getByRole("list", { name: "Free times" }).getByRole("button");
  await expect(times.first()).toBeVisible();
  await expectAccessible(visitor);
  expect(await widthOf(visitor)).toBeLessThanOrEqual(PHONE.width);
  await times.nth(2).click();
  await visitor.getByLabel("Name").fill("Bob Stone");
  await visitor.getByLabel("Email").fill("bob@example.com");
  await visitor.getByLabel("What is it about?").fill("The budget");
  await button(visitor, "Book").click();
  await expect(visitor.getByText("Booked", { exact: true })).toBeVisible();
  await expectAccessible(visitor);
  const { items } = await ada.call<{ items: unknown[] }>("bookings.list");
  expect(items).toMatchObject([{ name: "Bob Stone", note: "The budget" }]);
  await visitor.reload();
  await button(visitor, "Move").click();
  await button(visitor, "Next month").click();
  await times.first().click();
  await button(visitor, "Cancel the booking").click();
  await button(visitor, "Cancel booking now").click();
  await expect(visitor.getByText("Cancelled", { exact: true })).toBeVisible();
  await visitor.goto("/book/nobody-here");
  await expect(visitor.getByRole("heading", { name: "Booking is not available" })).toBeVisible();
  await context.close();
});
