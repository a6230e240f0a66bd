import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";

const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const failure = (page: Page) => toasts(page).getByRole("alert").last();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const password = (page: Page) => page.getByLabel("Password", { exact: true });

/** Keeps calls on their way until the returned function is called. */
async function delayCalls(page: Page, capability: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/rpc/${capability}*`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("AUTH-03 to AUTH-33: a stranger signs up; every refusal has its sentence", async ({
  page,
  instance,
}) => {
  const known = await Person.signUp(instance.url, "Known Already");
  const email = `new.${randomUUID()}@example.com`;

  await test.step("AUTH-16, AUTH-17: a spinner until it is known who is here", async () => {
    const release = await delayCalls(page, "session.current");
    await page.goto("/auth");
    await expect(page.getByRole("status").getByText("Loading")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome" })).toHaveCount(0);
    release();
    await expect(page.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
    await page.unrouteAll();
  });
  await test.step("SHELL-01, AUTH-06 to AUTH-09, AUTH-19, AUTH-20: the tagline, the card and the sign-in form", async () => {
    await expect(page.getByText("Your AI Executive Assistant")).toBeVisible();
    await expect(page.getByText("Sign in to your account or create a new one")).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Sign In", "Sign Up"]);
    await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    for (const field of [page.getByLabel("Email"), password(page)])
      await expect(field).toHaveAttribute("required");
  });
  await test.step("AUTH-22: sign in asks for all fields", async () => {
    await button(page, "Sign In").click();
    await expect(failure(page)).toContainText("Please fill in all fields");
  });
  await test.step("AUTH-10 to AUTH-12, AUTH-20: the sign-up form and one toggle for both passwords", async () => {
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
  await test.step("AUTH-23 to AUTH-26: missing fields, then mismatch, then length", async () => {
    await password(page).fill("short");
    await page.getByLabel("Confirm Password").fill("other");
    await button(page, "Sign Up").click();
    await expect(failure(page)).toContainText("Please fill in all fields");
    await page.getByLabel("Full Name").fill("Grace Hopper");
    await page.getByLabel("Email").fill(known.email);
    await button(page, "Sign Up").click();
    await expect(failure(page)).toContainText("Passwords do not match");
    await page.getByLabel("Confirm Password").fill("short");
    await button(page, "Sign Up").click();
    await expect(failure(page)).toContainText("Password must be at least 6 characters");
  });
  await test.step("AUTH-31: an address that has an account", async () => {
    await password(page).fill(PASSWORD);
    await page.getByLabel("Confirm Password").fill(PASSWORD);
    await button(page, "Sign Up").click();
    await expect(failure(page)).toContainText("An account with this email already exists");
    await expect(page.getByLabel("Full Name")).toHaveValue("Grace Hopper");
  });
  await test.step("AUTH-32: any other refusal is shown as it came", async () => {
    await password(page).fill("x".repeat(129));
    await page.getByLabel("Confirm Password").fill("x".repeat(129));
    await button(page, "Sign Up").click();
    await expect(failure(page)).toContainText("Password must be at most 128 characters");
    await password(page).fill(PASSWORD);
    await page.getByLabel("Confirm Password").fill(PASSWORD);
  });
  await test.step("AUTH-13, AUTH-15, AUTH-33: an account is made and signed in", async () => {
    const release = await delayCalls(page, "session.signUp");
    await page.getByLabel("Email").fill(email);
    await button(page, "Sign Up").click();
    await expect(button(page, "Creating Account...")).toBeDisabled();
    release();
    await expect(toasts(page)).toContainText(
      "Account created! Please check your email to confirm your account.",
    );
    await expect(page).toHaveURL(`${instance.url}/`);
    await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  });
});

test("AUTH-04, AUTH-05, AUTH-14, AUTH-27 to AUTH-38, SHELL-50: Ada signs in, stays signed in, signs out", async ({
  page,
  instance,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const signIn = async (secret: string) => {
    await page.getByLabel("Email").fill(ada.email);
    await password(page).fill(secret);
    await password(page).press("Enter");
  };

  await test.step("AUTH-04: every page asks for a sign-in", async () => {
    for (const path of ["/", "/admin/users", "/nowhere", "/tasks?view=list"]) {
      await page.goto(path);
      await expect(page).toHaveURL(`${instance.url}/auth`);
      await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    }
  });
  await test.step("AUTH-27: a wrong password", async () => {
    await signIn("not this one");
    await expect(failure(page)).toContainText("Invalid email or password");
    await expect(page.getByLabel("Email")).toHaveValue(ada.email);
  });
  await test.step("AUTH-29, ERR-01: a server that cannot be reached is told, and nothing typed is lost", async () => {
    await page.route("**/rpc/session.signIn", (route) => route.abort());
    await signIn(PASSWORD);
    await expect(failure(page)).not.toContainText("Invalid email or password");
    await expect(password(page)).toHaveValue(PASSWORD);
    await expect(button(page, "Sign In")).toBeEnabled();
    await page.unrouteAll();
  });
  await test.step("AUTH-13, AUTH-14, AUTH-30: signed in, to the page that was asked for", async () => {
    const release = await delayCalls(page, "session.signIn");
    await signIn(PASSWORD);
    await expect(button(page, "Signing In...")).toBeDisabled();
    release();
    await expect(toasts(page)).toContainText("Welcome back!");
    await expect(page).toHaveURL(/\/tasks\?view=list/);
  });
  await test.step("AUTH-37, AUTH-38 (decision 2): no script sees the session, and it outlives the browser", async () => {
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).not.toContain(
      "token",
    );
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 24 * 60 * 60);
  });
  await test.step("AUTH-05: signed in, /auth leads to the dashboard", async () => {
    await page.goto("/auth");
    await expect(page).toHaveURL(`${instance.url}/`);
  });
  await test.step("AUTH-34: a sign-out that fails", async () => {
    await page.route("**/rpc/session.signOut", (route) => route.abort());
    await button(page, "User menu").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(failure(page)).toContainText("Error signing out");
    await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
    await page.unrouteAll();
  });
  await test.step("AUTH-35, AUTH-42: signed out, here and in the other tab, also for the back button", async () => {
    const other = await page.context().newPage();
    await other.goto("/tasks");
    await expect(other.getByRole("heading", { name: "Task Management" })).toBeVisible();
    await button(page, "User menu").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(toasts(page)).toContainText("Signed out successfully");
    await expect(page).toHaveURL(`${instance.url}/auth`);
    await expect(other).toHaveURL(`${instance.url}/auth`);
    await page.goBack();
    await expect(page).toHaveURL(`${instance.url}/auth`);
    // What stays opens nothing: it only spares this browser the wait after strangers' wrong passwords (decision 0050).
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).toEqual(["adjutant-device"]);
  });
});
