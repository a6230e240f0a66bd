import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, aPerson, openPage } = await startPages();

const PLACEHOLDERS = [
  "users",
  "email",
  "api-keys",
  "database",
  "analytics",
  "seo",
  "server",
  "notifications",
];
const ADMIN_PAGES = [
  "",
  "/settings",
  "/payments",
  "/content",
  "/health",
  "/accounts",
  ...PLACEHOLDERS.map((name) => `/${name}`),
];
const dashboard = (page: Page) => page.getByRole("heading", { name: "Executive Dashboard" });
const adminEntry = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin", exact: true });

test("SHELL-15, SHELL-38, ROLE-05, ROLE-12 (decision 22): the admin area is hidden from other users", async ({
  ada,
}) => {
  await aPerson("Grace Hopper");
  const page = await openPage(ada, "/");
  await expect(dashboard(page)).toBeVisible();
  await expect(adminEntry(page)).toHaveCount(0);
  for (const place of ADMIN_PAGES) {
    await page.goto(`/admin${place}`);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  }
  await page.goto("/admin-debug");
  await expect(page.getByRole("heading", { name: "Admin Dashboard (Debug Mode)" })).toBeVisible();
  expect(await ada.call("session.current")).toMatchObject({ isAdmin: false, roles: ["user"] });
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("admin");
  await expect(page.getByText("Nothing found for “admin”")).toBeVisible();
});

test("ROLE-04: while the session cannot be loaded, nobody is an administrator", async () => {
  const page = await openPage(await aPerson("Night Watch", "admin"), "/");
  await expect(adminEntry(page)).toBeVisible();
  page.cut("session.current");
  await page.goto("/admin");
  await expect(page.getByText("Adjutant cannot be reached")).toBeVisible();
  await expect(adminEntry(page)).toHaveCount(0);
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(adminEntry(page)).toBeVisible();
});

const ANNOUNCED = {
  users: "User Management",
  email: "Email Configuration",
  "api-keys": "API Keys",
  database: "Database Management",
  analytics: "Analytics",
  seo: "SEO Settings",
  server: "Server Status",
  notifications: "Notifications",
  content: "Content Management",
};

/** A figure of each announced page, and the first page that it leads to. */
const EXISTING: Record<keyof typeof ANNOUNCED, [fact: string, place: string]> = {
  users: ["Administrators", "/admin/accounts"],
  email: ["System mail waiting", "/admin/settings?tab=email"],
  "api-keys": ["Authorized agents", "/admin/settings?tab=api-keys"],
  database: ["Last backup", "/admin/settings?tab=database"],
  analytics: ["Active in 7 days", "/admin/health"],
  seo: ["Description", "/admin/settings?tab=seo"],
  server: ["Status", "/admin/health"],
  notifications: ["Deliveries waiting", "/admin/settings?tab=notifications"],
  content: ["Email templates", "/help"],
};
const REAL = [
  "Admin Dashboard",
  "Health",
  "Jobs",
  "Backups",
  "Accounts",
  "Audit Log",
  "System Settings",
  "Payment Reports",
];

test("PLACE-01 to PLACE-12, SHELL-19 (decision 25): nine announced pages, each with what exists already", async () => {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), "/");
  for (const [name, title] of Object.entries(ANNOUNCED)) {
    await page.goto(`/admin/${name}`);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
    await expect(
      page.getByText("This admin feature is currently under development and will be available soon."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Admin" })).toHaveAttribute("href", "/admin");
    await expect(page.getByRole("heading", { level: 2, name: "Available now" })).toBeVisible();
    const [fact, place] = EXISTING[name as keyof typeof ANNOUNCED];
    await expect(page.locator("dl").getByText(fact, { exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "Pages" }).getByRole("link").first()).toHaveAttribute(
      "href",
      place,
    );
  }
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
});

test("decision 25: the figures of an announced page are those of this moment, in one request", async () => {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), "/admin/users");
  const figure = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");
  await expect(figure("Suspended")).toHaveText("0");
  const before = Number(await figure("Accounts").textContent());
  await aPerson("Newly Arrived");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  const asked = page.network.requested.length;
  await page.goto("/admin/users");
  await expect(figure("Accounts")).toHaveText(String(before + 1));
  const read = page.network.requested.slice(asked).filter((path) => path.includes("adminFigures"));
  expect(read, read.join(", ")).toHaveLength(1);
  page.cut("adminFigures.get");
  await page.goto("/admin/content");
  await expect(page.getByText("Failed to load admin data")).toBeVisible();
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(figure("Email templates")).toBeVisible();
});

test("decision 25: the admin sidebar has the real pages first, and the announced ones under a heading", async () => {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), "/admin");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  const announced = sidebar.getByRole("list", { name: "Announced" });
  await expect(announced.getByRole("link")).toHaveCount(9);
  for (const [index, name] of REAL.entries())
    await expect(sidebar.getByRole("link").nth(index)).toHaveText(name);
  for (const name of REAL.slice(1)) {
    await sidebar.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(sidebar.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
  }
  await page.goto("/admin/operations?tab=backups");
  await expect(page.getByRole("heading", { level: 1, name: "Backups" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/backups$/);
});

test("DASH-33, DASH-35, SHELL-38: an administrator who is not the named one stays on the dashboard, with the entry", async () => {
  const page = await openPage(await aPerson("Deputy", "admin"), "/");
  await expect(dashboard(page)).toBeVisible();
  await expect(adminEntry(page)).toHaveAttribute("href", "/admin");
  await expect(page).toHaveURL(/:3000\/$/);
});
