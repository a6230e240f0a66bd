import type { Page } from "@playwright/test";
import { ActCounter } from "./support/count-acts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { card, dialog, toasts } from "./support/locators.ts";
import { Person } from "./support/person.ts";

const needs = (page: Page) => page.getByRole("region", { name: "Needs you" });
const rows = (page: Page) => needs(page).getByRole("listitem");
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Of the browser's day, so that what is due then is due today at any hour at which this runs. */
function endOfDay(): string {
  const day = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });
  return new Date(`${day}T21:59:00Z`).toISOString();
}

/** A request in a mail, an overdue task, a vote that ends and a promise that is owed. */
async function fillDay(ada: Person, ben: Person): Promise<void> {
  for (const person of [ada, ben]) await person.call("mailPreferences.update", { undoSeconds: 0 });
  const subject = "Lease";
  await ben.call("emails.send", {
    subject,
    body: "Could you send me the signed lease?",
    recipients: [ada.email],
  });
  await ada.call("tasks.create", { title: "Call the bank", dueDate: inHours(-48) });
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  await ada.call("decisions.create", { workspaceId, title: "Open the Lisbon office", deadline: inHours(36) });
  await ada.call("commitments.create", {
    ...{ what: "Send the figures", owedBy: "me", partyName: "Clara Voss", due: endOfDay(), hasTime: true },
  });
}

const pressIn =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

async function triage(page: Page, counter: ActCounter): Promise<void> {
  const press = pressIn(page);
  const links = (name: string) => needs(page).getByRole("link", { name });
  await counter.count({
    name: "Four things, from Today to nothing, the vote given where it is",
    limit: 11,
    run: async () => {
      await press("j");
      await expect(rows(page).first().getByRole("link").first()).toBeFocused();
      await press("e", "e");
      await expect(rows(page)).toHaveCount(2);
      await expect(links("Open the Lisbon office")).toBeFocused();
      await press("Enter");
      await expect(dialog(page, "Open the Lisbon office")).toBeVisible();
      await press("Escape");
      await expect(dialog(page)).toHaveCount(0);
      // The list below the dialog is loaded after it.
      await expect(card(page, "Open the Lisbon office")).toBeVisible();
      await press("j");
      await expect(card(page, "Open the Lisbon office").getByRole("button").first()).toBeFocused();
      await press("1");
      await expect(toasts(page)).toContainText("Vote Recorded");
      await press("g", "h");
      await expect(rows(page)).toHaveCount(1);
      await press("j", "h");
      await expect(needs(page)).toContainText("Nothing needs you now.");
      await expect(toasts(page)).toContainText("Snoozed 'send me the signed lease'");
    },
  });
  await counter.count({
    name: "The last act undone, and done again",
    limit: 3,
    run: async () => {
      await press("z");
      await expect(links("send me the signed lease")).toBeVisible();
      await press("j", "h");
      await expect(needs(page)).toContainText("Nothing needs you now.");
    },
  });
}

async function openBriefing(page: Page, counter: ActCounter): Promise<void> {
  const press = pressIn(page);
  await counter.count({
    name: "The briefing opened",
    limit: 2,
    run: async () => {
      await press("g", "o");
      await expect(page.getByRole("heading", { name: "Daily Operations" })).toBeVisible();
    },
  });
}

test("a morning: what needs Ada is done, put off or voted on, from Today to nothing, by keys alone", async ({
  page,
  ada,
  instance,
}) => {
  const ben = await Person.signUp(instance.url, "Ben Okoye");
  await ada.call("profile.setFirstSteps", { isDone: true });
  await fillDay(ada, ben);
  const counter = await ActCounter.on(page);
  await page.goto("/");
  await expect(rows(page)).toHaveCount(4, { timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Today", exact: true })).toContainText("Send the figures");
  await expectAccessible(page);
  await triage(page, counter);
  await openBriefing(page, counter);
  expect(counter.counted.map(({ keys, clicks }) => [keys, clicks])).toEqual([
    [11, 0],
    [3, 0],
    [2, 0],
  ]);
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ status: "completed" }] });
});
