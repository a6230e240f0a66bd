import { expect, type Page } from "@playwright/test";
import { PASSWORD } from "./person.ts";

/** Fills in the form of the sign-in page, which is open. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Welcomed, and the application has taken the place of the sign-in page. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
}
