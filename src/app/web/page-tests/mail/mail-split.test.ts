import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test } = pages;

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });
const statistics = (page: Page) => page.getByRole("navigation", { name: "Statistics" });
const figure = (page: Page, name: string) => statistics(page).getByRole("link", { name });

test("decision 29: the split view comes first, the described cards are one key away and remembered", async ({
  page,
}) => {
  await page.goto("/email");
  await expect(page.getByRole("region", { name: "Reader" })).toBeVisible();
  await expect(page.getByText("Manage your emails and templates with AI-powered assistance")).toBeVisible();
  await page.getByRole("radio", { name: "Cards" }).click();
  await expect(page.getByLabel("Sort by")).toBeVisible();
  await page.goto("/");
  await page.goto("/email");
  await expect(page.getByLabel("Sort by")).toBeVisible();
  await page.getByRole("radio", { name: "List and reader" }).click();
  await expect(page.getByRole("region", { name: "Reader" })).toBeVisible();
});

test("MAIL-02, MAIL-03: one line of statistics, each opens its part of the mailbox, and no rate of nothing", async ({
  page,
  ada,
}) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  await ada.call("emails.create", { subject: "Figures", body: "See below." });
  await page.goto("/email");
  for (const shown of ["Total 1", "Sent 0", "Drafts 1", "Scheduled 0"])
    await expect(figure(page, shown)).toBeVisible();
  await expect(statistics(page)).toContainText("Response Rate –");
  await expect(statistics(page)).not.toContainText("%");
  await figure(page, "Drafts 1").click();
  await expect(page.getByTitle("Part of the mailbox")).toContainText("Drafts");
  await expect(row(page, "Figures")).toBeVisible();
  await ada.call("emails.send", { subject: "Minutes", body: "Done.", recipients: [ada.email] });
  await expect(figure(page, "Sent 1")).toBeVisible();
  await statistics(page).getByRole("button", { name: "0%" }).click();
  await expect(page.getByText("The share of your sent emails that have an AI summary.")).toBeVisible();
  await expectAccessible();
});

test("a status in the address opens that part of all mail", async ({ page, ada }) => {
  await ada.call("emails.create", { subject: "Figures", body: "See below." });
  await page.goto("/email?status=draft");
  await expect(row(page, "Figures")).toBeVisible();
});

test("MAIL-19: the reader says when a scheduled email leaves", async ({ page, ada }) => {
  const scheduledSend = "2031-03-05T09:00:00Z";
  const email = { subject: "Figures", body: "See below.", recipients: ["anna@far.org"], scheduledSend };
  await ada.call("emails.send", email);
  await page.goto("/email?status=scheduled");
  await row(page, "Figures").click();
  await expect(
    page.getByRole("region", { name: "Reader" }).getByText(/^Leaves on Mar 05, 2031/),
  ).toBeVisible();
});

test("a draft within a conversation is marked as one while it is folded", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  const figures = { recipients: [ada.email], subject: "Figures", body: "See below." };
  const { id } = await ada.call<{ id: string }>("emails.create", figures);
  await ada.call("emails.create", { subject: "Re: Figures", body: "Thank you.", inReplyTo: id });
  await page.goto(`/email?look=split&status=draft&email=${id}`);
  const reader = page.getByRole("region", { name: "Reader" });
  const answer = reader.getByRole("article").filter({ hasText: "Thank you." });
  await expect(answer.getByRole("button", { expanded: false })).toContainText("Draft");
});

test("a search covers all mail and says where each email lies, or is limited to this folder", async ({
  page,
  ada,
}) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  await ada.call("emails.send", { subject: "Budget", body: "Final.", recipients: [ada.email] });
  await ada.call("emails.create", { subject: "Budget, draft", body: "Not final." });
  const received = async () =>
    (await ada.call<{ items: { id: string }[] }>("emails.list", { view: "inbox" })).items;
  await expect.poll(async () => (await received()).length, { timeout: 15_000 }).toBe(1);
  await page.goto("/email");
  await expect(row(page, "Budget")).toBeVisible();
  for (const name of ["Received", "Medium"]) await expect(row(page, "Budget")).not.toContainText(name);
  await page.getByPlaceholder("Search emails...").fill("budget");
  await expect(row(page, "Budget, draft")).toContainText("Draft");
  await expect(row(page, "Budget").first()).toContainText(/Inbox|Sent/);
  await page.getByRole("radio", { name: "In this folder" }).click();
  await expect(row(page, "Budget, draft")).toHaveCount(0);
  await expect(row(page, "Budget")).not.toContainText("Inbox");
  await expectAccessible();
  await page.getByRole("radio", { name: "All mail" }).click();
  await expect(row(page, "Budget, draft")).toBeVisible();
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: "Drafts" }).click();
  await expect(page.getByPlaceholder("Search emails...")).toHaveValue("");
  await expect(row(page, "Budget, draft")).toBeVisible();
});
