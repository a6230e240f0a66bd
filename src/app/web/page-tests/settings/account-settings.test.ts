import { stepAt, totpCode } from "#platform/auth/sign-in/totp.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { PASSWORD, startPages } from "../../testing/start-pages.ts";

const { test, openPage, origin } = await startPages();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function changePassword(page: Page, current: string): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password", { exact: true }).fill("battery staple");
  await page.getByLabel("Confirm new password").fill("battery staple");
  await page.getByRole("button", { name: "Change password" }).click();
}

test("decision 6: Ada changes her name and form of address, and every page shows them", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=profile");
  await expect(page.getByLabel("How we greet you")).toHaveValue("Executive");
  await page.getByLabel("How we greet you").fill("Countess");
  await expect(page.getByText(/greets you with “Good (morning|afternoon|evening), Countess”/)).toBeVisible();
  await page.getByLabel("Full name").fill("Augusta King");
  await page.getByRole("combobox", { name: "Time zone" }).fill("vien");
  await page.getByRole("option", { name: "Europe/Vienna" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  expect(await ada.call("profile.get")).toMatchObject({
    fullName: "Augusta King",
    address: "Countess",
    timeZone: "Europe/Vienna",
  });
  await expect(page.getByLabel("Language of the pages")).toHaveValue("");
  await page.getByLabel("Full name").fill("Augusta");
  await expect(page.getByLabel("Language of the pages")).toBeDisabled();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Language of the pages")).toBeEnabled();
  await expect(page.getByRole("option", { name: "Français" })).toHaveCount(1);
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByText("Augusta King")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Good \w+, Countess/ })).toBeVisible();
});

test("G8: a new password needs the current one, and is needed to sign in afterwards", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=security");
  await changePassword(page, "not my password");
  await expect(page.getByText("The current password is not correct")).toBeVisible();
  await changePassword(page, PASSWORD);
  await expect(page.getByText("Password changed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This browser")).toBeVisible();
  const phone = await openPage(null, "/auth");
  await signIn(phone, ada.email, PASSWORD);
  await expect(phone.getByText("Invalid email or password")).toBeVisible();
  await signIn(phone, ada.email, "battery staple");
  await expect(phone.getByText("Welcome back!")).toBeVisible();
});

test("an API key is shown once, works over REST within its scopes, and stops working when revoked", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Seen by a program" });
  await page.goto("/settings?tab=api-keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly export");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await dialog.getByLabel("API key").inputValue();
  expect(key).toMatch(/^adj_[\w-]{43}$/);
  await expect(dialog.getByText(/"url": ".*\/mcp"/)).toBeVisible();
  await tick(dialog.getByLabel("cURL"));
  await expect(dialog.getByText(/curl .*\/api\/v1\/tasks/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("The key was not copied yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByText(`adj_…${key.slice(-4)}`)).toBeVisible();

  const callApi = (method: string, body?: string) =>
    fetch(`${origin}/api/v1/tasks`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body } : {}),
    });
  const answer: unknown = await (await callApi("GET")).json();
  expect(answer).toMatchObject({ items: [{ title: "Seen by a program" }] });
  expect((await callApi("POST", '{"title":"Not allowed"}')).status).toBe(403);
  await page.reload();
  await expect(page.getByText("Last used today")).toBeVisible();
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await expect(dialog.getByText("This cannot be undone.")).toBeVisible();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Your API keys appear here")).toBeVisible();
  await expect(page.getByText("The key “Nightly export” was revoked")).toBeVisible();
  expect((await callApi("GET")).status).toBe(401);
});

test("a password reset has the same response for every address", async ({ ada }) => {
  for (const email of [ada.email, "nobody@example.com"]) {
    const page = await openPage(null, "/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(page.getByText("Your request was received")).toBeVisible();
  }
  const { items } = await ada.call<{ items: { body: string }[] }>("emails.list", {});
  expect(JSON.stringify(items)).not.toContain("#reset=");
});

test("Ada switches on two-step sign-in and signs in with a code", async ({ page, ada }) => {
  await page.goto("/settings?tab=security");
  const steps = page.getByRole("region", { name: "Two-step sign-in" });
  await steps.getByRole("button", { name: "Switch on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  // Valid until half a minute after it is shown, and the next code from now on, so no code expires within this test.
  const step = stepAt(new Date());
  await dialog.getByLabel("Code that the app shows now").fill(totpCode(secret, step));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  const phone = await openPage(null, "/auth");
  await signIn(phone, ada.email, PASSWORD);
  await phone.getByLabel("Code", { exact: true }).fill(totpCode(secret, step + 1));
  await phone.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(phone.getByText("Welcome back!")).toBeVisible();
});

test("the sample workspace is removed after a question, and what the person made stays", async ({
  page,
  ada,
}) => {
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  await ada.call("tasks.create", { title: "My own" });
  await page.goto("/settings?tab=data");
  const sample = page.getByRole("region", { name: "Sample workspace" });
  await expect(sample.getByText(/^[\d,]+ records, loaded on /)).toBeVisible();
  await sample.getByRole("button", { name: "Remove sample workspace" }).click();
  const question = page.getByRole("dialog", { name: "Remove the sample workspace?" });
  await expectAccessible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await sample.getByRole("button", { name: "Remove sample workspace" }).click();
  await question.getByRole("button", { name: "Remove sample workspace" }).click();
  await expect(toasts(page)).toContainText("The sample workspace was removed");
  await expect(sample).toHaveCount(0);
  const { items } = await ada.call<{ items: { title: string }[] }>("tasks.list");
  expect(items.map(({ title }) => title)).toEqual(["My own"]);
});
