import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

/** In three days in Vienna, where the browser is. */
const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });
const stamp = (time: string) => `${day.replaceAll("-", "")}T${time}00`;

/** Works daily; Olga invites to a meeting in the focus hours from 9 to 11. */
async function anInvitation(ada: PagePerson): Promise<string> {
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  const hours = { workFrom: 540, workTo: 1020, secondTimeZone: null, version: 0 };
  await ada.call("calendarSettings.save", { ...hours, workingDays: [0, 1, 2, 3, 4, 5, 6] });
  await ada.call("calendarFiles.import", {
    text: [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Olga//EN",
      "BEGIN:VEVENT",
      "UID:board@olga.example",
      `DTSTAMP:${stamp("0900")}Z`,
      `DTSTART;TZID=Europe/Vienna:${stamp("0930")}`,
      `DTEND;TZID=Europe/Vienna:${stamp("1030")}`,
      "SUMMARY:Board",
      "ORGANIZER;CN=Olga:mailto:olga@example.com",
      `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${ada.email}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
  });
  const span = { from: `${day}T00:00:00Z`, to: `${day}T23:00:00Z` };
  const { items } = await ada.call<{ items: { id: string }[] }>("events.list", span);
  return items[0]?.id ?? "";
}

const draftsOf = async (ada: PagePerson) =>
  (await ada.call<{ items: { subject: string }[] }>("emails.list", { status: "draft" })).items.map(
    ({ subject }) => subject,
  );

test("issue 27: focus hours are defended by a setting; an invitation in them says so, and a draft proposes other times", async ({
  page,
  ada,
}) => {
  const id = await anInvitation(ada);
  await page.goto("/calendar?show=planning");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("switch", { name: "Defend focus hours" }).click();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Planning settings saved");
  await page.goto(`/calendar?event=${id}&date=${day}`);
  await expect(dialog).toContainText("In your focus hours (1 h)");
  await expect(dialog).toContainText("Free instead: ");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Propose these times" }).press("Enter");
  await expect(toasts(page)).toContainText("Draft to the organizer created");
  await expect.poll(() => draftsOf(ada)).toEqual(["Another time: Board"]);
});

test("issue 27: what needs the person proposes another time by one key, and it is undone", async ({
  page,
  ada,
}) => {
  await anInvitation(ada);
  const settings = await ada.call<object>("planSettings.get");
  await ada.call("planSettings.save", { ...settings, defendsFocus: "propose" });
  await page.goto("/");
  const item = page.getByRole("listitem").filter({ hasText: "In your focus hours, and not answered yet" });
  await expect(item).toContainText("Board");
  await item.getByRole("link", { name: "Board" }).focus();
  await page.keyboard.press("p");
  await expect(toasts(page)).toContainText("Draft to the organizer created");
  await expect.poll(() => draftsOf(ada)).toEqual(["Another time: Board"]);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => draftsOf(ada)).toEqual([]);
});
