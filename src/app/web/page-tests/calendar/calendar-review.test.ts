import { afterEach } from "vitest";
import { browserWindow, DESKTOP_SIZE } from "../../testing/browser-window.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const sheet = (page: Page) => page.getByRole("dialog", { name: "Review" });
const open = (page: Page) => sheet(page).getByRole("region", { name: "Still open" });
const title = (page: Page, name: string) => open(page).getByRole("link", { name, exact: true });
/** Where the browser is. */
const dayAt = (at: Date) => at.toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });
const dayIn = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000));

type Event = { id: string; title: string; startTime: string; endTime: string; version: number };
const eventsOf = async (ada: PagePerson) => {
  const from = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const to = new Date(Date.now() + 20 * 86_400_000).toISOString();
  return (await ada.call<{ items: Event[] }>("events.list", { from, to })).items;
};
const dayOf = async (ada: PagePerson, name: string) => {
  const found = (await eventsOf(ada)).find((event) => event.title === name);
  return found && dayAt(new Date(found.startTime));
};

/**
 * Works around the clock, with a planned block for each title. The plan lies ahead; its blocks are moved into today by
 * hand, so this works at any hour.
 */
async function aPlannedDay(ada: PagePerson, titles: readonly string[]): Promise<void> {
  const hours = { workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 0, workTo: 1440 };
  await ada.call("calendarSettings.save", { ...hours, secondTimeZone: null, version: 0 });
  const settings = await ada.call<object>("planSettings.get");
  const limits = { focus: [], breaks: [], mostPlannedMinutes: 1440, pauseMinutes: 0 };
  await ada.call("planSettings.save", { ...settings, ...limits });
  const notBefore = `${dayIn(2)}T00:00:00Z`;
  for (const each of titles) await ada.call("tasks.create", { title: each, estimateMinutes: 60, notBefore });
  const shown = await ada.call<{ from: string; to: string; basis: string; blocks: Event[] }>("plan.propose", {
    span: "week",
  });
  const blocks = shown.blocks.map(({ startTime, endTime, ...block }) => ({
    ...{ item: Reflect.get(block, "item"), startTime, endTime },
  }));
  await ada.call("plan.apply", { from: shown.from, to: shown.to, basis: shown.basis, blocks });
  for (const [hour, { id, version }] of (await eventsOf(ada)).entries()) {
    const at = (minutes: number) => `${dayIn(0)}T${String(hour + 8).padStart(2, "0")}:${minutes}:00Z`;
    await ada.call("events.update", { id, version, startTime: at(10), endTime: at(50) });
  }
  const { items } = await ada.call<{ items: { id: string; version: number }[] }>("tasks.list");
  for (const { id, version } of items) await ada.call("tasks.update", { id, version, notBefore: null });
}

afterEach(() => browserWindow.happyDOM.setViewport(DESKTOP_SIZE));

test("issue 27: the day is wrapped up by the keyboard alone: done, tomorrow, this week, dropped, each undone, then tomorrow is planned", async ({
  page,
  ada,
}) => {
  const titles = ["Report", "Call Anna", "Lease", "Archive"];
  await aPlannedDay(ada, titles);
  await page.goto("/calendar");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("r");
  await expect(open(page).getByRole("listitem")).toHaveCount(4);
  await expectAccessible();
  await title(page, "Report").focus();
  await page.keyboard.press("d");
  await expect(toasts(page)).toContainText("Done: 'Report'");
  await expect(open(page).getByRole("listitem")).toHaveCount(3);
  await expect(sheet(page).getByRole("region", { name: "Done" })).toContainText("Report");
  await title(page, "Call Anna").focus();
  await page.keyboard.press("t");
  await expect(toasts(page)).toContainText(/Moved to .*: 'Call Anna'/);
  expect(await dayOf(ada, "Call Anna")).toBe(dayIn(1));
  await title(page, "Lease").focus();
  await page.keyboard.press("x");
  await expect(toasts(page)).toContainText("Out of the plan: 'Lease'");
  await expect(title(page, "Archive")).toBeFocused();
  expect(await dayOf(ada, "Lease")).toBe(undefined);
  await page.keyboard.press("w");
  await expect(toasts(page)).toContainText(/Moved to .*: 'Archive'/);
  await expect(open(page)).toHaveCount(0);
  await expect(sheet(page)).toContainText("Nothing of today’s plan is open");
  const plan = sheet(page).getByRole("button", { name: "Plan tomorrow" });
  await expect(plan).toBeFocused();
  await toasts(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(title(page, "Archive")).toBeVisible();
  await plan.press("Enter");
  await expect(page).toHaveURL(new RegExp(`plan=day&from=${dayIn(1)}`));
  await expect(page.getByRole("complementary", { name: "Plan", exact: true })).toBeVisible();
});

test("issue 27: each figure of a week opens what it counts; arrows go to other weeks", async ({
  page,
  ada,
}) => {
  await aPlannedDay(ada, ["Report", "Call Anna"]);
  await page.goto("/calendar?review=week");
  const planned = sheet(page).getByRole("button", { name: /Planned/ });
  await expect(planned).toContainText("1 h 20 min");
  await planned.press("Enter");
  await expect(planned).toHaveAttribute("aria-expanded", "true");
  const records = sheet(page).getByRole("list", { name: "Planned" });
  await expect(records.getByRole("listitem")).toHaveCount(2);
  await expectAccessible();
  const tasks = sheet(page).getByRole("button", { name: /^Tasks/ });
  await tasks.press("Enter");
  await expect(sheet(page).getByRole("list", { name: "Tasks" })).toContainText("Call Anna");
  await expect(sheet(page).getByRole("button", { name: /^Answers/ })).toBeDisabled();
  await tasks.press("ArrowLeft");
  await expect(sheet(page)).toContainText("Nothing was planned in this week");
  await page.keyboard.press("ArrowRight");
  await expect(planned).toBeVisible();
  await sheet(page)
    .getByRole("button", { name: /Planned/ })
    .press("Enter");
  await sheet(page).getByRole("link", { name: "Report" }).click();
  await expect(page).toHaveURL(/\/tasks\?task=/);
});

test("issue 27: a day and a week without a plan say what belongs there, a failure can be tried again, and on a phone it is a sheet", async ({
  page,
  ada: _ada,
}) => {
  browserWindow.happyDOM.setViewport({ width: 390, height: 844 });
  page.cut("plan.reviewDay");
  await page.goto("/calendar?review=day");
  await expect(sheet(page)).toContainText("Today could not be reviewed");
  page.restore();
  await sheet(page).getByRole("button", { name: /again/i }).click();
  await expect(sheet(page)).toContainText("Nothing was planned today");
  await expect(sheet(page).getByRole("region", { name: "Tomorrow" })).toContainText(
    "Nothing is in the calendar yet.",
  );
  await expectAccessible();
  await sheet(page).getByText("Week", { exact: true }).click();
  await expect(sheet(page)).toContainText("Nothing was planned in this week");
  await sheet(page).getByRole("button", { name: "Plan my week" }).click();
  await expect(page.getByRole("dialog", { name: "Plan", exact: true })).toBeVisible();
});
