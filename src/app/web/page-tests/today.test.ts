import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const day = (page: Page) => page.getByRole("region", { name: "Today", exact: true });
const needs = (page: Page) => page.getByRole("region", { name: "Needs you" });
/** Where it is about noon now: no event of the test reaches another day. */
const AT_NOON = `Etc/GMT${new Date().getUTCHours() < 12 ? "-" : "+"}${Math.abs(12 - new Date().getUTCHours())}`;
/** Where it is about eight in the evening. */
const TO_EIGHT = ((20 - new Date().getUTCHours() + 12 + 24) % 24) - 12;
const IN_THE_EVENING = `Etc/GMT${TO_EIGHT < 0 ? "+" : "-"}${Math.abs(TO_EIGHT)}`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("the dashboard shows the rest of the day with the present marked, and what is over only when asked", async ({
  page,
  ada,
}) => {
  const add = (title: string, from: number, to: number, fields: object = {}) =>
    ada.call("events.create", { title, startTime: inMinutes(from), endTime: inMinutes(to), ...fields });
  await ada.call("dailyOpsSettings.save", {
    ...(await ada.call<object>("dailyOpsSettings.get")),
    timezone: AT_NOON,
  });
  await add("Over", -40, -30);
  await add("Board", -20, 30);
  await add("Bank", -20, 60, { attendees: ["clara@lattice.example"] });
  await page.goto("/");
  await expect(day(page).getByRole("link", { name: "Board" })).toBeVisible();
  await expect(day(page)).toContainText("Now, ");
  await expect(day(page)).toContainText("clara@lattice.example");
  await expect(day(page).getByText("Overlaps")).toHaveCount(2);
  await expect(day(page).getByRole("link", { name: "Over", exact: true })).toHaveCount(0);
  await day(page).getByRole("button", { name: "Show the whole day" }).click();
  await expect(day(page).getByRole("link", { name: "Over", exact: true })).toBeVisible();
});

test("what is owed in both directions stands at the day, and is met by key, with Undo", async ({
  page,
  ada,
}) => {
  const owe = (what: string, owedBy: string) =>
    ada.call("commitments.create", {
      what,
      owedBy,
      partyName: "Clara Voss",
      due: inMinutes(-60),
      hasTime: true,
    });
  await owe("Send the figures", "me");
  await owe("Sign the lease", "them");
  await ada.call("profile.setFirstSteps", { isDone: true });
  await page.goto("/");
  const mine = day(page).getByRole("region", { name: "You owe" });
  await expect(mine).toContainText("1 late");
  await expect(day(page).getByRole("region", { name: "Others owe you" })).toContainText("Clara Voss");
  await expect(needs(page)).toContainText("Send the figures");
  await mine.getByRole("link", { name: "Send the figures" }).focus();
  await page.keyboard.press("e");
  await expect(toasts(page)).toContainText("Done: 'Send the figures'");
  await expect(mine).toHaveCount(0);
  await expect(day(page).getByRole("link", { name: "Sign the lease" })).toBeFocused();
  await expect(needs(page)).not.toContainText("Send the figures");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(mine).toContainText("Send the figures");
});

test("what is snoozed is not owed today, so that a day with nothing else is empty", async ({ page, ada }) => {
  await ada.call("commitments.create", { what: "Send the figures", due: inMinutes(-60), hasTime: true });
  await page.goto("/");
  const mine = day(page).getByRole("region", { name: "You owe" });
  await mine.getByRole("link", { name: "Send the figures" }).focus();
  await page.keyboard.press("h");
  await expect(mine).toHaveCount(0);
  await expect(toasts(page)).toContainText("Snoozed 'Send the figures'");
  await page.reload();
  await expect(page.getByRole("region", { name: "Set up your workspace" })).toBeVisible();
  expect(await ada.call("today.get")).toMatchObject({ owed: { me: { open: 0, late: 0, items: [] } } });
});

test("what is first stands at the top with a number and its reasons; a day without anything is one sentence", async ({
  page,
  ada,
}) => {
  await ada.call("profile.setFirstSteps", { isDone: true });
  await page.goto("/");
  await expect(day(page)).toContainText("Nothing is planned today.");
  await ada.call("tasks.create", { title: "Sign the lease", dueDate: inMinutes(-1440) });
  await expect(needs(page).getByRole("listitem").first()).toContainText("1Sign the lease");
  await expect(needs(page)).toContainText("This task is overdue");
});

test("issue 27: from four in the afternoon on, the day is wrapped up from Today", async ({ page, ada }) => {
  const settings = await ada.call<{ version: number }>("dailyOpsSettings.get");
  await ada.call("dailyOpsSettings.save", { ...settings, timezone: AT_NOON });
  await ada.call("profile.setFirstSteps", { isDone: true });
  await page.goto("/");
  await expect(day(page)).toContainText("Nothing");
  const wrapUp = day(page).getByRole("link", { name: "Wrap up the day" });
  await expect(wrapUp).toHaveCount(0);
  const { version } = await ada.call<{ version: number }>("dailyOpsSettings.get");
  await ada.call("dailyOpsSettings.save", { ...settings, version, timezone: IN_THE_EVENING });
  await page.reload();
  await wrapUp.click();
  await expect(page).toHaveURL(/\/calendar\?review=day/);
});
