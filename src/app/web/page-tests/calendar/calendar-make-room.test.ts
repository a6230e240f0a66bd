import { afterEach } from "vitest";
import { localInstant } from "#platform/time/local-day.ts";
import { browserWindow, DESKTOP_SIZE } from "../../testing/browser-window.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const plan = (page: Page) => page.getByRole("complementary", { name: "Plan", exact: true });
const room = (page: Page) => page.getByRole("complementary", { name: "Make room", exact: true });
/** Tomorrow in Vienna, where the browser is. */
const day = new Date(Date.now() + 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });
const at = (time: string) => new Date(localInstant(day, time) ?? "").toISOString();

type Event = { id: string; title: string; startTime: string; endTime: string };
const eventsOf = async (ada: PagePerson) => {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const { items } = await ada.call<{ items: Event[] }>("events.list", { from, to });
  return items.map(({ title, startTime, endTime }) => `${title} ${startTime} ${endTime}`).sort();
};

/** Works from 8 to 12; the deck takes all of tomorrow but for half an hour. */
async function aFullDay(ada: PagePerson, minutes = 210): Promise<void> {
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  const workingDays = [0, 1, 2, 3, 4, 5, 6];
  const hours = { workingDays, workFrom: 480, workTo: 720, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", hours);
  const settings = await ada.call<object>("planSettings.get");
  const limits = { focus: [], breaks: [], mostPlannedMinutes: 1440, preparationMinutes: 0, pauseMinutes: 0 };
  await ada.call("planSettings.save", { ...settings, ...limits });
  const due = { notBefore: at("00:00"), dueDate: at("12:00"), priority: "high" };
  await ada.call("tasks.create", { title: "Board deck", estimateMinutes: minutes, ...due });
  await ada.call("events.create", {
    ...{ title: "Review", attendees: ["clara@example.com"] },
    ...{ startTime: at("08:00"), endTime: at("08:45") },
  });
}

afterEach(() => browserWindow.happyDOM.setViewport(DESKTOP_SIZE));

test("issue 27: where a plan is too full, meetings make room: by the keyboard, with what it gains, and undone as one", async ({
  page,
  ada,
}) => {
  await aFullDay(ada);
  const before = await eventsOf(ada);
  await page.goto(`/calendar?plan=week&from=${day}`);
  await expect(plan(page)).toContainText("1 is late");
  await page.keyboard.press("o");
  await expect(room(page)).toContainText("Shorten 1 meeting");
  await expectAccessible();
  const gains = room(page).getByRole("list", { name: "What it gains" });
  await expect(gains).toContainText("Frees 15 min");
  await expect(gains).toContainText("Done in time");
  await expect(gains.getByRole("link", { name: "Board deck" })).toHaveAttribute("href", /\/tasks\?task=/);
  await expect(room(page)).toContainText("End it at 8:30 AM");
  await room(page).getByRole("button", { name: "1 draft" }).press("Enter");
  await expect(room(page)).toContainText("Shorter: Review");
  expect(await eventsOf(ada)).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(plan(page)).toContainText("1 is late");
  await plan(page).getByRole("button", { name: "Make room" }).click();
  await room(page).getByRole("button", { name: "Do this" }).press("Enter");
  await expect(toasts(page)).toContainText("Done: 2 changes, 1 draft");
  expect((await eventsOf(ada)).join()).toContain(`Review ${at("08:00")} ${at("08:30")}`);
  await page.keyboard.press("z");
  await expect.poll(() => eventsOf(ada)).toEqual(before);
});

test("issue 27: where no meeting would help, it says so plainly, on a phone as well", async ({
  page,
  ada,
}) => {
  await aFullDay(ada, 600);
  browserWindow.happyDOM.setViewport({ width: 390, height: 844 });
  await page.goto(`/calendar?plan=day&from=${day}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("1 has no room");
  await sheet.getByRole("button", { name: "Make room" }).click();
  await expect(sheet).toContainText("No meeting would make room");
  await expectAccessible();
  await sheet.getByRole("button", { name: "Back to the plan" }).click();
  await expect(sheet).toContainText("1 has no room");
});

test("issue 27: a search that fails says so and can be tried again", async ({ page, ada }) => {
  await aFullDay(ada);
  page.cut("plan.makeRoom");
  await page.goto(`/calendar?plan=week&from=${day}`);
  await plan(page).getByRole("button", { name: "Make room" }).click();
  await expect(room(page).getByRole("alert")).toContainText(
    "Meetings that would make room could not be found",
  );
  await expect(room(page).getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible();
});
