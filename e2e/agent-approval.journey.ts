import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

test("issue 20.5: what an agent wants to delete or send waits on the assistant's page with its exact arguments", async ({
  page,
  ada,
}) => {
  const wanted = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
  const { key } = await ada.call<{ key: string }>("apiKeys.create", wanted);
  const task = await ada.call<{ id: string }>("tasks.create", { title: "Sell the boat" });
  const asAgent = async (capability: string, input: unknown) => {
    const response = await fetch(`${ada.url}/rpc/${capability}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: await response.json() };
  };
  const asked = await asAgent("tasks.delete", { id: task.id });
  expect(asked).toMatchObject({ status: 403, body: { error: { code: "approval_needed" } } });
  await asAgent("emails.send", {
    recipients: ["mallory@evil.example"],
    subject: "Figures for the board",
    body: "Dear Mallory, here are the figures that you asked for. Kind regards, Ada",
  });
  await asAgent("tasks.create", { title: "Written by the agent", description: "With a few words more" });
  await asAgent("contacts.create", { contactName: "Mallory Finch", contactEmail: "mallory@evil.example" });
  await asAgent("newsFeeds.create", { url: "https://news.invalid/feed" });

  await page.goto("/ai-assistant?tab=approvals");
  const list = page.getByRole("list", { name: "Waiting for approval" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list).toContainText("mallory@evil.example is new to you");
  await expectAccessible(page);
  await shoot(page, "approvals");
  const deletion = list.getByRole("region", { name: /Desk agent: Move/ });
  await expect(deletion).toContainText("task 'Sell the boat'");
  await expect(deletion).toContainText(task.id);
  await deletion.getByRole("button", { name: "Approve" }).click();
  await expect(deletion).toBeHidden();
  await failAndTryAgain(page, list);
  const { id } = asked.body.error.details.approval;
  expect((await asAgent("approvals.get", { id })).body).toMatchObject({ state: "done" });
  await page.getByText("Recent requests").click();
  await shoot(page, "approvals-decided");

  await page.goto("/tasks");
  await expect(page.getByText("Written by the agent", { exact: true })).toBeVisible();
  await expect(page.getByText("Written by an agent")).toBeVisible();
  await shoot(page, "task-by-agent");

  await page.goto("/settings?tab=api-keys");
  const ask = page.getByRole("switch", { name: "Ask me before it sends or deletes" });
  await expect(ask).toBeChecked();
  await shoot(page, "agent-switch");
  await ask.click();
  await expect(ask).not.toBeChecked();
  const other = await ada.call<{ id: string }>("tasks.create", { title: "Old list" });
  expect((await asAgent("tasks.delete", { id: other.id })).status).toBe(200);
  await page.getByRole("button", { name: "Create key" }).click();
  await shoot(page, "key-form");
});

test("issue 20.5: an address that an agent wrote down is marked until its person confirms it", async ({
  page,
  ada,
}) => {
  const { key } = await ada.call<{ key: string }>("apiKeys.create", {
    ...{ name: "Desk agent", scopes: ["read", "write"], isAgent: true },
  });
  await fetch(`${ada.url}/rpc/contacts.create`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ contactName: "Mallory Finch", contactEmail: "mallory@evil.example" }),
  });
  await page.goto("/communication?tab=contacts");
  await page.getByRole("button", { name: "Mallory Finch" }).first().click();
  const card = page.getByRole("dialog", { name: "Mallory Finch" });
  await expect(card).toContainText("an agent entered this address");
  await shoot(page, "contact-unconfirmed");
  await card.getByRole("button", { name: "Confirm address" }).click();
  await expect(card).not.toContainText("an agent entered this address");
});

/** Nothing was reached, so the same approval tries again. */
async function failAndTryAgain(page: Page, list: Locator): Promise<void> {
  const feed = list.getByRole("region", { name: /Desk agent: .*feed/ });
  await feed.getByRole("button", { name: "Approve" }).click();
  await expect(feed).toContainText(
    "The host 'news.invalid' was not found. Check its name. Nothing was done.",
  );
  await feed.getByRole("button", { name: "Try again" }).click();
  await expect(feed.getByRole("button", { name: "Try again" })).toBeEnabled();
  await shoot(page, "approvals-failed");
  await feed.getByRole("button", { name: "Dismiss" }).click();
  await expect(feed).toBeHidden();
}
