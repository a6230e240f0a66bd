import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { button, heading } from "./support/locators.ts";

const root = (page: Page) => page.locator("html");

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("SHELL-40, SHELL-41, SHELL-44, SHELL-51 to SHELL-55: dark unless light was chosen", async ({
  page,
  ada: _ada,
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
  await test.step("SHELL-55: at start only 'light' is light", async () => {
    await page.evaluate(() => localStorage.setItem("theme", "LIGHT"));
    await page.reload();
    await isMarked("dark");
  });
});

test("System follows the operating system live, before the first paint and before sign-in", async ({
  page,
  ada: _ada,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/settings?tab=appearance");
  await expect(root(page)).toHaveClass("dark");
  await page.getByRole("radio", { name: "System" }).check();
  await expect(root(page)).toHaveClass("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root(page)).toHaveClass("dark");
  await expect(page.getByRole("img", { name: "Adjutant" }).first()).toHaveAttribute("data-variant", "dark");
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  await page.emulateMedia({ colorScheme: "light" });
  // Every theme from the moment on in which there is a body that could be painted.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenThemes: seen });
    const note = () => document.body && seen.push(document.documentElement.className);
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const seenThemes = () => page.evaluate((): string[] => Reflect.get(window, "seenThemes"));
  await page.reload();
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  expect(new Set(await seenThemes())).toEqual(new Set(["light"]));
  await page.context().clearCookies();
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(root(page)).toHaveClass("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root(page)).toHaveClass("dark");
});
