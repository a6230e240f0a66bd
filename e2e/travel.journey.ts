import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

const banner = (page: Page) => page.getByRole("region", { name: "Time zone" });

test("somebody who travels switches to the time of the place for now, and back by the keyboard", async ({
  page,
  ada,
}) => {
  const times = { startTime: "2031-03-05T20:00:00Z", endTime: "2031-03-05T21:00:00Z" };
  await ada.call("events.create", { title: "Board", ...times });
  const { version } = await ada.call<{ version: number }>("profile.get", {});
  await ada.call("profile.update", { timeZone: "Asia/Kathmandu", hourCycle: "h23", version });
  await page.goto("/calendar?view=agenda&date=2031-03-05");
  await expect(page.getByText("01:45").first()).toBeVisible();
  await expect(banner(page)).toContainText("You are in Vienna: switch for now?");
  await expectAccessible(page);
  await banner(page).getByRole("button", { name: "Switch for now" }).click();
  await expect(page.getByText("21:00").first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("21:00").first()).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Back to Kathmandu time" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("01:45").first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});
