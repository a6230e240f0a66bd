import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { dialog } from "./support/locators.ts";

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

test("a formatted message with a file, by keyboard; clipboard markup is inert; a crash loses nothing", async ({
  page,
  ada,
}) => {
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "Ada Lovelace" });
  await page.goto("/email?look=split&compose=true");
  const message = dialog(page).getByLabel("Message");
  await expect(message).toHaveValue("\n\n-- \nAda Lovelace");
  await dialog(page).getByLabel("To").fill(ada.email);
  await dialog(page).getByLabel("Subject").fill("With looks");
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "figures.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
  await expect(dialog(page).getByRole("button", { name: "Remove 'figures.pdf'" })).toBeVisible();
  await message.press("Control+Home");
  await message.press("Control+b");
  await expect(dialog(page).getByRole("button", { name: "Plain text" })).toBeVisible();
  await page.keyboard.type("Budget");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" is final");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- rent");
  await page.keyboard.press("Enter");
  await message.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      "text/html",
      `<i onclick="x()">travel</i><img src=x onerror=x()><script>x()</script>`,
    );
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(message.locator("em")).toHaveText("travel");
  await expect(message.locator("img, script, [onclick]")).toHaveCount(0);
  await expectAccessible(page);
  await expect(dialog(page).getByText(/^Draft saved /)).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/email?look=split");
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: "Drafts" }).click();
  await row(page, "With looks").click();
  await reader(page).getByRole("button", { name: "Edit" }).click();
  await expect(message.getByRole("listitem")).toHaveText(["rent", "travel"]);
  await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
  await page.goto("/email?look=split&view=inbox");
  await row(page, "With looks").click();
  const mail = reader(page).locator("iframe").first().contentFrame();
  await expect(mail.locator("strong")).toHaveText("Budget");
  await expect(
    reader(page)
      .getByRole("button", { name: /figures.pdf/ })
      .first(),
  ).toBeVisible();
});
