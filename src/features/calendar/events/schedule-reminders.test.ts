import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import type { EventOnWire } from "../model.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
await server.owner.query("update profiles set time_zone = 'America/New_York' where user_id = $1", [
  ada.userId,
]);

const reminders = async (event: { id: string }) => {
  const { rows } = await server.owner.query(
    `select title, message, href, scheduled_for, is_sent from smart_notifications
      where user_id = $1 and context_data ->> 'eventId' = $2 order by scheduled_for`,
    [ada.userId, event.id],
  );
  return rows.map((row) => ({ ...row, scheduled_for: row.scheduled_for.toISOString() }));
};
const times = { startTime: "2040-03-05T15:00:00Z", endTime: "2040-03-05T16:00:00Z" };
const create = (fields: object) =>
  ada.invoke(events.create, { title: "Board", ...times, ...fields }) as Promise<EventOnWire>;
const update = ({ id, version }: EventOnWire, fields: object) =>
  ada.invoke(events.update, { id, version, ...fields }) as Promise<EventOnWire>;

test("DATA-11: reminder settings become notifications scheduled for their time", async () => {
  const event = await create({ location: "Room Delta", reminderSettings: { minutesBefore: [60, 10] } });
  expect(await reminders(event)).toEqual([
    {
      title: "Board",
      message: "Mar 05, 2040, 10:00 · Room Delta",
      href: `/calendar?event=${event.id}`,
      scheduled_for: "2040-03-05T14:00:00.000Z",
      is_sent: false,
    },
    expect.objectContaining({ scheduled_for: "2040-03-05T14:50:00.000Z" }),
  ]);
});

test("reminders follow a moved event, are removed with a deleted one and return with a restored one", async () => {
  const event = await create({ reminderSettings: { minutesBefore: [10] } });
  const moved = await update(event, { startTime: "2040-03-06T15:00:00Z" });
  const times = async () => (await reminders(event)).map(({ scheduled_for }) => scheduled_for);
  expect(await times()).toEqual(["2040-03-06T14:50:00.000Z"]);
  await ada.invoke(events.delete, { id: event.id });
  expect(await times()).toEqual([]);
  await ada.invoke(events.restore, { id: event.id });
  expect(await times()).toEqual(["2040-03-06T14:50:00.000Z"]);
  await update({ ...moved, version: moved.version + 2 }, { reminderSettings: {} });
  expect(await times()).toEqual([]);
});

test("an all-day event has its reminder relative to 9:00 local time; past reminders are not scheduled", async () => {
  const day = { startTime: "2040-03-05T00:00:00Z", endTime: "2040-03-06T00:00:00Z", isAllDay: true };
  const event = await create({ ...day, reminderSettings: { minutesBefore: [0] } });
  expect(await reminders(event)).toMatchObject([
    { message: "Mar 05, 2040", scheduled_for: "2040-03-05T14:00:00.000Z" },
  ]);
  const past = { startTime: "2020-03-05T15:00:00Z", endTime: "2020-03-05T16:00:00Z" };
  expect(await reminders(await create({ ...past, reminderSettings: { minutesBefore: [10] } }))).toEqual([]);
});
