import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const START = new Date(Date.now() + 2 * 86_400_000).setUTCHours(9, 0, 0, 0);
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
const DAY = at(0).slice(0, 10);
const clock = (hours: number) =>
  new Date(at(hours)).toLocaleString("sv", { timeZone: "Europe/Vienna" }).slice(0, 16).replace(" ", "T");

const dialog = (page: Page) => page.getByRole("dialog");
const sendsAtOnce = (person: PagePerson) => person.call("mailPreferences.update", { undoSeconds: 0 });

/** An event of the organizer with its invitation in the attendee's mail. */
async function invite(organizer: PagePerson, attendee: PagePerson): Promise<string> {
  await vouchFor(pages, organizer, attendee);
  for (const person of [organizer, attendee]) await sendsAtOnce(person);
  const { id } = await organizer.call<{ id: string }>("events.create", {
    ...{ title: "Board meeting", startTime: at(0), endTime: at(1), attendees: [attendee.email] },
  });
  await organizer.call("eventInvitations.send", { eventId: id });
  return id;
}

type Mail = { id: string; subject: string };
const mailOf = async (person: PagePerson, subject: string) =>
  (await person.call<{ items: Mail[] }>("emails.list")).items.find((mail) => mail.subject === subject)?.id ??
  "";
const waitForMail = async (person: PagePerson, subject: string) => {
  await expect.poll(() => mailOf(person, subject), { timeout: 60_000 }).not.toBe("");
  const id = await mailOf(person, subject);
  return id;
};
/** A message is processed for the calendar after it is shown. */
const waitForProposal = (person: PagePerson, id: string) =>
  expect
    .poll(async () => (await person.call<{ proposals: object[] }>("events.get", { id })).proposals.length, {
      timeout: 60_000,
    })
    .toBe(1);
const waitForRefusal = (person: PagePerson) =>
  expect
    .poll(
      async () => {
        type Proposed = { proposals: { state: string }[] };
        const { items } = await person.call<{ items: Proposed[] }>("events.list", { text: "Board meeting" });
        return items.flatMap(({ proposals }) => proposals.map(({ state }) => state));
      },
      { timeout: 60_000 },
    )
    .toContain("declined");
const startOf = async (person: PagePerson, id: string) =>
  (await person.call<{ startTime: string }>("events.get", { id })).startTime;

test("an attendee proposes another time in the mail, and again in the event after the organizer declined", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Stone");
  const id = await invite(bob, ada);
  await page.goto("/email");
  await page.getByText("Invitation: Board meeting").first().click();
  const card = page.getByRole("region", { name: "Invitation" });
  await card.getByRole("button", { name: "Propose another time" }).click();
  const start = card.getByLabel("Proposed start");
  await start.fill(clock(24));
  // The length stays.
  await expect(card.getByLabel("Proposed end")).toHaveValue(clock(25));
  await card.getByLabel("Comment").fill("I am away that day");
  await expectAccessible();
  await card.getByRole("button", { name: "Send proposal" }).click();
  await expect(card.getByText(/^You proposed /)).toBeVisible();
  await expect(card.getByText("Tentative", { exact: true }).first()).toBeVisible();
  await waitForMail(bob, "New time proposed: Board meeting");
  const times = { startTime: at(24), endTime: at(25) };
  await waitForProposal(bob, id);
  await bob.call("eventInvitations.declineProposal", { eventId: id, address: ada.email, ...times });
  await waitForMail(ada, "Proposal declined: Board meeting");
  await waitForRefusal(ada);
  await card.getByRole("link", { name: "Show in calendar" }).click();
  const editor = page.getByRole("dialog", { name: "Edit Event" });
  await expect(editor.getByText(/The organizer did not accept your proposal/)).toBeVisible();
  await editor.getByRole("button", { name: "Propose another time" }).click();
  await editor.getByLabel("Proposed start").fill(clock(48));
  await expectAccessible();
  await editor.getByRole("button", { name: "Send proposal" }).click();
  await expect(toasts(page)).toContainText("Proposal sent");
});

test("the organizer sees a proposal with its comment in the event, accepts it, and undoes that", async ({
  page,
  ada,
}) => {
  const bob = await aPerson("Bob Stone");
  const id = await invite(ada, bob);
  const emailId = await waitForMail(bob, "Invitation: Board meeting");
  const comment = "<b>I am away</b>";
  await bob.call("eventInvitations.proposeInMail", {
    ...{ emailId, startTime: at(24), endTime: at(25), comment },
  });
  await waitForProposal(ada, id);
  await page.goto(`/calendar?view=month&date=${DAY}&event=${id}`);
  const proposals = dialog(page).getByRole("list", { name: "Proposed times" });
  await expect(proposals.getByText(comment)).toBeVisible();
  await expect(proposals).toContainText("Bob Stone proposes");
  await expectAccessible();
  await proposals.getByRole("button", { name: "Accept and move" }).click();
  await expect(toasts(page)).toContainText("Event moved. Everybody invited was notified.");
  expect(await startOf(ada, id)).toBe(at(24));
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => startOf(ada, id), { timeout: 60_000 }).toBe(at(0));
  await expect(toasts(page)).toContainText("Attendees have not been notified of this change");
});

test("the organizer declines a proposal in its mail", async ({ page, ada }) => {
  const bob = await aPerson("Bob Stone");
  const id = await invite(ada, bob);
  const emailId = await waitForMail(bob, "Invitation: Board meeting");
  await bob.call("eventInvitations.proposeInMail", { emailId, startTime: at(24), endTime: at(25) });
  await waitForProposal(ada, id);
  await page.goto("/email");
  await page.getByText("New time proposed: Board meeting").first().click();
  const card = page.getByRole("region", { name: "Proposed time" });
  await expect(card.getByText(/^Bob Stone proposes: /)).toBeVisible();
  await expect(card.getByText(/^Now: /)).toBeVisible();
  await expectAccessible();
  await card.getByRole("button", { name: "Decline proposal" }).click();
  await expect(card.getByText("Declined", { exact: true })).toBeVisible();
  expect(await startOf(ada, id)).toBe(at(0));
  await waitForMail(bob, "Proposal declined: Board meeting");
});
