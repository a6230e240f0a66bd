import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const grid = (page: Page) => page.getByRole("grid");
const chip = (page: Page, title: string) =>
  grid(page).getByRole("button", { name: new RegExp(`^${title} ?,`) });
const upcoming = (page: Page) => page.getByRole("list", { name: "Upcoming Events" });
/** Keys that come faster than pages are drawn: no frame lies between them. */
const burst = (page: Page, keys: readonly string[]) =>
  page.evaluate(async (all) => {
    for (const key of all) {
      const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
      await undefined;
    }
  }, keys);
const TITLE_AND_TIMES = "Title, start time, and end time are required";

async function openCalendar(page: Page, search = ""): Promise<void> {
  await page.goto(`/calendar${search}`);
  await expect(page.getByRole("heading", { name: "Calendar", exact: true })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("CAL-01 to CAL-14, CAL-22 to CAL-24: an event from its first word to the trash and back", async ({
  page,
  ada,
}) => {
  expect(ada.fullName).toBe("Ada Lovelace");
  await openCalendar(page, "?view=month&date=2031-03-05");
  await expect(page.getByText("No upcoming events")).toBeVisible();
  await expectAccessible(page);

  await test.step("CAL-03, CAL-10, CAL-11: the dialog asks for a title, a start and an end after it", async () => {
    await button(page, "Create Event").click();
    await expect(page.getByRole("dialog", { name: "Create Event" })).toBeVisible();
    await dialog(page).getByLabel("Title").fill("   ");
    await dialog(page).getByRole("button", { name: "Create Event" }).click();
    await expect(toasts(page)).toContainText(TITLE_AND_TIMES);
    await dialog(page).getByLabel("Title").fill("  Board meeting  ");
    await dialog(page).getByLabel("Start Time").fill("2031-03-05T10:00");
    await dialog(page).getByLabel("End Time").fill("2031-03-05T10:00");
    await dialog(page).getByRole("button", { name: "Create Event" }).click();
    await expect(toasts(page)).toContainText("End time must be after start time");
    await expectAccessible(page);
  });
  await test.step("CAL-12, CAL-22: every field is kept, and nothing is made twice", async () => {
    await dialog(page).getByLabel("End Time").fill("2031-03-05T11:30");
    await dialog(page).getByLabel("Location").fill("Room Delta");
    await dialog(page).getByLabel("Meeting Link").fill("https://meet.example/board");
    await dialog(page).getByLabel("Attendees").fill(" maya@example.com ,, tomas@example.com ");
    await dialog(page).getByLabel("Category").fill("board");
    await dialog(page).getByLabel("Description").fill("The budget");
    await dialog(page).getByRole("button", { name: "Create Event" }).dblclick();
    await expect(toasts(page)).toContainText("Event created successfully");
    await expect(chip(page, "Board meeting")).toHaveCount(1);
  });
  await test.step("CAL-02, CAL-04, CAL-07: the picker marks the day, its list and the upcoming list show it", async () => {
    await expect(page.getByRole("heading", { name: "Events for Mar 05, 2031" })).toBeVisible();
    await expect(upcoming(page).getByText("Mar 05, 2031, 10:00 AM – 11:30 AM")).toBeVisible();
    const picker = page.getByRole("region", { name: "Month picker" });
    await expect(picker.getByRole("button", { name: "Wednesday, March 5, 2031, has events" })).toBeVisible();
    await picker.getByRole("button", { name: /^Thursday, March 6/ }).click();
    await expect(page.getByText("No events on this day")).toBeVisible();
    await picker.getByRole("button", { name: /^Wednesday, March 5/ }).click();
  });
  await test.step("CAL-08, CAL-14, CAL-23: an edit is not validated, and what it leaves makes sense", async () => {
    await button(page, "Actions for 'Board meeting'").first().click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(page.getByRole("dialog", { name: "Edit Event" })).toBeVisible();
    await expect(dialog(page).getByLabel("Attendees")).toHaveValue("maya@example.com, tomas@example.com");
    await dialog(page).getByLabel("End Time").fill("2031-03-05T08:00");
    await dialog(page).getByLabel("Title").fill("Board");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(toasts(page)).toContainText("Event updated successfully");
    await expect(chip(page, "Board")).toHaveAttribute("title", "Board, Mar 05, 2031, 10:00 AM – 11:30 AM");
  });
  await test.step("CAL-13: an all-day event is typed as dates and lies on its days", async () => {
    await chip(page, "Board").click();
    await tick(dialog(page).getByLabel("All day"));
    await expect(dialog(page).getByLabel("Start Date")).toHaveAttribute("type", "date");
    await dialog(page).getByLabel("End Date").fill("2031-03-07");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(chip(page, "Board")).toHaveAttribute("title", "Board, Mar 05, 2031 – Mar 07, 2031");
  });
  await test.step("CAL-24: deleted, undone, deleted again and restored from the trash", async () => {
    await chip(page, "Board").focus();
    await page.keyboard.press("Delete");
    await expect(toasts(page).getByText("Event deleted successfully")).toBeVisible();
    await expect(chip(page, "Board")).toHaveCount(0);
    await undo(page, "Event deleted successfully");
    await expect(chip(page, "Board")).toBeVisible();
    await button(page, "Actions for 'Board'").first().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(chip(page, "Board")).toHaveCount(0);
    await button(page, "Trash").click();
    await button(page, "Restore 'Board'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Back to the calendar").click();
    await expect(chip(page, "Board")).toBeVisible();
  });
});

test("CAL-06: Month, Week and Day are real views, reached by keys, and the choice is remembered", async ({
  page,
  ada,
}) => {
  const at = (day: string, from: string, to: string) => ({
    startTime: new Date(`${day}T${from}:00+01:00`).toISOString(),
    endTime: new Date(`${day}T${to}:00+01:00`).toISOString(),
  });
  for (const title of ["Leadership", "Clash"])
    await ada.call("events.create", { title, ...at("2031-03-05", "10:00", "11:00") });
  await ada.call("events.create", {
    title: "Night deploy",
    ...at("2031-03-05", "23:00", "23:59"),
    madeFrom: { quote: "put the deploy before midnight", reason: "You asked the assistant for it" },
  });
  await openCalendar(page, "?date=2031-03-05");
  await expect(button(page, "Month")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("w");
  await expect(button(page, "Week")).toHaveAttribute("aria-pressed", "true");
  await expect(grid(page).getByRole("columnheader")).toHaveCount(8);
  await expectAccessible(page);
  await openCalendar(page, "?date=2031-03-05");
  await expect(button(page, "Week")).toHaveAttribute("aria-pressed", "true");

  await test.step("events at the same time stand side by side", async () => {
    const [one, other] = [await boundsOf(page, "Leadership"), await boundsOf(page, "Clash")];
    expect(Math.abs(one.y - other.y)).toBeLessThan(2);
    expect(one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1).toBe(true);
  });
  await test.step("CAL-09: what an assistant made says so", async () => {
    await expect(page.getByText("AI Created").first()).toBeVisible();
  });
  await test.step("dragging moves and resizes, and Undo takes it back", async () => {
    // Both are one move where they follow each other fast, however long this machine takes for them.
    await page.evaluate(() => {
      const [{ now }, at] = [Date, Date.now()];
      Object.assign(globalThis, { goOn: () => Object.assign(Date, { now }) });
      Date.now = () => at;
    });
    const box = await boundsOf(page, "Clash");
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 12, box.y + 40, { steps: 3 });
    await page.mouse.move(box.x + 12, box.y + 10 + 96, { steps: 3 });
    await page.mouse.up();
    await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 12:00 PM – 1:00 PM");
    const moved = await boundsOf(page, "Clash");
    await page.mouse.move(moved.x + 10, moved.y + moved.height - 2);
    await page.mouse.down();
    await page.mouse.move(moved.x + 10, moved.y + moved.height + 22, { steps: 4 });
    await page.mouse.up();
    await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 12:00 PM – 1:30 PM");
    await undo(page, "Event updated successfully");
    await expect(chip(page, "Clash")).toHaveAttribute("title", "Clash, Mar 05, 2031, 10:00 AM – 11:00 AM");
    await page.evaluate("goOn()");
  });
  await test.step("the arrow keys do the same", async () => {
    await chip(page, "Clash").focus();
    await page.keyboard.press("ArrowDown");
    await expect(chip(page, "Clash")).toHaveAttribute("title", /10:15 AM – 11:15 AM/);
    await expect(chip(page, "Clash")).toBeFocused();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(chip(page, "Clash")).toHaveAttribute("title", /10:15 AM – 11:30 AM/);
    await page.keyboard.press("ArrowRight");
    await expect(chip(page, "Clash")).toHaveAttribute("title", /Mar 06, 2031, 10:15 AM – 11:30 AM/);
  });
  await test.step("dragging over empty time, and Enter on it, begin a new event", async () => {
    const box = await boundsOf(page, "Leadership");
    await page.mouse.move(box.x + 20, box.y + 48 * 3);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 48 * 5, { steps: 4 });
    await page.mouse.up();
    await expect(dialog(page).getByLabel("Start Time")).toHaveValue("2031-03-05T13:00");
    await expect(dialog(page).getByLabel("End Time")).toHaveValue("2031-03-05T15:00");
    await page.keyboard.press("Escape");
    await page.keyboard.press("d");
    await expect(grid(page).getByRole("columnheader")).toHaveCount(2);
    await grid(page).locator("[data-column]").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await expect(dialog(page).getByLabel("Start Time")).toHaveValue("2031-03-06T09:30");
    await page.keyboard.press("Escape");
  });
  await test.step("keys that are faster than the page count from the day and hour chosen last", async () => {
    await grid(page).locator("[data-column='2031-03-06']").focus();
    await burst(page, ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"]);
    await expect(dialog(page).getByLabel("Start Time")).toHaveValue("2031-03-08T08:30");
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await grid(page).locator("[data-column='2031-03-08']").focus();
    await burst(page, ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]);
    await expect(grid(page).locator("[data-column='2031-03-10']")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByLabel("Start Time")).toHaveValue("2031-03-10T09:30");
    await page.keyboard.press("Escape");
    await burst(page, ["k", "d", "j", "j", "k", "n"]);
    await expect(dialog(page).getByLabel("Start Time")).toHaveValue(/^2031-03-04T/);
    await page.keyboard.press("Escape");
  });
  await test.step("CAL-16: a month that is crowded keeps back what does not fit", async () => {
    for (let n = 1; n <= 6; n += 1)
      await ada.call("events.create", { title: `Call ${n}`, ...at("2031-03-05", "14:00", "15:00") });
    await page.keyboard.press("m");
    const more = grid(page).getByRole("button", { name: /more on Wednesday, March 5, 2031$/ });
    await more.click();
    await expect(
      page.getByRole("dialog", { name: "Wednesday, March 5, 2031" }).getByText("Call 6"),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name: "April 2031" }).first()).toBeVisible();
    await page.keyboard.press("k");
    await grid(page).locator("[data-day='2031-03-05']").focus();
    await page.keyboard.press("ArrowDown");
    await expect(grid(page).locator("[data-day='2031-03-12']")).toBeFocused();
    await burst(page, Array(4).fill("ArrowDown"));
    await expect(grid(page).locator("[data-day='2031-04-09']")).toBeFocused();
    await burst(page, Array(5).fill("ArrowUp"));
    await expect(grid(page).locator("[data-day='2031-03-05']")).toBeFocused();
  });
  await test.step("C7: it says of which words it was made, and is taken back", async () => {
    await button(page, "Night deploy").first().click();
    const origin = dialog(page).getByRole("region", { name: "AI Created" });
    await expect(origin).toContainText("You asked the assistant for it: put the deploy before midnight");
    await expectAccessible(page);
    await origin.getByRole("button", { name: "Undo" }).click();
    await expect(button(page, "Night deploy")).toHaveCount(0);
  });
});

test("an event repeats in plain words; one, the following or all of its occurrences change", async ({
  page,
  ada,
}) => {
  expect(ada.fullName).toBe("Ada Lovelace");
  // Occurrences are written down for the two years ahead.
  const first = firstWednesdayOf(new Date().getFullYear() + 1, 2);
  const week = (count: number) => new Date(first.getTime() + count * 7 * 86_400_000);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const said = (date: Date) =>
    date.toLocaleDateString("en-US", { month: "short", day: "2-digit", year: "numeric", timeZone: "UTC" });
  await openCalendar(page, `?view=month&date=${day(first)}`);
  await button(page, "Create Event").click();
  await dialog(page).getByLabel("Title").fill("Leadership");
  await dialog(page)
    .getByLabel("Start Time")
    .fill(`${day(first)}T10:00`);
  await dialog(page)
    .getByLabel("End Time")
    .fill(`${day(first)}T11:00`);
  await dialog(page).getByLabel("Repeat").selectOption("Every week on Wednesday");
  await expect(dialog(page).getByText(`Wed ${said(first)} · Wed ${said(week(1))}`)).toBeVisible();
  await dialog(page).getByLabel("Repeat").selectOption("Custom");
  await dialog(page).getByLabel("Ends").selectOption("After a number of occurrences");
  await dialog(page).getByLabel("Times").fill("4");
  await expect(dialog(page).getByText("Every week on Wednesday, 4 times")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(chip(page, "Leadership")).toHaveCount(4);

  const titled = (date: Date) => grid(page).locator(`[data-event][title*="${said(date)}"]`);
  await test.step("the keyboard moves one occurrence alone", async () => {
    await titled(week(1)).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "Change repeating event" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(titled(new Date(week(1).getTime() + 86_400_000))).toHaveCount(1);
    await expect(chip(page, "Leadership")).toHaveCount(4);
  });
  await test.step("this and the following ones get another title", async () => {
    await titled(week(2)).click();
    await dialog(page).getByLabel("Title").fill("Board");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await tick(page.getByLabel("This and following events"));
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await expect(chip(page, "Board")).toHaveCount(2);
    await expect(chip(page, "Leadership")).toHaveCount(2);
  });
  await test.step("all go to the trash, and come back", async () => {
    await titled(week(3)).focus();
    await page.keyboard.press("Delete");
    await tick(page.getByLabel("All events"));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(chip(page, "Board")).toHaveCount(0);
    await undo(page, "Event deleted successfully");
    await expect(chip(page, "Board")).toHaveCount(2);
  });
});

test("one typed line becomes an event, and says what it leaves open", async ({ page, ada }) => {
  await ada.call("contacts.create", { contactName: "Bob Stone", contactEmail: "bob@example.com" });
  await openCalendar(page, "?view=week&date=2031-03-05");
  await test.step("Enter waits where the language of dates is still on its way", async () => {
    const arrival = Promise.withResolvers<void>();
    await page.route(/quick-add/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.keyboard.press("q");
    await page.keyboard.type("Stand-up Mar 5, 2031 9:00-9:30");
    await page.keyboard.press("Enter");
    arrival.resolve();
    await expect(chip(page, "Stand-up")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await page.keyboard.press("Escape");
  });
  await page.keyboard.press("q");
  await page.keyboard.type("Lunch with Bob Mar 6, 2031 at 1 at Luigi's");
  const understood = page.getByRole("status", { name: "Understood" });
  await expect(understood).toContainText("Lunch with Bob");
  await expect(understood).toContainText("at Luigi's");
  await expect(understood).toContainText("bob@example.com");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "1 PM" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(understood).toContainText("1:00 PM – 2:00 PM");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Event created successfully");
  await expect(chip(page, "Lunch with Bob")).toHaveAttribute(
    "title",
    "Lunch with Bob, Mar 06, 2031, 1:00 PM – 2:00 PM",
  );

  await test.step("working hours, the week's first day and a second zone are as the person says", async () => {
    await button(page, "Calendar settings").click();
    await dialog(page).getByLabel("Week starts on").selectOption("Monday");
    await dialog(page).getByLabel("Second time zone").selectOption("Asia/Tokyo");
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(grid(page).getByText("GMT+9")).toBeVisible();
    await expect(grid(page).getByRole("columnheader").nth(1)).toContainText("Mon");
    await page.keyboard.press("?");
    await expect(dialog(page).getByText("Make the event longer or shorter")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect(page.getByRole("region", { name: "Agenda" }).getByText("Lunch with Bob")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("a file is looked at before it comes in, and its calendar can be hidden", async () => {
    await button(page, "Calendars").click();
    await dialog(page).getByText("Import or export a file").click();
    const file = (text: string) => ({
      name: "Fair.ics",
      mimeType: "text/calendar",
      buffer: Buffer.from(text),
    });
    await dialog(page).getByLabel("Calendar file (.ics)").setInputFiles(file("BEGIN:VCALENDAR\nnonsense"));
    await expect(dialog(page).getByRole("alert")).toContainText(/line/i);
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//fair//EN", "BEGIN:VEVENT", "UID:fair-1"];
    lines.push("DTSTAMP:20310101T000000Z", "DTSTART:20310306T150000Z", "DTEND:20310306T160000Z");
    lines.push("SUMMARY:Water fair", "END:VEVENT", "END:VCALENDAR", "");
    await dialog(page)
      .getByLabel("Calendar file (.ics)")
      .setInputFiles(file(lines.join("\r\n")));
    await expect(dialog(page).getByText("Water fair")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Import", exact: true }).click();
    await expect(toasts(page)).toContainText("1 event imported");
    await expectAccessible(page);
    const agenda = page.getByRole("region", { name: "Agenda", includeHidden: true });
    await expect(agenda.getByText("Water fair")).toHaveCount(1);
    await dialog(page).getByRole("switch", { name: "Fair" }).click();
    await expect(agenda.getByText("Water fair")).toHaveCount(0);
    await page.keyboard.press("Escape");
  });
});

test("CAL-05, CAL-18 to CAL-21: search on the server, and failures that say why and lose nothing", async ({
  page,
  ada,
}) => {
  const times = { startTime: "2031-03-05T09:00:00Z", endTime: "2031-03-05T10:00:00Z" };
  await ada.call("events.create", { title: "Lunch", location: "Old harbour", ...times });
  await ada.call("events.create", { title: "Audit", ...times });
  await openCalendar(page, "?view=month&date=2031-03-05");
  await page.getByRole("searchbox", { name: "Search events" }).fill("harb");
  await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();
  await expect(page).toHaveURL(/search=harb/);
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search events" }).fill("xylophone");
  await expect(page.getByText("No event matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search events" }).fill("");
  await expect(chip(page, "Lunch")).toBeVisible();

  const refuse = (verb: string) => page.route(`**/rpc/events.${verb}`, (route) => route.abort());
  const detail = "The server cannot be reached";
  await test.step("CAL-19: what was typed is there again", async () => {
    await refuse("create");
    await button(page, "Create Event").click();
    await dialog(page).getByLabel("Title").fill("Dinner");
    await dialog(page).getByRole("button", { name: "Create Event" }).click();
    await expect(toasts(page)).toContainText(`Failed to create event: ${detail}`);
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Dinner");
    await page.keyboard.press("Escape");
  });
  await test.step("CAL-20", async () => {
    await refuse("update");
    await chip(page, "Lunch").click();
    await dialog(page).getByLabel("Title").fill("Late lunch");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(toasts(page)).toContainText(`Failed to update event: ${detail}`);
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Late lunch");
    await page.keyboard.press("Escape");
    await expect(chip(page, "Lunch")).toBeVisible();
  });
  await test.step("CAL-21", async () => {
    await refuse("delete");
    await chip(page, "Lunch").focus();
    await page.keyboard.press("Delete");
    await expect(toasts(page)).toContainText(`Failed to delete event: ${detail}`);
    await expect(chip(page, "Lunch")).toBeVisible();
  });
  await test.step("CAL-18", async () => {
    await refuse("list");
    await page.reload();
    await expect(toasts(page)).toContainText(`Failed to fetch events: ${detail}`);
    await expect(page.getByText("The events could not be read").first()).toBeVisible();
    await page.unrouteAll();
    await button(page, "Try again").first().click();
    await expect(chip(page, "Lunch")).toBeVisible();
  });
});

test("CAL-15, CAL-17: another browser of the same person follows at once, and the faster save is not overwritten", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const times = { startTime: "2031-03-05T09:00:00Z", endTime: "2031-03-05T10:00:00Z" };
  const { id } = await ada.call<{ id: string }>("events.create", { title: "Audit", ...times });
  await openCalendar(page, "?view=month&date=2031-03-05");
  await chip(page, "Audit").click();
  const elsewhere = await browser.newContext({ baseURL: instance.url });
  const other = await elsewhere.newPage();
  await (await Person.signIn(instance.url, ada)).signInPage(other);
  await openCalendar(other, `?view=month&event=${id}`);
  await dialog(other).getByLabel("Location").fill("Room Delta");
  await dialog(other).getByRole("button", { name: "Save" }).click();
  await expect(toasts(other)).toContainText("Event updated successfully");
  await expect(page.getByText("Room Delta").first()).toBeVisible();
  await dialog(page).getByLabel("Title").fill("Audit committee");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(
    dialog(page).getByText("This event was changed elsewhere while you were editing"),
  ).toBeVisible();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText("Event updated successfully");
  await expect(chip(page, "Audit committee")).toBeVisible();
  expect(await ada.call("events.get", { id })).toMatchObject({
    title: "Audit committee",
    location: "Room Delta",
  });
  const bob = await Person.signUp(instance.url, "Bob");
  await expect(bob.call("events.get", { id })).rejects.toThrow("404");
  await elsewhere.close();
});

test("on a phone nothing is wider than the screen, in both themes", async ({ page, ada }) => {
  await ada.call("events.create", {
    title: `A title with one very long word: ${"Rindfleischetikettierung".repeat(8)}`,
    startTime: "2031-03-05T09:00:00Z",
    endTime: "2031-03-05T10:00:00Z",
    attendees: ["maya@example.com"],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openCalendar(page, "?date=2031-03-05");
  await expect(button(page, "Day")).toHaveAttribute("aria-pressed", "true");
  const states = {
    day: () => page.keyboard.press("d"),
    week: () => page.keyboard.press("w"),
    month: () => page.keyboard.press("m"),
    agenda: () => page.keyboard.press("a"),
    create: () => page.keyboard.press("n"),
    trash: () => button(page, "Trash").click(),
    search: () => page.getByRole("searchbox", { name: "Search events" }).fill("title"),
  };
  for (const theme of ["dark", "light"]) {
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await openCalendar(page, "?date=2031-03-05");
    for (const [state, enter] of Object.entries(states)) {
      await enter();
      if (state === "create") await expect(dialog(page)).toBeVisible();
      else await expect(page).toHaveURL(new RegExp(`[?&=]${state}`));
      await expect(page.getByRole("status", { name: /^Loading|^Searching/ })).toHaveCount(0);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      if (theme === "dark" || ["day", "create"].includes(state)) await expectAccessible(page);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, `${theme} ${state}`).toBeLessThanOrEqual(0);
      if (state === "create") await page.keyboard.press("Escape");
    }
  }
});

/** `month` counts from 0. */
function firstWednesdayOf(year: number, month: number): Date {
  const date = new Date(Date.UTC(year, month, 1));
  date.setUTCDate(1 + ((3 - date.getUTCDay() + 7) % 7));
  return date;
}

async function boundsOf(page: Page, title: string) {
  const box = await chip(page, title).boundingBox();
  if (!box) throw new Error(`'${title}' is not in sight`);
  return box;
}

test("a time is found by the keyboard, where the calendar holds nothing and within working hours", async ({
  page,
  ada,
}) => {
  const monday = new Date();
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
  const day = monday.toISOString().slice(0, 10);
  const busy = { startTime: `${day}T06:00:00Z`, endTime: `${day}T20:00:00Z` };
  await ada.call("events.create", { title: "Board", ...busy });
  await openCalendar(page, `?view=week&date=${day}`);
  await page.keyboard.press("f");
  const finder = dialog(page).getByRole("region", { name: "Find a time" });
  await expect(finder.getByText("Everyone is free").first()).toBeVisible();
  await expectAccessible(page);
  await finder.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(finder.getByRole("radio").first()).toBeChecked();
  expect(await dialog(page).getByLabel("Start Time").inputValue()).not.toContain(day);
  await dialog(page).getByLabel("Title").fill("Budget");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("Event created successfully");
});

test("a visitor takes a time on a booking page, moves it and cancels it, without an account", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const slug = `ada-${Date.now()}`;
  await openCalendar(page);
  await button(page, "Calendars").click();
  await dialog(page).getByText("Booking pages").click();
  await button(page, "New booking page").click();
  const form = dialog(page).getByRole("form", { name: "Booking page" });
  await form.getByLabel("Title").fill("Half an hour with Ada");
  await form.getByLabel("Address").fill(slug);
  await form.getByLabel("Notice").selectOption("None");
  await form.getByLabel("Open for").selectOption("60 days");
  await expectAccessible(page);
  await button(page, "Create booking page").click();
  await expect(dialog(page).getByText(`/book/${slug}, 30 minutes`)).toBeVisible();

  const context = await browser.newContext({
    baseURL: instance.url,
    viewport: { width: 360, height: 740 },
    timezoneId: "America/New_York",
  });
  const visitor = await context.newPage();
  await visitor.goto(`/book/${slug}`);
  await expect(visitor.getByRole("heading", { name: "Half an hour with Ada" })).toBeVisible();
  await expect(visitor.getByLabel("Times are shown for")).toHaveValue("America/New_York");
  await visitor.getByRole("button", { name: "Next month" }).click();
  const times = visitor.getByRole("list", { name: "Free times" }).getByRole("button");
  await expect(times.first()).toBeVisible();
  await expectAccessible(visitor);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await times.nth(2).click();
  await visitor.getByLabel("Name").fill("Bob Stone");
  await visitor.getByLabel("Email").fill("bob@example.com");
  await visitor.getByLabel("What is it about?").fill("The budget");
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Book", exact: true }).click();
  await expect(visitor.getByText("Booked", { exact: true })).toBeVisible();
  await expectAccessible(visitor);
  await expect
    .poll(async () => (await ada.call<{ items: unknown[] }>("bookings.list")).items)
    .toMatchObject([{ name: "Bob Stone", note: "The budget" }]);

  await visitor.reload();
  await visitor.getByRole("button", { name: "Move" }).click();
  await visitor.getByRole("button", { name: "Next month" }).click();
  await times.first().click();
  await expect(visitor.getByRole("button", { name: "Cancel the booking" })).toBeVisible();
  await visitor.getByRole("button", { name: "Cancel the booking" }).click();
  await visitor.getByRole("button", { name: "Cancel booking now" }).click();
  await expect(visitor.getByText("Cancelled", { exact: true })).toBeVisible();
  await visitor.goto("/book/nobody-here");
  await expect(visitor.getByRole("heading", { name: "Booking is not available" })).toBeVisible();
  await context.close();
});

test("an invitation is answered in its mail; who was invited is told of changes and of the end; a place out of reach is told before saving; who booked is listed", async ({
  page,
  ada,
  instance,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Stone");
  for (const person of [ada, bob]) await person.call("mailPreferences.update", { undoSeconds: 0 });
  const start = new Date(Date.now() + 2 * 86_400_000).setUTCHours(9, 0, 0, 0);
  const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
  const times = { startTime: at(0), endTime: at(1) };
  const made = await bob.call<{ id: string }>("events.create", {
    ...{ ...times, title: "Board meeting", attendees: [ada.email] },
  });
  await bob.call("eventInvitations.send", { eventId: made.id });
  for (const [name, latitude, longitude] of [
    ["Office", 52.52, 13.41],
    ["Harbour", 53.54, 9.98],
  ] as const) {
    const place = { name, address: `${name} Street 1`, locationType: "work", latitude, longitude };
    await ada.call("locations.create", { ...place, isPrimary: name === "Office" });
  }
  const lunch = { title: "Lunch", location: "Office", startTime: at(2), endTime: at(3) };
  await ada.call("events.create", lunch);
  const slug = `ada-${Date.now()}`;
  const hours = { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 1440, noticeMinutes: 0 };
  await ada.call("bookingPages.create", { slug, title: "Half an hour", ...hours });
  const { items } = await ada.call<{ items: string[] }>("bookings.slots", { slug, from: at(4), to: at(80) });
  const carol = { name: "Carol Reed", email: "carol@example.com", timeZone: "Europe/Vienna" };
  await ada.call("bookings.book", { slug, startTime: items[20], ...carol });

  await page.goto("/email");
  await page.getByText("Invitation: Board meeting").first().click();
  const card = page.getByRole("region", { name: "Invitation" });
  await card.getByRole("button", { name: "Accept" }).click();
  await expect(card.getByText("Accepted")).toBeVisible();
  await card.getByRole("link", { name: "Show in calendar" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Event" })).toBeVisible();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Board meeting");
  await page.keyboard.press("Escape");

  await button(page, "Calendars").click();
  await page.getByText("Upcoming bookings").click();
  await expect(page.getByRole("list", { name: "Bookings" }).getByText("Carol Reed")).toBeVisible();
  await page.keyboard.press("Escape");

  await button(page, "Create Event").first().click();
  const clock = (hours: number) =>
    new Date(at(hours)).toLocaleString("sv", { timeZone: "Europe/Vienna" }).slice(0, 16).replace(" ", "T");
  await dialog(page).getByLabel("Start Time").fill(clock(3.5));
  await dialog(page).getByLabel("End Time").fill(clock(4.5));
  await dialog(page).getByLabel("Location").fill("Harbour");
  await expect(dialog(page).getByText(/About 3 h \d+ min from Lunch/)).toBeVisible();
  await page.keyboard.press("Escape");

  const invite = async (title: string) => {
    const { id } = await ada.call<{ id: string }>("events.create", {
      ...{ title, startTime: at(5), endTime: at(6), attendees: [bob.email] },
    });
    await ada.call("eventInvitations.send", { eventId: id });
    return id;
  };
  await test.step("who was invited is told of a change only when the organizer says so", async () => {
    const id = await invite("Budget");
    await page.goto(`/calendar?view=month&date=${at(5).slice(0, 10)}&event=${id}`);
    await dialog(page).getByLabel("Title").fill("Budget, final");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(toasts(page)).toContainText("Attendees have not been notified of this change");
    // The pointer that rests there keeps it, however long the look takes.
    await toasts(page).getByRole("button", { name: "Send update" }).hover();
    await expectAccessible(page);
    await toasts(page).getByRole("button", { name: "Send update" }).click();
    await expect(toasts(page)).toContainText("Invitation sent");
  });
  await test.step("who deletes it by the keyboard is asked, and the attendees are told", async () => {
    await chip(page, "Budget, final").focus();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog", { name: "Delete event" });
    await expect(question.getByLabel("Notify attendees by email")).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(chip(page, "Budget, final")).toHaveCount(0);
  });
  await test.step("its own dialog cancels it and tells everybody", async () => {
    const id = await invite("Review");
    await page.goto(`/calendar?view=month&date=${at(5).slice(0, 10)}&event=${id}`);
    await dialog(page).getByRole("button", { name: "Cancel and notify everyone" }).click();
    await expect(toasts(page)).toContainText("Cancelled. All attendees were notified.");
    await expect(chip(page, "Review")).toHaveCount(0);
  });
  const told = ["Invitation: Budget, final", "Cancelled: Budget, final", "Cancelled: Review"];
  const arrived = async () =>
    (await bob.call<{ items: { subject: string }[] }>("emails.list")).items.map(({ subject }) => subject);
  await expect.poll(arrived).toEqual(expect.arrayContaining(told));
});
