import type { Page } from "@playwright/test";
import { chip, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";
import type { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const plan = (page: Page) => page.getByRole("complementary", { name: "Plan", exact: true });
const room = (page: Page) => page.getByRole("complementary", { name: "Make room", exact: true });
const DAY = 86_400_000;
/** In Vienna, where the browser is. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

type Event = { title: string; startTime: string; endTime: string };
const eventsOf = async (ada: Person) => {
  const span = { from: `${dayIn(-1)}T00:00:00Z`, to: `${dayIn(14)}T00:00:00Z` };
  const { items } = await ada.call<{ items: Event[] }>("events.list", span);
  return items.map(({ title, startTime, endTime }) => `${title} ${startTime} ${endTime}`).sort();
};
const draftsOf = async (ada: Person) =>
  (await ada.call<{ items: { subject: string }[] }>("emails.list", { status: "draft" })).items
    .map(({ subject }) => subject)
    .sort();

const meet = (ada: Person, title: string, from: string, to: string, guest = "clara@example.com") =>
  ada.call("events.create", {
    ...{ title, attendees: [guest], startTime: `${dayIn(1)}T${from}:00Z`, endTime: `${dayIn(1)}T${to}:00Z` },
  });

/** Tomorrow is full of meetings from 8 to 14 o'clock of Greenwich; the figures are promised until its end. */
async function aFullDay(ada: Person): Promise<void> {
  // The first page would do it, and a plan in hours of Greenwich is another one then.
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  const workingDays = [0, 1, 2, 3, 4, 5, 6];
  const hours = { workingDays, workFrom: 540, workTo: 1020, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", hours);
  const settings = await ada.call<object>("planSettings.get");
  await ada.call("planSettings.save", {
    ...{ ...settings, focus: [], breaks: [], preparationMinutes: 0, pauseMinutes: 0 },
    ...{ mostPlannedMinutes: 600, mostMeetingMinutes: 180 },
  });
  const due = { notBefore: `${dayIn(1)}T00:00:00Z`, dueDate: `${dayIn(1)}T16:00:00Z`, priority: "urgent" };
  await ada.call("tasks.create", { title: "Figures for the board", estimateMinutes: 225, ...due });
  await meet(ada, "Hiring review", "08:00", "09:00");
  await meet(ada, "Supplier talk", "09:00", "11:00", "dan@example.com");
  await meet(ada, "Lease of the second office", "11:00", "12:30");
}

test("issue 27: in a full day meetings make room for what is late: shortened, done as one act, and undone as one", async ({
  page,
  ada,
}) => {
  await aFullDay(ada);
  const before = await eventsOf(ada);
  await openCalendar(page, `?plan=week&view=day&from=${dayIn(1)}&date=${dayIn(1)}`);
  await expect(plan(page)).toContainText("1 is late");
  await shoot(page, "offered");
  await page.route("**/rpc/plan.makeRoom", (route) => route.abort());
  await page.keyboard.press("o");
  await expect(room(page)).toContainText("Meetings that would make room could not be found");
  await shoot(page, "failing");
  await page.unroute("**/rpc/plan.makeRoom");
  await room(page).getByRole("button", { name: "Try again" }).click();
  await expect(room(page).getByRole("radio").first()).toBeVisible();
  await expect(room(page)).toContainText("Shorten");
  await expect(room(page).getByRole("list", { name: "What it gains" })).toContainText("Done in time");
  await expect(grid(page).locator("[data-ghost]").first()).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "sets");
  await room(page)
    .getByRole("button", { name: /drafts?$/ })
    .click();
  await shoot(page, "drafts");
  expect(await eventsOf(ada)).toEqual(before);
  await room(page).getByRole("button", { name: "Do this" }).click();
  await expect(toasts(page)).toContainText(/Done: \d changes?, \d drafts?/);
  await expect(chip(page, "Figures for the board")).toBeVisible();
  expect((await draftsOf(ada)).some((subject) => subject.startsWith("Shorter: "))).toBe(true);
  await shoot(page, "done");
  await undo(page, "Done: ");
  await expect.poll(() => eventsOf(ada)).toEqual(before);
  await expect.poll(() => draftsOf(ada)).toEqual([]);
});
