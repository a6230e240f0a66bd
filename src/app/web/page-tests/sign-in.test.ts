import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { PASSWORD, type PagePerson, startPages } from "../testing/start-pages.ts";

const { test, openPage } = await startPages();

const failure = (page: Page) => toasts(page).getByRole("alert").last();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const password = (page: Page) => page.getByLabel("Password", { exact: true });

async function signIn(page: Page, { email }: PagePerson, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await password(page).fill(secret);
  await button(page, "Sign In").click();
}

async function fillSignUp(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  await button(page, "Sign Up").click();
}

test("AUTH-06 to AUTH-09, AUTH-16, AUTH-17, AUTH-19, AUTH-20, AUTH-22, SHELL-01: a spinner, the card and the sign-in form", async ({
  page,
}) => {
  page.network.clearCookies();
  const answer = page.hold("session.current");
  await page.goto("/auth");
  await expect(page.getByRole("status").getByText("Loading")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome" })).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
  await expect(page.getByText("Your AI Executive Assistant")).toBeVisible();
  await expect(page.getByText("Sign in to your account or create a new one")).toBeVisible();
  await expect(page.getByRole("tab").first()).toHaveText("Sign In");
  await expect(page.getByRole("tab").last()).toHaveText("Sign Up");
  await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  for (const field of [page.getByLabel("Email"), password(page)])
    await expect(field).toHaveAttribute("required");
  await button(page, "Sign In").click();
  await expect(failure(page)).toContainText("Please fill in all fields");
});

test("AUTH-10 to AUTH-12, AUTH-20: the sign-up form and one toggle for both tabs", async () => {
  const page = await openPage(null, "/auth");
  await password(page).fill("shown to Ada");
  await button(page, "Show password").click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  for (const label of ["Full Name", "Email", "Confirm Password"])
    await expect(page.getByLabel(label)).toHaveAttribute("required");
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(password(page)).toHaveAttribute("type", "text");
  await expect(page.getByLabel("Confirm Password")).toHaveAttribute("type", "password");
  await button(page, "Hide password").click();
  await expect(password(page)).toHaveAttribute("type", "password");
});

test("AUTH-23 to AUTH-26, AUTH-31, AUTH-32: each sign-up error has its message, and nothing typed is lost", async ({
  ada,
}) => {
  const page = await openPage(null, "/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await fillSignUp(page, { Password: "short", "Confirm Password": "other" });
  await expect(failure(page)).toContainText("Please fill in all fields");
  await fillSignUp(page, { "Full Name": "Grace Hopper", Email: ada.email });
  await expect(failure(page)).toContainText("Passwords do not match");
  await fillSignUp(page, { "Confirm Password": "short" });
  await expect(failure(page)).toContainText("Password must be at least 6 characters");
  await fillSignUp(page, { Password: PASSWORD, "Confirm Password": PASSWORD });
  await expect(failure(page)).toContainText("An account with this email already exists");
  await expect(page.getByLabel("Full Name")).toHaveValue("Grace Hopper");
  await fillSignUp(page, { Password: "x".repeat(129), "Confirm Password": "x".repeat(129) });
  await expect(failure(page)).toContainText("Password must be at most 128 characters");
});

test("AUTH-13, AUTH-15: while an account is created the button says so and is disabled", async () => {
  const page = await openPage(null, "/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  page.hold("session.signUp");
  await fillSignUp(page, {
    ...{ "Full Name": "Grace Hopper", Email: "grace.hopper@example.com" },
    ...{ Password: PASSWORD, "Confirm Password": PASSWORD },
  });
  await expect(button(page, "Creating Account...")).toBeDisabled();
});

test("AUTH-13, AUTH-14, AUTH-27, AUTH-29, ERR-01: a wrong password and an unreachable server have different messages", async ({
  ada,
}) => {
  const page = await openPage(null, "/auth");
  await signIn(page, ada, "not this one");
  await expect(failure(page)).toContainText("Invalid email or password");
  await expect(page.getByLabel("Email")).toHaveValue(ada.email);
  await page.reload();
  page.cut("session.signIn");
  await signIn(page, ada, PASSWORD);
  await expect(failure(page)).not.toContainText("Invalid email or password");
  await expect(password(page)).toHaveValue(PASSWORD);
  await expect(button(page, "Sign In")).toBeEnabled();
  page.restore();
  page.hold("session.signIn");
  await signIn(page, ada, PASSWORD);
  await expect(button(page, "Signing In...")).toBeDisabled();
});

test("signing out leads to the sign-in page with a message, and so does any page opened afterwards", async ({
  page,
}) => {
  await page.goto("/tasks");
  await button(page, "User menu").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  await expect(toasts(page)).toContainText("Signed out successfully");
  expect(new URL(page.url()).pathname).toBe("/auth");
  await page.goto("/tasks");
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
});
