import { expect, test } from "@playwright/test";
import { PASSWORD } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("an instance without accounts opens on Sign Up, and for the next visitor on Sign In", async ({
  page,
  browser,
}) => {
  const instance = await Instance.create();
  const program = await instance.start();
  await page.goto(instance.url);
  await expect(page.getByRole("tab", { name: "Sign Up", selected: true })).toBeVisible();
  await page.getByLabel("Full Name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  const next = await browser.newPage();
  await next.goto(instance.url);
  await expect(next.getByRole("tab", { name: "Sign In", selected: true })).toBeVisible();
  await program.end();
  await instance.remove();
});
