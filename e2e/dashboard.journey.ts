import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const CARDS = [
  ["Email", "127", "unread emails", "/email"],
  ["Calendar", "3", "meetings", "/calendar"],
  ["Tasks", "12", "active tasks", "/tasks"],
  ["AI Assistant", "24/7", "at your service", "/ai-assistant"],
  ["Analytics", "85%", "productivity", "/analytics"],
  ["Team", "8", "team members", "/team"],
  ["Documents", "156", "documents", "/documents"],
  ["Quick Actions", "20", "actions at hand", "/quick-actions"],
  ["Communication", "5", "active chats", "/communication"],
  ["Daily Operations", "Ready", "morning briefing", "/daily-ops"],
] as const;
const GREETING =
  "Good morning! I'm your AI executive assistant. How can I help you be more productive today?";
const ACKNOWLEDGEMENT = "I understand your request. Let me help you with that right away.";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const headline = (page: Page) => page.getByRole("region", { name: "Today in figures" });
const cards = (page: Page) =>
  page.getByRole("region", { name: "Executive Dashboard" }).getByRole("list").first().locator("> li");
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });

async function openDashboard(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
}

async function expectSpecifiedFigures(page: Page): Promise<void> {
  for (const stat of ["Efficiency94%", "Tasks Done127", "Saved Today6.5h"])
    await expect(headline(page)).toContainText(stat);
  await expect(cards(page)).toHaveCount(CARDS.length);
  for (const [index, [title, value, label]] of CARDS.entries()) {
    await expect(cards(page).nth(index).getByRole("heading")).toHaveText(title);
    await expect(cards(page).nth(index)).toContainText(`${value}${label}`);
  }
}

test("DASH-05 to DASH-30 (decision 5): the specified figures, as samples and then as the truth of a workspace", async ({
  page,
  ada,
}) => {
  await openDashboard(page);

  await test.step("an account without data: the specified figures, labelled", async () => {
    await expect(page.getByText("Sample figures")).toBeVisible();
    await expectSpecifiedFigures(page);
  });
  await test.step("DASH-09, DASH-10, DASH-30: each card is whole, online and comes 100 ms after the one before", async () => {
    for (const [index, [title, , , href]] of CARDS.entries()) {
      await expect(card(page, title).locator("svg").first()).toBeVisible();
      await expect(card(page, title).getByText("Online", { exact: true })).toBeVisible();
      await expect(card(page, title).getByRole("paragraph").first()).not.toBeEmpty();
      await expect(card(page, title).getByRole("link")).toHaveAttribute("href", href);
      await expect(card(page, title)).toHaveCSS("animation-delay", `${index / 10}s`);
    }
  });
  await test.step("a figure tells what it means, and that it is a sample", async () => {
    await card(page, "Tasks").getByRole("button").click();
    await expect(page.getByText("Tasks that are not completed, without those in the trash.")).toBeVisible();
    await expect(page.getByText("This is a sample figure")).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("a loaded sample workspace: the same figures, now counted, and the label is gone", async () => {
    await button(page, "Load sample workspace").click();
    await expect(toasts(page)).toContainText("Sample workspace loaded");
    await expect(page.getByText("Sample figures")).toHaveCount(0);
    await expect(button(page, "Load sample workspace")).toHaveCount(0);
    await expectSpecifiedFigures(page);
    await page.reload();
    await expectSpecifiedFigures(page);
    await expect(page.getByText("Sample figures")).toHaveCount(0);
  });
  await test.step("the figure can be traced to its rows", async () => {
    await card(page, "Tasks").getByRole("button").click();
    await expect(page.getByText("and more")).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("DASH-11 to DASH-20: every card leads where it says", async () => {
    for (const [title, , , href] of CARDS) {
      await card(page, title).getByRole("link").click();
      await expect(page).toHaveURL((at) => at.origin === ada.url && at.pathname === href);
      await page.goBack();
    }
  });
});

test("DASH-06, DASH-23 (decision 5): figures are live, whoever changes what they count", async ({
  page,
  ada,
}) => {
  const { id, version } = await ada.call<{ id: string; version: number }>("tasks.create", { title: "First" });
  await openDashboard(page);
  await expect(page.getByText("Sample figures")).toHaveCount(0);
  await expect(card(page, "Tasks")).toContainText("1active tasks");
  await expect(card(page, "Email"), "the message that confirms the account").toContainText("1unread emails");

  await test.step("a task of another tab is counted without a reload", async () => {
    const other = await page.context().newPage();
    await other.goto("/tasks?create=task");
    await other.getByRole("dialog").getByLabel("Title").fill("From the other tab");
    await other.getByRole("dialog").getByRole("button", { name: "Create Task" }).click();
    await expect(card(page, "Tasks")).toContainText("2active tasks");
    await other.close();
  });
  await test.step("a task that an agent completes is done", async () => {
    await ada.call("tasks.update", { id, version, status: "completed" });
    await expect(card(page, "Tasks")).toContainText("1active tasks");
    await expect(headline(page)).toContainText("Tasks Done1");
  });
  await test.step("what changes after the figures were read and before the page can hear of it is not missed", async () => {
    const heard = Promise.withResolvers<void>();
    await page.route("**/events*", (route) => heard.promise.then(() => route.continue()));
    await page.reload();
    await expect(card(page, "Tasks")).toContainText("1active tasks");
    await ada.call("tasks.create", { title: "In between" });
    heard.resolve();
    await expect(card(page, "Tasks")).toContainText("2active tasks");
    await page.unrouteAll({ behavior: "wait" });
  });
  await test.step("ERR-01, ERR-03: figures that cannot be read are told in a toast and never shown as zero", async () => {
    await page.route("**/rpc/dashboard.figures*", (route) => route.abort());
    await page.reload();
    await expect(toasts(page).getByRole("alert")).toContainText("Failed to load dashboard figures");
    await expect(card(page, "Tasks")).toContainText("–active tasks");
    await page.unrouteAll();
  });
});

test("DASH-01 to DASH-04, DASH-31 to DASH-43: the banner follows the clock, the chat answers after a second", async ({
  page,
  ada,
}) => {
  // Most of a minute is left for what is looked at within it.
  await page.clock.install({ time: new Date("2026-03-05T09:41:03+01:00") });

  await test.step("DASH-32: until it is known who is here", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/rpc/session.current*", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/");
    await expect(page.getByText("Checking permissions...")).toBeVisible();
    release();
    await expect(page.getByText("Checking permissions...")).toHaveCount(0);
    await page.unrouteAll();
  });
  await test.step("DASH-01 to DASH-04 (decision 6): greeting, time and long date", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good morning, Executive");
    await expect(page.getByText("Welcome back to your AI-powered productivity hub")).toBeVisible();
    await expect(page.getByText("9:41 AM")).toBeVisible();
    await expect(page.getByText("Thursday, March 5, 2026")).toBeVisible();
    await page.clock.fastForward("01:00");
    await expect(page.getByText("9:42 AM")).toBeVisible();
    for (const [hours, words] of [
      ["03:00:00", "Good afternoon, Executive"],
      ["06:00:00", "Good evening, Executive"],
    ] as const) {
      await page.clock.fastForward(hours);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
    }
  });

  const chat = page.getByRole("region", { name: "AI Assistant" });
  const said = chat.getByRole("log").getByRole("paragraph");
  const line = chat.getByRole("textbox");
  await test.step("DASH-31, DASH-36: a panel with one greeting, below the cards", async () => {
    await expect(said).toHaveText([`Assistant: ${GREETING}`]);
    const [above, below] = await Promise.all([cards(page).last().boundingBox(), chat.boundingBox()]);
    expect(below?.y).toBeGreaterThan((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN));
  });
  await test.step("DASH-41: blank is ignored", async () => {
    await line.fill("   ");
    await line.press("Enter");
    await button(page, "Send message").click();
    await expect(line).toHaveValue("   ");
    await expect(said).toHaveCount(1);
  });
  await test.step("DASH-37 to DASH-40: Enter sends, and a second later it is acknowledged", async () => {
    await page.clock.pauseAt(new Date("2026-03-05T19:00:00+01:00"));
    await line.fill("  Plan my day ");
    await line.press("Enter");
    await page.clock.runFor(10);
    await expect(said).toHaveText([`Assistant: ${GREETING}`, "You: Plan my day"]);
    await expect(line).toHaveValue("");
    await page.clock.runFor(980);
    await expect(said).toHaveCount(2);
    await page.clock.runFor(20);
    await expect(said.nth(2)).toHaveText(`Assistant: ${ACKNOWLEDGEMENT}`);
    await page.clock.resume();
  });
  await test.step("DASH-43 (decision 7): the real answer follows, from one's own data, and is taken back by a button", async () => {
    await expect(said.nth(3)).toContainText("Nothing is waiting for you");
    await line.fill("Create a task to call Anna tomorrow at 3");
    await line.press("Enter");
    await expect(said.last()).toContainText("I created the task 'call Anna'");
    const log = page.getByRole("log", { name: "Conversation" });
    await expect(log.getByRole("link", { name: /call Anna/ })).toHaveAttribute("href", /\/tasks\?task=/);
    await button(page, "Undo").click();
    await expect(log.getByText("Taken back")).toBeVisible();
  });
  await test.step("DASH-42: the mic button takes the look of recording and gives it back", async () => {
    await expect(button(page, "Start recording")).toHaveAttribute("aria-pressed", "false");
    await button(page, "Start recording").click();
    await expect(button(page, "Stop recording")).toHaveAttribute("aria-pressed", "true");
    await button(page, "Stop recording").click();
    await expect(button(page, "Start recording")).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("DASH-01 (decision 6): another form of address", async () => {
    const { version } = await ada.call<{ version: number }>("profile.get");
    await ada.call("profile.update", { version, address: "Captain" });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good evening, Captain");
  });
});
