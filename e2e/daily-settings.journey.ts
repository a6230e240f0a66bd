import { expect, test, tick } from "./support/fixtures.ts";

test("SET-42: a refused save keeps the choices; another window's change is told and not overwritten unseen", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=daily-operations");
  const traffic = page.getByRole("region", { name: "Traffic Updates" }).getByRole("switch");
  await tick(traffic, false);
  await page.route("**/rpc/dailyOpsSettings.save", (route) => route.abort());
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(traffic).not.toBeChecked();
  await page.unroute("**/rpc/dailyOpsSettings.save");
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
