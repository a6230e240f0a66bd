import { expect, tick, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test: plainTest, aConfirmedPerson } = await startPages();

/** Ada's address is confirmed: otherwise people cannot send or invite. */
const test = plainTest.extend("ada", () => aConfirmedPerson("Ada Lovelace"));

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Chats, approvals and memory" });

async function ask(page: Page, text: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Message to the assistant" });
  await line.fill(text);
  await line.press("Enter");
}

test("decision 26: a click sends a suggestion, and the answer shows the records behind it", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/ai-assistant");
  const suggestions = log(page).getByRole("list", { name: "Suggestions" });
  await expect(suggestions.getByRole("button")).toHaveCount(4);
  await suggestions.getByRole("button").last().click();
  await expect(suggestions).toBeHidden();
  await sidebar(page).getByRole("button", { name: "New chat" }).click();
  await expect(suggestions).toBeVisible();
  await ask(page, "show my tasks");
  await expect(log(page)).toContainText("You have 1 open task.");
  await expect(log(page).getByRole("link", { name: /Sell the boat/ })).toBeVisible();
  await expect(sidebar(page).getByRole("button", { name: "show my tasks", exact: true })).toBeVisible();
});

test("A5: memories can be edited, undone and deleted", async ({ page }) => {
  await page.goto("/ai-assistant");
  await ask(page, "remember that I fly on Fridays");
  await expect(log(page)).toContainText("I keep in mind");
  await tick(sidebar(page).getByRole("radio", { name: "Memory" }));
  const memory = sidebar(page).getByRole("list", { name: "Memory" });
  await expect(memory).toContainText("I fly on Fridays");
  await sidebar(page).getByRole("button", { name: "Change I fly on Fridays" }).click();
  await sidebar(page).getByRole("textbox", { name: "Change I fly on Fridays" }).fill("I fly on Mondays");
  await page.keyboard.press("Enter");
  await expect(memory).toContainText("I fly on Mondays");
  await undo(page, "Changed");
  await expect(memory).toContainText("I fly on Fridays");
  await sidebar(page).getByRole("button", { name: "Forget I fly on Fridays" }).click();
  await expect(sidebar(page)).not.toContainText("I fly on Fridays");
});

test("A7: the person chooses when a model is used, and the page says if there is none", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  await tick(sidebar(page).getByRole("radio", { name: "Model", exact: true }));
  await expect(sidebar(page)).toContainText("No language model is set up");
  await tick(sidebar(page).getByRole("radio", { name: /^Never/ }));
  await expect(page.getByText("Saved")).toBeVisible();
  expect(await ada.call("assistantSettings.get")).toMatchObject({ modelUse: "never" });
});

test("decision 26: a chat is renamed, opened again after a reload, and deleted", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/ai-assistant");
  await ask(page, "show my tasks");
  await expect(log(page)).toContainText("You have 1 open task.");
  await sidebar(page).getByRole("button", { name: "Rename show my tasks" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("The boat");
  await page.keyboard.press("Enter");
  const chat = sidebar(page).getByRole("button", { name: "The boat", exact: true });
  await expect(chat).toBeVisible();
  await page.reload();
  await expect(chat).toBeVisible();
  await expect(log(page)).not.toContainText("You have 1 open task.");
  await chat.click();
  await expect(log(page)).toContainText("You have 1 open task.");
  await sidebar(page).getByRole("button", { name: "Delete The boat" }).click();
  await expect(chat).toBeHidden();
});

test("decision 26: a quick action takes one line, shows its result, and can be undone", async ({
  page,
  ada,
}) => {
  await page.goto("/quick-actions");
  await page.getByRole("button", { name: /^Create task/ }).click();
  const task = page.getByRole("textbox", { name: "Create task" });
  await expect(task).toBeFocused();
  await task.fill("Water the palms tomorrow");
  await task.press("Enter");
  await expect(page.getByText("Task created: Water the palms")).toBeVisible();
  await expect(task).toHaveValue("");
  await undo(page, "Task created: Water the palms");
  await expect.poll(() => ada.call("tasks.list")).toMatchObject({ items: [] });
  await task.press("Escape");
  await expect(page.getByRole("button", { name: /^Create task/ })).toBeFocused();
  await page.getByRole("button", { name: /^Block an hour/ }).click();
  await expect(page.getByText(/^Focus time from \d/)).toBeVisible();
});

test("D33: quick actions that send something need a confirmation of exactly that", async ({ page, ada }) => {
  await ada.call("workspaces.create", { name: "Board" });
  await page.goto("/quick-actions");
  for (const { card, words, question, confirmLabel, done } of [
    {
      card: "Compose email",
      words: `${ada.email} The lease is signed`,
      question: `Send to ${ada.email}: The lease is signed`,
      confirmLabel: "Send",
      done: `Email sent to ${ada.email}`,
    },
    {
      card: "Invite a colleague",
      words: "bob@example.com",
      question: "Invite bob@example.com into 'Board'",
      confirmLabel: "Invite",
      done: "bob@example.com is invited to 'Board'",
    },
  ]) {
    await page.getByRole("button", { name: new RegExp(`^${card}`) }).click();
    const field = page.getByRole("textbox", { name: card });
    await field.fill(words);
    await field.press("Enter");
    const asked = page.getByRole("region", { name: card });
    await expect(asked).toContainText(question);
    await expect(asked.getByRole("button", { name: confirmLabel })).toBeFocused();
    await asked.getByRole("button", { name: confirmLabel }).press("Enter");
    await expect(toasts(page)).toContainText(done);
    await field.press("Escape");
  }
});
