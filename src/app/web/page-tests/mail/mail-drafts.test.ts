import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A card at the top: its label and its number. */
const figure = (page: Page, label: string) =>
  page
    .locator("div")
    .filter({ hasText: new RegExp(`^${label}\\d+%?$`) })
    .last();

async function openMail(page: Page): Promise<void> {
  await page.goto("/email?look=cards");
  await expect(page.getByRole("tab", { name: /^Emails/ })).toHaveAttribute("aria-selected", "true");
}

async function write(page: Page, to: string, subject: string): Promise<void> {
  await page.keyboard.press("c");
  await dialog(page).getByLabel("To").fill(to);
  await dialog(page).getByLabel("Subject").fill(subject);
  await dialog(page).getByLabel("Message").fill("Not finished");
}

test("MAIL-01 to MAIL-05, MAIL-10, MAIL-26: a new mailbox has figures, tabs, search and filters", async ({
  page,
  ada,
}) => {
  await openMail(page);
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
  await expect(page.getByText("Manage your emails and templates with AI-powered assistance")).toBeVisible();
  // In the product a mail from Adjutant exists by then; the sign-in of tests sends none (`testAuth`).
  for (const label of ["Total", "Sent", "Drafts", "Scheduled"])
    await expect(figure(page, label)).toHaveText(`${label}0`);
  await expect(figure(page, "Response Rate")).toHaveText("Response Rate0%");
  await expect(page.getByRole("tab", { name: /^Templates ?0$/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Integrations" })).toBeVisible();
  await expect(page.getByText("Your mail appears here.")).toBeVisible();
  await expectAccessible();
  await ada.call("emails.create", { subject: "Figures", body: "Not finished" });
  await expect(card(page, "Figures")).toBeVisible();
  for (const label of ["Total", "Drafts"]) await expect(figure(page, label)).toHaveText(`${label}1`);
  await page.getByPlaceholder("Search emails...").fill("zebra");
  await expect(page.getByText("No emails found")).toBeVisible();
  await page.getByPlaceholder("Search emails...").fill("figur");
  await expect(card(page, "Figures")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Failed" });
  await expect(page.getByText("No emails found")).toBeVisible();
  await button(page, "Show all emails").click();
  await expect(card(page, "Figures")).toBeVisible();
});

test("MAIL-29, MAIL-36, MAIL-38: nothing is saved or sent without a subject and a body, and nothing typed is lost, before the server has answered too", async ({
  page,
}) => {
  await openMail(page);
  const answer = page.hold("emails.saveDraft");
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Compose Email" })).toBeVisible();
  await expect(dialog(page).getByLabel("Priority")).toHaveValue("medium");
  const priorities = dialog(page).getByLabel("Priority").locator("option").elements();
  expect(priorities.map(({ textContent }) => textContent)).toEqual(["Low", "Medium", "High"]);
  for (const label of ["To", "Subject", "Message"])
    await expect(dialog(page).locator("label").filter({ hasText: label }).first()).toContainText("*");
  await dialog(page).getByLabel("Subject").fill("Figures");
  for (const name of ["Save Draft", "Send"]) {
    await button(page, name).click();
    await expect(toasts(page)).toContainText("Subject and body are required");
    await expect(dialog(page)).toBeVisible();
  }
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await button(page, "Compose Email").first().click();
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Figures");
  answer();
});

test("MAIL-05, MAIL-29, MAIL-57: a draft with every field, edited and saved again", async ({ page, ada }) => {
  await openMail(page);
  await write(page, " anna@far.org , , bob", "Figures");
  await expect(dialog(page).getByText("Does not look like an address: bob")).toBeVisible();
  await dialog(page).getByLabel("Priority").selectOption("high");
  await dialog(page).getByLabel("Category").fill("board");
  await tick(dialog(page).getByRole("checkbox", { name: "Ask for a read receipt" }));
  await button(page, "Save Draft").click();
  await expect(toasts(page)).toContainText("Draft saved successfully");
  for (const fact of ["Draft", "High", "board", `From: ${ada.email}`, "Not finished"])
    await expect(card(page, "Figures").getByText(fact, { exact: true })).toBeVisible();
  await button(page, "Actions for 'Figures'").click();
  await page.getByRole("menuitem", { name: "View/Edit" }).click();
  await expect(dialog(page).getByLabel("To")).toHaveValue("anna@far.org, bob");
  await expect(dialog(page).getByRole("checkbox", { name: "Ask for a read receipt" })).toBeChecked();
  await dialog(page).getByLabel("Subject").fill("New figures");
  await button(page, "Save Draft").click();
  await expect(card(page, "New figures")).toBeVisible();
});

test("MAIL-30, MAIL-58: Undo cancels a message before it is sent", async ({ page }) => {
  const bob = await aPerson("Bob Babbage");
  await openMail(page);
  await write(page, bob.email, "Too early");
  await button(page, "Send").click();
  await expect(toasts(page)).toContainText("Email sent successfully");
  await undo(page, "Email sent successfully");
  await expect(dialog(page).getByLabel("Message")).toHaveValue("Not finished");
  await page.keyboard.press("Escape");
  await expect(card(page, "Too early").getByText("Draft", { exact: true })).toBeVisible();
});

test("MAIL-31, decision 10: a scheduled message waits; an undeliverable one says so on its card", async ({
  page,
  ada,
}) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0 });
  await openMail(page);
  await write(page, "someone@far.org", "Outside");
  await tick(dialog(page).getByRole("checkbox", { name: "Schedule send" }));
  await dialog(page).getByLabel("Date of sending").fill("2040-03-05");
  await button(page, "Send").click();
  await expect(toasts(page)).toContainText("Email scheduled successfully");
  await expect(card(page, "Outside").getByText("Leaves on Mar 05, 2040, 9:00 AM")).toBeVisible();
  await button(page, "Actions for 'Outside'").click();
  await page.getByRole("menuitem", { name: "View/Edit" }).click();
  await tick(dialog(page).getByRole("checkbox", { name: "Schedule send" }), false);
  await button(page, "Send").click();
  await expect(card(page, "Outside").getByText("Not delivered: no mail account connected")).toBeVisible();
});

test("files beyond what the mail server takes are refused before they are uploaded, with the reason", async ({
  page,
}) => {
  await openMail(page);
  await write(page, "bob@far.org", "Plans");
  const chosen = dialog(page).getByLabel("Choose files");
  const sized = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
  await chosen.setInputFiles([sized("plan.zip", 10_000_000), sized("film.zip", 9_000_000)]);
  await expect(toasts(page)).toContainText("'film.zip' was not attached");
  await expect(toasts(page)).toContainText("18 MB at most together, because of its mail server");
  await expect(dialog(page).getByText("plan.zip")).toBeVisible();
  await expect(dialog(page).getByText("film.zip")).toHaveCount(0);
});
