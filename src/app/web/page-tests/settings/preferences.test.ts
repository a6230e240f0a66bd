import { expect, tick } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

test("Ada chooses how she is notified, snoozes a notification, and finds it under Scheduled", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=notifications");
  await expect(page.getByRole("heading", { name: "What reaches you, and how" })).toBeVisible();
  await tick(page.getByRole("switch", { name: "Documents shared with you: in the list" }), false);
  await page.getByLabel("Decisions and votes: by mail").selectOption("Mail at once");
  await tick(page.getByRole("switch", { name: "Keep quiet hours" }));
  await tick(page.getByRole("switch", { name: "Let favorite contacts through" }));
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Notification settings saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await expect(page.getByLabel("Decisions and votes: by mail")).toHaveValue("at_once");
  await expect(page.getByRole("switch", { name: "Let favorite contacts through" })).toBeChecked();
  await ada.call("notifications.create", { title: "Sign the lease" });
  await page.goto("/daily-ops?tab=notifications");
  await page.getByRole("button", { name: "Snooze: Sign the lease" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await tick(page.getByRole("radio", { name: "Scheduled" }));
  const item = page.getByRole("listitem").filter({ hasText: "Sign the lease" });
  await expect(item).toBeVisible();
  await page.getByRole("button", { name: "End snooze: Sign the lease" }).click();
  await tick(page.getByRole("radio", { name: "Unread" }));
  await expect(item).toBeVisible();
});

test("Ada edits her signature; text typed during a save is not lost, and is saved next", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=mail");
  const answer = page.hold("mailPreferences.update");
  await page.getByLabel("Signature").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await page.getByLabel("Signature").fill("Ada Lovelace\nAnalytical Engines");
  answer();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await ada.call("mailPreferences.get", {})).toMatchObject({ signature: "Ada Lovelace" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => ada.call("mailPreferences.get", {}))
    .toMatchObject({ signature: "Ada Lovelace\nAnalytical Engines" });
});

test("Ada chooses the days of her briefing, and the density of lists", async ({ page }) => {
  await page.goto("/settings?tab=daily-operations");
  await tick(page.getByRole("checkbox", { name: "Saturday" }), false);
  await tick(page.getByRole("checkbox", { name: "Sunday" }), false);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Saturday" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await page.goto("/settings?tab=appearance");
  await page.getByRole("radio", { name: "Compact" }).click();
  await expect(page.getByRole("radio", { name: "Compact" })).toBeChecked();
  expect(document.documentElement.getAttribute("data-density")).toBe("compact");
});

test("SHELL-53, SHELL-55: the theme is light, dark or that of the system, and the toggle ends following it", async ({
  page,
}) => {
  await page.goto("/settings?tab=appearance");
  await tick(page.getByRole("radio", { name: "System" }));
  expect(localStorage.getItem("theme-source")).toBe("system");
  const { matches } = window.matchMedia("(prefers-color-scheme: light)");
  await expect.poll(() => document.documentElement.className).toBe(matches ? "light" : "dark");
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await expect(page.getByRole("radio", { name: matches ? "Dark" : "Light" })).toBeChecked();
  expect(localStorage.getItem("theme")).toBe(matches ? "dark" : "light");
  expect(localStorage.getItem("theme-source")).toBeNull();
  await tick(page.getByRole("radio", { name: "Light" }));
  expect(localStorage.getItem("theme")).toBe("light");
  await tick(page.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.className).toBe("dark");
});

test("SET-42: a refused save does not reset the choices; a change in another window is not overwritten silently", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=daily-operations");
  const traffic = page.getByRole("region", { name: "Traffic Updates" }).getByRole("switch");
  await tick(traffic, false);
  page.cut("dailyOpsSettings.save");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(traffic).not.toBeChecked();
  page.restore();
  const stored = await ada.call<object>("dailyOpsSettings.get");
  await ada.call("dailyOpsSettings.save", { ...stored, briefingTime: "09:30" });
  await expect(page.getByLabel("Briefing time")).toHaveValue("09:30");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("These settings were changed in another window.")).toBeVisible();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved successfully!")).toBeVisible();
  expect(await ada.call("dailyOpsSettings.get")).toMatchObject({
    briefingTime: "09:30",
    trafficEnabled: false,
  });
});
