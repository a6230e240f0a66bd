import { afterEach } from "vitest";
import { browserWindow, DESKTOP_SIZE } from "../../testing/browser-window.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const panel = (page: Page) => page.getByRole("complementary", { name: "Plan", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const ghosts = (page: Page) => page.getByRole("grid").locator("[data-ghost]");

type Event = { id: string; title: string; startTime: string; endTime: string };
const eventsOf = async (ada: PagePerson) => {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 20 * 86_400_000).toISOString();
  return (await ada.call<{ items: Event[] }>("events.list", { from, to })).items;
};

/** Works around the clock, so that there is room whenever this test runs; two tasks for tomorrow, one without estimate. */
async function aBusyPerson(ada: PagePerson): Promise<void> {
  const workingDays = [0, 1, 2, 3, 4, 5, 6];
  const hours = { workingDays, workFrom: 0, workTo: 1440, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", hours);
  const settings = await ada.call<object>("planSettings.get");
  await ada.call("planSettings.save", { ...settings, focus: [], breaks: [], mostPlannedMinutes: 1440 });
  const notBefore = `${tomorrow()}T10:00:00Z`;
  await ada.call("tasks.create", { title: "Write the report", estimateMinutes: 60, notBefore });
  await ada.call("tasks.create", { title: "Call Anna", notBefore });
}

afterEach(() => browserWindow.happyDOM.setViewport(DESKTOP_SIZE));

test("a week is planned by the keyboard alone: opened, read, one block left out, applied and undone", async ({
  page,
  ada,
}) => {
  await aBusyPerson(ada);
  await page.goto("/calendar");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("l");
  await expect(panel(page)).toContainText("You estimated how long it takes");
  await expect(panel(page)).toContainText("Guess: ");
  await expect(panel(page)).toContainText("2 new");
  await expectAccessible();
  expect(await eventsOf(ada)).toEqual([]);
  await page.keyboard.press("j");
  const call = panel(page).getByRole("checkbox", { name: /^Call Anna/ });
  await call.focus();
  await page.keyboard.press("x");
  await expect(call).toBeChecked({ checked: false });
  await expect(call).toBeFocused();
  await expect(panel(page)).toContainText("Left out");
  await expect(panel(page).getByRole("button", { name: "Apply 1 change" })).not.toHaveAttribute(
    "aria-disabled",
  );
  await page.keyboard.press("Control+Enter");
  await expect(toasts(page)).toContainText("Plan applied: 1 change");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Plan", exact: true })).toBeFocused();
  expect((await eventsOf(ada)).map(({ title }) => title)).toEqual(["Write the report"]);
  await page.keyboard.press("z");
  await expect.poll(() => eventsOf(ada)).toEqual([]);
});

test("a first plan is shown while the search goes on, and can be applied as it is", async ({ page, ada }) => {
  await aBusyPerson(ada);
  const release = page.network.hold("/rpc/plan.propose");
  await page.goto("/calendar?plan=week");
  await expect(panel(page)).toContainText("2 new · Looking for better times…");
  await expect(panel(page).getByRole("checkbox", { name: /^Write the report/ })).toBeVisible();
  await expectAccessible();
  await panel(page)
    .getByRole("checkbox", { name: /^Call Anna/ })
    .press("x");
  await panel(page).getByRole("button", { name: "Apply 1 change" }).click();
  await expect(toasts(page)).toContainText("Plan applied: 1 change");
  release();
  expect((await eventsOf(ada)).map(({ title }) => title)).toEqual(["Write the report"]);
  await page.goto("/calendar?plan=week");
  await expect(panel(page)).toContainText("1 new · 1 stays");
  await expect(panel(page)).not.toContainText("Looking for better times");
});

test("proposed blocks are ghosts in the grid until they are applied; a block says what it is for and is planned again", async ({
  page,
  ada,
}) => {
  await aBusyPerson(ada);
  await page.goto(`/calendar?plan=week&view=day&date=${tomorrow()}`);
  await expect(ghosts(page)).toHaveCount(2);
  await panel(page).getByRole("button", { name: "Apply 2 changes" }).click();
  const chip = page.getByRole("grid").getByRole("button", { name: /^Write the report ?,/ });
  await expect(chip).toContainText("planned for a task");
  await expect(ghosts(page)).toHaveCount(0);
  await chip.press("Enter");
  const note = dialog(page).getByRole("region", { name: "Why it is planned" });
  await expect(note).toContainText("You estimated how long it takes");
  await expect(dialog(page).getByText("AI Created")).toHaveCount(0);
  await expectAccessible();
  await note.getByRole("button", { name: "Replan" }).click();
  await expect(panel(page)).toContainText("2 stay");
  await expect(panel(page).getByRole("button", { name: /^Apply/ })).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Close" }).click();
  await chip.press("Enter");
  await note.getByRole("link", { name: "Open the task" }).click();
  await expect(page).toHaveURL(/\/tasks\?task=/);
});

test("a new meeting over a block moves it, old place and new are shown, and a proposal that is outdated is made again", async ({
  page,
  ada,
}) => {
  await aBusyPerson(ada);
  await page.goto(`/calendar?plan=week&view=day&date=${tomorrow()}`);
  await panel(page).getByRole("button", { name: "Apply 2 changes" }).click();
  await expect(toasts(page)).toContainText("Plan applied: 2 changes");
  const [block] = (await eventsOf(ada)).filter(({ title }) => title === "Write the report");
  const { startTime, endTime } = block ?? {};
  await ada.call("events.create", { title: "Board", startTime, endTime });
  await page.goto(`/calendar?plan=week&view=day&date=${tomorrow()}`);
  await expect(panel(page)).toContainText("1 moved");
  await expect(panel(page)).toContainText("Moved, because");
  const old = page.getByRole("grid").getByRole("button", { name: /^Write the report ?,/ });
  await expect(old).toHaveAttribute("data-leaving");
  const { items } = await ada.call<{ items: { id: string; title: string; version: number }[] }>("tasks.list");
  const { id, version } = items.find(({ title }) => title === "Write the report") ?? {};
  await ada.call("tasks.update", { id, version, estimateMinutes: 90 });
  await panel(page).getByRole("button", { name: "Apply 1 change" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("changed since this plan was made");
  await panel(page).getByRole("button", { name: "Plan again" }).click();
  await panel(page).getByRole("button", { name: "Apply 1 change" }).click();
  await expect(toasts(page)).toContainText("Plan applied: 1 change");
});

test("where nothing is to plan the panel says what to do, and a failure can be tried again; on a phone it is a sheet", async ({
  page,
  ada: _ada,
}) => {
  await page.goto("/calendar?plan=day");
  await expect(panel(page).getByText("Nothing to plan")).toBeVisible();
  await expect(panel(page).getByRole("link", { name: "Create task" })).toBeVisible();
  browserWindow.happyDOM.setViewport({ width: 390, height: 844 });
  page.cut("plan.propose");
  await page.goto("/calendar?plan=week");
  const sheet = page.getByRole("dialog", { name: "Plan" });
  await expect(sheet.getByRole("alert")).toContainText("The plan could not be made");
  await expectAccessible();
  await expect(sheet.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("how one is planned is set in the settings of the calendar, with errors at their fields", async ({
  page,
  ada,
}) => {
  await page.goto("/calendar?show=settings");
  await dialog(page).getByRole("tab", { name: "Planning" }).click();
  await dialog(page).getByRole("button", { name: "Add a break" }).click();
  await dialog(page).getByLabel("Breaks: to").last().fill("11:00");
  await dialog(page).getByLabel("Pause between blocks").fill("500");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("The end must be after the beginning")).toBeVisible();
  await expect(dialog(page).getByText("Enter 0 to 120 minutes")).toBeVisible();
  await expectAccessible();
  await dialog(page).getByLabel("Breaks: to").last().fill("15:00");
  await dialog(page).getByLabel("Pause between blocks").fill("10");
  await dialog(page).getByRole("switch", { name: "I can work on trains and planes" }).press("Space");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Planning settings saved");
  expect(await ada.call("planSettings.get")).toMatchObject({
    pauseMinutes: 10,
    worksOnRides: true,
    breaks: [
      { from: 720, to: 780 },
      { from: 780, to: 900 },
    ],
  });
});
