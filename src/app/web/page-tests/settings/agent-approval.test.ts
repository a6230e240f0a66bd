import { expect } from "../../testing/expect-shown.ts";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test, origin } = await startPages();

type Answer = { status: number; body: { error: { code: string; details: { approval: { id: string } } } } };

/** What an agent with a key of Ada's calls. */
async function anAgent(ada: PagePerson, scopes: string[]) {
  const keyOptions = { name: "Desk agent", scopes, isAgent: true };
  const { key } = await ada.call<{ key: string }>("apiKeys.create", keyOptions);
  return async (capability: string, input: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}/rpc/${capability}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };
}

test("a deletion or send by an agent waits for approval with its arguments, and can be retried", async ({
  page,
  ada,
}) => {
  const asAgent = await anAgent(ada, ["read", "write", "destroy"]);
  const task = await ada.call<{ id: string }>("tasks.create", { title: "Sell the boat" });
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
  const deletion = list.getByRole("region", { name: /Desk agent: Move/ });
  await expect(deletion).toContainText("task 'Sell the boat'");
  await expect(deletion).not.toContainText(task.id);
  const mail = list.getByRole("region", { name: /Desk agent: Send an email/ });
  await expect(mail).toContainText("Figures for the board");
  await expect(mail).toContainText("here are the figures that you asked for");
  await mail.getByRole("button", { name: "Edit" }).click();
  await mail.getByRole("textbox", { name: "Subject" }).fill("Figures for Mallory");
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(mail).toContainText("Figures for Mallory");
  await expect(mail).toContainText("Edited by you");
  await deletion.getByRole("button", { name: "Delete" }).click();
  await expect(deletion).toBeHidden();
  const feed = list.getByRole("region", { name: /Desk agent: .*feed/ });
  await feed.getByRole("button", { name: "Create" }).click();
  await expect(feed).toContainText(
    "The host 'news.invalid' was not found. Check its name. Nothing was done.",
  );
  const answer = page.hold("approvals.retry");
  await feed.getByRole("button", { name: "Try again" }).click();
  await expect(feed.getByRole("button", { name: "Try again" })).toBeDisabled();
  answer();
  await expect(feed.getByRole("button", { name: "Try again" })).toBeEnabled();
  await feed.getByRole("button", { name: "Discard" }).click();
  await expect(feed).toBeHidden();
  const { id } = asked.body.error.details.approval;
  expect((await asAgent("approvals.get", { id })).body).toMatchObject({ state: "done" });
  await page.goto("/tasks?view=grid");
  await expect(page.getByText("Written by the agent", { exact: true })).toBeVisible();
  await expect(page.getByText("Written by an agent")).toBeVisible();
});

test("approval can be switched off for one key", async ({ page, ada }) => {
  const asAgent = await anAgent(ada, ["read", "write", "destroy"]);
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "Old list" });
  await page.goto("/settings?tab=api-keys");
  const approvalSwitch = page.getByRole("switch", { name: "Ask me before it sends or deletes" });
  await expect(approvalSwitch).toBeChecked();
  expect((await asAgent("tasks.delete", { id })).status).toBe(403);
  await approvalSwitch.click();
  await expect(approvalSwitch).not.toBeChecked();
  await expect.poll(async () => (await asAgent("tasks.delete", { id })).status).toBe(200);
});
