import { dismiss, expect, expectAccessible } from "./support/fixtures.ts";
import { fillMailServers, test } from "./support/mail-servers.ts";

test("a mailbox by address and password: the failing step is named, then it connects and works", async ({
  page,
  ownServers: { ada, mail },
}) => {
  const dialog = page.getByRole("dialog");
  const connect = () => dialog.getByRole("button", { name: "Connect" }).click();
  await page.goto(`${ada.url}/email?tab=integrations`);
  await page.getByRole("button", { name: "Add account" }).click();
  await dialog.getByLabel("Email address").fill("ada@aldermoor.test");
  await dialog.getByLabel("Password").fill("wrong horse");
  await dialog.getByLabel("Password").press("Enter");
  await expect(dialog.getByText("The servers of this address are not known.")).toBeVisible();
  await fillMailServers(dialog, mail);
  await expectAccessible(page);

  await test.step("the report names the failing step and its fix", async () => {
    await connect();
    const reading = dialog.getByRole("region", { name: "Reading" });
    await expect(reading.getByRole("listitem").filter({ hasText: "Sign in" })).toContainText(
      "Check user name and password.",
    );
    await expect(reading).toBeInViewport();
    await expect(reading.getByLabel("passed")).toHaveCount(3);
    await expect(reading.getByLabel("skipped")).toHaveCount(1);
    await expect(dialog.getByRole("region", { name: "Sending" }).getByLabel("failed")).toHaveCount(1);
    await expect(dialog.getByLabel("Email address")).toHaveValue("ada@aldermoor.test");
    await expectAccessible(page);
  });
  await test.step("with the right password it connects and shows its progress", async () => {
    await dialog.getByLabel("Password").fill("correct horse");
    await connect();
    await dismiss(page, "ada@aldermoor.test is connected");
    const row = page.getByRole("article", { name: "ada@aldermoor.test" });
    await expect(row.getByText("Up to date")).toBeVisible();
    await expect(row.getByText("Sends your mail")).toBeVisible();
    await expectAccessible(page);
    await row.getByRole("button", { name: "Settings" }).click();
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    await expect(dialog.getByText("Reading and sending work.")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
});
