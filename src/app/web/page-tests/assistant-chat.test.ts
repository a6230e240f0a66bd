import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

// Issue 26, section 5 (decision 0164): one chat stays one chat, and a sentence is corrected instead of retyped.

const { test } = await startPages();

const ASK = "/files/assistant/ask";
const ACKNOWLEDGEMENT = "I understand your request. Let me help you with that right away.";
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const line = (page: Page) => page.getByRole("textbox", { name: "Message to the assistant" });
const queue = (page: Page) => log(page).getByRole("list", { name: "Waiting in line" });
const ask = async (page: Page, text: string) => {
  await line(page).fill(text);
  await line(page).press("Enter");
};
/** Whether these words stand in the log in this order. */
const inOrder = async (page: Page, ...words: string[]): Promise<boolean> => {
  const text = (await log(page).textContent()) ?? "";
  const places = words.map((each) => text.indexOf(each));
  return places.every((place, at) => place > (places[at - 1] ?? -1));
};

test("what is typed while an answer comes waits in line, can be changed, and goes out in order", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  const answer = page.network.hold(ASK);
  await ask(page, "create a task to call Anna");
  await ask(page, "create a task to water the palms");
  await ask(page, "create a task to sell the car");
  await ask(page, "create a task to forget this");
  await expect(queue(page).getByRole("listitem")).toHaveCount(3);
  await expectAccessible();
  await queue(page).getByRole("button", { name: "Remove 'create a task to forget this'" }).click();
  await queue(page).getByRole("button", { name: "Edit 'create a task to sell the car'" }).click();
  await queue(page)
    .getByRole("textbox", { name: "Edit the waiting sentence" })
    .fill("create a task to sell the boat");
  await page.keyboard.press("Enter");
  await expect(queue(page)).toContainText("create a task to sell the boat");
  answer();
  await expect(queue(page)).toBeHidden();
  await expect(log(page)).toContainText("I created the task 'sell the boat'");
  const words = ["call Anna", "water the palms", "sell the boat"].flatMap((title) => [
    `You: create a task to ${title}`,
    `I created the task '${title}'`,
  ]);
  expect(await inOrder(page, ...words)).toBe(true);
  const { items } = await ada.call<{ items: unknown[] }>("assistantChats.list");
  expect(items).toHaveLength(1);
});

test("a failing answer says so under its question, the line goes on, and it can be asked again", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  const answer = page.network.hold(ASK);
  page.network.cutOnce(ASK);
  await ask(page, "create a task to call Anna");
  await ask(page, "create a task to water the palms");
  answer();
  await expect(log(page)).toContainText("I created the task 'water the palms'");
  const lost = "The connection was lost before the answer came.";
  expect(await inOrder(page, "to call Anna", lost, "You: create a task to water the palms")).toBe(true);
  await log(page).getByRole("button", { name: "Ask again" }).click();
  await expect(log(page)).toContainText("I created the task 'call Anna'");
  await expect(log(page).getByRole("button", { name: "Ask again" })).toBeHidden();
  expect((await ada.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(2);
});

test("an answer that was lost on its way is found, and nothing is done twice", async ({ page, ada }) => {
  await page.goto("/ai-assistant");
  page.network.loseAnswerOnce(ASK);
  await ask(page, "create a task to call Anna");
  await expect(log(page)).toContainText("I created the task 'call Anna'");
  expect((await ada.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(1);
});

test("the acknowledgement gives way to the answer; after a reload the question says that it has none", async ({
  page,
}) => {
  await page.goto("/ai-assistant");
  const answer = page.network.hold(ASK);
  await ask(page, "show my tasks");
  await ask(page, "what can you do?");
  await expect(log(page)).toContainText(ACKNOWLEDGEMENT);
  await page.reload();
  await expect(log(page)).toContainText("show my tasks");
  await expect(log(page)).toContainText("This was interrupted before the answer came.");
  await expect(log(page)).not.toContainText(ACKNOWLEDGEMENT);
  await expect(queue(page)).toContainText("what can you do?");
  answer();
  await log(page).getByRole("button", { name: "Ask again" }).click();
  await expect(log(page)).toContainText("You have no open tasks.");
  await expect(queue(page)).toBeHidden();
  await expect(log(page)).not.toContainText(ACKNOWLEDGEMENT);
});

test("arrow up puts the last sentence back; what replaces it takes its place, and what it did is undone on request", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  await ask(page, "create a task to call Ana");
  await expect(log(page)).toContainText("I created the task 'call Ana'");
  await line(page).press("ArrowUp");
  await expect(line(page)).toHaveValue("create a task to call Ana");
  await expect(page.getByText("Replaces your last sentence. What it did stays.")).toBeVisible();
  await line(page).press("Escape");
  await expect(line(page)).toHaveValue("");
  await log(page).getByRole("button", { name: "Edit your last sentence" }).click();
  await page.getByRole("button", { name: "Undo what it did" }).click();
  await expect(page.getByText("What it did is taken back.")).toBeVisible();
  await ask(page, "create a task to call Anna");
  await expect(log(page)).toContainText("I created the task 'call Anna'");
  await expect(log(page)).not.toContainText("call Ana'");
  const { items } = await ada.call<{ items: { title: string }[] }>("tasks.list");
  expect(items.map(({ title }) => title)).toEqual(["call Anna"]);
  const chats = await ada.call<{ items: { title: string }[] }>("assistantChats.list");
  expect(chats.items.map(({ title }) => title)).toEqual(["create a task to call Anna"]);
});

test("the panel opens over any page by its key and the sidebar, about what is on screen", async ({
  page,
  ada,
}) => {
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "Sell the boat" });
  await page.goto(`/tasks?task=${id}`);
  await expect(page.getByRole("dialog", { name: "Edit Task" })).toBeVisible();
  await page.keyboard.press("Control+j");
  const panel = page.getByRole("dialog", { name: "AI Assistant" });
  await expect(panel).toContainText("About the task on this page");
  await expect(panel).toContainText("Built-in");
  await expect(line(page)).toBeFocused();
  await expectAccessible();
  await ask(page, "make it urgent");
  await expect(panel).toContainText("In focus: Sell the boat");
  await expect(panel).toContainText("'Sell the boat' has urgent priority now.");
});

test("another panel that opens while an answer comes shows the same chat, and nothing is sent twice", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  const answer = page.network.hold(ASK);
  await ask(page, "create a task to call Anna");
  await ask(page, "create a task to water the palms");
  await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await page.keyboard.press("Control+j");
  const panel = page.getByRole("dialog", { name: "AI Assistant" });
  await expect(panel).toContainText("create a task to call Anna");
  await expect(panel).not.toContainText("interrupted");
  answer();
  await expect(panel).toContainText("I created the task 'water the palms'");
  const { items } = await ada.call<{ items: unknown[] }>("tasks.list");
  expect(items).toHaveLength(2);
});
