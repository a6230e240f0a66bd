import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect, tick, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const rows = (page: Page) => page.getByRole("list", { name: "Emails" }).getByRole("listitem");
const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected emails" });
const status = (page: Page) => page.getByLabel("Status", { exact: true });

const inOrder = (page: Page, ...subjects: string[]) =>
  expect
    .poll(
      () =>
        rows(page)
          .elements()
          .map((row) => row.getAttribute("aria-label")),
      { timeout: 15_000 },
    )
    .toEqual(subjects);

const optionsOf = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .locator("option")
    .elements()
    .map(({ textContent }) => textContent);

async function openDrafts(page: Page, ada: PagePerson): Promise<void> {
  const body = "The line stood still. Please approve the new belt by Friday. It costs 480 euros.";
  for (const [subject, priority] of [
    ["Alpha", "low"],
    ["Beta meeting", "medium"],
    ["Gamma", "urgent"],
  ])
    await ada.call("emails.create", { subject, body, priority, category: "operations" });
  await page.goto("/email?look=cards&status=draft");
  await inOrder(page, "Gamma", "Beta meeting", "Alpha");
}

test("MAIL-06 to MAIL-09, MAIL-11 to MAIL-15: status, sort and search", async ({ page, ada }) => {
  await openDrafts(page, ada);
  expect(optionsOf(page, "Status")).toEqual(["All Status", "Drafts", "Sent", "Scheduled", "Failed"]);
  const sorts = ["Date Created", "Date Sent", "Subject", "Priority", "Importance"];
  expect(optionsOf(page, "Sort by")).toEqual(sorts);
  await page.getByLabel("Sort by").selectOption({ label: "Subject" });
  await inOrder(page, "Alpha", "Beta meeting", "Gamma");
  await page.getByLabel("Sort by").selectOption({ label: "Importance" });
  await inOrder(page, "Gamma", "Beta meeting", "Alpha");
  await page.keyboard.press("/");
  await expect(page.getByPlaceholder("Search emails...")).toBeFocused();
  await page.keyboard.type("BETA");
  await inOrder(page, "Beta meeting");
  await expect(page).toHaveURL(/search=BETA/);
  await page.getByPlaceholder("Search emails...").fill("");
  await inOrder(page, "Gamma", "Beta meeting", "Alpha");
});

test("MAIL-18 to MAIL-25: one summary; the card menu; marking as failed and undoing it", async ({
  page,
  ada,
}) => {
  await openDrafts(page, ada);
  await button(page, "Actions for 'Alpha'").click();
  await page.getByRole("menuitem", { name: "AI Summarize" }).click();
  await expect(toasts(page)).toContainText("Email summarized with AI!");
  await expect(card(page, "Alpha").getByLabel("AI summary")).toBeVisible();
  await expect(
    card(page, "Alpha")
      .getByText(/Please approve the new belt by Friday\./)
      .first(),
  ).toBeVisible();
  await button(page, "Actions for 'Alpha'").click();
  for (const name of ["View/Edit", "AI Reply", "Mark as Failed", "Delete"])
    await expect(page.getByRole("menuitem", { name })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "AI Summarize" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Mark as Failed" }).click();
  await expect(toasts(page)).toContainText("Email updated successfully");
  await expect(card(page, "Alpha")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(card(page, "Alpha").getByText("Draft", { exact: true })).toBeVisible();
});

test("MAIL-33, MAIL-59, MAIL-64: two emails are selected by keys and archived", async ({ page, ada }) => {
  await openDrafts(page, ada);
  await card(page, "Gamma").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await expectAccessible();
  await bar(page).getByRole("button", { name: "Archive" }).click();
  await expect(toasts(page)).toContainText("Archived 2 email(s)");
  for (const fact of ["archived", "Draft"])
    await expect(card(page, "Gamma").getByText(fact, { exact: true })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test("MAIL-32, MAIL-60, MAIL-65 to MAIL-67: the bar marks all as failed, forwards, deletes and restores them", async ({
  page,
  ada,
}) => {
  await openDrafts(page, ada);
  await tick(page.getByLabel("Select all emails"));
  await bar(page).getByRole("button", { name: "Mark Failed" }).click();
  await expect(toasts(page)).toContainText("Updated 3 email(s)");
  await expect(page.getByText("No emails found")).toBeVisible();
  await status(page).selectOption({ label: "Failed" });
  await expect(rows(page)).toHaveCount(3);
  await tick(page.getByLabel("Select all emails"));
  await bar(page).getByRole("button", { name: "Forward" }).click();
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Fwd: Gamma and 2 more");
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/Subject: Beta meeting[\s\S]*Subject: Alpha/);
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page)).toContainText("Deleted 3 email(s)");
  await expect(page.getByText("No emails found")).toBeVisible();
  await undo(page, "Deleted 3 email(s)");
  await expect(rows(page)).toHaveCount(3);
});

test("MAIL-25, MAIL-65: Z undoes a pending action; V reports mail without a folder; the trash restores", async ({
  page,
  ada,
}) => {
  await openDrafts(page, ada);
  const answer = page.hold("emails.deleteMany");
  await card(page, "Beta meeting").focus();
  await page.keyboard.press("v");
  await expect(toasts(page)).toContainText("Only received mail of a connected account lies in folders");
  await page.keyboard.press("#");
  await expect(card(page, "Beta meeting")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(card(page, "Beta meeting")).toBeVisible();
  answer();
  await card(page, "Alpha").focus();
  await page.keyboard.press("#");
  await expect(toasts(page)).toContainText("Email deleted successfully");
  await expect(card(page, "Alpha")).toHaveCount(0);
  await button(page, "Trash").click();
  await button(page, "Restore 'Alpha'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await button(page, "Emails").click();
  for (const subject of ["Alpha", "Beta meeting"]) await expect(card(page, subject)).toBeVisible();
});
