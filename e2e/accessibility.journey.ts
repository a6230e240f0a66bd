import { collectErrors, expectSound, showTheme, waitForTransitions } from "./support/expect-sound.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { expectNoOverflow, fillWidely, openOnPhone, PAGES, PHONE } from "./support/phone.ts";

// The pages themselves pass axe in `page-quality.journey.ts`, which opens each of them anyway.

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

test("on a phone every page and view passes axe in both themes, and none is too wide", async ({
  page,
  ada,
}) => {
  await fillWidely(ada);
  await page.setViewportSize(PHONE);
  await page.goto("/");
  for (const each of PAGES)
    await test.step(each[0], async () => {
      await openOnPhone(page, each);
      for (const theme of ["dark", "light"] as const) {
        await showTheme(page, theme);
        await expectAccessible(page);
      }
      await expectNoOverflow(page);
    });
});

test("the accessibility check detects a violation", async ({ page }) => {
  await page.setContent('<html lang="en"><title>Planted</title><main><button></button></main></html>');
  await expect(expectAccessible(page)).rejects.toThrow("button-name");
});
