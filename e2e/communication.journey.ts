import { conversationWithBob } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog } from "./support/locators.ts";
import { messageLog as log, sendMessage } from "./support/messages.ts";
import { shoot } from "./support/shoot.ts";

test("COMM-04, COMM-05, COMM-07, COMM-11 to COMM-14, COMM-30, COMM-35: two people chat in real time", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const { id, bobs } = await conversationWithBob(browser, instance, ada);
  await bobs.goto("/communication");
  await page.goto(`/communication?conversation=${id}`);
  await sendMessage(page, "Hello Bob");
  await expect(log(bobs).getByText("Hello Bob")).toBeVisible();
  await expect(log(page).getByText("Read", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Bob Carter" }).getByText("Online")).toBeVisible();
  const figure = button(page, "Online")
    .or(page.getByText("Online", { exact: true }))
    .locator("xpath=../..");
  await expect(figure.getByText("1", { exact: true })).toBeVisible();
  await log(bobs).getByText("Hello Bob").hover();
  await button(bobs, "Reply to message").last().click();
  await bobs.keyboard.type("Good morning");
  await expect(page.getByText("Bob is writing …")).toBeVisible();
  await bobs.keyboard.press("Enter");
  await expect(log(page).getByRole("link", { name: /In reply to/ })).toBeVisible();
  await expectAccessible(page);
  await log(page).getByRole("link", { name: "1 answer" }).click();
  await expect(dialog(page).getByRole("list", { name: "Thread" })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "thread");
  await page.keyboard.press("Escape");
  await log(bobs).getByText("Good morning").hover();
  await button(bobs, "Delete message").click();
  await expect(log(page).getByText("Good morning")).toHaveCount(0);
  await bobs.context().close();
});
