import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const chip = (page: Page, title: string) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${title} ?,`) });

const START = new Date(Date.now() + 2 * 86_400_000).setUTCHours(9, 0, 0, 0);
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
const DAY = at(0).slice(0, 10);

const sendsAtOnce = (person: PagePerson) => person.call("mailPreferences.update", { undoSeconds: 0 });

/** An event of the organizer, with the invitation delivered to the attendee. */
async function invite(organizer: PagePerson, attendee: PagePerson, title: string): Promise<string> {
  const { id } = await organizer.call<{ id: string }>("events.create", {
    ...{ title, startTime: at(0), endTime: at(1), attendees: [attendee.email] },
  });
  await organizer.call("eventInvitations.send", { eventId: id });
  return id;
}

const subjectsOf = async (person: PagePerson) =>
  (await person.call<{ items: { subject: string }[] }>("emails.list")).items.map(({ subject }) => subject);

const expectMail = (person: PagePerson, subject: string) =>
  expect.poll(() => subjectsOf(person), { timeout: 15_000 }).toContain(subject);

test("an invitation is answered in its mail, which links to the event", async ({ page, ada }) => {
  const bob = await aPerson("Bob Stone");
  await vouchFor(pages, ada, bob);
  await sendsAtOnce(bob);
  await invite(bob, ada, "Board meeting");
  await page.goto("/email");
  await page.getByText("Invitation: Board meeting").first().click();
  const card = page.getByRole("region", { name: "Invitation" });
  await card.getByRole("button", { name: "Accept" }).click();
  await expect(card.getByText("Accepted")).toBeVisible();
  await card.getByRole("link", { name: "Show in calendar" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Event" })).toBeVisible();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Board meeting");
});

test("attendees are notified of a change only if the organizer chooses so, and of a cancellation by a key", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Stone");
  await vouchFor(pages, ada, bob);
  await sendsAtOnce(ada);
  const id = await invite(ada, bob, "Budget");
  await page.goto(`/calendar?view=month&date=${DAY}&event=${id}`);
  await dialog(page).getByLabel("Title").fill("Budget, final");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Attendees have not been notified of this change");
  await expectAccessible();
  await toasts(page).getByRole("button", { name: "Send update" }).click();
  await expect(toasts(page)).toContainText("The invitation is being sent");
  await chip(page, "Budget, final").focus();
  await page.keyboard.press("Delete");
  const question = page.getByRole("dialog", { name: "Delete event" });
  await expect(question.getByLabel("Notify attendees by email")).toBeChecked();
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(chip(page, "Budget, final")).toHaveCount(0);
  await expectMail(bob, "Invitation: Budget, final");
  await expectMail(bob, "Cancelled: Budget, final");
});

test("the event dialog cancels an event and notifies everybody", async ({ page, ada }) => {
  const bob = await aPerson("Bob Stone");
  await vouchFor(pages, ada, bob);
  await sendsAtOnce(ada);
  const id = await invite(ada, bob, "Review");
  await page.goto(`/calendar?view=month&date=${DAY}&event=${id}`);
  await expect(dialog(page).getByText("The invitation was sent")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel and notify everyone" }).click();
  await expect(toasts(page)).toContainText("Cancelled. All attendees were notified.");
  await expect(chip(page, "Review")).toHaveCount(0);
  await expectMail(bob, "Cancelled: Review");
});

test("an invitation is not called sent before it left, nor after it was taken back", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Stone");
  await vouchFor(pages, ada, bob);
  const id = await invite(ada, bob, "Review");
  await page.goto(`/calendar?view=month&date=${DAY}&event=${id}`);
  await expect(dialog(page).getByText("The invitation is waiting to be sent")).toBeVisible();
  const { invitationEmailId } = await ada.call<{ invitationEmailId: string }>("events.get", { id });
  await ada.call("emails.cancel", { id: invitationEmailId });
  await expect(dialog(page).getByText("The invitation was taken back before it was sent")).toBeVisible();
  await expectAccessible();
  await dialog(page).getByRole("link", { name: "Show the message" }).click();
  await expect(page).toHaveURL(/email=/);
});

test("bookings are listed with the person who booked", async ({ page, ada }) => {
  const slug = "half-an-hour";
  const hours = { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 1440, noticeMinutes: 0 };
  await ada.call("bookingPages.create", { slug, title: "Half an hour", ...hours });
  const { items } = await ada.call<{ items: string[] }>("bookings.slots", { slug, from: at(4), to: at(80) });
  const carol = { name: "Carol Reed", email: "carol@example.com", timeZone: "Europe/Vienna" };
  await ada.call("bookings.book", { slug, startTime: items[20], ...carol });
  await page.goto("/calendar");
  await button(page, "Calendars").click();
  await page.getByText("Upcoming bookings").click();
  await expect(page.getByRole("list", { name: "Bookings" }).getByText("Carol Reed")).toBeVisible();
});

test("a travel warning is shown before saving an event too far from the previous one", async ({
  page,
  ada,
}) => {
  for (const [name, latitude, longitude] of [
    ["Office", 52.52, 13.41],
    ["Harbour", 53.54, 9.98],
  ] as const) {
    const place = { name, address: `${name} Street 1`, locationType: "work", latitude, longitude };
    await ada.call("locations.create", { ...place, isPrimary: name === "Office" });
  }
  const lunch = { title: "Lunch", location: "Office", startTime: at(2), endTime: at(3) };
  await ada.call("events.create", lunch);
  await page.goto("/calendar");
  await button(page, "Create Event").first().click();
  const clock = (hours: number) =>
    new Date(at(hours)).toLocaleString("sv", { timeZone: "Europe/Vienna" }).slice(0, 16).replace(" ", "T");
  await dialog(page).getByLabel("Start Time").fill(clock(3.5));
  await dialog(page).getByLabel("End Time").fill(clock(4.5));
  await dialog(page).getByLabel("Location").fill("Harbour");
  await expect(dialog(page).getByText(/About 3 h \d+ min from Lunch/)).toBeVisible();
});
