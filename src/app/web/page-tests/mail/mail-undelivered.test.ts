import { and, eq } from "drizzle-orm";
import { mailAccounts, mailboxes } from "#features/email/account-tables.ts";
import { anAccount } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { type Misbehaviour, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

// The instance's mail server takes the message and then breaks the connection without an answer.
const pages = await startPages();
const { test, services, aUser } = pages;
const given: Misbehaviour = { ".": null };
const smtp = await scriptedSmtp(given);
await services.systemSettings.save(await aUser({ roles: ["admin"] }), {
  version: services.systemSettings.current.version,
  fields: { smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false, smtpFromEmail: "desk@house.org" },
  secrets: {},
});

const reader = (page: Page) => page.getByRole("region", { name: "Reader" });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });

async function sendTo(ada: PagePerson, recipient: string, subject: string, status: string): Promise<void> {
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  await ada.call("emails.send", { subject, body: "The figures are ready.", recipients: [recipient] });
  const listed = async () =>
    (await ada.call<{ items: unknown[] }>("emails.list", { status, text: subject })).items.length;
  await expect.poll(listed, { timeout: 20_000 }).toBe(1);
}

async function openPart(page: Page, part: string): Promise<void> {
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: part }).click();
}

test("an uncertain message says so on its card, in the list, the outbox and a notification, and its writer decides", async ({
  page,
  ada,
}) => {
  await vouchFor(pages, ada);
  await sendTo(ada, "dora@far.org", "Figures", "uncertain");
  await page.goto("/email?look=cards");
  const card = page.getByRole("listitem", { name: "Figures", exact: true });
  await expect(card.getByText("Uncertain", { exact: true })).toBeVisible();
  await expect(card.getByText("It is not certain that this was delivered")).toBeVisible();
  await expect(card.getByText("To: dora@far.org")).toBeVisible();
  const notices = await ada.call<{ items: { title: string }[] }>("notifications.list", {});
  expect(notices.items.map(({ title }) => title)).toEqual(["Not certain whether it was sent: Figures"]);

  await page.goto("/email?look=split&view=all&status=sent");
  await expect(row(page, "Figures")).toHaveCount(0);
  await openPart(page, "Outbox");
  await expect(row(page, "Figures").getByText("Uncertain")).toBeVisible();
  await row(page, "Figures").click();
  const delivery = reader(page).getByRole("region", { name: "Delivery" });
  await expect(delivery.getByText(/Look in the Sent folder/)).toBeVisible();
  // The instance's own server has no folder that could be opened.
  await expect(delivery.getByRole("link")).toHaveCount(0);
  await expectAccessible();
  await delivery.getByRole("button", { name: "Mark as sent" }).click();
  await expect(toasts(page)).toContainText("Email updated successfully");
  await expect(row(page, "Figures")).toHaveCount(0);
  await openPart(page, "Sent");
  await expect(row(page, "Figures")).toBeVisible();
});

test("an uncertain message of an account offers its Sent folder, which opens", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  await sendTo(ada, "dora@far.org", "Minutes", "uncertain");
  const userId = (await services.auth.findUserId(ada.email)) ?? "";
  await services.database.transaction(userId, "write", async (db) => {
    const [account] = await db.insert(mailAccounts).values(anAccount({ userId })).returning();
    const folder = { userId, accountId: account?.id ?? "" };
    await db.insert(mailboxes).values([
      { ...folder, path: "INBOX", name: "Inbox", role: "inbox" },
      { ...folder, path: "Sent Items", name: "Sent Items", role: "sent" },
    ]);
    await db
      .update(emails)
      .set({ accountId: folder.accountId })
      .where(and(eq(emails.userId, userId), eq(emails.subject, "Minutes")));
  });
  await page.goto("/email?look=split&view=outbox");
  await row(page, "Minutes").click();
  const delivery = reader(page).getByRole("region", { name: "Delivery" });
  await expect(delivery.getByText(/Look in the Sent folder/)).toBeVisible();
  await expectAccessible();
  await delivery.getByRole("link", { name: "Open the Sent folder" }).click();
  await expect(page.getByTitle("Part of the mailbox")).toContainText("Sent Items");
  await expect(row(page, "Minutes")).toHaveCount(0);
});

test("held mail is marked as held and is not among the sent mail", async ({ page, ada }) => {
  await sendTo(ada, "clara@lattice.example", "Terms", "held");
  await page.goto("/email?look=split&view=all&status=sent");
  await expect(page.getByTitle("Part of the mailbox")).toBeVisible();
  await expect(row(page, "Terms")).toHaveCount(0);
  await openPart(page, "Outbox");
  await expect(row(page, "Terms").getByText("Held")).toBeVisible();
});
