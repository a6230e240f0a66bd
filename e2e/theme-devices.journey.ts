import { expect, test } from "./support/fixtures.ts";
import { button } from "./support/locators.ts";

test("SHELL-53: the theme is the browser's choice; Ada's other device stays dark", async ({
  page,
  ada,
  browser,
}) => {
  await page.goto("/");
  await button(page, "Toggle theme").click();
  await expect(page.locator("html")).toHaveClass("light");
  const device = await browser.newContext();
  const elsewhere = await device.newPage();
  await ada.signInPage(elsewhere);
  await elsewhere.goto(ada.url);
  await expect(elsewhere.locator("html")).toHaveClass("dark");
  await device.close();
});
