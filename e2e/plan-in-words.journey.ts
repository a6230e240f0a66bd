import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

/** In Vienna, where the browser is. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" });

test("issue 27: a week is planned in words, its card lists the blocks, one click writes them; 'what if' names what breaks", async ({
  page,
  ada,
}) => {
  // The first page would do it, and a plan in hours of Greenwich is another one then.
  await ada.call("profile.adoptClock", { timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0 });
  await ada.call("calendarSettings.save", {
    ...{ workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 0, workTo: 1440, secondTimeZone: null, version: 0 },
  });
  await ada.call("tasks.create", {
    title: "Board deck",
    estimateMinutes: 90,
    dueDate: `${dayAfter(3)}T23:00:00Z`,
  });
  await ada.call("tasks.create", { title: "Read the lease", estimateMinutes: 30 });
  await ada.call("tasks.create", { title: "Rewrite the manual of the old plant", estimateMinutes: 1400 });
  await ada.call("events.create", {
    ...{ title: "Supervisory board", attendees: ["clara@example.com"], location: "Room Delta" },
    ...{ startTime: `${dayAfter(2)}T12:00:00Z`, endTime: `${dayAfter(2)}T13:30:00Z` },
  });
  await page.goto("/ai-assistant");
  const line = page.getByRole("textbox", { name: "Message to the assistant" });
  const log = page.getByRole("log", { name: "Conversation" });
  const send = async (text: string) => {
    await line.fill(text);
    await line.press("Enter");
  };
  const blocks = async () => {
    const { items } = await ada.call<{ items: { title: string }[] }>("plan.blocks", {
      from: new Date().toISOString(),
      to: `${dayAfter(9)}T00:00:00Z`,
    });
    return items.map(({ title }) => title);
  };
  await send("plan my week");
  await expect(log).toContainText("A plan for the next seven days");
  const card = log.getByRole("region", { name: "Needs your approval" });
  await expect(card).toContainText("Board deck");
  await expect(card).toContainText("Read the lease");
  expect(await blocks()).toEqual([]);
  await expectAccessible(page);
  await shoot(page, "words-plan");
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(card).toContainText("Approved and done");
  expect(await blocks()).toEqual(expect.arrayContaining(["Board deck", "Read the lease"]));
  await send("what breaks if I take the day after tomorrow off?");
  await expect(log).toContainText("would break:");
  await expect(log).toContainText("'Supervisory board'");
  await expect(log.getByRole("region", { name: "Needs your approval" }).last()).toContainText("Day off");
  await shoot(page, "words-what-if");
});
