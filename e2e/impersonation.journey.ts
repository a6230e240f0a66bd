import type { Locator } from "@playwright/test";
import { makeAdministrator } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";

const rowsOf = (table: Locator) => table.locator("tbody tr");

test("S4: an administrator impersonates Carol, under a banner, and returns", async ({
  page,
  ada,
  instance,
}) => {
  await makeAdministrator(instance, ada, page);
  const { email } = await Person.signUp(instance.url, "Carol Voss");
  await page.goto("/admin/accounts");
  await page.getByLabel("Search accounts").fill(email);
  await expect(rowsOf(page.getByRole("table", { name: "Accounts" }))).toHaveCount(1);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "See as this person…" }).click();
  const dialog = page.getByRole("dialog", { name: "See as Carol Voss" });
  await dialog.getByLabel("Reason").fill("Carol asked why her list is empty");
  await dialog.getByRole("button", { name: "Begin" }).click();
  const banner = page.getByRole("region", { name: "Viewing as another person" });
  await expect(banner).toContainText("You see Adjutant as Carol Voss.");
  await expect(banner).toContainText("Reason: Carol asked why her list is empty");
  await expectAccessible(page);
  await page.goto("/tasks");
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "Back to your own account" }).click();
  await expect(page).toHaveURL(/\/admin\/accounts$/);
  await expect(banner).toHaveCount(0);
});
