import type { Page } from "@playwright/test";
import { openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { dialog, toasts } from "./support/locators.ts";
import type { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Review" });
const open = (page: Page) => sheet(page).getByRole("region", { name: "Still open" });
const title = (page: Page, name: string) => open(page).getByRole("link", { name, exact: true });
/** In Vienna, where the browser is. */
const dayAt = (at: Date) => at.toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });
const dayIn = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000));

type Event = { id: string; title: string; startTime: string; version: number };
const eventsOf = async (ada: Person) =>
  (
    await ada.call<{ items: Event[] }>("events.list", {
      from: `${dayIn(-2)}T00:00:00Z`,
      to: `${dayIn(14)}T00:00:00Z`,
    })
  ).items;
const dayOf = async (ada: Person, name: string) => {
  const event = (await eventsOf(ada)).find((each) => each.title === name);
  return event && dayAt(new Date(event.startTime));
};

const TITLES = [
  "Write the board report",
  "Call Anna about the lease",
  "Review the hiring plan",
  "Pay the invoices",
];

/** A plan of four tasks that lies today whenever this runs: made for later and moved by hand. One task is done. */
async function aDayBehind(ada: Person): Promise<string> {
  const hours = { workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 480, workTo: 1080 };
  await ada.call("calendarSettings.save", { ...hours, secondTimeZone: null, version: 0 });
  const project = await ada.call<{ id: string }>("projects.create", { name: "Board meeting in spring" });
  const notBefore = `${dayIn(3)}T00:00:00Z`;
  const tasks: { id: string; version: number }[] = [];
  for (const [index, name] of TITLES.entries()) {
    const projectId = index < 2 ? project.id : null;
    tasks.push(await ada.call("tasks.create", { title: name, estimateMinutes: 60, notBefore, projectId }));
  }
  const { from, to, basis, blocks } = await ada.call<{
    from: string;
    to: string;
    basis: string;
    blocks: { item: string; startTime: string; endTime: string }[];
  }>("plan.propose", {});
  const shown = blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime }));
  await ada.call("plan.apply", { from, to, basis, blocks: shown });
  for (const { id, version, title: name } of await eventsOf(ada)) {
    const hour = String(7 + TITLES.indexOf(name) * 2).padStart(2, "0");
    const [startTime, endTime] = [`${dayIn(0)}T${hour}:00:00Z`, `${dayIn(0)}T${hour}:45:00Z`];
    await ada.call("events.update", { id, version, startTime, endTime });
  }
  for (const { id, version } of tasks) await ada.call("tasks.update", { id, version, notBefore: null });
  for (const [name, day, guest] of [
    ["Supervisory board", 1, "clara@example.com"],
    ["Interview", 0, "bob@example.com"],
  ] as const)
    await ada.call("events.create", {
      ...{ title: name, attendees: [guest] },
      ...{ startTime: `${dayIn(day)}T15:30:00Z`, endTime: `${dayIn(day)}T16:30:00Z` },
    });
  return tasks[0]?.id ?? "";
}

test("issue 27: the day is wrapped up with a key for each open thing, each is undone, and tomorrow's plan begins", async ({
  page,
  ada,
}) => {
  await openCalendar(page, "?review=day");
  await expect(sheet(page).getByText("Nothing was planned today")).toBeVisible();
  await shoot(page, "day-empty");
  await aDayBehind(ada);
  await openCalendar(page, "?review=day");
  await expect(open(page).getByRole("listitem")).toHaveCount(4);
  await expect(open(page).getByRole("link").first()).toBeFocused();
  await expectAccessible(page);
  await shoot(page, "day-open");
  await title(page, "Write the board report").focus();
  await page.keyboard.press("d");
  await expect(toasts(page)).toContainText("Done: 'Write the board report'");
  await title(page, "Call Anna about the lease").focus();
  await page.keyboard.press("t");
  await expect(toasts(page)).toContainText("'Call Anna about the lease'");
  expect(await dayOf(ada, "Call Anna about the lease")).toBe(dayIn(1));
  await shoot(page, "day-half");
  await undo(page, "Moved to ");
  await expect(title(page, "Call Anna about the lease")).toBeVisible();
  expect(await dayOf(ada, "Call Anna about the lease")).toBe(dayIn(0));
  for (const name of TITLES.slice(1)) {
    await title(page, name).focus();
    await page.keyboard.press(name.startsWith("Pay") ? "x" : "w");
    await expect(title(page, name)).toHaveCount(0);
  }
  await expect(sheet(page).getByText("Nothing of today’s plan is open")).toBeVisible();
  await expect(sheet(page).getByRole("button", { name: "Plan tomorrow" })).toBeFocused();
  await shoot(page, "day-done");
  await sheet(page).getByRole("button", { name: "Plan tomorrow" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`plan=day&from=${dayIn(1)}`));
  await expect(page.getByRole("complementary", { name: "Plan", exact: true })).toContainText(
    "Review the hiring plan",
  );
  await shoot(page, "plan-tomorrow");
});

test("issue 27: each figure of the week opens what it counts; what plans need is set at the task", async ({
  page,
  ada,
}) => {
  const report = await aDayBehind(ada);
  await openCalendar(page, "?review=week");
  await expect(sheet(page).getByRole("button", { name: /^3 h Planned/ })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "week");
  await sheet(page)
    .getByRole("button", { name: /^Board meeting in spring/ })
    .press("Enter");
  await expect(sheet(page).getByRole("list", { name: "Board meeting in spring" })).toContainText(
    TITLES[0] ?? "",
  );
  await sheet(page)
    .getByRole("button", { name: /Planned$/ })
    .click();
  await shoot(page, "week-records");
  await sheet(page)
    .getByRole("button", { name: /Planned$/ })
    .press("ArrowLeft");
  await expect(sheet(page).getByText("Nothing was planned in this week")).toBeVisible();
  await shoot(page, "week-empty");
  await page.goto(`/tasks?task=${report}`);
  await expect(dialog(page).getByRole("region", { name: "Planning" })).toContainText("1 h");
  await shoot(page, "task-folded");
  await dialog(page)
    .getByRole("button", { name: /^Planning/ })
    .click();
  await dialog(page).getByLabel("Estimate").fill("soon");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Enter 45, 1h30 or 2 hours")).toBeVisible();
  await expect(dialog(page).getByLabel("Estimate")).toBeFocused();
  await shoot(page, "task-fault");
  await dialog(page).getByLabel("Estimate").fill("");
  await expect(dialog(page).getByText(/^Guess: /)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "task-guess");
});
