import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test, aPerson } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const chip = (page: Page, title: string) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${title} ?,`) });
const MARCH = "/calendar?view=month&date=2031-03-05";
const DETAIL = "The server cannot be reached";

const anEvent = (ada: PagePerson, title: string, rest: { location?: string; day?: number } = {}) => {
  const { day = 5, ...fields } = rest;
  const [startTime, endTime] = [`2031-03-0${day}T09:00:00Z`, `2031-03-0${day}T10:00:00Z`];
  return ada.call<{ id: string; version: number }>("events.create", { title, startTime, endTime, ...fields });
};

test("CAL-05: the search runs on the server and is in the URL", async ({ page, ada }) => {
  await anEvent(ada, "Lunch", { location: "Old harbour" });
  await anEvent(ada, "Audit", { day: 6 });
  await page.goto(MARCH);
  const search = page.getByRole("searchbox", { name: "Search events" });
  await search.fill("harb");
  await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();
  await expect(page).toHaveURL(/search=harb/);
  await expectAccessible();
  await search.fill("xylophone");
  await expect(page.getByText("No event matches")).toBeVisible();
  await search.fill("");
  await expect(chip(page, "Lunch")).toBeVisible();
});

test("CAL-19: the text of an event that cannot be created is restored", async ({ page }) => {
  await page.goto(MARCH);
  page.cut("events.create");
  await button(page, "Create Event").click();
  await dialog(page).getByLabel("Title").fill("Dinner");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText(`Failed to create event: ${DETAIL}`);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Dinner");
});

test("CAL-20, CAL-21: a failed change is rolled back without losing typed text; so is a failed deletion", async ({
  page,
  ada,
}) => {
  await anEvent(ada, "Lunch");
  await page.goto(MARCH);
  await expect(chip(page, "Lunch")).toBeVisible();
  page.cut("events.update", "events.delete");
  await chip(page, "Lunch").click();
  await dialog(page).getByLabel("Title").fill("Late lunch");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText(`Failed to update event: ${DETAIL}`);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Late lunch");
  await page.keyboard.press("Escape");
  await expect(chip(page, "Lunch")).toBeVisible();
  await chip(page, "Lunch").focus();
  await page.keyboard.press("Delete");
  await expect(toasts(page)).toContainText(`Failed to delete event: ${DETAIL}`);
  await expect(chip(page, "Lunch")).toBeVisible();
});

test("CAL-18: events that cannot be loaded can be retried", async ({ page, ada }) => {
  await anEvent(ada, "Lunch");
  page.cut("events.list");
  await page.goto(MARCH);
  await expect(toasts(page)).toContainText(`Failed to fetch events: ${DETAIL}`);
  await expect(page.getByText("The events could not be read").first()).toBeVisible();
  page.restore();
  await button(page, "Try again").first().click();
  await expect(chip(page, "Lunch")).toBeVisible();
});

test("CAL-15, CAL-17: a remote change shows at once; the first save is not overwritten; others cannot read it", async ({
  page,
  ada,
}) => {
  const { id, version } = await anEvent(ada, "Audit");
  await page.goto(MARCH);
  await chip(page, "Audit").click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Audit");
  await ada.call("events.update", { id, version, location: "Room Delta" });
  await expect(page.getByText("Room Delta").first()).toBeVisible();
  await dialog(page).getByLabel("Title").fill("Audit committee");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const conflict = "This event was changed elsewhere while you were editing";
  await expect(dialog(page).getByText(conflict)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Event updated successfully");
  await expect(chip(page, "Audit committee")).toBeVisible();
  const stored = await ada.call("events.get", { id });
  expect(stored).toMatchObject({ title: "Audit committee", location: "Room Delta" });
  const bob = await aPerson("Bob");
  await expect(bob.call("events.get", { id })).rejects.toThrow("404");
});

test("the address of an event that is gone or cannot be read says so in its dialog", async ({
  page,
  ada,
}) => {
  // Over long ago: in no list of the page.
  const [startTime, endTime] = ["2021-03-05T09:00:00Z", "2021-03-05T10:00:00Z"];
  const { id } = await ada.call<{ id: string }>("events.create", { title: "Lunch", startTime, endTime });
  page.cut("events.get");
  await page.goto(`/calendar?view=agenda&event=${id}`);
  await expect(dialog(page).getByText("Failed to fetch events")).toBeVisible();
  page.restore();
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Lunch");
  await page.goto(`/calendar?event=${crypto.randomUUID()}`);
  await expect(dialog(page).getByText("This event was deleted")).toBeVisible();
});
