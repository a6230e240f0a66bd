import { dismiss, expect, expectAccessible } from "./support/fixtures.ts";
import { card } from "./support/locators.ts";
import { test } from "./support/own-provider.ts";

test("INT-13, INT-15, INT-17, INT-26, D37: Ada connects in a popup, grants an additional scope, and disconnects", async ({
  page,
  ownProvider: { ada, standIn },
}) => {
  await page.goto(`${ada.url}/integrations`);
  const gmail = card(page, "Gmail");
  const opened = page.waitForEvent("popup");
  await gmail.getByRole("button", { name: "Connect Gmail" }).click();
  await expect(gmail.getByRole("button", { name: "Connecting..." })).toBeDisabled();
  const popup = await opened;
  const allow = popup.getByRole("link", { name: "Allow" });
  await expect(allow).toBeVisible();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600]);
  await allow.click();
  await dismiss(page, "Gmail connected successfully!");
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(gmail.getByText("Connected", { exact: true })).toBeVisible();
  await expect(gmail.getByText("ada@example.com")).toBeVisible();
  await expect(page.getByText("1 connected")).toBeVisible();
  await expectAccessible(page);

  await expect(gmail.getByText("Never")).toBeHidden();
  await gmail.getByRole("button", { name: "Settings of Gmail" }).click();
  const settings = page.getByRole("dialog", { name: "Gmail settings" });
  await expect(settings.getByText("ada@example.com")).toBeVisible();
  await expect(settings.getByText("Succeeded").first()).toBeVisible();
  await expectAccessible(page);
  await test.step("an additional permission is requested separately, at the provider", async () => {
    await settings.getByRole("switch", { name: "Contacts" }).press("Space");
    const permissionNote = settings.getByText("Gmail needs your permission for: contacts.");
    await expect(permissionNote).toBeVisible();
    const asked = page.waitForEvent("popup");
    await settings.getByRole("button", { name: "Allow" }).press("Enter");
    await (await asked).getByRole("link", { name: "Allow" }).click();
    await dismiss(page, "Gmail connected successfully!");
    await expect(permissionNote).toBeHidden();
    await settings.getByText("Permissions you granted").click();
    await expect(settings.getByText(/contacts\.readonly$/)).toBeVisible();
  });
  await settings.getByRole("button", { name: "Disconnect" }).click();
  await settings.getByRole("button", { name: "Disconnect Gmail" }).click();
  await expect(page.getByText("Gmail disconnected")).toBeVisible();
  await expect(gmail.getByText("Disconnected")).toBeVisible();
  expect(standIn.calls).toContain("POST /revoke");
});
