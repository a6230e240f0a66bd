import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { PASSWORD } from "./support/person.ts";

test("AUTH-04, AUTH-33: a visitor is redirected to sign in, creates an account and arrives at the dashboard", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText("Sign in to your account or create a new one")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(
    page.getByText("Account created! Please check your email to confirm your account."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
});

test("the signed-in dashboard opens without an error and without an accessibility violation", async ({
  page,
  ada,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  expect(await ada.call("session.current")).toMatchObject({ user: { email: ada.email } });
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test("the accessibility check detects a violation", async ({ page }) => {
  await page.setContent('<html lang="en"><title>Planted</title><main><button></button></main></html>');
  await expect(expectAccessible(page)).rejects.toThrow("button-name");
});
