import { expect, test } from "vitest";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { bookings } from "#features/calendar/bookings.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { freeTimes } from "#features/calendar/free-times.ts";
import { DAY, type EventOnWire } from "#features/calendar/model.ts";
import { emails } from "#features/email/emails.ts";
import { deliverMail } from "#features/email/jobs.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

// A public page on which visitors take a time: free times, races, mails, the visitor's link, limits.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

type Booked = { token: string; state: string; isMailed: boolean; file: string | null; startTime: string };
const sources = Array.from({ length: 200 }, (_, n) => `192.0.2.${n}`).values();

/** Each visitor comes from an address of its own unless one is given. */
const visit = (capability: unknown, input: object, address = sources.next().value ?? null) =>
  invoke(server.services, capability as AnyCapability, input, { actor: null, requestId: "visit", address });

/** Ada in Berlin with a page for half hours, 9 to 17, from Monday to Friday. */
async function host(fields: object = {}) {
  const ada = server.as(await server.aUser({ fullName: "Ada" }));
  await server.owner.query("update profiles set time_zone = 'Europe/Berlin' where user_id = $1", [
    ada.userId,
  ]);
  const slug = `ada-${ada.userId.slice(0, 8)}`;
  const page = (await ada.invoke(bookingPages.create, { slug, title: "Half an hour", ...fields })) as {
    id: string;
    version: number;
  };
  return { ada, slug, page };
}

/** 1 January, from which `monday` is counted; Berlin is at UTC+1 then. */
const MONDAY = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1);
const monday = new Date(MONDAY + ((8 - new Date(MONDAY).getUTCDay()) % 7) * DAY + 7 * DAY);
const at = (hour: number, minute = 0, day = 0) =>
  new Date(monday.getTime() + day * DAY + (hour * 60 + minute) * 60_000).toISOString();
const FAR = { daysAhead: 365 };
const BOB = { name: "Bob Stone", email: "bob@example.com", timeZone: "America/New_York" };

const slots = async (slug: string, days = 1, token: string | null = null) =>
  ((await visit(bookings.slots, { slug, from: at(0), to: at(0, 0, days), token })) as { items: string[] })
    .items;
const book = (slug: string, startTime: string, fields: object = {}, address?: string | null) =>
  visit(bookings.book, { slug, startTime, ...BOB, ...fields }, address) as Promise<Booked>;
const agenda = async (ada: Person) =>
  ((await ada.invoke(events.list, { from: at(0), to: at(0, 0, 7) })) as { items: EventOnWire[] }).items;

test("free times are the working hours minus calendar events and their buffers", async () => {
  const { ada, slug } = await host({ ...FAR, bufferBefore: 15, bufferAfter: 30 });
  const page = await visit(bookings.page, { slug });
  expect(page).toMatchObject({
    title: "Half an hour",
    ownerName: "Ada",
    minutes: 30,
    timeZone: "Europe/Berlin",
  });
  const free = await slots(slug, 7);
  expect(free.slice(0, 2)).toEqual([at(8), at(8, 30)]);
  expect(free).toHaveLength(5 * 16);
  const busy = { startTime: at(10), endTime: at(11) };
  await ada.invoke(events.create, { title: "Board", ...busy });
  await ada.invoke(events.create, {
    title: "Reading",
    startTime: at(13),
    endTime: at(14),
    transparency: "transparent",
  });
  await ada.invoke(events.create, {
    title: "Holiday",
    startTime: at(0, 0, 1),
    endTime: at(0, 0, 2),
    isAllDay: true,
  });
  await ada.invoke(events.create, {
    title: "Stand-up",
    startTime: at(8, 0, 2),
    endTime: at(8, 15, 2),
    rrule: "FREQ=DAILY;COUNT=2",
    zone: "Europe/Berlin",
  });
  const remaining = await slots(slug, 7);
  expect(remaining.filter((start) => start < at(0, 0, 1))).toEqual(
    free.filter((start) => start < at(9, 30) || (start >= at(11, 30) && start < at(0, 0, 1))),
  );
  expect(remaining.filter((start) => start > at(0, 0, 1) && start < at(0, 0, 2))).toEqual([]);
  expect(remaining.find((start) => start > at(0, 0, 2))).toBe(at(8, 30, 2));
});

test("a page has its own hours, notice, last day and maximum bookings a day", async () => {
  const { ada, slug, page } = await host({
    ...FAR,
    days: [1, 2],
    fromMinute: 600,
    toMinute: 720,
    minutes: 60,
    slotMinutes: 60,
    maxPerDay: 1,
  });
  expect(await slots(slug, 7)).toEqual([at(9), at(10), at(9, 0, 1), at(10, 0, 1)]);
  await book(slug, at(9));
  expect(await slots(slug, 7)).toEqual([at(9, 0, 1), at(10, 0, 1)]);
  const change = { id: page.id, version: page.version };
  await ada.invoke(bookingPages.update, { ...change, noticeMinutes: 60 * 24 * 60, daysAhead: 5 });
  expect(await slots(slug, 7)).toEqual([]);
  await expect(ada.invoke(bookingPages.update, { ...change, title: "Later" })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    ada.invoke(bookingPages.update, { id: page.id, version: 2, fromMinute: 900, toMinute: 600 }),
  ).rejects.toThrow("The end time must be after the start time");
});

test("a day with other working hours offers these, unless the page has hours of its own", async () => {
  const { ada, slug, page } = await host({ ...FAR, minutes: 60, slotMinutes: 60 });
  const settings = (await ada.invoke(calendarSettings.get, {})) as object;
  const otherHours = [
    { weekday: 1, from: 480, to: 600 },
    { weekday: 6, from: 600, to: 660 },
  ];
  await ada.invoke(calendarSettings.save, { ...settings, workFrom: 840, workTo: 900, otherHours });
  const afternoons = [1, 2, 3, 4].map((day) => at(13, 0, day));
  expect(await slots(slug, 7)).toEqual([at(7), at(8), ...afternoons, at(9, 0, 5)]);
  const { userId } = ada;
  const suggested = (await ada.invoke(freeTimes.find, {
    ...{ userIds: [userId], minutes: 60, from: at(0), to: at(0, 0, 1) },
  })) as { suggestions: { startTime: string }[] };
  expect(suggested.suggestions.map(({ startTime }) => startTime)).toEqual([at(7), at(8)]);
  const own = { days: [1], fromMinute: 600, toMinute: 720 };
  await ada.invoke(bookingPages.update, { id: page.id, version: page.version, ...own });
  expect(await slots(slug, 7)).toEqual([at(9), at(10)]);
});

test("two visitors book the same time: exactly one gets it, and the other gets an error", async () => {
  const { ada, slug } = await host(FAR);
  const asked = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => book(slug, at(9), { email: `v${n}@example.com` })),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(asked.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict", message: "This time is no longer available. Please choose another." },
  });
  expect(await agenda(ada)).toHaveLength(1);
});

test("a booking is an event, a notification and a mail; the visitor moves and cancels it by the link", async () => {
  const { ada, slug } = await host({ ...FAR, location: "Room Delta" });
  const carol = server.as(await server.aUser({ fullName: "Carol" }));
  const { token, file, state } = await book(slug, at(9), {
    email: carol.email,
    name: "Carol",
    note: "The budget",
  });
  expect({ state, file }).toMatchObject({
    state: "booked",
    file: expect.stringContaining("SUMMARY:Half an hour"),
  });
  const [event] = await agenda(ada);
  expect(event).toMatchObject({
    title: "Half an hour: Carol",
    description: "The budget",
    location: "Room Delta",
    startTime: at(9),
    endTime: at(9, 30),
    participants: [{ address: carol.email, status: "accepted" }],
  });
  expect(await ada.invoke(bookings.list)).toMatchObject({
    items: [{ name: "Carol", startTime: at(9), title: "Half an hour" }],
  });
  await post();
  const [mail] = await inbox(carol);
  expect(mail).toMatchObject({ subject: "Booked: Half an hour with Ada" });
  expect(await textOf(carol)).toContain(`/book/${slug}#${token}`);
  expect((await inbox(ada))[0]).toMatchObject({ subject: "Booked: Half an hour: Carol" });

  expect(await slots(slug)).not.toContain(at(9));
  expect(await slots(slug, 1, token)).toContain(at(9));
  await expect(visit(bookings.move, { token, startTime: at(3) })).rejects.toMatchObject({ code: "conflict" });
  await visit(bookings.move, { token, startTime: at(10) });
  expect(await agenda(ada)).toMatchObject([{ startTime: at(10), endTime: at(10, 30) }]);
  expect(await visit(bookings.open, { token })).toMatchObject({ state: "booked", startTime: at(10) });
  await visit(bookings.cancel, { token });
  expect(await agenda(ada)).toEqual([]);
  expect(await visit(bookings.open, { token })).toMatchObject({ state: "cancelled" });
  expect(await slots(slug)).toContain(at(10));
  await expect(visit(bookings.move, { token, startTime: at(10) })).rejects.toThrow(
    "This booking was cancelled",
  );
  await post();
  expect((await inbox(carol)).map(({ subject }) => subject)).toContain("Cancelled: Half an hour with Ada");
});

test("an event that the owner deletes is cancelled behind the link; nobody else's token opens it", async () => {
  const { ada, slug } = await host(FAR);
  const { token, isMailed } = await book(slug, at(9));
  expect(isMailed).toBe(false);
  const [event] = await agenda(ada);
  await ada.invoke(events.delete, { id: event?.id });
  expect(await visit(bookings.open, { token })).toMatchObject({ state: "cancelled", file: null });
  await expect(visit(bookings.open, { token: "x".repeat(43) })).rejects.toMatchObject({ code: "not_found" });
});

test("a booking on a closed page can be cancelled, but not moved", async () => {
  const { ada, slug, page } = await host(FAR);
  const { token } = await book(slug, at(9));
  await ada.invoke(bookingPages.update, { id: page.id, version: page.version, isOpen: false });
  expect(await visit(bookings.open, { token })).toMatchObject({ state: "booked", isOpen: false });
  expect(await slots(slug, 1, token)).toEqual([]);
  await expect(visit(bookings.move, { token, startTime: at(10) })).rejects.toThrow("but not move it");
  expect(await visit(bookings.cancel, { token })).toMatchObject({ state: "cancelled" });
});

test("bad input and too many bookings are refused; a closed or deleted page shows nothing", async () => {
  const { ada, slug, page } = await host(FAR);
  for (const fields of [
    { name: "" },
    { name: "Win at https://example.com" },
    { name: "Bob\nBcc: all@example.com" },
    { email: "bob" },
    { email: "bob bob@example.com" },
    { timeZone: "Mars/Base" },
    { note: "x".repeat(2001) },
  ])
    await expect(book(slug, at(9), fields)).rejects.toMatchObject({ code: "invalid" });
  await expect(book(slug, at(9, 10))).rejects.toMatchObject({ code: "conflict" });
  for (let n = 0; n < 5; n += 1) await book(slug, at(9 + n), {}, "198.51.100.7");
  await expect(book(slug, at(15), {}, "198.51.100.7")).rejects.toMatchObject({ code: "rate_limited" });
  for (let n = 0; n < 5; n += 1)
    await book(slug, at(9 + n, 0, 1), { email: `n${n}@example.com` }, "198.51.100.7");
  await expect(book(slug, at(9, 0, 2), { email: "other@example.com" }, "198.51.100.7")).rejects.toMatchObject(
    { code: "rate_limited" },
  );
  const bob = server.as(await server.aUser());
  await expect(bob.invoke(bookingPages.create, { slug, title: "Mine" })).rejects.toMatchObject({
    code: "conflict",
  });
  await ada.invoke(bookingPages.update, { id: page.id, version: page.version, isOpen: false });
  await expect(visit(bookings.page, { slug })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(bookingPages.delete, { id: page.id });
  await bob.invoke(bookingPages.create, { slug, title: "Mine" });
  await expect(ada.invoke(bookingPages.restore, { id: page.id })).rejects.toMatchObject({ code: "conflict" });
});

async function post(): Promise<void> {
  await server.owner.query(
    "update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'",
  );
  await deliverMail.run(server.services as never, {});
}

const inbox = async (person: Person) =>
  ((await person.invoke(emails.list, { status: "received" })) as { items: { id: string; subject: string }[] })
    .items;

async function textOf(person: Person): Promise<string> {
  const [first] = await inbox(person);
  return ((await person.invoke(emails.get, { id: first?.id })) as { body: string }).body;
}
