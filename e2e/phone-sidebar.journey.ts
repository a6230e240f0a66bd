import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { button, heading } from "./support/locators.ts";

const SIDEBAR = [
  ...["Dashboard", "Daily Ops", "Email", "Calendar", "Tasks", "Communication", "Documents", "Team"],
  ...["Integrations", "Settings"],
];

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("SHELL-25, SHELL-26, SHELL-57: on a phone the sidebar is a drawer", async ({ page, ada }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(heading(page, "Executive Dashboard")).toBeVisible();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(sidebar(page)).toHaveCount(0);

  await button(page, "Open menu").click();
  await expect.poll(() => drawer.boundingBox(), "the drawer has slid in").toMatchObject({ x: 0, width: 320 });
  await expect(drawer.getByRole("link")).toHaveText(SIDEBAR);
  await expect(drawer.getByText("AI Assistant Online")).toBeVisible();
  await drawer.getByRole("link", { name: "Tasks" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, "Task Management")).toBeVisible();

  await test.step("the open page's item closes the drawer too, and so do Escape and the backdrop", async () => {
    await button(page, "Open menu").click();
    await drawer.getByRole("link", { name: "Tasks" }).click();
    await expect(drawer).toHaveCount(0);
    await button(page, "Open menu").click();
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(button(page, "Open menu")).toBeFocused();
    await button(page, "Open menu").click();
    await page.mouse.click(370, 500);
    await expect(drawer).toHaveCount(0);
  });
  await test.step("SHELL-46 to SHELL-49: the user menu is reachable", async () => {
    await button(page, "User menu").click();
    await expect(page.getByText(ada.email)).toBeInViewport();
  });
});
