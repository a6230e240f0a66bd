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
const ADMIN_PAGES = ["", "/settings", "/payments", "/content", ...PLACEHOLDERS.map((name) => `/${name}`)];
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

test("PLACE-01 to PLACE-12, SHELL-19: nine placeholder pages", async () => {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), "/");
  for (const [name, title] of Object.entries(ANNOUNCED)) {
    await page.goto(`/admin/${name}`);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
    await expect(
      page.getByText("This admin feature is currently under development and will be available soon."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Admin" })).toHaveAttribute("href", "/admin");
  }
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
});

test("DASH-33, DASH-35, SHELL-38: an administrator who is not the named one stays on the dashboard, with the entry", async () => {
  const page = await openPage(await aPerson("Deputy", "admin"), "/");
  await expect(dashboard(page)).toBeVisible();
  await expect(adminEntry(page)).toHaveAttribute("href", "/admin");
  await expect(page).toHaveURL(/:3000\/$/);
});
