import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { expect, tick } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, aPerson, openPage, origin } = await startPages();

const admin = await aPerson("Grace Hopper", "admin");
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" });
const secret = (page: Page) => page.getByRole("textbox", { name: "SMTP Password" });

async function change(fields: object): Promise<void> {
  const { version } = await admin.call<{ version: number }>("systemSettings.get");
  await admin.call("systemSettings.update", { version, ...fields });
}

/** A mail server that accepts this password and any sender. */
async function aMailServer(password: string) {
  const server = createServer((socket) => {
    const reply = (line: string) => void socket.write(`${line}\r\n`);
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      if (line.startsWith("EHLO")) reply("250-ready\r\n250 AUTH PLAIN");
      else if (line.startsWith("AUTH PLAIN"))
        reply(atob(line.slice(11)).endsWith(password) ? "235 welcome" : "535 5.7.8 refused");
      else reply(line.startsWith("QUIT") ? "221 bye" : "250 Ok");
    });
    reply("220 ready");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

test("SYS-01 to SYS-03, SYS-15, SYS-17: unsaved changes are listed, survive a failed save, and are saved by a key", async () => {
  const page = await openPage(admin, "/admin/settings");
  for (const [index, name] of ["General", "Email", "API Keys", "SEO", "Notifications", "Database"].entries())
    await expect(page.getByRole("tab").nth(index)).toHaveText(name);
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("App Name").fill("Aldermoor <Desk>");
  await expect(page.getByText("Not saved: App Name")).toBeVisible();
  await page.getByRole("tab", { name: "SEO" }).click();
  await page.getByLabel("Meta Title").fill("The desk of Aldermoor");
  await expect(page.getByText(/Adjutant's pages load nothing from other hosts/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Settings Saved", { exact: true })).toBeVisible();
  const head = await fetch(`${origin}/auth`).then((answer) => answer.text());
  expect(head).toContain("<title>The desk of Aldermoor</title>");
  expect(head).toContain('content="Aldermoor &lt;Desk&gt;"');
  await page.getByLabel("Meta Keywords").fill("desk, aldermoor");
  page.cut("systemSettings.update");
  await save(page).click();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  page.restore();
  await page.getByRole("link", { name: "Server Status" }).click();
  await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Meta Keywords")).toHaveValue("desk, aldermoor");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Meta Keywords")).toHaveValue("");
});

test("SYS-17: a new name shows everywhere at once, without a reload", async ({ ada }) => {
  const page = await openPage(ada, "/tasks");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await change({ appName: "Lattice" });
  await expect(page.getByText("Lattice").first()).toBeVisible();
  await expect(page).toHaveTitle("Tasks · Lattice");
});

test("decision 23: during maintenance other users wait, lose no text, and are refused", async ({ ada }) => {
  const page = await openPage(ada, "/tasks?create=task");
  await page.getByLabel("Title").fill("Half a sentence");
  await change({ maintenanceMode: true });
  const closed = page.getByRole("heading", { name: "Maintenance is under way" });
  await expect(closed).toBeVisible();
  const answer = await ada.request("/rpc/tasks.list", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("60");
  expect(await admin.call("tasks.list")).toMatchObject({ items: expect.anything() });
  await change({ maintenanceMode: false });
  await expect(closed).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Half a sentence");
});

test("SYS-04, SYS-12, SYS-16, SYS-18: the mail and database tests really connect; a failure names its step", async () => {
  const mail = await aMailServer("good password");
  const page = await openPage(admin, "/admin/settings?tab=email");
  await expect(page.getByLabel("SMTP Port")).toHaveValue("587");
  await expect(page.getByRole("switch", { name: "Use TLS" })).toBeChecked();
  await page.getByLabel("SMTP Host").fill("127.0.0.1");
  await page.getByLabel("SMTP Port").fill(`${mail.port}abc`);
  await page.getByLabel("SMTP Username").fill("desk");
  await secret(page).fill("bad password");
  await page.getByLabel("From Email").fill("desk@aldermoor.example");
  await tick(page.getByRole("switch", { name: "Use TLS" }), false);
  const test = page.getByRole("button", { name: "Test Connection to SMTP" });
  await test.click();
  await expect(page.getByText("Connection Test Failed", { exact: true })).toBeVisible();
  await expect(page.getByText("SMTP connection test failed", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Signing in: /)).toBeVisible();
  await secret(page).fill("good password");
  await test.click();
  await expect(page.getByText("SMTP connection test successful", { exact: true })).toBeVisible();
  await save(page).click();
  await expect(page.getByLabel("SMTP Port")).toHaveValue(String(mail.port));
  await expect(secret(page)).toHaveValue("");
  await expect(secret(page)).toHaveAttribute("placeholder", /word$/);
  expect(JSON.stringify(await admin.call("systemSettings.get"))).not.toContain("good password");
  await page.getByRole("tab", { name: "Database" }).click();
  await page.getByRole("button", { name: "Test Connection to Database" }).click();
  await expect(page.getByText("Database connection test successful", { exact: true })).toBeVisible();
  await expect(page.getByText(/^The database answered in \d+ ms\.$/)).toBeVisible();
  mail.close();
});

test("S3: a second administrator sees the saved change; one click undoes it, unless it was changed again", async () => {
  const page = await openPage(admin, "/admin/settings");
  await page.getByLabel("App Description").fill("Mine");
  await change({ appDescription: "Theirs" });
  await expect(page.getByText("Another administrator changed these settings")).toBeVisible();
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect(page.getByLabel("App Description")).toHaveValue("Theirs");
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog");
  await expect(history).toContainText("App Description: “Your AI Executive Assistant” → “Theirs”");
  const changes = history.getByRole("listitem").filter({ has: page.getByRole("button") });
  await changes.first().getByRole("button", { name: "Revert" }).click();
  await expect(changes.first()).toContainText("App Description: “Theirs” → “Your AI Executive Assistant”");
  await changes.nth(1).getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(page.getByText(/has been changed again since/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("App Description")).toHaveValue("Your AI Executive Assistant");
});
