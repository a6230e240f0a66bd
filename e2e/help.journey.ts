import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

test("Ada opens the help from the palette, searches it by key and reads it on a phone in the light theme; so may visitors", async ({
  page,
  context,
  ada,
  browser,
  baseURL,
}) => {
  expect(ada.fullName).toBe("Ada Lovelace");
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("manual");
  await expect(page.getByRole("option", { name: "Help", exact: true })).toBeVisible();
  const opening = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const help = await opening;
  await expect(help.getByRole("heading", { name: "Help", level: 1 })).toBeVisible();
  await expectAccessible(help);

  await help.keyboard.press("/");
  await help.keyboard.type("restore backu");
  await expect(help.getByRole("option").first()).toContainText("Backup and restore");
  await help.keyboard.press("ArrowDown");
  await help.keyboard.press("Enter");
  await expect(help).toHaveURL(/\/help\/administrator\/backup/);
  await expect(help.getByRole("img", { name: "The list of backups" })).toBeVisible();

  await help.getByRole("button", { name: "Switch theme" }).click();
  await expect(help.locator("html")).toHaveClass("light");
  await help.setViewportSize({ width: 390, height: 844 });
  await help.getByRole("button", { name: "Pages" }).click();
  const pages = help.getByRole("navigation", { name: "Pages of the help" });
  await expect(pages).toBeVisible();
  await pages.getByRole("link", { name: "All keys" }).click();
  await expect(help.getByRole("heading", { name: "All keys" })).toBeVisible();
  await expect(help.locator("html")).toHaveClass("light");
  await expectAccessible(help);
  await shoot(help, "help-keys");

  const visitor = await browser.newPage();
  await visitor.goto(`${baseURL}/help/user/first-day`);
  await expect(visitor.getByRole("heading", { name: "Your first day" })).toBeVisible();
  await visitor.close();
});
