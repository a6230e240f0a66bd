import { vi } from "vitest";
import { expect, tick, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const toast = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** The two of the specification stand together, in its order. */
const TABS = [
  ...["Profile", "Appearance", "Notifications", "Security", "Mail"],
  ...["Locations", "Daily Operations"],
  ...["API keys", "Your data"],
];

test("SET-04 to SET-19, SET-29, SET-32, SET-47: Ada adds her first location and then her office", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=locations");
  const tabs = page.getByRole("tablist", { name: "Settings" }).getByRole("tab");
  for (const [index, name] of TABS.entries()) await expect(tabs.nth(index)).toHaveText(name);
  await expect(page.getByRole("heading", { name: "Your Locations" })).toBeVisible();
  await expect(page.getByText("No locations added")).toBeVisible();
  await expect(page.getByText("Add your locations to get weather and traffic updates")).toBeVisible();

  await page.getByRole("button", { name: "Add Your First Location" }).click();
  const form = page.getByRole("form", { name: "New location" });
  const type = form.getByLabel("Location Type");
  const name = form.getByPlaceholder("e.g., Home, Office, Downtown");
  const address = form.getByPlaceholder("Enter full address");
  const primary = form.getByRole("switch", { name: "Set as primary location" });
  await expect(type).toHaveValue("home");
  for (const [index, option] of ["Home", "Work", "Frequent"].entries())
    await expect(type.getByRole("option").nth(index)).toHaveText(option);
  for (const field of [name, address, form.getByLabel("Latitude"), form.getByLabel("Longitude")])
    await expect(field).toHaveValue("");
  await expect(primary).not.toBeChecked();
  await name.fill("Harbour flat");
  await address.fill("12 Harbour Lane, Aldermoor");
  await form.getByLabel("Latitude").fill("51.4775");
  await tick(primary);
  await form.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Location added successfully!")).toBeVisible();
  await expect(form).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: "Harbour flat" });
  await expect(row).toContainText("Primary");
  await expect(row).toContainText("home location");
  await expect(row).toContainText("12 Harbour Lane, Aldermoor");

  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(name).toHaveValue("");
  await type.selectOption("work");
  await name.fill("Office");
  await address.fill("1 Mill Road");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(name).toHaveValue("");
  await expect(type).toHaveValue("home");
  await type.selectOption("work");
  await name.fill("Office");
  await address.fill("1 Mill Road");
  await address.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "work location" })).toContainText("Office");
  await page.getByRole("button", { name: "Make primary: Office" }).click();
  await expect(row).not.toContainText("Primary");
  expect(await ada.call("locations.list")).toMatchObject({
    items: [
      { name: "Harbour flat", latitude: 51.4775, longitude: null, isPrimary: false },
      { name: "Office", isPrimary: true },
    ],
  });
});

test("SET-30, SET-43: missing and refused fields are shown, and nothing typed is lost", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=locations");
  await page.getByRole("button", { name: "Add Location" }).click();
  const form = page.getByRole("form", { name: "New location" });
  await form.getByLabel("Location Name").fill("  ");
  await form.getByLabel("Address").fill("12 Harbour Lane");
  await form.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Missing Information")).toBeVisible();
  await expect(page.getByText("Please fill in location name and address")).toBeVisible();
  await form.getByLabel("Location Name").fill("Home");
  await form.getByLabel("Latitude").fill("91");
  await form.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Failed to add location")).toBeVisible();
  await expect(form.getByText("A number from -90 to 90")).toBeVisible();
  await expect(form.getByLabel("Address")).toHaveValue("12 Harbour Lane");
  expect(await ada.call("locations.list")).toEqual({ items: [], nextCursor: null });
});

test("SET-16, SET-44, SET-48: a location is deleted, restored by undo, and stays if the server refuses", async ({
  page,
  ada,
}) => {
  await ada.call("locations.create", { name: "Home", address: "12 Harbour Lane", isPrimary: true });
  await page.goto("/settings?tab=locations");
  const row = page.getByRole("listitem").filter({ hasText: "12 Harbour Lane" });
  await row.getByRole("button", { name: "Delete Home" }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText("Location deleted successfully!")).toBeVisible();
  await undo(page, "Location deleted successfully!");
  await expect(row).toContainText("Primary");
  page.cut("locations.delete");
  await row.getByRole("button", { name: "Delete Home" }).click();
  await expect(page.getByText("Failed to delete location")).toBeVisible();
  await expect(row).toBeVisible();
});

test("SET-41: a list that cannot be loaded says so and can be retried", async ({ page, ada }) => {
  await ada.call("locations.create", { name: "Home", address: "12 Harbour Lane" });
  page.cut("locations.list");
  await page.goto("/settings?tab=locations");
  await expect(page.getByText("Failed to load locations")).toBeVisible();
  await expect(page.getByText("Your locations could not be loaded")).toBeVisible();
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("12 Harbour Lane")).toBeVisible();
});

const CARDS = [
  "Morning Briefing",
  "Weather Updates",
  "Traffic Updates",
  "News Updates",
  "Voice Commands",
  "Smart Notifications",
];

test("SET-20 to SET-28, SET-33, SET-35, SET-46: Ada sets the time of her briefing and turns the news off", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=daily-operations");
  await expect(page.getByRole("heading", { name: "Daily Operations Settings" })).toBeVisible();
  for (const card of CARDS)
    await expect(page.getByRole("switch", { name: `Enable ${card}`, exact: true })).toBeChecked();
  const time = page.getByLabel("Briefing time");
  await expect(time).toHaveValue("08:00");
  await time.fill("06:45");
  await page.getByRole("region", { name: "News Updates" }).getByRole("switch").press("Space");
  const answer = page.hold("dailyOpsSettings.save");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  answer();
  await expect(page.getByText("Settings saved successfully!")).toBeVisible();
  expect(await ada.call("dailyOpsSettings.get")).toMatchObject({
    briefingTime: "06:45",
    newsEnabled: false,
    voiceCommandsEnabled: true,
  });
  await page.reload();
  await expect(page.getByLabel("Briefing time")).toHaveValue("06:45");
});

test("SET-45: settings that cannot be loaded are logged without a toast, and can be retried", async ({
  page,
}) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.cut("dailyOpsSettings.get");
  await page.goto("/settings?tab=daily-operations");
  await expect(page.getByText("These settings could not be loaded")).toBeVisible();
  expect(log).toHaveBeenCalledWith("The settings of Daily Operations could not be loaded", expect.anything());
  log.mockRestore();
  await expect(toast(page, "Failed")).toHaveCount(0);
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Briefing time")).toHaveValue("08:00");
});
