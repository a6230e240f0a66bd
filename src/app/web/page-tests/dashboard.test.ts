import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const CARDS = [
  ["Email", "127", "unread emails", "/email"],
  ["Calendar", "3", "meetings", "/calendar"],
  ["Tasks", "12", "active tasks", "/tasks"],
  ["AI Assistant", "24/7", "at your service", "/ai-assistant"],
  ["Analytics", "85%", "productivity", "/analytics"],
  ["Team", "8", "team members", "/team"],
  ["Documents", "156", "documents", "/documents"],
  ["Quick Actions", "22", "actions at hand", "/quick-actions"],
  ["Communication", "5", "active chats", "/communication"],
  ["Daily Operations", "Ready", "morning briefing", "/daily-ops"],
] as const;
const GREETING =
  "Good morning! I'm your AI executive assistant. How can I help you be more productive today?";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const headline = (page: Page) => page.getByRole("region", { name: "Today in figures" });
const cards = (page: Page) =>
  page.getByRole("region", { name: "Executive Dashboard" }).getByRole("list").first().locator("> li");
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });

async function expectSpecifiedFigures(page: Page): Promise<void> {
  for (const stat of ["Efficiency94%", "Tasks Done127", "Saved Today6.5h"])
    await expect(headline(page)).toContainText(stat);
  await expect(cards(page)).toHaveCount(CARDS.length);
  for (const [index, [title, value, label]] of CARDS.entries()) {
    await expect(cards(page).nth(index).getByRole("heading")).toHaveText(title);
    await expect(cards(page).nth(index)).toContainText(`${value}${label}`);
  }
}

test("DASH-05 to DASH-30 (decision 5): the specified figures, first as labelled samples, then from real data", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByText("Sample figures")).toBeVisible();
  await expectSpecifiedFigures(page);
  for (const [title, , , href] of CARDS) {
    await expect(card(page, title).locator("svg").first()).toBeVisible();
    await expect(card(page, title).getByText("Online", { exact: true })).toBeVisible();
    await expect(card(page, title).getByRole("paragraph").first()).not.toBeEmpty();
    await expect(card(page, title).getByRole("link")).toHaveAttribute("href", href);
  }
  await card(page, "Tasks").getByRole("button").click();
  await expect(page.getByText("Tasks that are not completed, without those in the trash.")).toBeVisible();
  await expect(page.getByText("This is a sample figure")).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Load sample workspace").click();
  await expect(toasts(page)).toContainText("Sample workspace loaded");
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await expect(button(page, "Load sample workspace")).toHaveCount(0);
  await expectSpecifiedFigures(page);
  await page.reload();
  await expectSpecifiedFigures(page);
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await card(page, "Tasks").getByRole("button").click();
  await expect(page.getByText("and more")).toBeVisible();
});

test("loading the sample workspace is undone by its toast", async ({ page, ada }) => {
  await page.goto("/");
  await button(page, "Load sample workspace").click();
  await expect(button(page, "Load sample workspace")).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(button(page, "Load sample workspace")).toBeVisible();
  expect(await ada.call("dashboard.sampleWorkspace")).toEqual({ loadedAt: null, records: 0 });
});

test("DASH-11 to DASH-20: every card links to its page", async ({ page }) => {
  await page.goto("/");
  for (const [title, , , href] of CARDS) {
    await card(page, title).getByRole("link").click();
    await expect.poll(() => window.location.pathname).toBe(href);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  }
});

test("DASH-06, DASH-23 (decision 5): figures update live, whoever changes the data", async ({
  page,
  ada,
}) => {
  const { id, version } = await ada.call<{ id: string; version: number }>("tasks.create", { title: "First" });
  await page.goto("/");
  await expect(card(page, "Tasks")).toContainText("1active tasks");
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await ada.call("tasks.create", { title: "From the other tab" });
  await expect(card(page, "Tasks")).toContainText("2active tasks");
  await ada.call("tasks.update", { id, version, status: "completed" });
  await expect(card(page, "Tasks")).toContainText("1active tasks");
  await expect(headline(page)).toContainText("Tasks Done1");
});

test("DASH-06: a change between the first load and the subscription is not missed", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "First" });
  const stream = page.network.hold("/events");
  await page.goto("/");
  await expect(card(page, "Tasks")).toContainText("1active tasks");
  await ada.call("tasks.create", { title: "In between" });
  stream();
  await expect(card(page, "Tasks")).toContainText("2active tasks");
});

test("ERR-01, ERR-03: figures that cannot be loaded are reported in a toast and never shown as zero", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "First" });
  page.cut("dashboard.figures");
  await page.goto("/");
  await expect(toasts(page).getByRole("alert")).toContainText("Failed to load dashboard figures");
  await expect(card(page, "Tasks")).toContainText("–active tasks");
});

test("DASH-01, DASH-32, DASH-33: a placeholder until the session is loaded, then the personal greeting", async ({
  page,
  ada,
}) => {
  const { version } = await ada.call<{ version: number }>("profile.get");
  await ada.call("profile.update", { version, address: "Captain" });
  const answer = page.hold("session.current");
  await page.goto("/");
  await expect(page.getByText("Checking permissions...")).toBeVisible();
  answer();
  await expect(page.getByText("Checking permissions...")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Captain$/);
  await expect(page.getByText("Welcome back to your AI-powered productivity hub")).toBeVisible();
});

test("DASH-31, DASH-37, DASH-41 to DASH-43 (decision 7): blank is ignored; an answer uses own data and is undone", async ({
  page,
}) => {
  await page.goto("/");
  const chat = page.getByRole("region", { name: "AI Assistant" });
  const messages = chat.getByRole("log").getByRole("paragraph");
  const line = chat.getByRole("textbox");
  await expect(messages).toHaveText(`Assistant: ${GREETING}`);
  await line.fill("   ");
  await line.press("Enter");
  await button(page, "Send message").click();
  expect(await line.inputValue()).toBe("   ");
  await expect(messages).toHaveCount(1);
  await line.fill("Create a task to call Anna tomorrow at 3");
  await line.press("Enter");
  await expect(messages.nth(1)).toHaveText("You: Create a task to call Anna tomorrow at 3");
  await expect(chat.getByRole("log")).toContainText("I created the task 'call Anna'");
  const log = page.getByRole("log", { name: "Conversation" });
  await expect(log.getByRole("link", { name: /call Anna/ })).toHaveAttribute("href", /\/tasks\?task=/);
  await button(page, "Undo").click();
  await expect(log.getByText("Taken back")).toBeVisible();
  await expect(button(page, "Start recording")).toHaveAttribute("aria-pressed", "false");
  await button(page, "Start recording").click();
  await expect(button(page, "Stop recording")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Stop recording").click();
  await expect(button(page, "Start recording")).toHaveAttribute("aria-pressed", "false");
});

test("the week ahead stands in charts and tables, a chart of nothing says so, and each figure opens its records", async ({
  page,
  ada,
}) => {
  const dueDate = new Date(Date.now() + 60_000).toISOString();
  await ada.call("tasks.create", { title: "Sell the boat", dueDate });
  await page.goto("/analytics");
  const due = page.getByRole("table", { name: "Tasks that are due in the next 7 days" });
  await expect(due.locator("tbody tr")).toHaveCount(7);
  await expect(due.locator("tbody td").first()).toHaveText("1");
  await page.getByText("Tasks of yours that are not completed").click();
  await expect(page.getByRole("table", { name: /^Messages received in the last 30 days/ })).toHaveCount(0);
  await expect(page.getByText("No mail came on these days.").first()).toBeVisible();
});
