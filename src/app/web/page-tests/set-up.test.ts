import { signUpPolicy } from "#platform/system-settings/sign-up-policy.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { PASSWORD, startPages } from "../testing/start-pages.ts";

// An instance that others can reach: its administrator comes by the set-up link, everybody else as that person decides.

const server = await startPages();
const { test, openPage, services, saveSettings } = server;
services.auth = testAuth(server, {
  registration: () => signUpPolicy(services.systemSettings, false),
  isLoopbackOnly: () => false,
}).auth;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const fragmentOf = (link: string) => new URL(link).hash;

async function fillAccount(page: Page, email: string): Promise<void> {
  const fields = {
    ...{ "Full Name": "Grace Hopper", Email: email },
    ...{ Password: PASSWORD, "Confirm Password": PASSWORD },
  };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

async function openSignUp(): Promise<Page> {
  const page = await openPage(null, "/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  return page;
}

test("the set-up link creates the administrator, then asks who else may sign up, with 'by invitation' preselected", async () => {
  const link = fragmentOf(await services.auth.issueSetUpLink());
  const page = await openPage(null, `/auth${link}`);
  await expect(page.getByRole("heading", { name: "Set up Adjutant" })).toBeVisible();
  expect(page.url()).not.toContain("setup");
  await fillAccount(page, "grace@example.com");
  await button(page, "Create administrator account").click();
  await expect(page.getByRole("heading", { name: "Who can create an account?" })).toBeVisible();
  await expect(choice(page, "By invitation")).toBeChecked();
  await choice(page, "Open").click();
  await page.getByLabel("Only these domains").fill("example.com");
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(services.systemSettings.current).toMatchObject({
    registration: "open",
    registrationDomains: "example.com",
  });
  const again = await openPage(null, `/auth${link}`);
  await expect(again.getByRole("heading", { name: "The set-up link does not work" })).toBeVisible();
  await expect(again.getByText("npm run adjutant -- setup-link")).toBeVisible();
});

test("the administrator who keeps the preselected choice keeps the instance by invitation", async () => {
  await saveSettings({ registration: "auto", registrationDomains: "" });
  const page = await openPage(null, `/auth${fragmentOf(await services.auth.issueSetUpLink())}`);
  await fillAccount(page, "mary@example.com");
  await button(page, "Create administrator account").click();
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(services.systemSettings.current.registration).toBe("invitation");
});

test("the sign-up page says how to get an account where nobody can create one alone", async () => {
  await saveSettings({ registration: "invitation" });
  const invited = await openSignUp();
  await expect(invited.getByRole("heading", { name: "By invitation" })).toBeVisible();
  await expect(invited.getByText("ask a colleague who has an account to invite you")).toBeVisible();
  await expect(invited.getByLabel("Full Name")).toHaveCount(0);
  await saveSettings({ registration: "closed" });
  const closed = await openSignUp();
  await expect(closed.getByRole("heading", { name: "No new accounts" })).toBeVisible();
  await expect(closed.getByLabel("Full Name")).toHaveCount(0);
});

test("the sign-up page names the domains it is open to, and refuses others", async () => {
  await saveSettings({ registration: "open", registrationDomains: "example.com" });
  const page = await openSignUp();
  await expect(page.getByText("Open to addresses at example.com.")).toBeVisible();
  await fillAccount(page, "stranger@elsewhere.org");
  await button(page, "Sign Up").click();
  await expect(page.getByText("only addresses at example.com can sign up here")).toBeVisible();
});
