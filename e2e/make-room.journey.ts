import type { Page } from "@playwright/test";
import { chip, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { dialog, toasts } from "./support/locators.ts";
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

const meet = (ada: Person, title: string, from: string, to: string) =>
  ada.call("events.create", {
    ...{ title, attendees: ["clara@example.com"] },
    ...{ startTime: `${dayIn(1)}T${from}:00Z`, endTime: `${dayIn(1)}T${to}:00Z` },
  });

const stamp = (day: number, time: string) => `${dayIn(day).replaceAll("-", "")}T${time.replace(":", "")}00Z`;

/** An invitation of Olga, as it comes with a file. */
const invite = (ada: Person, title: string, day: number, from: string, to: string) =>
  ada.call("calendarFiles.import", {
    text: [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Olga//EN",
      "BEGIN:VEVENT",
      `UID:${title.replaceAll(" ", "-")}@olga.example`,
      `DTSTAMP:${stamp(day, from)}`,
      `DTSTART:${stamp(day, from)}`,
      `DTEND:${stamp(day, to)}`,
      `SUMMARY:${title}`,
      "ORGANIZER;CN=Olga:mailto:olga@example.com",
      `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${ada.email}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
  });

async function worksFromNineToFive(ada: Person): Promise<void> {
  // The first page would do it, and a plan in hours of Greenwich is another one then.
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  const hours = { workFrom: 540, workTo: 1020, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", { ...hours, workingDays: [0, 1, 2, 3, 4, 5, 6] });
}

/** Too many meetings tomorrow for the figures, and a long one of Olga the day after, in the middle of the offer. */
async function twoFullDays(ada: Person): Promise<void> {
  await worksFromNineToFive(ada);
  const settings = await ada.call<object>("planSettings.get");
  await ada.call("planSettings.save", {
    ...{ ...settings, focus: [], breaks: [], preparationMinutes: 0, pauseMinutes: 0 },
    mostPlannedMinutes: 600,
  });
  const on = (day: number) => ({
    ...{ notBefore: `${dayIn(day)}T00:00:00Z`, dueDate: `${dayIn(day)}T16:00:00Z`, priority: "urgent" },
  });
  await ada.call("tasks.create", { title: "Figures for the board", estimateMinutes: 225, ...on(1) });
  await ada.call("tasks.create", { title: "Offer to the city", estimateMinutes: 300, ...on(2) });
  await meet(ada, "Hiring review", "08:00", "09:00");
  await meet(ada, "Supplier talk", "09:00", "11:00");
  await meet(ada, "Lease of the second office", "11:00", "12:30");
  await invite(ada, "Round of the partners", 2, "10:00", "13:00");
}

test("issue 27: in a full week meetings make room for what is late: one shortened, one declined, as one act with one undo", async ({
  page,
  ada,
}) => {
  await twoFullDays(ada);
  const before = await eventsOf(ada);
  await openCalendar(page, `?plan=week&view=day&from=${dayIn(1)}&date=${dayIn(1)}`);
  await expect(plan(page)).toContainText("2 are late");
  await shoot(page, "offered");
  await page.route("**/rpc/plan.makeRoom", (route) => route.abort());
  await page.keyboard.press("o");
  await expect(room(page)).toContainText("Meetings that would make room could not be found");
  await shoot(page, "failing");
  await page.unroute("**/rpc/plan.makeRoom");
  const searched = Promise.withResolvers<void>();
  await page.route("**/rpc/plan.makeRoom", async (route) => {
    await searched.promise;
    await route.continue();
  });
  await room(page).getByRole("button", { name: "Try again" }).click();
  await expect(room(page).getByRole("button", { name: "Stop" })).toBeVisible();
  await shoot(page, "searching");
  searched.resolve();
  const both = room(page).getByRole("radio", { name: "Shorten 1 meeting · Decline 1 meeting" });
  await expect(both).toBeChecked();
  await expect(room(page).getByRole("list", { name: "What it gains" })).toContainText("Done in time");
  await expect(grid(page).locator("[data-ghost]").first()).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "sets");
  for (const way of await room(page).getByRole("radio").all()) await way.focus();
  await shoot(page, "last-set");
  await both.focus();
  await room(page)
    .getByRole("button", { name: /drafts?$/ })
    .click();
  await shoot(page, "drafts");
  expect(await eventsOf(ada)).toEqual(before);
  await room(page).getByRole("button", { name: "Do this" }).click();
  await expect(toasts(page)).toContainText(/Done: \d changes?, \d drafts?/);
  await expect(chip(page, "Figures for the board")).toBeVisible();
  expect(await draftsOf(ada)).toEqual([
    "I cannot come: Round of the partners",
    "Shorter: Lease of the second office",
  ]);
  expect((await eventsOf(ada)).join()).toContain(
    `Lease of the second office ${dayIn(1)}T11:00:00.000Z ${dayIn(1)}T12:00:00.000Z`,
  );
  await shoot(page, "done");
  await undo(page, "Done: ");
  await expect.poll(() => eventsOf(ada)).toEqual(before);
  await expect.poll(() => draftsOf(ada)).toEqual([]);
});

test("issue 27: where no meeting would make room, the panel says so", async ({ page, ada }) => {
  await worksFromNineToFive(ada);
  await ada.call("tasks.create", { title: "Sort the archive of all contracts", estimateMinutes: 900 });
  await meet(ada, "Breakfast with the team", "08:00", "09:00");
  await openCalendar(page, "?plan=week");
  await expect(plan(page)).toContainText("1 has no room");
  await page.keyboard.press("o");
  await expect(room(page).getByText("No meeting would make room")).toBeVisible();
  await shoot(page, "nothing");
  await page.keyboard.press("Escape");
  await expect(plan(page)).toContainText("1 has no room");
});

test("issue 27: focus hours are defended: the setting, and an invitation in them with a draft that proposes other times", async ({
  page,
  ada,
}) => {
  await worksFromNineToFive(ada);
  await invite(ada, "Board of directors", 1, "08:00", "09:30");
  await openCalendar(page, "?show=planning");
  await dialog(page).getByRole("switch", { name: "Defend focus hours" }).click();
  await dialog(page).getByRole("switch", { name: "Move blocks by themselves" }).scrollIntoViewIfNeeded();
  await shoot(page, "settings");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Planning settings saved");
  await page.goto("/");
  await expect(page.getByText("In your focus hours, and not answered yet")).toBeVisible();
  await shoot(page, "needs-you");
  await openCalendar(page, `?view=day&date=${dayIn(1)}`);
  await chip(page, "Board of directors").click();
  await expect(dialog(page).getByText("In your focus hours")).toBeVisible();
  await shoot(page, "invitation");
  await dialog(page).getByRole("button", { name: "Propose these times" }).click();
  await expect(toasts(page)).toContainText("Draft to the organizer created");
  await expect.poll(() => draftsOf(ada)).toEqual(["Another time: Board of directors"]);
  await shoot(page, "draft");
  await openCalendar(page, `?review=week&date=${dayIn(1)}`);
  await expect(page.getByText("Lost to meetings")).toBeVisible();
  await shoot(page, "review");
});
