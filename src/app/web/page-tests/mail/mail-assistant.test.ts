import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });

test("MAIL-40, MAIL-41, MAIL-55, MAIL-61, MAIL-62, MAIL-77: the engine composes and improves; where it fails the text stays", async ({
  page,
}) => {
  await page.goto("/email?compose=true");
  await expect(dialog(page).getByText("Built-in", { exact: true })).toBeVisible();
  await button(page, "AI Compose").click();
  await expect(toasts(page)).toContainText("Please enter a prompt for AI composition");
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("Please write some content first");
  await dialog(page).getByLabel("AI prompt").fill("Thank Anna for the tour");
  await dialog(page).getByLabel("AI prompt").press("Enter");
  await expect(toasts(page)).toContainText("Email composed with AI!");
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Thank you for the tour");
  const message = dialog(page).getByLabel("Message");
  await expect(message).toHaveValue(/^Dear Anna,/);
  await message.fill("pls call me asap");
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("Email improved with AI!");
  await expect(message).toHaveValue(/Please call me as soon as possible\./);
  page.cut("emails.assist");
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("AI request failed");
  await expect(message).toHaveValue(/Please call me/);
});

test("MAIL-56: an error inside the response is shown as its own message", async ({ page, ada }) => {
  await ada.call("emails.saveDraft", { subject: "One", body: "" });
  await page.goto("/email?look=cards&status=draft");
  await button(page, "Actions for 'One'").click();
  await page.getByRole("menuitem", { name: "AI Summarize" }).click();
  await expect(toasts(page)).toContainText("Please write some content first");
});

test("MAIL-22: the engine answers a mail and cites the lines that it relies on", async ({ page, ada }) => {
  const bob = await aPerson("Bob Babbage");
  await vouchFor(pages, ada, bob);
  await bob.call("mailPreferences.update", { undoSeconds: 0 });
  const lunch = { subject: "Lunch", body: "Could you send me the signed lease by Friday?" };
  await bob.call("emails.send", { ...lunch, recipients: [ada.email] });
  await page.goto("/email?look=cards&view=inbox");
  await expect(card(page, "Lunch").getByRole("img", { name: "Unread" })).toBeVisible();
  await expect(card(page, "Lunch").getByText(`From: ${bob.email}`)).toBeVisible();
  await card(page, "Lunch").click();
  await expect(dialog(page).getByText(lunch.body)).toBeVisible();
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "AI Reply" }).click();
  await expect(toasts(page)).toContainText("Reply generated with AI!");
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Re: Lunch");
  await expect(dialog(page).getByLabel("To")).toHaveValue(bob.email);
  const message = dialog(page).getByLabel("Message");
  await expect(message).toHaveValue(/I'll send you the signed lease by Friday\./);
  await dialog(page).getByRole("button", { name: "Relies on 1 line of the mail" }).click();
  await expect(dialog(page).getByRole("blockquote")).toHaveText(lunch.body);
  await expectAccessible();
  // Decision 0161: other replies that fit, each with a key; the caret goes to the gap.
  const replies = dialog(page).getByRole("group", { name: "Replies that fit this mail" });
  await replies.getByRole("button", { name: /Decline/ }).click();
  await expect(message).toHaveValue(/I'm afraid I can't send you the signed lease by Friday\./);
  await replies.getByRole("button", { name: /Decline/ }).press("3");
  await expect(message).toHaveValue(/get back to you by Friday\./);
  await replies.getByRole("button", { name: /Decline/ }).click();
  await replies.getByRole("button", { name: /Decline/ }).press("4");
  await expect(message).toHaveValue(/One question before I answer: \[your question\]/);
  await expect(message).toBeFocused();
  await expect(dialog(page).getByText("Still to be filled in: [your question]")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(message).toHaveValue(/I'm afraid I can't/);
  await message.fill("My own words.");
  await replies.getByRole("button", { name: /Accept/ }).click();
  await expect(toasts(page)).toContainText("You have edited the text");
  await expect(message).toHaveValue("My own words.");
  // What was typed meanwhile is not lost by the offer, and neither by undoing.
  await message.fill("My own words, and more.");
  await toasts(page).getByRole("button", { name: "Replace it" }).click();
  await expect(message).toHaveValue(/I'll send you the signed lease by Friday\./);
  await message.fill("Written later.");
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(message).toHaveValue("My own words, and more.");
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(message).toHaveValue("Written later.");
});
