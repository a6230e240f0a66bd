import { stepAt, totpCode } from "../src/platform/auth/totp.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { PASSWORD } from "./person.ts";

test("Ada chooses how she is told, puts a notification off, and finds what was held back", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=notifications");
  await expect(page.getByRole("heading", { name: "What reaches you, and how" })).toBeVisible();
  await page.getByRole("switch", { name: "Documents shared with you: in the list" }).uncheck();
  await page.getByLabel("Decisions and votes: by mail").selectOption("Mail at once");
  await page.getByRole("switch", { name: "Keep quiet hours" }).check();
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Notification settings saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await expect(page.getByLabel("Decisions and votes: by mail")).toHaveValue("at_once");
  await expectAccessible(page);
  await ada.call("notifications.create", { title: "Sign the lease" });
  await page.goto("/daily-ops?tab=notifications");
  await page.getByRole("button", { name: "Snooze: Sign the lease" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await page.getByRole("radio", { name: "To come" }).check();
  await expect(page.getByRole("listitem").filter({ hasText: "Sign the lease" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring back: Sign the lease" }).click();
  await page.getByRole("radio", { name: "Unread" }).check();
  await expect(page.getByRole("listitem").filter({ hasText: "Sign the lease" })).toBeVisible();
});

test("Ada switches on two-step sign-in and signs in with a code; appearance holds at once", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=appearance");
  await page.getByRole("radio", { name: "Compact" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  await expectAccessible(page);
  await page.goto("/settings?tab=security");
  await page
    .getByRole("region", { name: "Two-step sign-in" })
    .getByRole("button", { name: "Switch on" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const step = stepAt(new Date());
  await dialog.getByLabel("Code that the app shows now").fill(totpCode(secret, step - 1));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, stepAt(new Date())));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
});
