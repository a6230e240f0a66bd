import { expect, test, vi } from "vitest";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { renewSeries } from "../jobs.ts";
import { change, create, list, type Page, seriesInstance, timesAndTitles } from "./series-calls.factory.ts";

const { server, createUser } = await seriesInstance();

test("CAL-16: a series is listed by its occurrences, which have the same local time across a DST change", async () => {
  const ada = await createUser();
  const first = await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6" });
  expect(first).toMatchObject({
    startTime: "2026-03-02T08:00:00.000Z",
    rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6",
  });
  expect(await timesAndTitles(ada)).toEqual([
    "03-02T08:00 Standup",
    "03-09T08:00 Standup",
    "03-16T08:00 Standup",
    "03-23T08:00 Standup",
    "03-30T07:00 Standup",
    "04-06T07:00 Standup",
  ]);
  const { items } = (await ada.invoke(events.upcoming, { limit: 2 })) as Page;
  expect(items).toMatchObject([
    { id: first.id },
    { seriesId: first.seriesId, startTime: "2026-03-09T08:00:00.000Z" },
  ]);
  expect(await ada.invoke(events.get, { id: first.id })).toEqual(first);
  expect(await ada.invoke(events.get, { id: first.seriesId })).toMatchObject({
    seriesId: null,
    title: "Standup",
  });
  const found = (await ada.invoke(events.list, { text: "stand", limit: 3 })) as Page;
  expect(found.items).toHaveLength(3);
});

test("an all-day series has the same days, and an event starts and stops repeating", async () => {
  const ada = await createUser();
  await create(ada, {
    title: "Payday",
    startTime: "2026-03-31T00:00:00Z",
    endTime: "2026-04-01T00:00:00Z",
    isAllDay: true,
    rrule: "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260531",
    zone: null,
  });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-12-01")).toEqual([
    "03-31T00:00 Payday",
    "04-30T00:00 Payday",
    "05-31T00:00 Payday",
  ]);
  const single = await create(ada, { title: "Gym", rrule: null });
  const series = await change(single, ada, { rrule: "FREQ=DAILY;COUNT=3", timeZone: "Europe/Berlin" });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-03-10")).toEqual([
    "03-02T08:00 Gym",
    "03-03T08:00 Gym",
    "03-04T08:00 Gym",
  ]);
  await change(series, ada, { scope: "all", rrule: null });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-03-10")).toEqual(["03-02T08:00 Gym"]);
});

test("an invalid rule is rejected with a clear message", async () => {
  const ada = await createUser();
  for (const [rrule, message] of [
    ["FREQ=SECONDLY", "more often than every hour"],
    ["FREQ=DAILY;COUNT=3;UNTIL=20260401", "not both"],
    ["BYDAY=MO", "how often"],
    ["FREQ=DAILY;BYMONTH=13", "BYMONTH lies between 1 and 12"],
    ["FREQ=DAILY;EVAL=1", "cannot be read: EVAL=1"],
    [`FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10;BYMINUTE=1,2,3,4,5,6,7,8,9,10`, "96 times a day"],
  ])
    await expect(create(ada, { rrule })).rejects.toMatchObject({
      message: expect.stringContaining(message ?? ""),
    });
  const yearly = await create(ada, { rrule: "FREQ=YEARLY;BYMONTH=3;BYDAY=1MO" });
  const message = "Change the rule to move the whole series to another day";
  await expect(
    change(yearly, ada, { scope: "all", startTime: "2026-03-03T08:00:00Z", endTime: "2026-03-03T08:30:00Z" }),
  ).rejects.toMatchObject({ message });
});

test("an uncommon rule is expanded in a separate process", async () => {
  const ada = await createUser();
  await create(ada, { title: "Watch", rrule: "FREQ=HOURLY;INTERVAL=6;COUNT=3" });
  expect(await timesAndTitles(ada)).toEqual(["03-02T08:00 Watch", "03-02T14:00 Watch", "03-02T20:00 Watch"]);
});

test("reminders are scheduled for the next occurrences, and the nightly job adds later ones", async () => {
  // Whether a reminder was sent is decided by the database's own clock.
  vi.setSystemTime(new Date("2089-03-01T08:00:00Z"));
  const ada = await createUser();
  const first = await create(ada, {
    startTime: "2089-03-02T08:00:00Z",
    endTime: "2089-03-02T08:30:00Z",
    zone: "UTC",
    rrule: "FREQ=DAILY;INTERVAL=14",
    reminderSettings: { minutesBefore: [10] },
  });
  const reminders = async () => {
    const { rows } = await server.owner.query(
      "select scheduled_for from smart_notifications where user_id = $1 order by 1",
      [ada.userId],
    );
    return rows.map((row) => row.scheduled_for.toISOString().slice(5, 16));
  };
  expect(await reminders()).toEqual(["03-02T07:50", "03-16T07:50", "03-30T07:50"]);
  await ada.invoke(events.delete, { id: first.id });
  expect(await reminders()).toEqual(["03-16T07:50", "03-30T07:50"]);
  const [second] = await list(ada, "2089-03-03", "2089-04-10");
  if (second)
    await change(second, ada, { startTime: "2089-03-16T10:00:00Z", endTime: "2089-03-16T11:00:00Z" });
  expect(await reminders()).toEqual(["03-16T09:50", "03-30T07:50"]);
  vi.setSystemTime(new Date("2089-03-20T08:00:00Z"));
  await server.owner.query("update events set expanded_until = now() - interval '1 second'");
  await renewSeries.run(server.services as never, {});
  expect(await reminders()).toEqual(["03-16T09:50", "03-30T07:50", "04-13T07:50", "04-27T07:50"]);
  vi.setSystemTime(new Date("2026-03-01T08:00:00Z"));
});

test("an occurrence far in the future is materialized on request and can be changed like others", async () => {
  const ada = await createUser();
  await create(ada, {
    rrule: "FREQ=YEARLY",
    startTime: "2026-03-05T09:00:00Z",
    endTime: "2026-03-05T10:00:00Z",
  });
  await create(ada, { title: "Ended", rrule: "FREQ=WEEKLY;COUNT=3" });
  const march = { from: "2031-02-01T00:00:00Z", to: "2031-05-01T00:00:00Z" };
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await timesAndTitles(ada, "2031-02-01", "2031-05-01")).toEqual(["03-05T09:00 Standup"]);
  const [far] = await list(ada, "2031-02-01", "2031-05-01");
  if (!far) throw new Error("Nothing far away");
  await change(far, ada, { title: "Jubilee" });
  expect(await timesAndTitles(ada, "2031-02-01", "2031-05-01")).toEqual(["03-05T09:00 Jubilee"]);
  // Without an end, a year is listed; no request makes the server materialize a century.
  const open = (await ada.invoke(events.list, { from: march.from, limit: 200 })) as Page;
  expect(open.items.map(({ startTime }) => startTime.slice(0, 10))).toEqual(["2031-03-05", "2032-03-05"]);
  await ada.invoke(events.list, { from: "1000-01-01T00:00:00Z", to: "9999-01-01T00:00:00Z" });
});

test("CAL-16: lists with visibleOnly leave out events in hidden calendars", async () => {
  const ada = await createUser();
  const { id } = (await ada.invoke(calendars.create, { name: "Fair" })) as { id: string };
  const { id: hiddenId } = await create(ada, { rrule: null, calendarId: id, title: "Fair" });
  await create(ada, { rrule: null, title: "Mine" });
  await ada.invoke(calendars.update, { id, isVisible: false });
  const titles = (page: unknown) => (page as Page).items.map(({ title }) => title);
  const window = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
  expect(titles(await ada.invoke(events.list, { ...window, visibleOnly: true }))).toEqual(["Mine"]);
  expect(titles(await ada.invoke(events.upcoming, { visibleOnly: true }))).toEqual(["Mine"]);
  expect(titles(await ada.invoke(events.list, window))).toHaveLength(2);
  expect(await ada.invoke(events.remoteVersion, { id: hiddenId })).toEqual({ remote: null, error: null });
});
