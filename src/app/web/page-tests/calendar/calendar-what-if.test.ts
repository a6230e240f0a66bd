import { afterEach } from "vitest";
import { browserWindow, DESKTOP_SIZE } from "../../testing/browser-window.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const panel = (page: Page) => page.getByRole("complementary", { name: "What if", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const chip = (page: Page, title: string) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${title} ?,`) });
const ghosts = (page: Page) => page.getByRole("grid").locator("[data-ghost]");
const breaks = (page: Page) => panel(page).getByRole("list", { name: "What breaks" });
/** Where the browser is. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

type Event = { id: string; title: string; startTime: string; endTime: string };
const eventsOf = async (ada: PagePerson) => {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const { items } = await ada.call<{ items: Event[] }>("events.list", { from, to });
  return items.map(({ title, startTime }) => `${title} ${startTime}`).sort();
};

/** Works around the clock; two meetings tomorrow, one after the other. */
async function twoMeetings(ada: PagePerson): Promise<void> {
  const workingDays = [0, 1, 2, 3, 4, 5, 6];
  const hours = { workingDays, workFrom: 0, workTo: 1440, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", hours);
  const settings = await ada.call<object>("planSettings.get");
  const limits = { focus: [], breaks: [], mostPlannedMinutes: 1440, preparationMinutes: 0 };
  await ada.call("planSettings.save", { ...settings, ...limits });
  for (const [title, hour] of [
    ["Board", 9],
    ["Interview", 10],
  ] as const)
    await ada.call("events.create", {
      ...{ title, attendees: ["clara@example.com"] },
      startTime: `${dayIn(1)}T${String(hour).padStart(2, "0")}:00:00Z`,
      endTime: `${dayIn(1)}T${hour + 1}:00:00Z`,
    });
}

afterEach(() => browserWindow.happyDOM.setViewport(DESKTOP_SIZE));

test("issue 27: what if, by the keyboard alone: a day off, another way to go on, done as one act and undone as one", async ({
  page,
  ada,
}) => {
  await twoMeetings(ada);
  await page.goto(`/calendar?date=${dayIn(1)}`);
  await expect(chip(page, "Board")).toBeVisible();
  await page.keyboard.press("i");
  await expect(panel(page)).toContainText("What would be different?");
  await expectAccessible();
  const before = await eventsOf(ada);
  const daysOff = panel(page).getByRole("button", { name: "Days off", exact: true });
  await daysOff.press("Enter");
  const form = panel(page).getByRole("form", { name: "Days off" });
  await expect(form.getByLabel("From")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await expect(daysOff).toBeFocused();
  await daysOff.press("Enter");
  await form.getByLabel("To").press("Enter");
  await expect(daysOff).toBeFocused();
  await expect(breaks(page).getByRole("listitem")).toHaveCount(2);
  await expect(breaks(page).getByRole("link", { name: "Board" })).toHaveAttribute(
    "href",
    /\/calendar\?event=/,
  );
  await expect(ghosts(page).first()).toContainText("Day off");
  await expectAccessible();
  const ways = panel(page).getByRole("radio");
  await ways.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(ways.nth(1)).toBeFocused();
  await expect(ways.nth(1)).toBeChecked();
  const moving = panel(page).getByRole("radio", { name: "Move 2 meetings" });
  await moving.focus();
  await expect(chip(page, "Board")).toHaveAttribute("data-leaving");
  await panel(page).getByRole("button", { name: "2 drafts" }).press("Enter");
  await panel(page).getByRole("button", { name: "New time: Board" }).press("Enter");
  await expect(panel(page)).toContainText("Does that suit you?");
  expect(await eventsOf(ada)).toEqual(before);
  await panel(page).getByRole("button", { name: "Do this" }).press("Enter");
  await expect(toasts(page)).toContainText("Done: 3 changes, 2 drafts");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Plan", exact: true })).toBeFocused();
  expect((await eventsOf(ada)).join()).toContain("Day off");
  await page.keyboard.press("z");
  await expect.poll(() => eventsOf(ada)).toEqual(before);
});

test("issue 27: while one asks, the arrows and Delete on an event write nothing; Escape leaves, then they move it", async ({
  page,
  ada,
}) => {
  await twoMeetings(ada);
  const before = await eventsOf(ada);
  await page.goto(`/calendar?plan=what-if&date=${dayIn(1)}`);
  await expect(panel(page)).toContainText("What would be different?");
  await chip(page, "Board").focus();
  for (let quarter = 0; quarter < 4; quarter += 1) await page.keyboard.press("ArrowDown");
  const changes = panel(page).getByRole("list", { name: "What would be different" });
  await expect(changes.getByRole("listitem")).toHaveCount(1);
  await expect(changes).toContainText("moves from");
  await expect(ghosts(page).first()).toContainText("Board");
  await expect(chip(page, "Board")).toHaveAttribute("data-leaving");
  await expect(breaks(page)).toContainText("At the same time as “Board”, for 1 h");
  await page.keyboard.press("Delete");
  await expect(changes).toContainText("does not take place");
  await expect(panel(page).getByText("Nothing breaks", { exact: true })).toBeVisible();
  await changes.getByRole("button", { name: "Leave out: Board" }).click();
  await expect(panel(page)).toContainText("What would be different?");
  await expect(ghosts(page)).toHaveCount(0);
  await chip(page, "Board").focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect(await eventsOf(ada)).toEqual(before);
  await chip(page, "Board").focus();
  await page.keyboard.press("ArrowDown");
  await expect(toasts(page)).toContainText("Event updated successfully");
});

test("issue 27: an event asks from its dialog; what is wrong stands at the fields; an outdated answer is made anew", async ({
  page,
  ada,
}) => {
  await twoMeetings(ada);
  await page.goto(`/calendar?view=week&date=${dayIn(1)}`);
  await chip(page, "Board").press("Enter");
  await dialog(page).getByRole("button", { name: "What if…" }).click();
  await page.getByRole("menuitem", { name: "What if it moved" }).click();
  const form = panel(page).getByRole("form", { name: "Move or drop" });
  const time = form.getByLabel("New time");
  await expect(time).toBeFocused();
  await time.press("Enter");
  await expect(form).toContainText("It is at this time now");
  await time.fill(`${dayIn(1)}T11:30`);
  await time.press("Enter");
  await expect(breaks(page)).toContainText("Interview");
  await panel(page).getByRole("button", { name: "Trip" }).click();
  await panel(page).getByRole("form", { name: "Trip" }).getByRole("button", { name: "Add" }).click();
  await expect(panel(page).getByText("Enter where you go")).toBeVisible();
  await page.keyboard.press("Escape");
  // The meeting that it would move is another one now.
  const board = await ada.call<{ items: (Event & { id: string; version: number })[] }>("events.list", {
    from: `${dayIn(1)}T00:00:00Z`,
    to: `${dayIn(2)}T00:00:00Z`,
  });
  const { id, version } = board.items.find(({ title }) => title === "Board") ?? {};
  await ada.call("events.update", { id, version, title: "Board of directors" });
  await panel(page).getByRole("button", { name: "Do this" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("Nothing was written");
  await panel(page).getByRole("button", { name: "Do this" }).click();
  await expect(toasts(page)).toContainText("Done: ");
});

test("issue 27: a search that fails can be tried again, and on a phone all of it is a sheet", async ({
  page,
  ada,
}) => {
  await twoMeetings(ada);
  browserWindow.happyDOM.setViewport({ width: 390, height: 844 });
  page.cut("plan.whatIf");
  await page.goto("/calendar?plan=what-if");
  const sheet = page.getByRole("dialog", { name: "What if" });
  await sheet.getByRole("button", { name: "New meeting" }).click();
  await sheet.getByRole("button", { name: "Add" }).click();
  await expect(sheet.getByRole("alert")).toContainText("What breaks could not be found");
  await expect(sheet.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible();
});
