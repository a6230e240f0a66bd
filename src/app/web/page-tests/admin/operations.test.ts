import { randomUUID } from "node:crypto";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Locator } from "../../testing/locator.ts";
import { PASSWORD, type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test, aPerson, openPage, origin } = await startPages();

const admin = await aPerson("Grace Hopper", "admin");
const rowsOf = (table: Locator) => table.locator("tbody tr");

async function reportTo(slackWebhook: string | null): Promise<void> {
  const { version } = await admin.call<{ version: number }>("systemSettings.get");
  await admin.call("systemSettings.update", { version, slackWebhook });
}

async function setRole(person: PagePerson, role: string): Promise<void> {
  const { user } = await person.call<{ user: { id: string } }>("session.current");
  await admin.call("adminUsers.setRole", { id: user.id, role });
}

test("S7: a failed job is listed with its reason, cancelled and retried", async ({ ada }) => {
  await reportTo("http://127.0.0.1:9/hook");
  await setRole(ada, "moderator");
  const page = await openPage(admin, "/admin/jobs");
  const jobRow = rowsOf(page.getByRole("table", { name: "Jobs" })).filter({
    hasText: "admin.publish-announcement",
  });
  await expect(jobRow).toHaveCount(1);
  await jobRow.getByRole("button", { name: "Cancel admin.publish-announcement" }).click();
  await expect(jobRow).toHaveCount(0);
  await tick(page.getByRole("radio", { name: "Failed" }));
  await expect(jobRow).toHaveCount(1);
  await reportTo(null);
  await jobRow.getByRole("button", { name: "Retry admin.publish-announcement" }).click();
  await expect(jobRow).toHaveCount(0);
});

test("S4: an administrator impersonates Carol, with a reason", async () => {
  const carol = await aPerson("Carol Voss");
  const page = await openPage(admin, "/admin/accounts");
  await page.getByLabel("Search accounts").fill(carol.email);
  await expect(rowsOf(page.getByRole("table", { name: "Accounts" }))).toHaveCount(1);
  await page.getByRole("button", { name: `Actions for ${carol.email}` }).click();
  await page.getByRole("menuitem", { name: "See as this person…" }).click();
  const dialog = page.getByRole("dialog", { name: "See as Carol Voss" });
  await dialog.getByRole("button", { name: "Begin" }).click();
  await expect(dialog.getByText("Please say why")).toBeVisible();
});

test("S4: a link of the administrator sets Carol a new password", async () => {
  const { email } = await aPerson("Carol Voss");
  const page = await openPage(admin, "/admin/accounts");
  await page.getByLabel("Search accounts").fill(email);
  await expect(rowsOf(page.getByRole("table", { name: "Accounts" }))).toHaveCount(1);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Link for a new password" }).click();
  const { pathname, hash } = new URL(
    await page
      .getByRole("dialog")
      .getByText(/#reset=/)
      .textContent(),
  );
  const carols = await openPage(null, pathname + hash);
  await expect(carols.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expectAccessible();
  await carols.getByLabel("New password", { exact: true }).fill("battery staple");
  await carols.getByLabel("Confirm Password").fill("another staple");
  await carols.getByRole("button", { name: "Set new password" }).click();
  await expect(carols.getByText("Passwords do not match")).toBeVisible();
  await carols.getByLabel("Confirm Password").fill("battery staple");
  await carols.getByRole("button", { name: "Set new password" }).click();
  await expect(carols.getByText("Please sign in with your new password.")).toBeVisible();
  await carols.getByLabel("Email").fill(email);
  await carols.getByLabel("Password", { exact: true }).fill("battery staple");
  await carols.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(carols.getByText("Welcome back!")).toBeVisible();
});

test("S4: an account is invited, signed out, suspended and reactivated", async () => {
  const page = await openPage(admin, "/admin/accounts");
  const accounts = page.getByRole("table", { name: "Accounts" });
  const email = `carol.${randomUUID()}@example.com`;
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Full name").fill("Carol Voss");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByText(/#reset=/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const carol = await aPerson("Carol Finch");
  const enter = () => carol.call("session.signIn", { email: carol.email, password: PASSWORD });
  const act = async (name: string) => {
    await page.getByRole("button", { name: `Actions for ${carol.email}` }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await page.getByLabel("Search accounts").fill(carol.email);
  await expect(rowsOf(accounts)).toHaveCount(1);
  await act("Sign out everywhere");
  await expect(toasts(page)).toContainText("Signed out everywhere");
  expect(await carol.call("session.current")).toMatchObject({ user: null });
  await act("Suspend…");
  await page.getByLabel("Reason").fill("Left the company");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(accounts.getByText("Suspended")).toBeVisible();
  await expect(enter()).rejects.toThrow("This account is suspended");
  await act("Reactivate");
  await expect(accounts.getByText("Suspended")).toHaveCount(0);
  await enter();
  expect(await carol.call("session.current")).toMatchObject({ user: { email: carol.email } });
  await act("Link for a new password");
  await expect(page.getByRole("dialog").getByText(/#reset=/)).toBeVisible();
});

test("S8: the audit log is filtered, also after a reload; its chain is verified; the export matches the filter", async ({
  ada,
}) => {
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "=HYPERLINK()" });
  await ada.call("tasks.delete", { id });
  const page = await openPage(admin, "/admin/audit");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(rowsOf(log).first()).toBeVisible();
  await page.getByLabel("Account", { exact: true }).fill(ada.email);
  await page.getByLabel("Area").selectOption("tasks");
  await expect(rowsOf(log)).toHaveCount(2);
  await expect(rowsOf(log).first()).toContainText("tasks.delete");
  await page.reload();
  await expect(rowsOf(log)).toHaveCount(2);
  const address = (await page.getByRole("link", { name: "Export CSV" }).element()).getAttribute("href");
  const csv = await fetch(origin + address, { headers: { cookie: admin.cookie } });
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes('"tasks.'))).toBe(true);
  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByText("The chain is intact")).toBeVisible();
  await page.getByLabel("Result").selectOption("refused");
  await expect(log).toHaveCount(0);
});
