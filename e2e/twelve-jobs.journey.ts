import type { Page } from "@playwright/test";
import { chip, grid } from "./support/calendar-grid.ts";
import { ActCounter } from "./support/count-acts.ts";
import { uploadLease } from "./support/document-files.ts";
import { expect } from "./support/fixtures.ts";
import { fillMailbox } from "./support/full-mailbox.ts";
import { button, card, dialog, heading, toasts } from "./support/locators.ts";
import { test } from "./support/mail-servers.ts";
import { PASSWORD, Person } from "./support/person.ts";

test.use({ userName: "ada@aldermoor.test" });

const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const signUp = (page: Page) => page.getByRole("tab", { name: "Sign Up" });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const type = (page: Page, text: string) => page.keyboard.type(text);

/** From the sign-in page to the first mail. The servers of this domain are not known; both have the name that is typed. */
async function connectMail(page: Page, mail: { imapPort: number; implicitTlsPort: number }): Promise<void> {
  await signUp(page).click();
  await page.getByLabel("Full Name").click();
  await type(page, "Ada Lovelace");
  await press(page, "Tab");
  await type(page, "ada@aldermoor.test");
  await press(page, "Tab");
  await type(page, PASSWORD);
  await press(page, "Tab", "Tab");
  await type(page, PASSWORD);
  await press(page, "Enter");
  await button(page, /^Connect your mail/).click();
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await type(page, PASSWORD);
  await press(page, "Enter");
  await expect(page.getByText("The servers of this address are not known.")).toBeVisible();
  const sending = page.getByRole("group", { name: "Sending (SMTP)" });
  await type(page, "localhost");
  await press(page, "Tab");
  await type(page, String(mail.imapPort));
  await expect(sending.getByLabel("Server")).toHaveValue("localhost");
  await sending.getByLabel("Server").click();
  await press(page, "Tab");
  await type(page, String(mail.implicitTlsPort));
  await press(page, "Enter");
  await expect(page.getByText("Mail of ada@aldermoor.test")).toBeVisible();
  await expect(button(page, "Done")).toBeFocused();
  await press(page, "Tab", "Enter");
  await expect(row(page, "News 1")).toBeVisible();
}

/** What is there before the other jobs begin. */
async function prepare(ada: Person): Promise<void> {
  for (const title of ["Write the report", "Call the bank", "Read the contract"])
    await ada.call("tasks.create", { title });
  const [startTime, endTime] = [10, 11].map((hour) => `${dayOfNextWeek(2)}T${hour}:00:00+01:00`);
  await ada.call("events.create", { title: "Board meeting", startTime, endTime });
  await uploadLease(ada);
}

/** The day of the week after this one, which begins on Sunday (0), as yyyy-MM-dd in Vienna. */
function dayOfNextWeek(weekday: number): string {
  const today = new Date(new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" }));
  const day = new Date(today.getTime() + (7 - today.getUTCDay() + weekday) * 86_400_000);
  return day.toISOString().slice(0, 10);
}

/** Of thirty mails, the first of which asks to confirm the address, 18 are archived, 5 deleted, 4 snoozed, 2 starred, and one is answered and archived. */
async function triage(page: Page): Promise<void> {
  await press(page, "g", "e");
  await expect(row(page, "News 1")).toBeVisible();
  await press(page, "j", ...Array(18).fill("e"), ...Array(5).fill("#"), ...Array(4).fill("h"));
  await press(page, "s", "j", "s", "j", "r");
  const answer = reader(page).getByRole("form", { name: "Reply" });
  await expect(answer.getByLabel("Message", { exact: true })).toBeFocused();
  await type(page, "Thank you");
  await press(page, "Control+Enter");
  await expect(answer).toHaveCount(0);
  await press(page, "e");
  await expect(row(page, "News 29")).toHaveCount(0);
  await expect(row(page, "News 28")).toBeVisible();
}

async function findOldMail(page: Page): Promise<void> {
  await press(page, "/");
  await expect(dialog(page)).toBeVisible();
  await type(page, "lease lisbon");
  await expect(dialog(page).getByRole("option").first()).toContainText("Lease of the Lisbon warehouse");
  await press(page, "Enter");
  await expect(reader(page).getByRole("heading", { name: "Lease of the Lisbon warehouse" })).toBeVisible();
}

/** Three tasks are dragged into the next week, and its meeting from Tuesday to Thursday. */
async function planWeek(page: Page): Promise<void> {
  const tasks = page.getByRole("list", { name: "Tasks to schedule" });
  const dropOn = async (weekday: number) => {
    const day = await grid(page)
      .locator(`[data-column='${dayOfNextWeek(weekday)}']`)
      .boundingBox();
    if (!day) throw new Error("The day is not in sight");
    await page.mouse.move(day.x + 20, day.y + 9.1 * 48, { steps: 5 });
    await page.mouse.up();
  };
  await press(page, "g", "c");
  await expect(tasks.getByRole("listitem")).toHaveCount(3);
  await press(page, "j");
  await expect(chip(page, "Board meeting")).toBeVisible();
  for (const [index, title] of ["Write the report", "Call the bank", "Read the contract"].entries()) {
    await tasks.getByText(title).hover();
    await page.mouse.down();
    await dropOn(index + 1);
    await expect(chip(page, title)).toBeVisible();
    // It may come to lie over the next task.
    await expect(toasts(page)).toContainText(`Time blocked for '${title}'`);
  }
  const before = await chip(page, "Board meeting").boundingBox();
  await chip(page, "Board meeting").hover();
  await page.mouse.down();
  await dropOn(4);
  await expect
    .poll(async () => (await chip(page, "Board meeting").boundingBox())?.x)
    .toBeGreaterThan((before?.x ?? 0) + 100);
}

/** With the workspace for both. */
async function inviteColleague(page: Page, email: string): Promise<void> {
  await press(page, "g", "w");
  await expect(heading(page, "Team Collaboration")).toBeVisible();
  await press(page, "w");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await type(page, "Leadership");
  await press(page, "Enter");
  await expect(toasts(page)).toContainText("Leadership");
  await press(page, "i");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await type(page, email);
  await press(page, "Enter");
  await expect(dialog(page, "Invitation created").getByRole("button", { name: "Copy link" })).toBeFocused();
  await press(page, "Enter");
  await expect(dialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
}

/** Ada asks and approves; Bob approves in his own browser, which is not counted. */
async function decide(page: Page, bobs: Page): Promise<void> {
  const decision = (each: Page) => each.getByRole("article", { name: "Open the Lisbon office" });
  await press(page, "g", "w");
  await expect(heading(page, "Team Collaboration")).toBeVisible();
  // The page is complete once its people are there.
  await expect(card(page, "Bob Carter")).toBeVisible();
  await press(page, "d");
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
  await type(page, "Open the Lisbon office");
  await press(page, "Enter");
  await expect(decision(page).getByRole("button", { name: "Approve" })).toBeEnabled();
  await press(page, "j", "1");
  await expect(decision(page)).toContainText("Approve 1");
  await decision(bobs).getByRole("button", { name: "Approve" }).click();
  await expect(decision(page)).toContainText("everyone voted");
}

async function shareByLink(page: Page): Promise<void> {
  await press(page, "g", "d");
  await expect(row(page, "The lease")).toBeVisible();
  await press(page, "j", "s");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await expect(dialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
}

async function readBriefing(page: Page): Promise<void> {
  await press(page, "g", "o");
  await expect(button(page, "Generate Briefing")).toBeVisible();
  await press(page, "r");
  await expect(page.getByText("Written just now")).toBeVisible();
}

/** The first one would need an approval after any that reads what others wrote. */
const REQUESTS = [
  ["Create a task to call Anna tomorrow", /I created the task/],
  ["What is due this week?", /due|week/],
  ["When is my next meeting?", /Write the report/],
  ["Any unread emails?", /unread/],
  ["What should I do next?", /call Anna/],
  ["Which decisions are open?", /decision/],
  ["Show my recent documents", /The lease/],
  ["Find emails from Maria", /Lease of the Lisbon warehouse/],
  ["How busy am I next week?", /next week/],
  ["What did I finish today?", /today/],
] as const;

async function askAssistant(page: Page): Promise<void> {
  const log = page.getByRole("log", { name: "Conversation" });
  await page.getByRole("textbox", { name: "Message to the assistant" }).click();
  for (const [request, answer] of REQUESTS) {
    await type(page, request);
    await press(page, "Enter");
    await expect(
      log.locator(`[data-from=user]:has-text("${request}") ~ [data-from=assistant]`).last(),
    ).toContainText(answer);
  }
}

/** An archived mail and a deleted task. */
async function undoMistakes(page: Page): Promise<void> {
  await press(page, "g", "e");
  await expect(row(page, "News 27")).toBeVisible();
  await press(page, "j", "e");
  await expect(row(page, "News 27")).toHaveCount(0);
  await press(page, "z");
  await expect(row(page, "News 27")).toBeVisible();
  // The address follows the open mail a moment later; until then it may win over a page that is still loading.
  await expect(page).toHaveURL(/email=/);
  await press(page, "g", "t");
  await expect(row(page, "Call the bank")).toBeVisible();
  await press(page, "j", "Delete");
  await expect(toasts(page)).toContainText("Task deleted successfully");
  await press(page, "z");
  await expect(row(page, "Call the bank")).toBeVisible();
}

async function changeTimeZone(page: Page): Promise<void> {
  await press(page, "g", "s");
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await type(page, "tokyo");
  await press(page, "Enter", "Enter");
  await expect(toasts(page)).toContainText(/saved|updated/i);
}

async function exportAll(page: Page): Promise<void> {
  await press(page, "Control+k");
  await expect(dialog(page)).toBeVisible();
  await type(page, "export");
  await expect(dialog(page).getByRole("option").first()).toContainText("Export or delete your data");
  await press(page, "Enter");
  await button(page, "Create archive").click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  await (await download).path();
}

test("twelve jobs, each by its shortest way, within its number of clicks and keys", async ({
  page,
  browser,
  servers: { url, mail },
}) => {
  test.setTimeout(300_000);
  await fillMailbox(mail);
  await Person.signUp(url, "Administrator, who came first");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const counter = await ActCounter.on(page);
  const job = async (name: string, limit: number, run: () => Promise<void>) => {
    await page.goto(url);
    await expect(heading(page, "Executive Dashboard").or(signUp(page))).toBeVisible();
    await test.step(name, () => counter.count({ name, limit, run }));
  };
  await job("First mail account connected", 15, () => connectMail(page, mail));
  await prepare(await Person.signIn(url, { fullName: "Ada Lovelace", email: "ada@aldermoor.test" }));
  await job("Thirty mails triaged", 37, () => triage(page));
  await job("An old mail found", 2, () => findOldMail(page));
  await job("A week planned", 7, () => planWeek(page));
  const bob = await Person.signUp(url, "Bob Carter");
  await job("A colleague invited", 7, () => inviteColleague(page, bob.email));
  const bobs = await browser.newPage({ baseURL: url });
  await bob.signInPage(bobs);
  await bobs.goto("/team?tab=decisions");
  await button(bobs, "Accept").click();
  await job("A decision taken", 6, () => decide(page, bobs));
  await job("A document shared by link", 5, () => shareByLink(page));
  await job("The briefing read", 3, () => readBriefing(page));
  await job("Ten requests to the assistant", 11, () => askAssistant(page));
  await job("Two mistakes undone", 10, () => undoMistakes(page));
  await job("The time zone changed", 5, () => changeTimeZone(page));
  await job("All data taken along", 4, () => exportAll(page));
  process.stdout.write(`${counter.table()}\n`);
  for (const { name, clicks, keys, limit } of counter.counted)
    expect.soft(clicks + keys, name).toBeLessThanOrEqual(limit);
  await bobs.close();
});
