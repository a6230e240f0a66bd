import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const rowsOf = (table: Locator) => table.locator("tbody tr");

async function anAdministrator(
  page: Page,
  ada: Person,
  command: (args: string[]) => Promise<{ code: number | null }>,
) {
  expect((await command(["set-role", ada.email, "admin"])).code).toBe(0);
  await ada.signInPage(page);
}

test("S2, S7: jobs are cancelled and tried again, a backup is made, verified and downloaded", async ({
  page,
  ada,
  instance,
}) => {
  await anAdministrator(page, ada, (args) => instance.command(args));
  await test.step("health says how it is", async () => {
    await page.goto("/admin/operations");
    await expect(page.getByText("Embedded", { exact: false }).first()).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "health");
  });
  await test.step("a job that cannot be done waits with its reason, is cancelled and tried again", async () => {
    const { version } = await ada.call<{ version: number }>("systemSettings.get");
    await ada.call("systemSettings.update", { version, slackWebhook: "http://127.0.0.1:9/hook" });
    const bob = await Person.signUp(instance.url, "Bob Builder");
    const { user } = await bob.call<{ user: { id: string } }>("session.current");
    await ada.call("adminUsers.setRole", { id: user.id, role: "moderator" });
    const waits = async () =>
      (await ada.call<{ items: { name: string; problem: string | null }[] }>("systemJobs.list")).items.some(
        ({ name, problem }) => name === "admin.tell-channel" && problem !== null,
      );
    await expect.poll(waits, { timeout: 40_000 }).toBe(true);
    await page.getByRole("tab", { name: "Jobs" }).click();
    const jobs = page.getByRole("table", { name: "Jobs" });
    const told = rowsOf(jobs).filter({ hasText: "admin.tell-channel" });
    await expect(told).toHaveCount(1);
    await shoot(page, "jobs");
    await told.getByRole("button", { name: "Cancel admin.tell-channel" }).click();
    await expect(told).toHaveCount(0);
    await tick(page.getByRole("radio", { name: "Failed" }));
    await expect(told).toHaveCount(1);
    await expectAccessible(page);
    const { version: later } = await ada.call<{ version: number }>("systemSettings.get");
    await ada.call("systemSettings.update", { version: later, slackWebhook: null });
    await told.getByRole("button", { name: "Retry admin.tell-channel" }).click();
    await expect(told).toHaveCount(0);
  });
  await test.step("a backup is made, proven by a restore, downloaded and deleted", async () => {
    await page.getByRole("tab", { name: "Backups" }).click();
    await page.getByRole("button", { name: "Make a backup now" }).click();
    const backups = page.getByRole("table", { name: "Backups" });
    await page.getByRole("button", { name: "Verify" }).click({ timeout: 30_000 });
    await expect(backups.getByText(/rows and \d+ files restored in/)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await shoot(page, "backups");
    const downloading = page.waitForEvent("download");
    // By the keyboard: a toast may lie over it, and stays as long as the pointer rests there.
    await page.getByRole("link", { name: "Download" }).press("Enter");
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^adjutant-.*\.tar$/);
    expect((await readFile(await download.path())).subarray(0, 13).toString()).toBe("manifest.json");
    await page.getByRole("button", { name: /^Delete the backup of/ }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No backup has been made yet")).toBeVisible();
  });
});

test("S4: accounts are invited, looked at, signed out, suspended, let in; a link sets a new password", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  await anAdministrator(page, ada, (args) => instance.command(args));
  const email = `carol.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const enter = () => Person.signIn(instance.url, { fullName: "Carol Voss", email });
  const isHere = async (person: Person) =>
    (await person.call<{ user: unknown }>("session.current")).user !== null;
  const act = async (name: string) => {
    await page.getByRole("button", { name: `Actions for ${email}` }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const setPassword = async (link: string) => {
    const carols = await browser.newPage({ baseURL: instance.url });
    await carols.goto(link);
    await carols.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await carols.getByLabel(/^Confirm/).fill(PASSWORD);
    await carols
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expect(carols.getByLabel("Email")).toBeVisible();
    await carols.close();
  };
  await page.goto("/admin/operations?tab=accounts");
  await test.step("somebody is invited and sets a password by the link", async () => {
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.getByLabel("Full name").fill("Carol Voss");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    const link = await page
      .getByRole("dialog")
      .getByText(/#reset=/)
      .textContent();
    await page.getByRole("button", { name: "Done" }).click();
    await setPassword(link ?? "");
  });
  const carol = await enter();
  await page.getByLabel("Search accounts").fill(email);
  await expect(rowsOf(page.getByRole("table", { name: "Accounts" }))).toHaveCount(1);
  await expectAccessible(page);
  await shoot(page, "accounts");
  await test.step("an administrator sees what Carol sees, under a banner, and comes back", async () => {
    await act("See as this person…");
    const dialog = page.getByRole("dialog", { name: "See as Carol Voss" });
    await dialog.getByRole("button", { name: "Begin" }).click();
    await expect(dialog.getByText("Please say why")).toBeVisible();
    await dialog.getByLabel("Reason").fill("Carol asked why her list is empty");
    await shoot(page, "view-as-dialog");
    await dialog.getByRole("button", { name: "Begin" }).click();
    const banner = page.getByRole("region", { name: "Viewing as another person" });
    await expect(banner).toContainText("You see Adjutant as Carol Voss.");
    await expect(banner).toContainText("Reason: Carol asked why her list is empty");
    await expectAccessible(page);
    await shoot(page, "looking");
    await page.goto("/tasks");
    await expect(banner).toBeVisible();
    await banner.getByRole("button", { name: "Back to your own account" }).click();
    await expect(page).toHaveURL(/\/admin\/operations\?tab=accounts/);
    await expect(banner).toHaveCount(0);
    await page.getByLabel("Search accounts").fill(email);
    await expect(rowsOf(page.getByRole("table", { name: "Accounts" }))).toHaveCount(1);
  });
  await test.step("sessions, suspension and a new password", async () => {
    await act("Sign out everywhere");
    await expect(toasts(page)).toContainText("Signed out everywhere");
    expect(await isHere(carol)).toBe(false);
    await act("Suspend…");
    await page.getByLabel("Reason").fill("Left the company");
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByRole("table", { name: "Accounts" }).getByText("Suspended")).toBeVisible();
    await expect(enter()).rejects.toThrow("This account is suspended");
    await act("Reactivate");
    await expect(page.getByRole("table", { name: "Accounts" }).getByText("Suspended")).toHaveCount(0);
    expect(await isHere(await enter())).toBe(true);
    await act("Link for a new password");
    const link = await page
      .getByRole("dialog")
      .getByText(/#reset=/)
      .textContent();
    await page.getByRole("button", { name: "Done" }).click();
    await setPassword(link ?? "");
  });
});

test("S8: the audit log is filtered, its chain is checked, and exactly what is shown is exported", async ({
  page,
  ada,
  instance,
}) => {
  const { code } = await instance.command(["set-role", ada.email, "admin"]);
  expect(code).toBe(0);
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "=HYPERLINK()" });
  await ada.call("tasks.delete", { id });
  await page.goto(`/admin/audit`);
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(rowsOf(log).first()).toBeVisible();
  await page.getByLabel("Account", { exact: true }).fill(ada.email);
  await page.getByLabel("Area").selectOption("tasks");
  await expect(rowsOf(log)).toHaveCount(2);
  await expect(rowsOf(log).first()).toContainText("tasks.delete");
  await page.reload();
  await expect(rowsOf(log)).toHaveCount(2);
  await expectAccessible(page);
  await shoot(page, "audit");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes('"tasks.'))).toBe(true);
  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByText("The chain is intact")).toBeVisible();
  await shoot(page, "audit-checked");
  await page.getByLabel("Result").selectOption("refused");
  await expect(log).toHaveCount(0);
});
