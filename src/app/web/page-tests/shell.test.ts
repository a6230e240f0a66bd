import { vi } from "vitest";
import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";
import { vouchFor } from "../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const SIDEBAR = [
  ["Dashboard", "/", "Executive Dashboard"],
  ["Daily Ops", "/daily-ops", "Daily Operations"],
  ["Email", "/email", "Email Management"],
  ["Calendar", "/calendar", "Calendar"],
  ["Tasks", "/tasks", "Task Management"],
  ["Communication", "/communication", "Communication Hub"],
  ["Documents", "/documents", "Document Hub"],
  ["Team", "/team", "Team Collaboration"],
  ["Integrations", "/integrations", "Integration Hub"],
  ["Settings", "/settings", "Settings"],
] as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("SHELL-24, SHELL-27 to SHELL-39, SHELL-56 (decision 1): the sidebar, its order and links, and the server status", async ({
  page,
}) => {
  await page.goto("/");
  await expect(sidebar(page).getByRole("link")).toHaveCount(SIDEBAR.length);
  for (const [index, [label, address, title]] of SIDEBAR.entries()) {
    const link = sidebar(page).getByRole("link").nth(index);
    await expect(link).toHaveText(label);
    await link.click();
    await expect(heading(page, title)).toBeVisible();
    expect(window.location.pathname).toBe(address);
    await expect(sidebar(page).locator("[aria-current=page]")).toHaveText(label);
  }
  await expect(sidebar(page).getByText("AI Assistant Online")).toBeVisible();
});

test("the sidebar shows how much is unread, at once and with each change, and the names of the areas stay", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await page.goto("/tasks");
  const link = (name: string) => sidebar(page).getByRole("link", { name, exact: true });
  await expect(link("Email")).toHaveText("Email");
  await bob.call("mailPreferences.update", { undoSeconds: 0 });
  await bob.call("emails.send", { subject: "Lunch", body: "At noon?", recipients: [ada.email] });
  await expect(link("Email")).toHaveAccessibleDescription("1 unread");
  const contact = await bob.call<{ id: string }>("contacts.create", {
    contactName: "Ada",
    contactEmail: ada.email,
  });
  const opening = { type: "direct", contactId: contact.id };
  const { id } = await bob.call<{ id: string }>("conversations.create", opening);
  await bob.call("messages.send", { conversationId: id, content: "Are you there?" });
  await expect(link("Communication")).toHaveAccessibleDescription("1 unread");
  await ada.call("conversations.markRead", { id });
  await expect(link("Communication")).toHaveAccessibleDescription("");
  await expect(link("Communication")).toHaveText("Communication");
});

test("SHELL-20: three areas share one page", async ({ page }) => {
  for (const [address, title] of [
    ["/ai-assistant", "AI Assistant"],
    ["/analytics", "Analytics"],
    ["/quick-actions", "Quick Actions"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
});

test("SHELL-41, SHELL-43, SHELL-45 to SHELL-49: the header", async ({ page, ada }) => {
  await page.goto("/");
  await button(page, "Notifications").click();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await page.keyboard.press("Escape");
  const banner = page.getByRole("banner").first();
  await banner.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(page).toHaveURL(/\/settings/);
  await banner.getByRole("link", { name: "Adjutant, to the dashboard" }).click();
  await expect(heading(page, "Executive Dashboard")).toBeVisible();
  await button(page, "User menu").click();
  await expect(page.getByText(ada.email)).toBeVisible();
  await expect(page.getByText("Ada Lovelace")).toBeVisible();
  for (const [index, name] of ["Settings", "Help", "Sign out"].entries())
    await expect(page.getByRole("menuitem").nth(index)).toHaveText(name);
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings/);
});

test("SHELL-21 to SHELL-23: an unknown URL is reported and logged, and links to the home page", async ({
  page,
}) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await page.goto("/no/such/page");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => String(log.mock.calls)).toContain("/no/such/page");
  log.mockRestore();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(heading(page, "Executive Dashboard")).toBeVisible();
  expect(window.location.pathname).toBe("/");
});

test("SHELL-43, DAILY-04: the bell counts, lists and clears notifications that arrive while the page is open", async ({
  page,
  ada,
}) => {
  const banner = page.getByRole("banner").first();
  const bell = banner.getByRole("button", { name: /^Notifications/ });
  const list = page.getByRole("list", { name: "Notifications" });
  await page.goto("/");
  await expect(bell).toHaveAccessibleName("Notifications");
  for (const title of ["Call Anna", "Sign the lease", "Read the minutes"])
    await ada.call("notifications.create", { title, message: "As agreed on Monday", priority: "high" });
  await expect(bell).toHaveAccessibleName("Notifications, 3 unread");
  await page.keyboard.type("gn");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("listitem").first()).toContainText("Read the minutes");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("button", { name: "Mark Read: Sign the lease" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("button", { name: "Mark Read: Call Anna" })).toBeFocused();
  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notifications");
  const toast = page.getByRole("status", { name: "Notifications" }).locator("[data-kind]");
  await toast
    .filter({ hasText: "All notifications marked as read" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(bell).toHaveAccessibleName("Notifications, 2 unread");
});

test("the bell begins with what the day asks for first, and opens it", async ({ page, ada }) => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await ada.call("tasks.create", { title: "Sign the lease", dueDate: yesterday, priority: "high" });
  await ada.call("notifications.create", { title: "Call Anna" });
  await page.goto("/documents");
  const banner = page.getByRole("banner").first();
  await expect(banner.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await page.keyboard.type("gn");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const first = panel.getByRole("region", { name: "Do first" });
  await expect(first.getByRole("listitem")).toHaveCount(1);
  await expect(panel.getByRole("list", { name: "Notifications" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(first.getByRole("link", { name: "Sign the lease" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("button", { name: "Mark Read: Call Anna" })).toBeFocused();
  await first.getByRole("link", { name: "Sign the lease" }).click();
  await expect(panel).toBeHidden();
  expect(window.location.pathname).toBe("/tasks");
});
