import { localClock } from "#platform/time/local-day.ts";
import { expect, tick } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

const REST = "Figures, summary and insights";

async function live(ada: PagePerson): Promise<void> {
  await ada.call("locations.create", { name: "Home", address: "12 Harbour Lane", isPrimary: true });
  await ada.call("locations.create", { name: "Office", locationType: "work", address: "1 Mill Road" });
}

test("DAILY-01, DAILY-02, DAILY-06: Ada generates a briefing, whose numbers and lines link to records", async ({
  page,
  ada,
}) => {
  await live(ada);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await ada.call("tasks.create", { title: "Renew the lease", dueDate: yesterday, priority: "urgent" });
  // Far enough from now that no scheduled briefing is made during the test.
  const briefingTime = localClock(new Date(Date.now() + 2 * 3_600_000));
  await ada.call("dailyOpsSettings.save", {
    ...(await ada.call<object>("dailyOpsSettings.get")),
    briefingTime,
  });
  await page.goto("/daily-ops");
  await expect(page.getByRole("heading", { name: "Daily Operations", level: 1 })).toBeVisible();
  for (const name of ["Morning Briefing", "Weather", "Traffic", "News", "Notifications", "Voice Commands"])
    await expect(tab(page, name)).toBeVisible();
  await expect(page.getByText("No briefing today yet")).toBeVisible();
  await expect(
    page.getByText(`It is generated automatically at ${briefingTime} (Europe/Vienna).`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Generate Briefing" }).click();
  const first = page.getByRole("region", { name: "Do first" }).getByRole("listitem");
  await expect(first).toHaveCount(1);
  await expect(first).toContainText("'Renew the lease'");
  await expect(first).toContainText("This task is overdue");
  await page.getByText(REST).click();
  await expect(page.getByText(/^1 task overdue: /)).toBeVisible();
  await expect(page.getByText("Built-in").first()).toBeVisible();
  await expect(page.getByText(/^Home: \d\d °F, .*\(simulated\)\.$/)).toBeVisible();
  const tasks = page.getByRole("region", { name: "Tasks" });
  await tasks.getByRole("definition").nth(2).getByRole("button", { name: "1" }).click();
  await expect(page.getByText("Open tasks that were due before the briefing.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "'Renew the lease'" }).first().click();
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Renew the lease");
  await page.goto("/daily-ops");
  await expect(first).toHaveCount(1);
});

test("in the evening Ada sees what she did, and one key moves what is left to tomorrow, until she undoes it", async ({
  page,
  ada,
}) => {
  const settings = await ada.call<object>("calendarSettings.get");
  await ada.call("calendarSettings.save", { ...settings, workFrom: 0, workTo: 1 });
  const done = await ada.call<{ id: string; version: number }>("tasks.create", { title: "Sign the lease" });
  await ada.call("tasks.update", { id: done.id, version: done.version, status: "completed" });
  const dueDate = new Date().toISOString();
  const left = await ada.call<{ id: string }>("tasks.create", { title: "Call the bank", dueDate });
  await page.goto("/daily-ops");
  const evening = page.getByRole("region", { name: "Your evening" });
  await expect(evening).toContainText("1 task done: 'Sign the lease'.");
  await expect(evening).toContainText("Due today and still open: Call the bank");
  await page.keyboard.press("m");
  await expect(page.getByText("1 task moved to tomorrow")).toBeVisible();
  await expect(page.getByText("Due today and still open:")).toBeHidden();
  const due = async () => (await ada.call<{ dueDate: string }>("tasks.get", { id: left.id })).dueDate;
  expect(Date.parse(await due()) - Date.parse(dueDate)).toBeGreaterThanOrEqual(23 * 3_600_000);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Due today and still open:")).toBeVisible();
  expect(await due()).toBe(dueDate);
});

test("DAILY-18: a failed briefing is reported, and the palette can request one", async ({ page, ada }) => {
  await ada.call("tasks.create", { title: "Call Anna", priority: "high" });
  page.cut("briefings.generate");
  await page.goto("/daily-ops");
  await page.getByRole("button", { name: "Generate Briefing" }).click();
  await expect(page.getByText("Failed to generate morning briefing")).toBeVisible();
  page.restore();
  await page.goto("/tasks");
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("generate brief");
  await page.getByRole("option", { name: /Generate briefing/ }).click();
  await page.getByText(REST).click();
  await expect(page.getByText(/high priority besides: /)).toBeVisible();
  await expect(page).toHaveURL(/\/daily-ops$/);
});

test("DAILY-16, DAILY-19, DAILY-21: weather and traffic are refreshed, labelled as simulated; failures are reported", async ({
  page,
  ada,
}) => {
  await page.goto("/daily-ops?tab=weather");
  await page.getByRole("button", { name: "Refresh Weather" }).click();
  await expect(page.getByText("No Locations")).toBeVisible();
  await expect(page.getByText("Please add locations in Settings to get weather updates")).toBeVisible();
  await live(ada);
  await page.keyboard.press("r");
  const home = page.getByRole("listitem", { name: "Home" });
  await expect(home).toContainText(/\d\d°F/);
  await expect(home.getByText("Simulated")).toBeVisible();
  await expect(home).toContainText("Day after");
  page.cut("weather.refresh");
  await page.getByRole("button", { name: "Refresh Weather" }).click();
  await expect(page.getByText("Failed to refresh weather data")).toBeVisible();
  await expect(home).toBeVisible();
  await tab(page, "Weather").press("ArrowRight");
  await page.getByRole("button", { name: "Refresh Traffic" }).click();
  const way = page.getByRole("listitem", { name: "Home to Office" });
  await expect(way).toContainText(/Light|Moderate|Heavy/);
  await expect(way.getByText("Simulated")).toBeVisible();
});

test("DAILY-04, DAILY-10: Mark Read removes an unread notification from the list", async ({ page, ada }) => {
  await ada.call("notifications.create", { title: "Sign the lease", message: "Before noon" });
  await page.goto("/daily-ops?tab=notifications");
  const item = page.getByRole("listitem").filter({ hasText: "Sign the lease" });
  await expect(item).toContainText("Before noon");
  await item.getByRole("button", { name: "Mark Read: Sign the lease" }).click();
  await expect(item).toBeHidden();
  await expect(page.getByText("Nothing new")).toBeVisible();
  await tick(page.getByRole("radio", { name: "All" }));
  await expect(item).toBeVisible();
});

test("decision 19, DAILY-13, DAILY-20: Ada types a command, it is executed, and she undoes it", async ({
  page,
  ada,
}) => {
  await page.goto("/daily-ops?tab=voice");
  const field = page.getByLabel("Type a command");
  const history = page.getByRole("list", { name: "Recent commands" });
  await field.fill("Create a high priority task to call Anna tomorrow at 3pm");
  await field.press("Enter");
  const row = history.getByRole("listitem").filter({ hasText: "call Anna" });
  await expect(row).toContainText("Task created: 'Call Anna'");
  await expect(row).toContainText("high priority");
  await expect(field).toHaveValue("");
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ title: "Call Anna", priority: "high" }] });
  await row.getByRole("button", { name: /^Undo/ }).click();
  await expect(row.getByText("Undone", { exact: true })).toBeVisible();
  expect(await ada.call("tasks.list")).toMatchObject({ items: [] });
  page.cut("voiceCommands.run");
  await field.fill("how is the weather");
  await field.press("Enter");
  await expect(page.getByText("Failed to process voice command")).toBeVisible();
  await expect(field).toHaveValue("how is the weather");
});

test("a feature that is off links to Settings; a change in another window shows at once", async ({
  page,
  ada,
}) => {
  const stored = await ada.call<object>("dailyOpsSettings.get");
  await page.goto("/daily-ops?tab=news");
  await expect(page.getByText("News for your work appears here")).toBeVisible();
  await ada.call("dailyOpsSettings.save", { ...stored, newsEnabled: false });
  await expect(page.getByText("News updates are switched off")).toBeVisible();
  await page.getByRole("link", { name: "Switch on in Settings" }).click();
  await expect(page.getByRole("heading", { name: "Daily Operations Settings" })).toBeVisible();
});

test("DAILY-09, DAILY-17, DAILY-30: ten articles with relevant ones marked; a failed load is shown and retried", async ({
  page,
  ada,
}) => {
  const { items } = await ada.call<{ items: { title: string; relevanceScore: number }[] }>("news.refresh");
  await page.goto("/daily-ops?tab=news");
  const articles = page.getByRole("list", { name: "Articles" }).getByRole("listitem");
  await expect(articles).toHaveCount(10);
  for (const { title, relevanceScore } of items) {
    const marks = articles.filter({ hasText: title }).getByText("High Relevance");
    await expect(marks).toHaveCount(relevanceScore > 0.7 ? 1 : 0);
  }
  await expect(page.getByText("Simulated")).toHaveCount(10);
  await page.getByRole("button", { name: "Sources" }).click();
  const sources = page.getByRole("dialog", { name: "News sources" });
  await sources.getByLabel("Add a feed").fill("ftp://news.example");
  await sources.getByLabel("Add a feed").press("Enter");
  await expect(sources.getByText("This is not a web address")).toBeVisible();
  await sources.getByLabel("Your interests").fill("shipping, boards");
  await sources.getByLabel("Your interests").press("Enter");
  await expect(page.getByText("Interests saved. Your articles are being re-rated")).toBeVisible();
  await sources.getByRole("button", { name: "Done" }).click();
  page.cut("news.list");
  await page.reload();
  await expect(page.getByText("Failed to load daily operations data")).toBeVisible();
  page.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(articles).toHaveCount(10);
});
