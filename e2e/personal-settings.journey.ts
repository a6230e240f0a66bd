import { stepAt, totpCode } from "../src/platform/auth/sign-in/totp.ts";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { PASSWORD } from "./support/person.ts";

test("Ada chooses how she is told, puts a notification off, and finds what was held back", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=notifications");
  await expect(page.getByRole("heading", { name: "What reaches you, and how" })).toBeVisible();
  await tick(page.getByRole("switch", { name: "Documents shared with you: in the list" }), false);
  await page.getByLabel("Decisions and votes: by mail").selectOption("Mail at once");
  await tick(page.getByRole("switch", { name: "Keep quiet hours" }));
  await tick(page.getByRole("switch", { name: "Let favourite contacts through" }));
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Notification settings saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await expect(page.getByLabel("Decisions and votes: by mail")).toHaveValue("at_once");
  await expect(page.getByRole("switch", { name: "Let favourite contacts through" })).toBeChecked();
  await expectAccessible(page);
  await ada.call("notifications.create", { title: "Sign the lease" });
  await page.goto("/daily-ops?tab=notifications");
  await page.getByRole("button", { name: "Snooze: Sign the lease" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await tick(page.getByRole("radio", { name: "Scheduled" }));
  await expect(page.getByRole("listitem").filter({ hasText: "Sign the lease" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "End snooze: Sign the lease" }).click();
  await tick(page.getByRole("radio", { name: "Unread" }));
  await expect(page.getByRole("listitem").filter({ hasText: "Sign the lease" })).toBeVisible();
});

test("Ada switches on two-step sign-in and signs in with a code; appearance holds at once", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=appearance");
  await page.getByRole("radio", { name: "Compact" }).click();
  await expect(page.getByRole("radio", { name: "Compact" })).toBeChecked();
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
  await expect(dialog.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  // Holds until half a minute after it is shown, and the next one from now on: no step may end between two lines here.
  const step = stepAt(new Date());
  await dialog.getByLabel("Code that the app shows now").fill(totpCode(secret, step));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, step + 1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
});

test("Ada adds a passkey, names it, signs in with nothing else, and removes it", async ({
  page,
  ada,
  instance,
}) => {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto("/settings?tab=security");
  await expect(page.getByText("Browsers allow passkeys only under a name")).toBeVisible();
  // A passkey belongs to a name: the same server under one.
  const named = instance.url.replace("127.0.0.1", "localhost");
  await page.goto(`${named}/auth`);
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await page.goto(`${named}/settings?tab=security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("a wrong one");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The password is not correct")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByLabel("Name").fill("Work laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Work laptop");
  await page.getByRole("button", { name: "Rename Work laptop" }).click();
  await dialog.getByLabel("Name").fill("Ada's laptop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Ada's laptop");
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(`${named}/auth`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await page.goto(`${named}/settings?tab=security`);
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Last used today");
  await page.getByRole("button", { name: "Remove Ada's laptop" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${named}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(
    page.getByText("This passkey is not registered here. It may have been removed."),
  ).toBeVisible();
});

test("Ada signs her mail, chooses the days of her briefing, and reads which language there is", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=mail");
  const answer = Promise.withResolvers<void>();
  await page.route("**/rpc/mailPreferences.update", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByLabel("Signature").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  // What is typed while it is being saved stays, and is saved next.
  await page.getByLabel("Signature").fill("Ada Lovelace\nAnalytical Engines");
  answer.resolve();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await ada.call("mailPreferences.get", {})).toMatchObject({ signature: "Ada Lovelace" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => ada.call("mailPreferences.get", {}))
    .toMatchObject({ signature: "Ada Lovelace\nAnalytical Engines" });
  await expectAccessible(page);
  await page.goto("/settings?tab=daily-operations");
  await tick(page.getByRole("checkbox", { name: "Saturday" }), false);
  await tick(page.getByRole("checkbox", { name: "Sunday" }), false);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Saturday" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  await expectAccessible(page);
  await page.goto("/settings?tab=profile");
  await expect(
    page.getByText("Adjutant speaks English. There is no other language to choose."),
  ).toBeVisible();
});
