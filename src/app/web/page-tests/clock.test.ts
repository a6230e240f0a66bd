import { onTestFinished } from "vitest";
import { browserClock } from "#platform/time/reader-clock.ts";
import { PAGES } from "../pages.tsx";
import { setClock } from "../session/session-clock.ts";
import { expect } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test, aConfirmedPerson, openPage } = await startPages();

const HOUR = 3_600_000;
/** Zones whose clocks show other minutes than the browser's, which is in Vienna. */
const ZONES = ["Asia/Kathmandu", "Pacific/Marquesas", "Australia/Eucla"] as const;

const banner = (page: Page) => page.getByRole("region", { name: "Time zone" });

async function move(person: PagePerson, clock: object): Promise<void> {
  const { version } = await person.call<{ version: number }>("profile.get");
  await person.call("profile.update", { ...clock, version });
  onTestFinished(() => setClock(browserClock()));
}

test("the first page of an account that somebody else made gives its profile the browser's clock", async () => {
  const bob = await aConfirmedPerson("Bob Carter");
  expect(await bob.call("profile.get")).toMatchObject({ timeZone: "UTC", hourCycle: null });
  await bob.call("events.create", {
    title: "Board",
    startTime: "2031-03-05T20:00:00Z",
    endTime: "2031-03-05T21:00:00Z",
  });
  const page = await openPage(bob, "/calendar?view=agenda&date=2031-03-05");
  await expect(page.getByText("9:00 PM").first()).toBeVisible();
  await expect
    .poll(() => bob.call("profile.get"))
    .toMatchObject({ timeZone: "Europe/Vienna", hourCycle: "h12", firstWeekday: 0, version: 1 });
  await bob.call("profile.adoptClock", { timeZone: "Asia/Tokyo", hourCycle: "h23", firstWeekday: 1 });
  expect(await bob.call("profile.get")).toMatchObject({ timeZone: "Europe/Vienna", hourCycle: "h12" });
});

test("somebody who travels can switch for now, go back, or move; the same clock elsewhere is no question", async ({
  page,
  ada,
}) => {
  const times = { startTime: "2031-03-05T20:00:00Z", endTime: "2031-03-05T21:00:00Z" };
  await ada.call("events.create", { title: "Board", ...times });
  await page.goto("/calendar?view=agenda&date=2031-03-05");
  await expect(page.getByText("9:00 PM").first()).toBeVisible();
  await move(ada, { timeZone: "Europe/Berlin" });
  await expect(page.getByText("9:00 PM").first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await move(ada, { timeZone: "Asia/Kathmandu" });
  await expect(banner(page)).toContainText("You are in Vienna: switch for now?");
  await expect(page.getByText("1:45 AM").first()).toBeVisible();
  await banner(page).getByRole("button", { name: "Switch for now" }).click();
  await expect(page.getByText("9:00 PM").first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Back to Kathmandu time" }).click();
  await expect(page.getByText("1:45 AM").first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  // A zone that is chosen after that is asked about again, and followed.
  await move(ada, { timeZone: "Asia/Tokyo" });
  await expect(page.getByText("5:00 AM").first()).toBeVisible();
  await page.reload();
  await banner(page).getByRole("button", { name: "Always use Vienna time" }).click();
  await expect(page.getByText("9:00 PM").first()).toBeVisible();
  expect(await ada.call("profile.get")).toMatchObject({ timeZone: "Europe/Vienna" });
});

test("a person has one zone: the profile's and that of Daily Operations move together", async ({ ada }) => {
  const before = await ada.call<Record<string, unknown>>("dailyOpsSettings.get");
  const saved = await ada.call<Record<string, unknown>>("dailyOpsSettings.save", {
    ...before,
    timezone: "Asia/Tokyo",
  });
  expect(await ada.call("profile.get")).toMatchObject({ timeZone: "Asia/Tokyo" });
  await move(ada, { timeZone: "America/New_York" });
  expect(await ada.call("dailyOpsSettings.get")).toMatchObject({ timezone: "America/New_York", version: 2 });
  expect(saved).toMatchObject({ timezone: "Asia/Tokyo", version: 1 });
});

test("hours and the first day of the week are chosen in the profile", async ({ page, ada }) => {
  await page.goto("/settings?tab=profile");
  await page.getByLabel("Hours").selectOption("0 to 23");
  await page.getByLabel("Week starts on").selectOption("Monday");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  expect(await ada.call("profile.get")).toMatchObject({ hourCycle: "h23", firstWeekday: 1 });
  onTestFinished(() => setClock(browserClock()));
  const times = { startTime: "2031-03-05T20:00:00Z", endTime: "2031-03-05T21:00:00Z" };
  await ada.call("events.create", { title: "Board", ...times });
  await page.goto("/calendar?view=week&date=2031-03-05");
  await expect(page.getByRole("grid").getByRole("columnheader").nth(1)).toContainText("Mon");
  await expect(page.getByRole("grid").getByText("21:00").first()).toBeVisible();
});

test("what is typed is a time on the reader's clock: events and deadlines", async ({ page, ada }) => {
  await move(ada, { timeZone: "Asia/Kathmandu" });
  const workspace = await ada.call<{ id: string }>("workspaces.create", { name: "Board" });
  await page.goto("/calendar?create=event&date=2031-03-05");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Board");
  await dialog.getByLabel("Start Time").fill("2031-03-05T10:00");
  await dialog.getByLabel("End Time").fill("2031-03-05T11:30");
  await dialog.getByRole("button", { name: "Create Event" }).click();
  const shown = { from: "2031-03-05T00:00:00Z", to: "2031-03-06T00:00:00Z" };
  await expect
    .poll(async () => (await ada.call<{ items: object[] }>("events.list", shown)).items)
    .toMatchObject([{ startTime: "2031-03-05T04:15:00.000Z", endTime: "2031-03-05T05:45:00.000Z" }]);
  await page.goto("/team?tab=decisions&create=decision");
  await dialog.getByLabel("Title").fill("Move the office");
  await dialog.getByLabel("Workspace").selectOption("Board");
  await dialog.getByLabel("Deadline").fill("2031-03-05T18:00");
  await dialog.getByRole("button", { name: "Create Decision" }).click();
  await expect
    .poll(
      async () =>
        (await ada.call<{ items: object[] }>("decisions.list", { workspaceId: workspace.id })).items,
    )
    .toMatchObject([{ deadline: "2031-03-05T12:15:00.000Z" }]);
});

const WITH_TIMES = [
  ...["/", "/email?look=cards", "/email?look=split&view=all", "/calendar?view=week", "/calendar?view=agenda"],
  ...["/tasks", "/team?tab=decisions", "/daily-ops?tab=voice"],
];
/** Every page that a person without an administrator's rights can open. */
const ADDRESSES = [...PAGES.filter(({ adminOnly }) => !adminOnly).map(({ path }) => path), ...WITH_TIMES];

/** Records of each area whose times are all at this minute past an hour. */
async function makeRecords({ call, email }: PagePerson, minute: number): Promise<void> {
  const at = (hours: number) => {
    const time = new Date(Date.now() + hours * HOUR);
    time.setUTCMinutes(minute, 0, 0);
    return time.toISOString();
  };
  const workspace = await call<{ id: string }>("workspaces.create", { name: "Board" });
  await call("tasks.create", { title: "Sign the lease", dueDate: at(2) });
  // One of them is today, also an hour before and after midnight.
  await call("events.create", { title: "Board", startTime: at(3), endTime: at(4) });
  await call("events.create", { title: "Call with Bob", startTime: at(-2), endTime: at(-1) });
  await call("emails.send", {
    ...{ subject: "Minutes", body: "Enclosed.", recipients: [email] },
    scheduledSend: at(5),
  });
  await call("decisions.create", {
    ...{ title: "Move the office", workspaceId: workspace.id, deadline: at(30) },
  });
  await call("voiceCommands.run", { text: "what is on my calendar today" });
  await call("briefings.generate", {});
}

/** Everything that a person can read or is read aloud, with its times: '1:45 AM'. */
function timesShown(): string[] {
  const attributes = [...document.body.querySelectorAll("[title], [aria-label]")].flatMap((each) => [
    each.getAttribute("title") ?? "",
    each.getAttribute("aria-label") ?? "",
  ]);
  const texts = [...document.body.querySelectorAll("*")].flatMap((each) =>
    [...each.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? ""),
  );
  return [...texts, ...attributes].flatMap((text) => text.match(/\b\d{1,2}:\d{2}\b/g) ?? []);
}

test.for(ZONES)(
  "every page shows its times on the reader's clock, here in %s",
  async (zone, { page, ada }) => {
    // The clocks of these zones show other minutes than this browser's; none of them may be seen.
    const soon = (new Date().getUTCMinutes() + 20) % 60;
    // A full hour in one of the zones would be shown without minutes.
    const minute = soon % 15 === 0 ? soon + 1 : soon;
    await move(ada, { timeZone: zone });
    await makeRecords(ada, minute);
    const foreign = [...Array(6).keys()].map((later) => (minute - 21 + later + 60) % 60).concat(minute);
    const isForeign = (time: string) =>
      foreign.includes(Number(time.split(":")[1])) && !/:(00|15|30|45)$/.test(time);
    const seen = new Map<string, string[]>();
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect.poll(() => page.network.pendingCount, { timeout: 15_000 }).toBe(0);
      if (WITH_TIMES.includes(address))
        await expect.poll(timesShown, { message: address, timeout: 15_000 }).not.toEqual([]);
      seen.set(address, timesShown());
    }
    expect([...seen].filter(([, times]) => times.some(isForeign))).toEqual([]);
  },
);
