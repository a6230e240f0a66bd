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

test("an answer is written below its mail, formatted too, and is sent with its folded quotation", async ({
  page,
  ada,
}) => {
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "Ada Lovelace" });
  await ada.call("emails.send", { subject: "Lunch", body: "At noon?", recipients: [ada.email] });
  await page.goto("/email?look=split&view=inbox");
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  const answer = reader(page).getByRole("form", { name: "Reply" });
  const message = answer.getByLabel("Message", { exact: true });
  await expect(message).toBeFocused();
  await expect(answer).toBeInViewport({ ratio: 1 });
  await page.keyboard.type("Yes, ");
  await page.keyboard.press("Control+b");
  await expect(answer.getByRole("button", { name: "Plain text" })).toBeVisible();
  await page.keyboard.type("gladly");
  await expect(message.locator("strong")).toHaveText("gladly");
  await expect(message).not.toContainText("At noon?");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(answer).toHaveCount(0);
  const sent = async () => {
    const { items } = await ada.call<{ items: { id: string; subject: string }[] }>("emails.list", {
      status: "sent",
    });
    const id = items.find(({ subject }) => subject === "Re: Lunch")?.id;
    return id && (await ada.call<{ body: string; html: string }>("emails.get", { id }));
  };
  await expect.poll(sent).toMatchObject({
    body: expect.stringMatching(/^Yes, gladly\n\n-- \nAda Lovelace\n\nOn .* wrote:\n> At noon\?$/),
    html: expect.stringMatching(
      /^<div>Yes, <strong>gladly<\/strong><\/div><div><br><\/div><div>-- ?<\/div><div>Ada Lovelace<\/div><div><br><\/div><div>On .* wrote:<\/div><blockquote type="cite"><div>At noon\?<\/div><\/blockquote>$/,
    ),
  });
});
