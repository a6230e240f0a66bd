import type { Browser, Page } from "@playwright/test";
import { withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import { startEmbedded } from "../src/platform/database/embedded/embedded.ts";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { mailSink } from "./support/mail-sink.ts";
import { PASSWORD, Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("decision 6: Ada changes her name and form of address, and every screen follows", async ({
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
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByText("Augusta King")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Good \w+, Countess/ })).toBeVisible();
});

test("D5: a browser that is signed out from another one notices at once, wherever it is", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const phone = await secondBrowser(browser, instance, ada);
  await page.goto("/settings?tab=security");
  await expect(page.getByText("This browser")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out Firefox on Android" }).click();
  await expect(page.getByText("Firefox on Android was signed out")).toBeVisible();
  await expect(phone.getByText("This browser was signed out from elsewhere.")).toBeVisible();
  await expect(phone).toHaveURL(/\/auth$/);
  await expect(page.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  await phone.context().close();
});

test("D5: everything else is signed out at once, this browser stays", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const others = [await secondBrowser(browser, instance, ada), await secondBrowser(browser, instance, ada)];
  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  for (const other of others) {
    await expect(other).toHaveURL(/\/auth$/);
    await other.context().close();
  }
  await expect(page.getByText("Every other browser was signed out")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This browser")).toBeVisible();
});

test("G8: a new password signs the other browser out and keeps this one", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const phone = await secondBrowser(browser, instance, ada);
  await page.goto("/settings?tab=security");
  await changePassword(page, "not my password");
  await expect(page.getByText("The current password is not correct")).toBeVisible();
  await expect(phone).toHaveURL(/\/tasks/);
  await changePassword(page, PASSWORD);
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(phone).toHaveURL(/\/auth$/);
  await signIn(phone, ada.email, PASSWORD);
  await expect(phone.getByText("Invalid email or password")).toBeVisible();
  await signIn(phone, ada.email, "battery staple");
  await expect(phone.getByText("Welcome back!")).toBeVisible();
  await phone.context().close();
});

test("an API key is shown once, works over REST within its scopes, and not after it was revoked", async ({
  page,
  ada,
  instance,
}) => {
  await ada.call("tasks.create", { title: "Seen by a program" });
  await page.goto("/settings?tab=api-keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly export");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await dialog.getByLabel("API key").inputValue();
  expect(key).toMatch(/^adj_[\w-]{43}$/);
  await expect(dialog.getByText(`"url": "${instance.url}/mcp"`)).toBeVisible();
  await tick(dialog.getByLabel("cURL"));
  await expect(dialog.getByText(`curl ${instance.url}/api/v1/tasks`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("The key was not copied yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByText(`adj_…${key.slice(-4)}`)).toBeVisible();

  const ask = (method: string, body?: string) =>
    fetch(`${instance.url}/api/v1/tasks`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body } : {}),
    });
  expect(await (await ask("GET")).json()).toMatchObject({ items: [{ title: "Seen by a program" }] });
  expect((await ask("POST", '{"title":"Not allowed"}')).status).toBe(403);
  await page.reload();
  await expect(page.getByText("Last used today")).toBeVisible();

  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await expect(dialog.getByText("This cannot be undone.")).toBeVisible();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Your API keys appear here")).toBeVisible();
  await expect(page.getByText("The key “Nightly export” was revoked")).toBeVisible();
  expect((await ask("GET")).status).toBe(401);
});

test("decision 3: on a machine that nobody else reaches Ada is vouched for, and no link is offered as proof", async ({
  page,
  ada,
  instance,
}) => {
  await page.goto("/settings?tab=profile");
  await expect(page.getByText("Vouched for")).toBeVisible();
  await expect(page.getByText("which nobody else can reach. Nothing waits for a proof")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send link" })).toHaveCount(0);
  expect(await newestLink(instance, ada, "confirm")).toBeUndefined();
});

test("decision 3: with a mail server Ada has the link sent, opens it and is proven, once", async ({
  page,
  browser,
}) => {
  const outside = await mailSink();
  const instance = await Instance.create({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(outside.port),
    SMTP_FROM_EMAIL: "desk@aldermoor.org",
    SMTP_SECURE: "false",
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  });
  const program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace", "aldermoor.org");
  await ada.signInPage(page);
  await page.goto(`${instance.url}/settings?tab=profile`);
  await expect(page.getByText("Not proven")).toBeVisible();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Confirmation message sent")).toBeVisible();
  await expect.poll(() => outside.links("confirm").length).toBe(2);
  const link = outside.links("confirm")[1] ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole("button", { name: "To the dashboard" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "The email was not confirmed" })).toBeVisible();
  await expect(stranger.getByText("This link is no longer valid.")).toBeVisible();
  await expectAccessible(stranger);
  await stranger.context().close();
  await program.end();
  await instance.remove();
  outside.close();
});

test("a forgotten password: the answer is the same for every address, and no link lands in the mailbox", async ({
  ada,
  browser,
  instance,
}) => {
  const stranger = await (await browser.newContext()).newPage();
  for (const email of [ada.email, "nobody@example.com"]) {
    await stranger.goto(`${ada.url}/auth`);
    await stranger.getByLabel("Email").fill(email);
    await stranger.getByRole("button", { name: "Forgot password?" }).click();
    await expect(stranger.getByText("Your request was received")).toBeVisible();
  }
  await stranger.context().close();
  expect(await newestLink(instance, ada, "reset")).toBeUndefined();
});

test("a link from the command line sets a new password and ends every session", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const { output } = await instance.command(["reset-password", ada.email]);
  await page.goto("/");
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(output.trim());
  await expect(stranger.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expectAccessible(stranger);
  await setPassword(stranger, "battery staple", "another staple");
  await expect(stranger.getByText("Passwords do not match")).toBeVisible();
  await setPassword(stranger, "battery staple", "battery staple");
  await expect(stranger.getByText("Please sign in with your new password.")).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(stranger, ada.email, "battery staple");
  await expect(stranger.getByText("Welcome back!")).toBeVisible();
  await stranger.context().close();
});

for (const colorTheme of ["dark", "light"])
  test(`axe finds nothing serious on any tab of the settings, ${colorTheme}`, async ({ page, ada }) => {
    await ada.call("apiKeys.create", { name: "Agent", scopes: ["read", "write", "destroy"] });
    await page.addInitScript((theme) => localStorage.setItem("theme", theme), colorTheme);
    for (const [tab, sign] of [
      ["profile", "Vouched for"],
      ["security", "This browser"],
      ["api-keys", "Never used"],
    ]) {
      await page.goto(`/settings?tab=${tab}`);
      await expect(page.getByText(sign ?? "")).toBeVisible();
      await expectAccessible(page);
    }
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
  });

const ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

/** The person on a phone, with a page open that hears announcements. */
async function secondBrowser(browser: Browser, { url }: Instance, { email }: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, userAgent: ANDROID });
  const page = await context.newPage();
  const heard = page.waitForResponse(/\/events\?/);
  await page.goto("/tasks");
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/tasks/);
  await heard;
  return page;
}

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

async function setPassword(page: Page, password: string, again: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(again);
  await page.getByRole("button", { name: "Set new password" }).click();
}

/** The newest link of this kind in the person's mailbox, read past the program: its screens come with mail. */
async function newestLink(
  { dataDir }: Instance,
  { email }: Person,
  kind: "confirm" | "reset",
): Promise<string | undefined> {
  const server = await startEmbedded({ dataDir, join: true });
  const { rows } = await withClient(server.connection(BOOTSTRAP_USER, "adjutant"), (client) =>
    client.query<{ link: string }>(
      `select substring(body from $1) as link from emails join users on users.id = emails.user_id
        where users.email = $2 and body ~ $1 order by emails.created_at desc limit 1`,
      [`https?://\\S+#${kind}=\\S+`, email],
    ),
  );
  await server.stop();
  return rows[0]?.link;
}
