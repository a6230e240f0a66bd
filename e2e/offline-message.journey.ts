import { conversationWithBob } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";
import { messageLog as log, sendMessage } from "./support/messages.ts";

test("COMM-31, COMM-32: what a person writes offline arrives once", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const { id, bobs } = await conversationWithBob(browser, instance, ada);
  await bobs.goto(`/communication?conversation=${id}`);
  await page.goto(`/communication?conversation=${id}`);
  await expect(page.getByRole("region", { name: "Bob Carter" }).getByText("Online")).toBeVisible();
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
  expect(items).toHaveLength(1);
  await bobs.context().close();
});
