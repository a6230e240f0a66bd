import type { Page } from "@playwright/test";
import { dismiss, expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog } from "./support/locators.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });

/** Pixels from the subject down to the text. */
async function belowSubject(page: Page): Promise<number> {
  const [subject, message] = await Promise.all(
    ["Subject", "Message"].map((label) => dialog(page).getByLabel(label).boundingBox()),
  );
  return Math.round((message?.y ?? 0) - (subject?.y ?? 0));
}

test("MAIL-30, MAIL-31, decision 10: two people of one instance exchange mail in real time", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Babbage");
  for (const person of [ada, bob]) await person.call("mailPreferences.update", { undoSeconds: 0 });
  const context = await browser.newContext({ baseURL: instance.url });
  const bobs = await context.newPage();
  await bob.signInPage(bobs);
  await bobs.goto("/email?look=cards&view=inbox");
  await page.goto("/email?look=cards");
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("To").fill(bob.email);
  await dialog(page).getByLabel("Subject").fill("Lunch");
  await dialog(page).getByLabel("Message").fill("Could you send me the signed lease by Friday?");
  await button(page, "Send").click();
  await expect(card(page, "Lunch").getByText("Sent", { exact: true })).toBeVisible();
  await expect(card(bobs, "Lunch").getByRole("img", { name: "Unread" })).toBeVisible();
  await card(bobs, "Lunch").click();
  const replies = Promise.withResolvers<void>();
  await bobs.route(/replyIntents|reply-intents/, async (route) => {
    await replies.promise;
    await route.continue();
  });
  await dialog(bobs).getByRole("button", { name: "AI Reply" }).click();
  await dismiss(bobs, "Reply generated with AI!");
  await expect(dialog(bobs).getByLabel("Message")).toHaveValue(/I'll send you the signed lease by Friday\./);
  const top = await belowSubject(bobs);
  replies.resolve();
  await expect(dialog(bobs).getByRole("group", { name: "Replies that fit this mail" })).toBeVisible();
  // The row has its place before it is there.
  expect(await belowSubject(bobs)).toBe(top);
  await dialog(bobs).getByRole("button", { name: "Relies on 1 line of the mail" }).click();
  await expectAccessible(bobs);
  await shoot(bobs, "citations");
  await dialog(bobs).getByRole("button", { name: "Send", exact: true }).click();
  await expect(card(bobs, "Lunch").getByRole("img", { name: "Unread" })).toHaveCount(0);
  await card(page, "Re: Lunch").click();
  await expect(dialog(page).getByText("In this conversation")).toBeVisible();
  await page.keyboard.press("Escape");
  await card(page, "Lunch").click();
  await dialog(page).getByRole("button", { name: "Delivery: sent" }).click();
  const steps = dialog(page).getByRole("list", { name: `Steps to ${bob.email}` });
  await expect(steps).toContainText(/Waiting to be sent.*Sent$/);
  await expectAccessible(page);
  await shoot(page, "delivery");
  await context.close();
});

test("an area that is chosen right after a mail was opened is opened, though its code comes later", async ({
  page,
  ada,
}) => {
  await ada.call("emails.send", { subject: "Figures", body: "As discussed", recipients: [ada.email] });
  await page.goto("/email");
  await expect(page.getByText("Figures").first()).toBeVisible();
  // Longer than the time after which the address follows the open mail.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  for (const key of ["j", "Enter", "g", "t"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
});
