import type { Page } from "@playwright/test";
import { chip, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { button, dialog, toasts } from "./support/locators.ts";
import type { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Plan", exact: true });
const DAY = 86_400_000;
/** In Vienna, where the browser is. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * DAY).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

type Event = { id: string; title: string; startTime: string; endTime: string };

/** Works on all days, so that there is room whenever this runs. */
async function aFullWeek(ada: Person): Promise<void> {
  // The first page would do it, and a plan in hours of Greenwich is another one then.
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  await ada.call("calendarSettings.save", {
    ...{ workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 480, workTo: 1080, secondTimeZone: null, version: 0 },
  });
  const notBefore = `${dayAfter(1)}T00:00:00Z`;
  for (const [title, fields] of [
    ["Write the board report", { estimateMinutes: 120, energy: "deep", priority: "high" }],
    ["Call Anna about the lease", { dueDate: `${dayAfter(2)}T23:00:00Z` }],
    ["Review the hiring plan", { estimateMinutes: 90 }],
    ["Pay the invoices", { estimateMinutes: 30, energy: "light", dueDate: `${dayAfter(3)}T23:00:00Z` }],
    ["Sort the archive of all contracts since the company was founded", { estimateMinutes: 900 }],
  ] as const)
    await ada.call("tasks.create", { title, notBefore, ...fields });
  await ada.call("events.create", {
    ...{ title: "Supervisory board", attendees: ["clara@example.com"], location: "Room Delta" },
    ...{ startTime: `${dayAfter(2)}T12:00:00Z`, endTime: `${dayAfter(2)}T13:30:00Z` },
  });
}

async function apply(page: Page): Promise<void> {
  await panel(page)
    .getByRole("button", { name: /^Apply \d/ })
    .click();
  await expect(toasts(page)).toContainText(/Plan applied: \d changes?/);
}

test("a week is planned, applied, planned again around a new meeting, and taken back", async ({
  page,
  ada,
}) => {
  await openCalendar(page, "?plan=week");
  await expect(panel(page).getByText("Nothing to plan")).toBeVisible();
  await shoot(page, "empty");
  await aFullWeek(ada);
  await page.route("**/rpc/plan.propose", (route) => route.abort());
  await openCalendar(page, "?plan=week");
  await expect(panel(page).getByText("The plan could not be made")).toBeVisible();
  await shoot(page, "failing");
  await page.unroute("**/rpc/plan.propose");
  await openCalendar(page, `?plan=week&date=${dayAfter(2)}`);
  await expect(panel(page)).toContainText("Prepare");
  await expect(panel(page).getByRole("region", { name: "No room" })).toContainText("Sort the archive");
  await expect(grid(page).locator("[data-ghost]").first()).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "proposed");
  await apply(page);
  const items = async () =>
    (
      await ada.call<{ items: Event[] }>("events.list", {
        from: `${dayAfter(0)}T00:00:00Z`,
        to: `${dayAfter(9)}T00:00:00Z`,
      })
    ).items;
  const report = (await items()).find(({ title }) => title === "Write the board report");
  const { startTime, endTime } = report ?? {};
  await openCalendar(page, `?view=day&date=${startTime?.slice(0, 10)}`);
  await expect(chip(page, "Write the board report")).toContainText("planned for a task");
  await shoot(page, "applied");
  await chip(page, "Write the board report").click();
  await expect(dialog(page).getByRole("region", { name: "Why it is planned" })).toContainText(
    "Open the task",
  );
  await shoot(page, "block");
  await page.keyboard.press("Escape");
  await ada.call("events.create", { title: "Emergency meeting", startTime, endTime });
  await openCalendar(page, `?plan=week&date=${startTime?.slice(0, 10)}`);
  // Which of two equal plans is found depends on the ids: the paying may move too.
  await expect(panel(page)).toContainText(/\d moved/);
  await shoot(page, "moved");
  await apply(page);
  const found = async () => (await items()).find(({ id }) => id === report?.id)?.startTime;
  expect(await found()).not.toBe(startTime);
  await undo(page, "Plan applied:");
  await expect.poll(found).toBe(startTime);
});

test("how one is planned is set where the hours of work are", async ({ page, ada: _ada }) => {
  await openCalendar(page, "?show=planning");
  await expect(dialog(page).getByLabel("Focus hours: from")).toBeVisible();
  await dialog(page).getByLabel("Pause between blocks").fill("500");
  await button(page, "Save").click();
  await expect(dialog(page).getByText("Enter 0 to 120 minutes")).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "settings");
});
