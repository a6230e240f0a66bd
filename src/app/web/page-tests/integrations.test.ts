import { vi } from "vitest";
import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test, aPerson, openPage } = await startPages();
const fold = (page: Page) => page.getByText("Needs set-up by an administrator");

test("INT-22, INT-27: a failed list shows a toast and can be retried; failed statistics are only logged", async ({
  page,
}) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.cut("integrations.list", "integrations.stats");
  await page.goto("/integrations");
  await expect(page.getByText("Failed to fetch integrations")).toBeVisible();
  await vi.waitFor(() =>
    expect(String(log.mock.calls)).toContain("The statistics of the integrations could not be loaded"),
  );
  log.mockRestore();
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await fold(page).click();
  await expect(page.getByRole("article", { name: "Gmail", exact: true })).toBeVisible();
  await expect(page.getByText("Success Rate", { exact: true })).toBeVisible();
});

test("decision 12: without a registration Connect explains what is missing, by keyboard too", async ({
  page,
}) => {
  await page.goto("/integrations");
  await expect(page.getByRole("article", { name: "Gmail", exact: true })).toHaveCount(0);
  await fold(page).click();
  await expect(page.getByText("Not configured by the administrator")).toHaveCount(6);
  await expect(page.getByText(/^An administrator of this instance has to register it/)).toBeVisible();
  await page.getByRole("button", { name: "Connect Gmail" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Gmail: Not configured by the administrator" });
  await expect(dialog.getByLabel("Redirect address")).toHaveValue(/\/oauth\/callback$/);
  await expect(page.getByText("Failed to connect Gmail")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Connect Gmail" })).toBeFocused();
});

const DIRECT = [
  ["Any mail account (IMAP)", "No accounts yet", "Add account", "Add a mail account"],
  ["Any calendar (CalDAV)", "No servers yet", "Connect", "Connect a CalDAV server"],
  ["Contacts (CardDAV)", "No servers yet", "Connect", "Connect a CardDAV server"],
  ["News feeds", "No feeds yet", "Choose feeds", "News sources"],
  ["Webhooks", "No webhooks yet", "Add webhook", "Add an outgoing webhook"],
] as const;

test("what needs no registration is first, says what is connected, and opens its set-up", async ({
  page,
  ada,
}) => {
  await page.goto("/integrations");
  const section = page.getByRole("region", { name: "Without registration" });
  for (const [name, state, action, title] of DIRECT) {
    const row = section.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText(state);
    await row.getByRole("button", { name: `${action}: ${name}` }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: title })).toHaveCount(0);
  }
  await expectAccessible();
  await ada.call("incomingWebhooks.create", { name: "Monitor", creates: "task" });
  const hooks = section.getByRole("listitem").filter({ hasText: "Webhooks" });
  await expect(hooks).toContainText("1 webhook");
  await expect(hooks).toContainText("Connected");
  await page.getByRole("tab", { name: "Email", exact: true }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("tab", { name: "Messaging", exact: true }).click();
  await expect(section).toHaveCount(0);
});

test("an administrator is led to where registrations are entered", async () => {
  const page = await openPage(await aPerson("Grace Hopper", "admin"), "/integrations");
  await fold(page).click();
  await expect(page.getByRole("link", { name: "System Settings" })).toHaveAttribute(
    "href",
    "/admin/settings?tab=api-keys",
  );
});
