import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const SIDEBAR = [
  ...["Dashboard", "Daily Ops", "Email", "Calendar", "Tasks", "Communication", "Documents", "Team"],
  ...["Integrations", "Settings"],
];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const root = (page: Page) => page.locator("html");

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("SHELL-40, SHELL-41, SHELL-44, SHELL-51 to SHELL-55: dark unless light was chosen", async ({
  page,
  ada,
  browser,
}) => {
  const stored = () => page.evaluate(() => localStorage.getItem("theme"));
  const isMarked = async (theme: "dark" | "light") => {
    const other = theme === "dark" ? "light" : "dark";
    await expect(root(page)).toHaveClass(theme);
    await expect(root(page)).not.toHaveClass(other);
    await expect(page.getByRole("img", { name: "Adjutant" }).first()).toHaveAttribute("data-variant", theme);
  };
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await isMarked("dark");
  expect(await page.getByRole("complementary").boundingBox()).toMatchObject({ width: 256 });
  expect(await stored()).toBeNull();

  await test.step("SHELL-44, SHELL-53: the header's toggle", async () => {
    await button(page, "Toggle theme").click();
    await isMarked("light");
    expect(await stored()).toBe("light");
    await page.reload();
    await isMarked("light");
  });
  await test.step("SHELL-40: the sidebar's toggle", async () => {
    await button(page, "Dark theme").click();
    await isMarked("dark");
    expect(await stored()).toBe("dark");
  });
  await test.step("SHELL-54: an external theme change is followed", async () => {
    await page.evaluate(() => document.documentElement.classList.remove("dark"));
    await isMarked("light");
    await expect(button(page, "Dark theme")).toBeVisible();
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await isMarked("dark");
    expect(await stored()).toBe("dark");
  });
  await test.step("SHELL-54: another tab of the same browser", async () => {
    const other = await page.context().newPage();
    await other.goto("/auth");
    await expect(heading(other, "Executive Dashboard")).toBeVisible();
    await button(other, "Toggle theme").click();
    await isMarked("light");
    await other.close();
  });
  await test.step("SHELL-53: the choice is the browser's; Ada's other device is dark", async () => {
    const device = await browser.newContext();
    const elsewhere = await device.newPage();
    await ada.signInPage(elsewhere);
    await elsewhere.goto(ada.url);
    await expect(root(elsewhere)).toHaveClass("dark");
    await device.close();
  });
  await test.step("SHELL-55: at start only 'light' is light", async () => {
    await page.evaluate(() => localStorage.setItem("theme", "LIGHT"));
    await page.reload();
    await isMarked("dark");
  });
});

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
