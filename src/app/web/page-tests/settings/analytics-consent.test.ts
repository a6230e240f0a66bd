import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test, aPerson } = await startPages({
  ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  ANALYTICS_BASE_URL: "http://127.0.0.1:9",
});

test("SYS-08: page analytics asks for consent once", async ({ page, ada }) => {
  const admin = await aPerson("Grace Hopper", "admin");
  await page.goto("/tasks");
  await expect(page.getByText("AI Assistant Online")).toBeVisible();
  const { version } = await admin.call<{ version: number }>("systemSettings.get");
  const analytics = { googleAnalyticsId: "G-TEST", googleAnalyticsSecret: "measure-secret" };
  await admin.call("systemSettings.update", { version, ...analytics });
  const question = page.getByRole("region", { name: "Page analytics" });
  await expect(question).toBeVisible();
  await expectAccessible();
  await question.getByRole("button", { name: "No, thanks" }).click();
  await expect(question).toHaveCount(0);
  expect(await ada.call("analyticsConsent.get")).toMatchObject({ isGiven: false });
  await page.goto("/settings?tab=data");
  await expect(page.getByRole("switch", { name: "Count my page views" })).not.toBeChecked();
  await expect(page.getByRole("button", { name: "No, thanks" })).toHaveCount(0);
});
