import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const WEEK = "/calendar?view=week&date=2031-03-05";

test("a typed line becomes an event, and the missing parts are asked for", async ({ page, ada }) => {
  await ada.call("contacts.create", { contactName: "Bob Stone", contactEmail: "bob@example.com" });
  await page.goto(WEEK);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("q");
  await page.keyboard.type("Lunch with Bob Mar 6, 2031 at 1 at Luigi's");
  const preview = page.getByRole("status", { name: "Understood" });
  for (const part of ["Lunch with Bob", "at Luigi's", "bob@example.com"])
    await expect(preview).toContainText(part);
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(button(page, "1 PM")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(preview).toContainText("1:00 PM – 2:00 PM");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Event created successfully");
  const event = page.getByRole("grid").getByRole("button", { name: /^Lunch with Bob ?,/ });
  await expect(event).toHaveAttribute("title", "Lunch with Bob, Mar 06, 2031, 1:00 PM – 2:00 PM");
});

const FAIR = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//fair//EN"],
  ...["BEGIN:VEVENT", "UID:fair-0", "SUMMARY:Some day", "END:VEVENT", "BEGIN:VEVENT", "UID:fair-1"],
  ...["DTSTAMP:20310101T000000Z", "DTSTART:20310306T150000Z", "DTEND:20310306T160000Z"],
  ...["SUMMARY:Water fair", "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");

test("a calendar file is previewed before its import, a broken one is refused, and its calendar can be hidden", async ({
  page,
}) => {
  await page.goto("/calendar?view=agenda&date=2031-03-05");
  await button(page, "Calendars").click();
  await dialog(page).getByText("Import or export a file").click();
  const upload = (text: string) =>
    dialog(page)
      .getByLabel("Calendar file (.ics)")
      .setInputFiles([new File([text], "Fair.ics", { type: "text/calendar" })]);
  await upload("BEGIN:VCALENDAR\nnonsense");
  await expect(dialog(page).getByRole("alert")).toContainText(/line/i);
  await upload(FAIR);
  await expect(dialog(page).getByText("Water fair")).toBeVisible();
  await expect(dialog(page).getByText("1 entry cannot be imported")).toBeVisible();
  await expect(dialog(page).getByText("It has no start (DTSTART) (line 4)")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(toasts(page)).toContainText("1 event imported");
  await expectAccessible();
  const agenda = page.getByRole("region", { name: "Agenda", includeHidden: true });
  await expect(agenda.getByText("Water fair")).toHaveCount(1);
  await dialog(page).getByRole("switch", { name: "Fair" }).click();
  await expect(agenda.getByText("Water fair")).toHaveCount(0);
});

const journal = (uid: string, ...lines: string[]) => [
  ...["BEGIN:VJOURNAL", `UID:${uid}`, ...lines, "END:VJOURNAL"],
];

test("notes of a calendar file are announced, imported as documents, and undone with everything else", async ({
  page,
  ada,
}) => {
  const text = [
    ...FAIR.split("\r\n").slice(0, -2),
    ...["BEGIN:VTODO", "UID:task", "SUMMARY:Book a stand", "END:VTODO"],
    ...journal("minutes", "SUMMARY:Minutes", "DTSTART;VALUE=DATE:20310306", "DESCRIPTION:All came"),
    ...journal("diary", "DESCRIPTION:A quiet day"),
    ...["END:VCALENDAR", ""],
  ].join("\r\n");
  const titles = async () =>
    ((await ada.call("documents.list", {})) as { items: { title: string }[] }).items.map(
      ({ title }) => title,
    );
  await page.goto("/calendar?view=agenda&date=2031-03-05");
  await button(page, "Calendars").click();
  await dialog(page).getByText("Import or export a file").click();
  await dialog(page)
    .getByLabel("Calendar file (.ics)")
    .setInputFiles([new File([text], "Fair.ics", { type: "text/calendar" })]);
  await expect(dialog(page).getByText("1 event, 1 task and 2 notes", { exact: false })).toBeVisible();
  await expect(dialog(page).getByText("Notes are saved as text in Documents.")).toBeVisible();
  await expectAccessible();
  await dialog(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(toasts(page)).toContainText("1 event, 1 task and 2 notes imported");
  await expect.poll(titles).toEqual(["Minutes", "A quiet day"]);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(titles).toEqual([]);
});
