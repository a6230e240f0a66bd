import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Browser, Page } from "@playwright/test";
import { environment } from "./environment.ts";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program } from "./support/product.ts";

// An instance of its own: maintenance would close the shared one for the other journeys.
let instance: Instance;
let program: Program;
let boss: Person;

test.beforeAll(async () => {
  instance = await Instance.create({
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    ANALYTICS_BASE_URL: "http://127.0.0.1:9",
  });
  program = await instance.start();
  boss = await Person.signUp(instance.url, "Grace Hopper");
});

test.afterAll(async () => {
  await program.end();
  await instance.remove();
});

const adminEntry = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin", exact: true });
const counter = (page: Page, label: string) =>
  page.getByRole("main").getByText(label, { exact: true }).first().locator("xpath=../..");

/** Pictures for whoever sets SHOTS to a folder, wide and narrow. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = environment.SHOTS;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.screenshot({ path: `${folder}/${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function inAnotherBrowser(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  await person.signInPage(page);
  return page;
}

test("ADMIN-01 to ADMIN-06, ADMIN-09, ADMIN-22, ROLE-10: a role changed here holds in the other browser at once", async ({
  page,
  browser,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const adas = await inAnotherBrowser(browser, ada);
  await adas.goto(`${instance.url}/admin`);
  await expect(adas.getByText("Oops! Page not found")).toBeVisible();
  await expect(adminEntry(adas)).toHaveCount(0);

  await boss.signInPage(page);
  await page.goto(`${instance.url}/admin`);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expect(counter(page, "Total Users")).toContainText("2");
  for (const name of ["Conversations", "Contacts", "Documents"])
    await expect(counter(page, name)).toContainText("0");
  await expect(page.getByRole("columnheader")).toHaveText(["Email", "Name", "Role", "Created", "Actions"]);
  await expectAccessible(page);

  await test.step("the keyboard alone: j, Enter, an arrow, Enter", async () => {
    await expect(page.getByRole("row", { name: /Ada Lovelace user/ })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Change Role" })).toBeVisible();
    await expect(page.getByRole("radio", { name: /^user/ })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Update Role" }).press("Enter");
  });
  await expect(page.getByText("Role updated", { exact: true })).toBeVisible();
  await expect(page.getByText("User role has been updated successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Ada Lovelace admin/ })).toBeVisible();
  await expect(adminEntry(adas)).toBeVisible();
  await expect(adas.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();

  await test.step("and is taken away again: her next call is refused, her pages are gone", async () => {
    await boss.call("adminUsers.setRole", { id: await idOf(ada), role: "user" });
    await expect(adas.getByText("Oops! Page not found")).toBeVisible();
    await expect(adminEntry(adas)).toHaveCount(0);
    for (const capability of ["adminUsers.list", "systemSettings.get", "adminCounters.get"])
      await expect(ada.call(capability)).rejects.toThrow("403");
  });
  await test.step("ADMIN-21: a refusal is a toast, and the dialog keeps the choice", async () => {
    await page.route("**/rpc/adminUsers.setRole", (route) => route.abort());
    await page.getByRole("button", { name: /Change role of ada/ }).click();
    await tick(page.getByRole("radio", { name: /^moderator/ }));
    await page.getByRole("button", { name: "Update Role" }).click();
    await expect(page.getByText("Failed to update user role")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^moderator/ })).toBeChecked();
    await page.unrouteAll();
  });
  await adas.context().close();
});

test("ROLE-10: whose role goes while an admin page cannot be shown has no such page, not a fault", async ({
  browser,
}) => {
  const alan = await Person.signUp(instance.url, "Alan Turing");
  await boss.call("adminUsers.setRole", { id: await idOf(alan), role: "admin" });
  const alans = await inAnotherBrowser(browser, alan);
  await alans.route("**/rpc/adminUsers.list", (route) => route.fulfill({ json: { items: null } }));
  await alans.goto(`${instance.url}/admin`);
  await expect(alans.getByText("This page cannot be shown")).toBeVisible();
  await boss.call("adminUsers.setRole", { id: await idOf(alan), role: "user" });
  await expect(alans.getByText("Oops! Page not found")).toBeVisible();
  await expect(alans.getByText("This page cannot be shown")).toHaveCount(0);
  await alans.context().close();
});

test("ADMIN-05, ADMIN-06, ADMIN-11, ADMIN-18 to ADMIN-20: contacts and conversations are found, deleted and brought back", async ({
  page,
}) => {
  expect((await instance.command(["seed", boss.email])).code).toBe(0);
  await boss.signInPage(page);
  await page.goto(`${instance.url}/admin?tab=contacts`);
  const rows = page.getByRole("table", { name: "Contacts" }).getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  const contact = (await rows.nth(1).getByRole("cell").first().textContent()) ?? "";
  await page.getByLabel("Search contacts").fill(contact);
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=/);
  await page.getByRole("button", { name: `Delete ${contact}` }).click();
  await expect(page.getByText(`Nothing found for “${contact}”`)).toBeVisible();
  await undo(page, "Contact deleted");
  await expect(rows).toHaveCount(2);

  await test.step("ADMIN-19: a failing deletion brings the row back and says so", async () => {
    await page.route("**/rpc/adminContacts.delete", (route) => route.abort());
    await page.getByRole("button", { name: `Delete ${contact}` }).click();
    await expect(page.getByText("Failed to delete contact")).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.unrouteAll();
  });
  await test.step("ADMIN-06: a conversation needs a reason", async () => {
    await page.getByRole("tab", { name: "Conversations" }).click();
    const conversations = page.getByRole("table", { name: "Conversations" }).getByRole("row");
    await expect(conversations.nth(1)).toBeVisible();
    const before = await conversations.count();
    const remove = conversations.nth(1).getByRole("button");
    await remove.click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Please say why")).toBeVisible();
    await page.getByLabel("Reason").fill("Asked for by everyone");
    await page.route("**/rpc/adminConversations.delete", (route) => route.abort());
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Failed to delete conversation")).toBeVisible();
    await page.unrouteAll();
    await remove.click();
    await page.getByLabel("Reason").fill("Asked for by everyone");
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(conversations).toHaveCount(before - 1);
    await undo(page, "Conversation deleted");
    await expect(conversations).toHaveCount(before);
  });
  await test.step("ADMIN-07: the last tab leads to this instance's own places", async () => {
    await page.getByRole("tab", { name: "Settings" }).click();
    await expect(page.getByRole("link", { name: /Health/ })).toHaveAttribute("href", "/admin/operations");
    await expect(page.getByText("Ready", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Database Version/ }).click();
    await expect(page).toHaveURL(/\/admin\/settings\?tab=database/);
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible();
  });
  await test.step("S2, S7: health says what is to be done, and a backup is made", async () => {
    await page.goto(`${instance.url}/admin/operations`);
    await expect(page.getByText("There is no backup of the last two days. Make one now.")).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "admin-health");
    await page.getByRole("tab", { name: "Backups" }).click();
    await page.getByRole("button", { name: "Make a backup now" }).click();
    await expect(page.getByRole("button", { name: "Verify" })).toBeVisible({ timeout: 20_000 });
  });
  await test.step("ADMIN-18: what cannot be read is said, and read when asked again", async () => {
    await page.route("**/rpc/admin*", (route) => route.abort());
    await page.goto(`${instance.url}/admin`);
    await expect(page.getByText("Failed to load admin data").first()).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  });
});

test("SYS-01 to SYS-18 (decision 23): settings are saved, in force in the other browser, and their tests really connect", async ({
  page,
  browser,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Writer");
  const adas = await inAnotherBrowser(browser, ada);
  await adas.goto(`${instance.url}/tasks?create=task`);
  await adas.getByLabel("Title").fill("Half a sentence");
  await boss.signInPage(page);
  await page.goto(`${instance.url}/admin/settings`);
  await expect(page.getByRole("tab")).toHaveText([
    "General",
    "Email",
    "API Keys",
    "SEO",
    "Notifications",
    "Database",
  ]);

  await test.step("SYS-02, SYS-03, SYS-17: the name changes everywhere at once", async () => {
    const save = page.getByRole("button", { name: "Save Settings" });
    await expect(save).toBeDisabled();
    await page.getByLabel("App Name").fill("Aldermoor <Desk>");
    await expect(page.getByText("Not saved: App Name")).toBeVisible();
    await page.getByRole("tab", { name: "SEO" }).click();
    await page.getByLabel("Meta Title").fill("The desk of Aldermoor");
    await expect(page.getByText(/Adjutant's pages load nothing from other hosts/)).toBeVisible();
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByText("Settings Saved", { exact: true })).toBeVisible();
    await expect(adas.getByText("Aldermoor <Desk>").first()).toBeAttached();
    await expect(adas).toHaveTitle("Task Management · Aldermoor <Desk>");
    const head = await fetch(`${instance.url}/auth`).then((answer) => answer.text());
    expect(head).toContain("<title>The desk of Aldermoor</title>");
    expect(head).toContain('content="Aldermoor &lt;Desk&gt;"');
  });
  await test.step("SYS-15: what cannot be saved is kept on the page, also when it is left", async () => {
    await page.getByLabel("Meta Keywords").fill("desk, aldermoor");
    await page.route("**/rpc/systemSettings.update", (route) => route.abort());
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(page.getByText("Failed to save settings")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("link", { name: "Server Status" }).click();
    await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Meta Keywords")).toHaveValue("desk, aldermoor");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Meta Keywords")).toHaveValue("");
  });
  await test.step("decision 23: during maintenance the others wait, and lose nothing of what they write", async () => {
    await page.getByRole("tab", { name: "General" }).click();
    await tick(page.getByRole("switch", { name: "Maintenance Mode" }));
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(adas.getByRole("heading", { name: "Maintenance is under way" })).toBeVisible();
    await expectAccessible(adas);
    const refused = await ada.request("/rpc/tasks.list", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await boss.call("tasks.list")).toMatchObject({ items: expect.anything() });
    const deputy = await Person.signIn(instance.url, boss);
    expect(await deputy.call("adminCounters.get")).toMatchObject({ users: expect.any(Number) });
    await tick(page.getByRole("switch", { name: "Maintenance Mode" }), false);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(adas.getByRole("heading", { name: "Maintenance is under way" })).toHaveCount(0);
    await expect(adas.getByLabel("Title")).toHaveValue("Half a sentence");
  });
  await test.step("SYS-04, SYS-12, SYS-16, SYS-18: the SMTP test fails, names its step, and succeeds", async () => {
    const mail = await aMailServer("good password");
    await page.getByRole("tab", { name: "Email" }).click();
    await expect(page.getByLabel("SMTP Port")).toHaveValue("587");
    await expect(page.getByRole("switch", { name: "Use TLS" })).toBeChecked();
    await page.getByLabel("SMTP Host").fill("127.0.0.1");
    await page.getByLabel("SMTP Port").fill(`${mail.port}abc`);
    await page.getByLabel("SMTP Username").fill("desk");
    await page.getByRole("textbox", { name: "SMTP Password" }).fill("bad password");
    await page.getByLabel("From Email").fill("desk@aldermoor.example");
    await tick(page.getByRole("switch", { name: "Use TLS" }), false);
    await page.getByRole("button", { name: "Test Connection to SMTP" }).click();
    await expect(page.getByText("Connection Test Failed", { exact: true })).toBeVisible();
    await expect(page.getByText("SMTP connection test failed", { exact: true })).toBeVisible();
    await expect(page.getByText(/^Signing in: /)).toBeVisible();
    await page.getByRole("textbox", { name: "SMTP Password" }).fill("good password");
    await page.getByRole("button", { name: "Test Connection to SMTP" }).click();
    await expect(page.getByText("SMTP connection test successful", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(page.getByLabel("SMTP Port")).toHaveValue(String(mail.port));
    await expect(page.getByRole("textbox", { name: "SMTP Password" })).toHaveValue("");
    await expect(page.getByRole("textbox", { name: "SMTP Password" })).toHaveAttribute(
      "placeholder",
      /word$/,
    );
    expect(JSON.stringify(await boss.call("systemSettings.get"))).not.toContain("good password");
    await expectAccessible(page);
    mail.close();
  });
  await test.step("SYS-12: the database test asks the database", async () => {
    await page.getByRole("tab", { name: "Database" }).click();
    await page.getByRole("button", { name: "Test Connection to Database" }).click();
    await expect(page.getByText("Database connection test successful", { exact: true })).toBeVisible();
    await expect(page.getByText(/^The database answered in \d+ ms\.$/)).toBeVisible();
  });
  await test.step("two administrators: the second is shown what the first one saved", async () => {
    await page.getByRole("tab", { name: "General" }).click();
    await page.getByLabel("App Description").fill("Mine");
    const { version } = await boss.call<{ version: number }>("systemSettings.get");
    await boss.call("systemSettings.update", { version, appDescription: "Theirs" });
    await expect(page.getByText("Another administrator changed these settings")).toBeVisible();
    await page.getByRole("button", { name: "Use theirs" }).click();
    await expect(page.getByLabel("App Description")).toHaveValue("Theirs");
    await page.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog")).toContainText(
      "App Description: “Your AI Executive Assistant” → “Theirs”",
    );
  });
  await test.step("S3: one click takes a change back, as a change of its own; one that was changed again since stays", async () => {
    const changes = page
      .getByRole("dialog")
      .getByRole("listitem")
      .filter({ has: page.getByRole("button") });
    await expectAccessible(page);
    await shoot(page, "settings-history");
    await changes.first().getByRole("button", { name: "Revert" }).click();
    await expect(changes.first()).toContainText("App Description: “Theirs” → “Your AI Executive Assistant”");
    await changes.nth(1).getByRole("button", { name: "Revert" }).click();
    await expect(page.getByText("Failed to save settings")).toBeVisible();
    await expect(page.getByText(/has been changed again since/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("App Description")).toHaveValue("Your AI Executive Assistant");
  });
  await test.step("SYS-08: who is asked whether pages may be counted says no, and is not asked again", async () => {
    const { version } = await boss.call<{ version: number }>("systemSettings.get");
    const analytics = { googleAnalyticsId: "G-TEST", googleAnalyticsSecret: "measure-secret" };
    await boss.call("systemSettings.update", { version, ...analytics });
    await adas.goto(`${instance.url}/tasks`);
    const question = adas.getByRole("region", { name: "Page analytics" });
    await expect(question).toBeVisible();
    await expectAccessible(adas);
    await shoot(adas, "consent");
    await question.getByRole("button", { name: "No, thanks" }).click();
    await expect(question).toHaveCount(0);
    await adas.goto(`${instance.url}/settings?tab=data`);
    const count = adas.getByRole("switch", { name: "Count my page views" });
    await expect(count).not.toBeChecked();
    await expect(adas.getByRole("button", { name: "No, thanks" })).toHaveCount(0);
    const { version: later } = await boss.call<{ version: number }>("systemSettings.get");
    const none = { googleAnalyticsId: "", googleAnalyticsSecret: null };
    await boss.call("systemSettings.update", { version: later, ...none });
  });
  await adas.context().close();
});

test("DEBUG-01 to DEBUG-08 (decision 22): debug mode shows everybody their own checks, and an administrator the rest", async ({
  page,
  browser,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Curious");
  const adas = await inAnotherBrowser(browser, ada);
  const asked: string[] = [];
  adas.on("request", (request) => asked.push(request.url()));
  await adas.goto(`${instance.url}/admin-debug`);
  await expect(adas.getByText("is_current_user_admin()")).toBeVisible();
  await expect(adas.getByText('["user"]').first()).toBeVisible();
  await expect(adas.getByRole("tab")).toHaveCount(0);
  await expect(adas.getByText("Total Users")).toHaveCount(0);
  expect(asked.filter((url) => url.includes("/rpc/admin"))).toEqual([]);
  await adas.context().close();

  await boss.signInPage(page);
  await page.goto(`${instance.url}/admin-debug`);
  await expect(page.getByRole("heading", { name: "Admin Dashboard (Debug Mode)" })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText([
    "User Management",
    "Contacts",
    "Conversations",
    "Settings",
  ]);
  for (const label of ["Total Users", "Conversations", "Contacts", "Documents"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Email", "Name", "Role", "Created", "Actions"]);
  await page.getByRole("button", { name: /Change role of ada\.curious/ }).click();
  await expect(page.getByRole("dialog", { name: "Change Role" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("link", { name: /^Database Version/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/admin-debug", "/admin", "/admin/settings?tab=email"]) {
    await page.goto(instance.url + path);
    await expect(page.getByRole("tablist")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

async function idOf(person: Person): Promise<string> {
  const { user } = await person.call<{ user: { id: string } }>("session.current");
  return user.id;
}

/** Lets in whoever knows the password, and takes any sender. */
async function aMailServer(password: string) {
  const server = createServer((socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      if (line.startsWith("EHLO")) say("250-ready\r\n250 AUTH PLAIN");
      else if (line.startsWith("AUTH PLAIN"))
        say(atob(line.slice(11)).endsWith(password) ? "235 welcome" : "535 5.7.8 refused");
      else say(line.startsWith("QUIT") ? "221 bye" : "250 Ok");
    });
    say("220 ready");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

test("ROLE-12: who is not signed in is led to the sign-in from every page of the admin area", async ({
  page,
}) => {
  for (const path of ["/admin", "/admin/settings", "/admin-debug"]) {
    await page.goto(instance.url + path);
    await expect(page).toHaveURL(`${instance.url}/auth`);
  }
});
