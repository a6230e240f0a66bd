import type { Page } from "@playwright/test";
import { conversationWith } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog, toasts } from "./support/locators.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

async function sendMessage(page: Page, words: string): Promise<void> {
  await messageInput(page).fill(words);
  await messageInput(page).press("Enter");
}

test("COMM-04, COMM-05, COMM-07, COMM-11 to COMM-14, COMM-30 to COMM-32, COMM-35: two people chat in real time, and what one writes offline arrives once", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Carter");
  const id = await conversationWith(ada, bob);
  await conversationWith(bob, ada);
  const context = await browser.newContext({ baseURL: instance.url });
  const bobs = await context.newPage();
  await bob.signInPage(bobs);
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
  await test.step("COMM-31, COMM-32: offline", async () => {
    await page.context().setOffline(true);
    await sendMessage(page, "Is anybody there?");
    await expect(toasts(page)).toContainText("Failed to send message");
    await expect(log(page).getByText("Waiting for a connection")).toBeVisible();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect(log(bobs).getByText("Is anybody there?")).toBeVisible();
    await expect(log(page).getByText("Waiting for a connection")).toHaveCount(0);
    await expect(log(page).getByText("Is anybody there?")).toHaveCount(1);
    await expect(log(bobs).getByText("Is anybody there?")).toHaveCount(1);
    const { items } = await ada.call<{ items: unknown[] }>("messages.list", { conversationId: id });
    expect(items).toHaveLength(2);
  });
  await context.close();
});
