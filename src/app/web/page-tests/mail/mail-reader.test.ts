import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "Conversations" });
const row = (page: Page, name: string) => rows(page).getByRole("listitem", { name, exact: true });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

/** Imports a mail as from another program, immediately in the mailbox. */
async function importMail(ada: PagePerson, subject: string, ...headers: string[]): Promise<void> {
  const lines = ["From: Weekly <news@weekly.example>", `To: ${ada.email}`, `Subject: ${subject}`];
  const id = `Message-ID: <${subject.replaceAll(/\W/g, "-")}@weekly.example>`;
  const date = `Date: ${new Date(Date.now() - 172_800_000).toUTCString()}`;
  const text = [...lines, id, date, ...headers, "", `The figures of ${subject}.`].join("\r\n");
  const form = new FormData();
  form.set("file", new File([text], "mail.eml", { type: "message/rfc822" }));
  const answer = await ada.request("/files/email/messages", {
    method: "POST",
    body: form,
    headers: { "x-adjutant-upload": "1" },
  });
  expect(answer.ok).toBe(true);
}

/** To herself, so that they lie in the inbox. */
async function openThree(page: Page, ada: PagePerson): Promise<void> {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "Ada Lovelace" });
  const figures = { recipients: [ada.email], body: "The figures of the quarter are ready." };
  for (const subject of ["First", "Second", "Third"]) {
    await ada.call("emails.send", { ...figures, subject });
    const arrived = async () =>
      (await ada.call<{ items: unknown[] }>("emails.list", { view: "inbox", text: subject })).items.length;
    await expect.poll(arrived, { timeout: 15_000 }).toBe(1);
  }
  await page.goto("/email?look=split&view=inbox");
  for (const name of ["First", "Second", "Third"]) await expect(row(page, name)).toBeVisible();
}

async function show(page: Page, part: string): Promise<void> {
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: part }).click();
}

test("keys read, star, archive, unarchive and snooze the mails of the list", async ({ page, ada }) => {
  await openThree(page, ada);
  await row(page, "Third").click();
  await expect(reader(page).getByRole("heading", { name: "Third" })).toBeVisible();
  await expect(row(page, "Third").getByRole("img", { name: "Unread" })).toHaveCount(0);
  await page.keyboard.press("s");
  await expect(row(page, "Third").getByLabel("Starred")).toBeVisible();
  await page.keyboard.press("j");
  await expect(reader(page).getByRole("heading", { name: "Second" })).toBeVisible();
  await expect(page).toHaveURL(/email=/);
  await page.keyboard.press("e");
  await expect(row(page, "Second")).toHaveCount(0);
  await expect(reader(page).getByRole("heading", { name: "First" })).toBeVisible();
  await expect(toasts(page)).toContainText("Archived 1 email(s)");
  await page.keyboard.press("z");
  await row(page, "Second").click();
  await reader(page).getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
  await expect(row(page, "Second")).toHaveCount(0);
  await expect(toasts(page)).toContainText("Snoozed until");
  await show(page, "Snoozed");
  await expect(row(page, "Second")).toBeVisible();
  await row(page, "Second").click();
  await reader(page).getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Another time" }).click();
  await expect(page.getByLabel("When")).toBeFocused();
  await page.keyboard.type("5 march 2040 14:00");
  await expect(page.getByRole("status").filter({ hasText: "Mon, Mar 5, 2040, 2:00 PM" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Mar 05, 2040");
});

test("what was moved back to the inbox can be archived again by undoing it", async ({ page, ada }) => {
  await openThree(page, ada);
  await row(page, "Second").click();
  await page.keyboard.press("e");
  await expect(row(page, "Second")).toHaveCount(0);
  await show(page, "Archive");
  await row(page, "Second").click();
  await reader(page).getByRole("button", { name: "Back to the inbox" }).click();
  await expect(row(page, "Second")).toHaveCount(0);
  await expect(toasts(page)).toContainText("Back in the inbox");
  await page.keyboard.press("z");
  await expect(row(page, "Second")).toBeVisible();
  await show(page, "Inbox");
  await expect(row(page, "First")).toBeVisible();
  await expect(row(page, "Second")).toHaveCount(0);
});

test("a search with operators highlights its matches; it is saved as a tab, opened by number, deleted and restored", async ({
  page,
  ada,
}) => {
  await openThree(page, ada);
  await row(page, "Third").click();
  await page.keyboard.press("s");
  await expect(row(page, "Third").getByLabel("Starred")).toBeVisible();
  const starred = async () =>
    (await ada.call<{ items: unknown[] }>("emails.list", { text: "is:starred fig" })).items.length;
  await expect.poll(starred, { timeout: 15_000 }).toBe(1);
  const search = page.getByPlaceholder("Search emails...");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("is:starred fig");
  await expect(rows(page).getByRole("listitem")).toHaveCount(1);
  await expect(row(page, "Third").locator("mark").first()).toHaveText("fig");
  await button(page, "Save this search as a tab").click();
  await dialog(page).getByLabel("Name").fill("Figures");
  await button(page, "Save").click();
  const tabs = page.getByRole("navigation", { name: "Tabs of the inbox" });
  await expect(tabs.getByRole("button", { name: /^Figures/ })).toHaveAttribute("aria-current", "page");
  await search.fill("");
  await search.press("Escape");
  await expect(rows(page).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("3");
  await expect(tabs.getByRole("button", { name: /^Other/ })).toHaveAttribute("aria-current", "page");
  await expect(row(page, "First")).toBeVisible();
  await expect(row(page, "Third")).toHaveCount(0);
  await page.keyboard.press("2");
  await expect(row(page, "Third")).toBeVisible();
  await button(page, "Change the tab 'Figures'").click();
  await page.getByRole("menuitem", { name: "Same words in documents" }).click();
  await expect(page.getByPlaceholder("Search documents")).toHaveValue(/fig/);
  await page.goBack();
  await button(page, "Change the tab 'Figures'").click();
  await page.getByRole("menuitem", { name: "Delete the tab" }).click();
  await expect(tabs).toHaveCount(0);
  await undo(page, "The tab 'Figures' is gone");
  await expect(tabs).toBeVisible();
});

test("a reply is quoted, signed and saved while typing, and the page says what is saved", async ({
  page,
  ada,
}) => {
  await openThree(page, ada);
  await row(page, "First").click();
  await page.keyboard.press("r");
  const answer = reader(page).getByRole("form", { name: "Reply" });
  const message = answer.getByLabel("Message", { exact: true });
  await button(page, "Show quoted text").click();
  await expect(message).toHaveValue(/-- \nAda Lovelace[\s\S]*wrote:\n> The figures/);
  await message.fill("Thank you.");
  const saved = answer.getByText(/^Draft saved /);
  await expect(saved).toBeVisible();
  await expectAccessible();
  page.cut("emails.saveDraft");
  await message.fill("Thank you!");
  await expect(saved).toHaveCount(0);
  await message.fill("Thank you.");
  await expect(saved).toBeVisible();
  page.restore();
  await page.reload();
  await show(page, "Drafts");
  await row(page, "Re: First").click();
  await reader(page).getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page).getByLabel("Message")).toHaveValue("Thank you.");
  await button(page, "Send").click();
  await expect(toasts(page)).toContainText("Email sent successfully");
});

test("the source of a mail is shown, and its list is unsubscribed from after a review", async ({
  page,
  ada,
}) => {
  await importMail(ada, "Issue 12", "List-Unsubscribe: <https://weekly.example/leave>");
  await page.goto("/email?look=split");
  await row(page, "Issue 12").click();
  await reader(page).getByRole("button", { name: "Mail with this person" }).click();
  await expect(reader(page).getByText("There is no other mail with news@weekly.example.")).toBeVisible();
  await reader(page).getByRole("button", { name: "Actions for 'Issue 12'" }).click();
  await page.getByRole("menuitem", { name: "View source" }).click();
  await expect(dialog(page).getByText("List-Unsubscribe: <https://weekly.example/leave>")).toBeVisible();
  await page.keyboard.press("Escape");
  await reader(page).getByRole("button", { name: "Unsubscribe" }).click();
  await expect(toasts(page)).toContainText("news@weekly.example can be left on its own page only");
  await show(page, "Subscriptions");
  await expect(dialog(page).getByRole("listitem")).toContainText("1 message");
  await tick(dialog(page).getByLabel("Choose Weekly"));
  await expect(dialog(page).getByText("1 chosen, 1 messages in 180 days")).toBeVisible();
  await expectAccessible();
});
