import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const SIDEBAR = [
  ["Dashboard", "/", "Executive Dashboard"],
  ["Daily Ops", "/daily-ops", "Daily Operations"],
  ["Email", "/email", "Email Management"],
  ["Calendar", "/calendar", "Calendar"],
  ["Tasks", "/tasks", "Task Management"],
  ["Communication", "/communication", "Communication Hub"],
  ["Documents", "/documents", "Document Hub"],
  ["Team", "/team", "Team Collaboration"],
  ["Integrations", "/integrations", "Integration Hub"],
  ["Settings", "/settings", "Settings"],
] as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const path = (page: Page) => new URL(page.url()).pathname;
const root = (page: Page) => page.locator("html");

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("SHELL-05 to SHELL-50: the frame around every page", async ({ page, ada }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/");

  await test.step("SHELL-24, SHELL-27 to SHELL-38, SHELL-56: the sidebar, its order and where it leads", async () => {
    await expect(sidebar(page).getByRole("link")).toHaveText(SIDEBAR.map(([label]) => label));
    expect(await page.getByRole("complementary").boundingBox()).toMatchObject({ width: 256 });
    for (const [label, address, title] of SIDEBAR) {
      await sidebar(page).getByRole("link", { name: label }).click();
      await expect(heading(page, title)).toBeVisible();
      expect(path(page)).toBe(address);
      await expect(sidebar(page).locator("[aria-current=page]")).toHaveText(label);
      await expect(sidebar(page)).toBeVisible();
    }
  });
  await test.step("SHELL-39 (decision 1): the indicator tells whether the server answers", async () => {
    await expect(sidebar(page).getByText("AI Assistant Online")).toBeVisible();
  });
  await test.step("SHELL-20: three areas share one page", async () => {
    for (const [address, title] of [
      ["/ai-assistant", "AI Assistant"],
      ["/analytics", "Analytics"],
      ["/quick-actions", "Quick Actions"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    }
  });
  await test.step("SHELL-41, SHELL-43, SHELL-45 to SHELL-49: the header", async () => {
    await button(page, "Notifications").click();
    await expect(page.getByText("Nothing new")).toBeVisible();
    await page.keyboard.press("Escape");
    const banner = page.getByRole("banner").first();
    await banner.getByRole("button", { name: "Settings", exact: true }).click();
    await expect(page).toHaveURL(/\/settings/);
    await banner.getByRole("link", { name: "Adjutant, to the dashboard" }).click();
    await expect(heading(page, "Executive Dashboard")).toBeVisible();
    await button(page, "User menu").click();
    await expect(page.getByText(ada.email)).toBeVisible();
    await expect(page.getByText("Ada Lovelace")).toBeVisible();
    await expect(page.getByRole("menuitem")).toHaveText(["Settings", "Help", "Sign out"]);
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page).toHaveURL(/\/settings/);
  });
  await test.step("SHELL-21 to SHELL-23: an unknown address", async () => {
    await page.goto("/no/such/page");
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await expect.poll(() => logged.filter((text) => text.includes("/no/such/page"))).not.toEqual([]);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(heading(page, "Executive Dashboard")).toBeVisible();
    expect(path(page)).toBe("/");
  });
});

test("SHELL-40, SHELL-41, SHELL-44, SHELL-51 to SHELL-55: dark unless somebody chose light", async ({
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
  await test.step("SHELL-54: others change the marker, and the page follows", async () => {
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

test("SHELL-42 (decision 8): search and commands by keyboard alone", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Renew the lease" });
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const field = palette.getByRole("combobox");
  await page.goto("/");
  await expect(page.getByPlaceholder("Search...")).toBeVisible();
  await expect(heading(page, "Executive Dashboard")).toBeVisible();

  await test.step("Ctrl+K, a name, Enter: a page", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("calen");
    await expect(palette.getByRole("option", { selected: true })).toContainText("Calendar");
    await page.keyboard.press("Enter");
    await expect(palette).toHaveCount(0);
    await expect(page).toHaveURL(/\/calendar/);
  });
  await test.step("a record is found by its words", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("lease");
    await expect(palette.getByRole("option", { selected: true })).toContainText("Renew the lease");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/tasks/);
    await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("arrows move and come round; Escape leaves everything as it was", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    const options = palette.getByRole("option");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.type("zebra");
    await expect(palette.getByText("Nothing found for “zebra”")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await expect(page).toHaveURL(/\/tasks/);
  });
  await test.step("the first letter in the header's field is the palette's first", async () => {
    await page.getByPlaceholder("Search...").focus();
    await page.keyboard.type("switch");
    await expect(field).toHaveValue("switch");
    await expect(palette.getByRole("option", { selected: true })).toContainText("Switch theme");
    await page.keyboard.press("Enter");
    await expect(root(page)).toHaveClass("light");
  });
  await test.step("'g' and a letter goes; '?' lists every key that works here", async () => {
    await page.locator("body").click({ position: { x: 1, y: 400 } });
    await page.keyboard.type("gh");
    await expect(heading(page, "Executive Dashboard")).toBeVisible();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const label of ["Search and commands", "Create task", ...SIDEBAR.map(([name]) => name)])
      await expect(sheet.getByText(label, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
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
  await expect(drawer.getByRole("link")).toHaveText(SIDEBAR.map(([label]) => label));
  await expect(drawer.getByText("AI Assistant Online")).toBeVisible();
  await drawer.getByRole("link", { name: "Tasks" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, "Task Management")).toBeVisible();

  await test.step("the item of the page that is open closes it as well, and so do Escape and the veil", async () => {
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
  await test.step("SHELL-46 to SHELL-49: the user menu is within reach", async () => {
    await button(page, "User menu").click();
    await expect(page.getByText(ada.email)).toBeInViewport();
  });
});
