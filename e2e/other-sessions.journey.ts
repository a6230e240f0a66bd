import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { PASSWORD, type Person } from "./support/person.ts";
import type { Instance } from "./support/product.ts";
import { signIn } from "./support/sign-in.ts";

const ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

test("D5, G8: a browser signed out from another one redirects at once; a new password signs out the others too", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const phone = await aPhone(browser, instance, ada);
  await page.goto("/settings?tab=security");
  await expect(page.getByText("This browser")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out Firefox on Android" }).click();
  await expect(page.getByText("Firefox on Android was signed out")).toBeVisible();
  await expect(phone.getByText("This browser was signed out from elsewhere.")).toBeVisible();
  await expect(phone).toHaveURL(/\/auth$/);
  await expect(page.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  await signInAgain(phone, ada);
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Every other browser was signed out")).toBeVisible();
  await expect(phone).toHaveURL(/\/auth$/);
  await signInAgain(phone, ada);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("battery staple");
  await page.getByLabel("Confirm new password").fill("battery staple");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(phone).toHaveURL(/\/auth$/);
  await page.reload();
  await expect(page.getByText("This browser")).toBeVisible();
  await phone.context().close();
});

/** The person on a phone, with a page open that receives announcements. */
async function aPhone(browser: Browser, { url }: Instance, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, userAgent: ANDROID });
  const page = await context.newPage();
  await page.goto("/tasks");
  await signInAgain(page, person);
  return page;
}

/** Back on the page from before, with announcements arriving. */
async function signInAgain(page: Page, { email }: Person): Promise<void> {
  const stream = page.waitForResponse((response) => /\/events\?/.test(response.url()) && response.ok());
  await signIn(page, email);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await stream;
}
