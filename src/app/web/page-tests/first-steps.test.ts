import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { PASSWORD, startPages } from "../testing/start-pages.ts";

// Decisions 5 and 6: the first steps of a new account, each of which can be skipped.

const { test, openPage, aConfirmedPerson } = await startPages();

const steps = (page: Page) => page.getByRole("region", { name: "Set up your workspace" });
const button = (page: Page, name: string) => steps(page).getByRole("button", { name, exact: true });

test("a new account completes its first steps: name, accounts skipped, calendar first, no sample figures", async ({
  page,
  ada,
}) => {
  await page.goto("/");
  await steps(page).getByLabel("How we greet you").fill("Countess");
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { name: /, Countess$/ })).toBeVisible();
  await expect(steps(page).getByLabel("Email address")).toHaveValue(ada.email);
  await button(page, "Skip this step").click();
  await steps(page).getByLabel("After signing in, open").selectOption("Calendar");
  await steps(page).getByLabel("Until you have data, show").selectOption("Nothing: start empty");
  await button(page, "Finish").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Today in figures" })).toContainText("Tasks Done0");
  await page.reload();
  await expect(page.getByRole("heading", { name: /, Countess$/ })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  expect(await ada.call("profile.get")).toMatchObject({
    ...{ address: "Countess", startPage: "/calendar", startsEmpty: true },
  });
});

test("skipped, they are gone, until the profile shows them again", async ({ page }) => {
  await page.goto("/");
  await button(page, "Skip set-up").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByText("Sample figures")).toBeVisible();
  await page.goto("/settings?tab=profile");
  await page.getByRole("button", { name: "Show the first steps again" }).click();
  await expect(toasts(page)).toContainText("The dashboard shows the first steps again");
  await page.goto("/");
  await expect(steps(page)).toBeVisible();
});

test("a field that the server refuses says why, and nothing typed is lost", async ({ page }) => {
  await page.goto("/");
  await steps(page).getByLabel("How we greet you").fill("  ");
  await steps(page).getByLabel("Full name").fill("Augusta Ada King");
  await button(page, "Continue").click();
  await expect(steps(page).getByText("Please enter how we should greet you")).toBeVisible();
  await expect(steps(page).getByLabel("Full name")).toHaveValue("Augusta Ada King");
});

test("an account that somebody else made gets the clock of its browser, however late the first step is completed", async () => {
  const bob = await aConfirmedPerson("Bob Carter");
  const page = await openPage(bob, "/");
  await steps(page).getByLabel("How we greet you").fill("Captain");
  await expect.poll(() => bob.call("profile.get")).toMatchObject({ timeZone: "Europe/Vienna" });
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { name: /, Captain$/ })).toBeVisible();
  expect(await bob.call("profile.get")).toMatchObject({ address: "Captain", timeZone: "Europe/Vienna" });
});

test("the last step fills the account with the sample workspace", async ({ page }) => {
  await page.goto("/");
  await button(page, "Skip this step").click();
  await button(page, "Skip this step").click();
  await steps(page).getByLabel("Until you have data, show").selectOption("Sample workspace");
  await button(page, "Finish").click();
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Today in figures" })).toContainText("Tasks Done127");
});

test("who signs in sees the chosen page first; a requested address goes before it", async ({ ada }) => {
  const { version } = await ada.call<{ version: number }>("profile.get");
  await ada.call("profile.update", { startPage: "/tasks", version });
  const signIn = async (page: Page) => {
    await page.getByLabel("Email", { exact: true }).fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  };
  const page = await openPage(null, "/auth");
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  const other = await openPage(null, "/team");
  await signIn(other);
  await expect(other.getByRole("heading", { name: "Team Collaboration" })).toBeVisible();
});
