import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./person.ts";

export const PHONE = { width: 360, height: 740 };

const TITLE = `A title with one very long word: ${"Rindfleischetikettierung".repeat(8)}`;
const DAY = "/calendar?date=2031-03-05";

/** Records whose texts are as wide as they can be, and the sample workspace. */
export async function fillWidely(person: Person): Promise<void> {
  // As the first page would: otherwise the sample's briefing is of the day in Greenwich.
  await person.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h23", firstWeekday: 1 });
  await person.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  const tags = ["x".repeat(60), "board", "finance"];
  await person.call("tasks.create", { title: TITLE, tags, dueDate: "2031-03-05T15:00:00Z" });
  await person.call("events.create", {
    title: TITLE,
    startTime: "2031-03-05T09:00:00Z",
    endTime: "2031-03-05T10:00:00Z",
    attendees: ["maya@example.com"],
  });
  await person.call("emails.create", {
    subject: TITLE,
    body: `${"wide".repeat(300)} and more`,
    category: "x".repeat(60),
    recipients: [`${"a".repeat(60)}@${"b".repeat(60)}.org`],
  });
}

const wide = (page: Page) => page.getByText(/Rindfleisch/).first();
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const dialog = (page: Page) => page.getByRole("dialog");

/** Addresses, each with what is there once the page is complete. */
export const PAGES: readonly (readonly [string, (page: Page) => Locator])[] = [
  ["/tasks", wide],
  ["/tasks?view=grid", wide],
  ["/tasks?view=board", wide],
  ["/tasks?tab=projects", (page) => page.getByRole("tab", { name: "Projects", selected: true })],
  ["/tasks?create=task", dialog],
  ["/tasks?trash=true", (page) => page.getByRole("heading", { name: "Task Management" })],
  [`${DAY}&view=day`, wide],
  [`${DAY}&view=week`, wide],
  [`${DAY}&view=month`, wide],
  [`${DAY}&view=agenda`, wide],
  [`${DAY}&create=event`, dialog],
  [`${DAY}&trash=true`, (page) => page.getByRole("heading", { name: "Calendar", exact: true })],
  [`${DAY}&search=title`, wide],
  ["/email?look=cards&view=all", wide],
  ["/email?look=split&view=all", wide],
  ["/daily-ops?tab=briefing", words(/^Your day$/)],
  ["/daily-ops?tab=weather", words("Simulated")],
  ["/daily-ops?tab=traffic", words("Simulated")],
  ["/daily-ops?tab=news", words("Simulated")],
  ["/daily-ops?tab=notifications", words("Mark Read")],
  ["/daily-ops?tab=voice", words("Task created")],
];

/** Goes there as a link would, without loading the product again, and waits until the page is complete. */
export async function openOnPhone(page: Page, [address, sign]: (typeof PAGES)[number]): Promise<void> {
  await page.evaluate((target) => history.pushState(null, "", target), address);
  await expect(sign(page)).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading|^Searching/ })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? PHONE;
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(content, page.url()).toBeLessThanOrEqual(width);
}
