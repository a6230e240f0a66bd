import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { expectNoOverflow, fillWidely, openOnPhone, PAGES, PHONE } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

const DESKTOP = { width: 1280, height: 800 };
/** The error that an unknown address logs itself (SHELL-23). */
const ANNOUNCED = /^404: there is no page at/;

/** All errors in the browser, including Content-Security-Policy violations. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !ANNOUNCED.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** Dark on a desktop, then light on a phone, without reloading the page. */
async function expectSound(page: Page): Promise<void> {
  for (const [theme, screen] of [
    ["dark", DESKTOP],
    ["light", PHONE],
  ] as const) {
    await page.setViewportSize(screen);
    await page.evaluate((chosen) => {
      document.documentElement.classList.remove("light", "dark");
      document.documentElement.classList.add(chosen);
    }, theme);
    await waitForTransitions(page);
    await expectAccessible(page);
    const [content, available] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(content, `${page.url()} at ${screen.width} px`).toBeLessThanOrEqual(available ?? 0);
  }
  await page.setViewportSize(DESKTOP);
}

/** Colours can be measured only after their transitions. */
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });

test("SHELL-04, AUTH-03: the sign-in page passes axe in both themes, on desktop and phone", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await expectSound(page);
  expect(errors).toEqual([]);
});

for (const [group, routes] of Object.entries(ROUTES))
  test(`SHELL-04 to SHELL-21: ${group} pass axe in both themes, on desktop and phone`, async ({
    page,
    ada,
    instance,
  }) => {
    const { code, output } = await instance.command(["set-role", ada.email, "admin"]);
    expect(code, output).toBe(0);
    await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
    const errors = collectErrors(page);
    for (const [address, title] of routes)
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeAttached();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expectSound(page);
      });
    expect(errors).toEqual([]);
  });

test("SHELL-04, SHELL-42: dialogs, menus and drawers pass axe", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Renew the lease", priority: "urgent" });
  const errors = collectErrors(page);
  const dialog = page.getByRole("dialog");
  await page.goto("/tasks");
  await expect(page.getByRole("listitem", { name: "Renew the lease" })).toBeVisible();
  for (const [keys, name] of [
    ["ControlOrMeta+k", "Search and commands"],
    ["c", "Create Task"],
    ["?", "Keyboard shortcuts"],
  ] as const)
    await test.step(name, async () => {
      await page.keyboard.press(keys);
      await expect(dialog).toBeVisible();
      await expectSound(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    });
  await test.step("menus, notifications and the drawer", async () => {
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(dialog).toBeVisible();
    await waitForTransitions(page);
    await expectAccessible(page);
  });
  expect(errors).toEqual([]);
});

for (const theme of ["dark", "light"])
  test(`on a phone every page and view passes axe in the ${theme} theme, and none is too wide`, async ({
    page,
    ada,
  }) => {
    await fillWidely(ada);
    await page.setViewportSize(PHONE);
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.goto("/");
    for (const each of PAGES)
      await test.step(each[0], async () => {
        await openOnPhone(page, each);
        await expectAccessible(page);
        await expectNoOverflow(page);
      });
  });

test("the accessibility check detects a violation", async ({ page }) => {
  await page.setContent('<html lang="en"><title>Planted</title><main><button></button></main></html>');
  await expect(expectAccessible(page)).rejects.toThrow("button-name");
});
