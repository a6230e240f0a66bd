import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Locator } from "../../testing/locator.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** A letter begins words in the browser's own input. */
async function write(field: Locator, words: string): Promise<void> {
  await field.press("w");
  await field.fill(words);
}
const understood = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).first();

test("CAL-10: the start of an event in words: the end moves with it, and what is not understood keeps the dialog open", async ({
  page,
  ada,
}) => {
  await page.goto("/calendar?create=event&date=2031-03-05");
  await dialog(page).getByLabel("Title").fill("Board");
  const start = dialog(page).getByLabel("Start Time");
  await write(start, "6 march 2031 14:00");
  await expect(understood(page, "Thu, Mar 6, 2031, 2:00 PM")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(start).toHaveValue("2031-03-06T14:00");
  await expect(dialog(page).getByLabel("End Time")).toHaveValue("2031-03-06T15:00");
  // A time alone is one of the day that is chosen.
  await write(dialog(page).getByLabel("End Time"), "16:30");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("End Time")).toHaveValue("2031-03-06T16:30");
  await write(start, "some day");
  await page.keyboard.press("Enter");
  await expect(start).toHaveAccessibleDescription("Not understood. Try 'tomorrow 14:00'.");
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(start).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(start).toHaveValue("2031-03-06T14:00");
  await write(start, "6 mar 2031 13");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("Event created successfully");
  const { items } = await ada.call<{ items: object[] }>("events.list", {});
  expect(items).toMatchObject([
    { startTime: "2031-03-06T12:00:00.000Z", endTime: "2031-03-06T15:30:00.000Z" },
  ]);
});

test("the day of an all-day event and the last day of a series take words; Escape leaves what was", async ({
  page,
}) => {
  await page.goto("/calendar?create=event&date=2031-03-05");
  await tick(dialog(page).getByLabel("All day"));
  const start = dialog(page).getByLabel("Start Date");
  await write(start, "3 dec 2031");
  await page.keyboard.press("Escape");
  await expect(start).toHaveValue("2031-03-05");
  await write(start, "3 dec 2031");
  await page.keyboard.press("Enter");
  await expect(start).toHaveValue("2031-12-03");
  await dialog(page).getByLabel("Repeat").selectOption({ label: "Custom" });
  await dialog(page).getByLabel("Ends").selectOption({ label: "On a day" });
  const last = dialog(page).getByLabel("Last day");
  await write(last, "3 dec 2030");
  await page.keyboard.press("Enter");
  await expect(last).toHaveAccessibleDescription("Not before Wed, Dec 3, 2031");
  await write(last, "24 dec 2031");
  await page.keyboard.press("Enter");
  await expect(last).toHaveValue("2031-12-24");
});

test("TASK-06: words for the due date of a task may name its time as well", async ({ page, ada }) => {
  await page.goto("/tasks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("Call Anna");
  await write(dialog(page).getByLabel("Due date"), "5.3.2031 16:15");
  await expect(understood(page, "Wed, Mar 5, 2031, 4:15 PM")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Time (optional)")).toHaveValue("16:15");
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(toasts(page)).toContainText("Task created successfully");
  const { items } = await ada.call<{ items: object[] }>("tasks.list", {});
  expect(items).toMatchObject([{ dueDate: "2031-03-05T15:15:00.000Z" }]);
});

test("an alert is snoozed until a time in words, which must be ahead", async ({ page, ada }) => {
  await ada.call("notifications.create", { title: "Sign the lease" });
  await page.goto("/daily-ops?tab=notifications");
  await button(page, "Snooze: Sign the lease").click();
  await page.getByRole("menuitem", { name: "Another time" }).click();
  const when = page.getByRole("dialog", { name: "Snooze: Sign the lease" }).getByLabel("When");
  await expect(when).toBeFocused();
  await page.keyboard.type("yesterday");
  await page.keyboard.press("Enter");
  await expect(when).toHaveAccessibleDescription("Choose a time that is still ahead");
  await expectAccessible();
  await when.fill("in 2 weeks at 14:00");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing new")).toBeVisible();
});

test("the deadline of a decision takes words, in the zone of the profile", async ({ page, ada }) => {
  const workspace = await ada.call<{ id: string }>("workspaces.create", { name: "Board" });
  await page.goto("/team?tab=decisions&create=decision");
  await dialog(page).getByLabel("Title").fill("Move the office");
  await dialog(page).getByLabel("Workspace").selectOption("Board");
  await write(dialog(page).getByLabel("Deadline"), "5 march 2031");
  await expect(understood(page, "Wed, Mar 5, 2031, 6:00 PM")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Create Decision" }).click();
  const decided = async () =>
    (await ada.call<{ items: object[] }>("decisions.list", { workspaceId: workspace.id })).items;
  await expect.poll(decided).toMatchObject([{ deadline: "2031-03-05T17:00:00.000Z" }]);
});

test("hours of work, of a booking page and of quiet take words for times", async ({ page, ada }) => {
  await page.goto("/calendar?show=settings");
  await write(dialog(page).getByLabel("Work begins"), "half past");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Work begins")).toHaveAccessibleDescription(
    "Not understood. Try '9:30'.",
  );
  await write(dialog(page).getByLabel("Work begins"), "8.30");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await ada.call<{ workFrom: number }>("calendarSettings.get", {})).workFrom)
    .toBe(510);
  await page.goto("/calendar?show=calendars");
  await dialog(page).getByText("Booking pages").click();
  await button(page, "New booking page").click();
  const form = dialog(page).getByRole("form", { name: "Booking page" });
  await form.getByLabel("Hours").selectOption({ label: "Other hours" });
  await write(form.getByLabel("From", { exact: true }), "10am");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("From", { exact: true })).toHaveValue("10:00");
});

test("MAIL-31: a message is scheduled in words", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  await page.goto("/email?look=cards");
  await expect(page.getByRole("tab", { name: /^Emails/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("c");
  await dialog(page).getByLabel("To").fill("someone@far.org");
  await dialog(page).getByLabel("Subject").fill("Outside");
  await dialog(page).getByLabel("Message").fill("The figures.");
  await tick(dialog(page).getByRole("checkbox", { name: "Schedule send" }));
  await write(dialog(page).getByLabel("Date of sending"), "5 march 2040 8:15");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Time of sending")).toHaveValue("08:15");
  await button(page, "Send").click();
  await expect(toasts(page)).toContainText("Email scheduled successfully");
  const { items } = await ada.call<{ items: object[] }>("emails.list", { status: "scheduled" });
  expect(items).toMatchObject([{ scheduledSend: "2040-03-05T07:15:00.000Z" }]);
});
