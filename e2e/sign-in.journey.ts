import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { PASSWORD } from "./support/person.ts";

test("AUTH-04, AUTH-33: a visitor is redirected to sign in, creates an account and arrives at the dashboard without an error", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
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
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
