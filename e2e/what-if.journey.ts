import type { Page } from "@playwright/test";
import { chip, grid, openCalendar } from "./support/calendar-grid.ts";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { dialog, toasts } from "./support/locators.ts";
import type { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "What if", exact: true });
const breaks = (page: Page) => panel(page).getByRole("list", { name: "What breaks" });
const ways = (page: Page) => panel(page).getByRole("radio");
const kind = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
const form = (page: Page, name: string) => panel(page).getByRole("form", { name });
const DAY = 86_400_000;
/** In Vienna, where the browser is. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

type Event = { id: string; title: string; startTime: string; endTime: string };
const eventsOf = async (ada: Person) => {
  const from = `${dayIn(-1)}T00:00:00Z`;
  const { items } = await ada.call<{ items: Event[] }>("events.list", { from, to: `${dayIn(14)}T00:00:00Z` });
  return items.map(({ title, startTime }) => `${title} ${startTime}`).sort();
};

/** On all days, so that there is room whenever this runs. */
async function worksDaily(ada: Person): Promise<void> {
  // The first page would do it, and a plan in hours of Greenwich is another one then.
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  await ada.call("calendarSettings.save", {
    ...{ workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 480, workTo: 1080, secondTimeZone: null, version: 0 },
  });
}

const at = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const meet = (ada: Person, title: string, day: number, hour: number, location?: string) =>
  ada.call("events.create", {
    ...{ title, attendees: ["clara@example.com"], location },
    ...{ startTime: `${dayIn(day)}T${at(hour)}:00Z`, endTime: `${dayIn(day)}T${at(hour + 1)}:00Z` },
  });

async function aPlannedWeek(ada: Person): Promise<void> {
  await worksDaily(ada);
  const notBefore = `${dayIn(2)}T00:00:00Z`;
  for (const [title, fields] of [
    ["Write the board report", { estimateMinutes: 120, dueDate: `${dayIn(3)}T16:00:00Z`, priority: "high" }],
    ["Sign the lease", { estimateMinutes: 30, place: "Office", dueDate: `${dayIn(4)}T12:00:00Z` }],
    ["Review the hiring plan", { estimateMinutes: 90, priority: "low" }],
  ] as const)
    await ada.call("tasks.create", { title, notBefore, ...fields });
  const plan = await ada.call<{
    from: string;
    to: string;
    basis: string;
    blocks: (Event & { item: string })[];
  }>("plan.propose", {});
  const blocks = plan.blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime }));
  await ada.call("plan.apply", { from: plan.from, to: plan.to, basis: plan.basis, blocks });
  await meet(ada, "Supervisory board", 3, 12, "Room Delta");
  await meet(ada, "Rent with the landlord", 4, 9, "Vienna, Ring 4");
}

test("issue 27: a trip in a planned week: what breaks, ways to go on beside the real week, and nothing is written", async ({
  page,
  ada,
}) => {
  await aPlannedWeek(ada);
  const before = await eventsOf(ada);
  await openCalendar(page, `?date=${dayIn(3)}`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("What if");
  await page.getByRole("option", { name: /^What if…/ }).click();
  await expect(panel(page).getByText("What would be different?")).toBeVisible();
  await shoot(page, "empty");
  await openCalendar(page, `?plan=what-if&date=${dayIn(3)}`);
  await kind(page, "Trip").click();
  await form(page, "Trip").getByLabel("From").fill(dayIn(2));
  await form(page, "Trip").getByLabel("To", { exact: true }).fill(dayIn(4));
  await form(page, "Trip").getByLabel("Way, in each direction").fill("180");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Enter where you go")).toBeVisible();
  await form(page, "Trip").getByLabel("Where to").fill("Lisbon");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(kind(page, "Trip")).toBeFocused();
  await expect(breaks(page)).toContainText("Supervisory board");
  await expect(breaks(page)).toContainText("Sign the lease");
  await expect(grid(page).locator("[data-ghost]", { hasText: "Trip: Lisbon" })).toBeVisible();
  await shoot(page, "trip");
  await ways(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(ways(page).nth(1)).toBeChecked();
  await panel(page)
    .getByRole("radio", { name: /^Move \d meeting/ })
    .focus();
  await expect(chip(page, "Supervisory board")).toHaveAttribute("data-leaving");
  await panel(page)
    .getByRole("button", { name: /drafts?$/ })
    .click();
  await panel(page).getByRole("button", { name: "New time: Supervisory board" }).click();
  await expect(panel(page)).toContainText("Does that suit you?");
  await expectAccessible(page);
  await shoot(page, "meetings");
  await ways(page).last().focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(grid(page).locator("[data-ghost]")).toHaveCount(0);
  expect(await eventsOf(ada)).toEqual(before);
});

test("issue 27: an event dragged while one asks stays where it is, and the answer says with what it would clash", async ({
  page,
  ada,
}) => {
  await worksDaily(ada);
  await meet(ada, "Board", 2, 10);
  await meet(ada, "Interview", 2, 13);
  const before = await eventsOf(ada);
  await openCalendar(page, `?plan=what-if&view=day&date=${dayIn(2)}`);
  const from = await chip(page, "Board").boundingBox();
  const to = await chip(page, "Interview").boundingBox();
  if (!from || !to) throw new Error("A meeting is not in sight");
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 42, from.y + 60, { steps: 3 });
  await page.mouse.move(from.x + 42, to.y + 10, { steps: 3 });
  await page.mouse.up();
  await expect(grid(page).locator("[data-ghost]", { hasText: "Board" })).toBeVisible();
  await expect(chip(page, "Board")).toHaveAttribute("data-leaving");
  expect(Math.abs(((await chip(page, "Board").boundingBox())?.y ?? 0) - from.y)).toBeLessThan(2);
  await expect(breaks(page)).toContainText("At the same time as “Board”, for 1 h");
  await shoot(page, "dragged");
  expect(await eventsOf(ada)).toEqual(before);
  await page.keyboard.press("i");
  await expect(panel(page)).toHaveCount(0);
  await chip(page, "Interview").click();
  await dialog(page).getByRole("button", { name: "What if…" }).click();
  await shoot(page, "event-menu");
  await page.getByRole("menuitem", { name: "What if it did not take place" }).click();
  await expect(panel(page).getByText("Nothing breaks", { exact: true })).toBeVisible();
  await shoot(page, "nothing-breaks");
  expect(await eventsOf(ada)).toEqual(before);
});

test("issue 27: a promise that slips names whom it was made to; doing it writes the day off and a draft, one Undo takes both back", async ({
  page,
  ada,
}) => {
  await worksDaily(ada);
  await ada.call("commitments.create", {
    ...{ what: "send the figures", party: "clara@example.com", partyName: "Clara" },
    ...{ due: `${dayIn(2)}T20:00:00Z`, hasTime: true },
  });
  const drafts = async () =>
    (await ada.call<{ items: { subject: string }[] }>("emails.list", { status: "draft" })).items.map(
      ({ subject }) => subject,
    );
  await page.route("**/rpc/plan.whatIf", (route) => route.abort());
  await openCalendar(page, "?plan=what-if");
  await kind(page, "Days off").click();
  await form(page, "Days off").getByLabel("To", { exact: true }).fill(dayIn(2));
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("What breaks could not be found")).toBeVisible();
  await shoot(page, "failing");
  await page.unroute("**/rpc/plan.whatIf");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(breaks(page)).toContainText("Clara waits");
  await expect(breaks(page).getByRole("link", { name: "send the figures" })).toBeVisible();
  await shoot(page, "promise");
  await panel(page).getByRole("button", { name: "Do this" }).focus();
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText(/Done: \d changes?, 1 draft/);
  await expect(grid(page)).toContainText("Day off");
  await expect.poll(drafts).toEqual(["Later than promised: send the figures"]);
  await shoot(page, "applied");
  await undo(page, "Done: ");
  await expect.poll(() => eventsOf(ada)).toEqual([]);
  await expect.poll(drafts).toEqual([]);
});
