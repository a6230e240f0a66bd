import type { Page } from "@playwright/test";
import { conversationWith } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button } from "./support/locators.ts";
import { Person } from "./support/person.ts";

const conversationList = (page: Page) => page.getByRole("list", { name: "Conversations" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

test("COMM-06, COMM-17, COMM-29: a long conversation scrolls back, keeps its position and jumps to new; phone layout", async ({
  page,
  ada,
  instance,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Carter");
  const conversationId = await conversationWith(ada, bob);
  const sent = (person: Person, content: string) =>
    person.call<{ id: string }>("messages.send", { conversationId, content });
  const first = await sent(bob, "The very first words");
  for (let number = 1; number <= 70; number += 1) await sent(number % 3 ? bob : ada, `Message ${number}`);
  await page.goto("/communication");
  await expect(log(page).getByText("Message 70")).toBeInViewport();
  await expect(async () => {
    await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(log(page).getByText("The very first words")).toBeInViewport({ timeout: 500 });
  }).toPass();
  await sent(bob, "Something new");
  await expect(button(page, "1 new")).toBeVisible();
  await expect(log(page).getByText("The very first words")).toBeInViewport();
  await button(page, "1 new").click();
  await expect(log(page).getByText("Something new")).toBeInViewport();
  await expect(button(page, "1 new")).toHaveCount(0);
  await page.goto(`/communication?message=${first.id}`);
  await expect(log(page).getByText("The very first words")).toBeInViewport();
  await expect(log(page).getByText("Message 70")).toHaveCount(0);
  await button(page, "Jump to newest").click();
  await expect(log(page).getByText("Something new")).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/communication");
  await expect(conversationList(page).getByRole("listitem")).toHaveCount(1);
  await expect(messageInput(page)).toHaveCount(0);
  await expectAccessible(page);
  await conversationList(page)
    .getByRole("button", { name: /Bob Carter/ })
    .click();
  await expect(log(page).getByText("Something new")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await button(page, "Back to conversations").click();
  await expect(conversationList(page)).toBeVisible();
});
