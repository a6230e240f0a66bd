import { expect, test } from "vitest";
import { anEvent } from "#features/calendar/factory.ts";
import { calendarSettings, events } from "#features/calendar/tables.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { decisions } from "#features/team/decisions.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { slices } from "../slices.ts";
import { dashboard } from "./dashboard.ts";
import type { Work, WorkRow } from "./work-model.ts";

const { aUser, as, owner } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(
    parts,
    slices.flatMap((slice) => slice.jobs ?? []),
  );
  atEnd(() => jobs.stop());
  return { jobs };
});
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));
const { userId } = ada;
const timeZone = "Europe/Berlin";
const yesterday = (hour: number) =>
  new Date(startOfDay(new Date(), timeZone, -1).getTime() + hour * 3_600_000);

const work = (person = ada) => person.invoke(dashboard.work, { timeZone, days: 7 }) as Promise<Work>;
const rows = async (figure: string) =>
  ((await ada.invoke(dashboard.workRows, { figure, timeZone, days: 7 })) as { items: WorkRow[] }).items;

test("S1: answered mail and response times are counted by thread, and open the messages", async () => {
  const threads = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const received = (thread: number, subject: string) =>
    anEmail({
      userId,
      subject,
      threadId: threads[thread],
      receivedAt: yesterday(9),
      createdAt: yesterday(9),
    });
  const sent = (thread: number, hour: number) =>
    anEmail({
      userId,
      status: "sent",
      threadId: threads[thread],
      sentAt: yesterday(hour),
      createdAt: yesterday(hour),
    });
  await ada.run(({ db }) =>
    db
      .insert(emails)
      .values([
        received(0, "Lease"),
        received(1, "Boat"),
        received(2, "Unanswered"),
        sent(0, 10),
        sent(1, 12),
        sent(2, 8),
      ]),
  );
  const { days, ...mail } = (await work()).mail;
  expect(mail).toEqual({ received: 3, answered: 2, medianMinutes: 120 });
  expect(days).toHaveLength(7);
  expect(days.at(-2)).toMatchObject({ received: 3, answered: 2 });
  expect(days.at(-1)).toMatchObject({ received: 0, answered: 0 });
  expect((await rows("answered")).map(({ title, minutes }) => [title, minutes]).sort()).toEqual([
    ["Boat", 180],
    ["Lease", 60],
  ]);
  expect((await work(bob)).mail).toMatchObject({ received: 0, answered: 0, medianMinutes: null });
});

test("S1: meetings take their hours; gaps of an hour or more within working hours are focus time", async () => {
  await ada.run(({ db }) =>
    db
      .insert(calendarSettings)
      .values({ userId, workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 540, workTo: 1020 }),
  );
  const event = (from: number, to: number, more: object = {}) =>
    anEvent({ userId, startTime: yesterday(from), endTime: yesterday(to), ...more });
  await ada.run(({ db }) =>
    db
      .insert(events)
      .values([
        event(10, 11, { title: "Board", attendees: ["bob@example.com"] }),
        event(11.5, 12, { title: "Note to self" }),
        event(13, 14, { title: "Free", attendees: ["bob@example.com"], transparency: "transparent" }),
      ]),
  );
  const { meetings, focus, definitions } = await work();
  expect(meetings).toMatchObject({ count: 1, minutes: 60 });
  expect(meetings.days.at(-2)?.minutes).toBe(60);
  // 9 to 10 and 12 to 17; the half hour from 11 is too short.
  expect(focus.days.at(-2)?.minutes).toBe(360);
  expect(definitions.focus).toContain("60 minutes");
  expect(await rows("meetings")).toMatchObject([{ title: "Board", minutes: 60 }]);
  // The events that interrupted focus time.
  expect((await rows("focus")).map(({ title }) => title)).toEqual(["Note to self", "Board"]);
});

test("S1: the week ahead has the hours of meetings and of other events, and the tasks that are due", async () => {
  const carl = as(await aUser({ fullName: "Carl" }));
  const on = (day: number, hour: number) =>
    new Date(startOfDay(new Date(), timeZone, day).getTime() + hour * 3_600_000);
  const event = (day: number, hours: number, more: object = {}) =>
    anEvent({ userId: carl.userId, startTime: on(day, 9), endTime: on(day, 9 + hours), ...more });
  await carl.run(({ db }) =>
    db
      .insert(events)
      .values([
        event(2, 2, { title: "Board", attendees: ["bob@example.com"] }),
        event(2, 1, { title: "Desk" }),
        event(2, 3, { title: "Off", status: "cancelled" }),
        event(-1, 5, { title: "Past" }),
        event(7, 5, { title: "Later" }),
      ]),
  );
  for (const [title, day] of [
    ["Offer", 0],
    ["Lease", 2],
    ["Later", 7],
    ["Late", -1],
  ] as const)
    await carl.invoke(tasks.create, { title, dueDate: on(day, 12).toISOString() });
  const { week } = await work(carl);
  expect(week.map(({ meetings, other, due }) => [meetings, other, due])).toEqual([
    [0, 0, 1],
    [0, 0, 0],
    [120, 60, 1],
    ...Array.from({ length: 4 }, () => [0, 0, 0]),
  ]);
  const rowsOf = async (figure: string) =>
    ((await carl.invoke(dashboard.workRows, { figure, timeZone })) as { items: WorkRow[] }).items;
  expect((await rowsOf("booked")).map(({ title }) => title).sort()).toEqual(["Board", "Desk"]);
  expect((await rowsOf("due")).map(({ title }) => title)).toEqual(["Offer", "Lease"]);
  expect((await work(bob)).week.every(({ meetings, other, due }) => meetings + other + due === 0)).toBe(true);
});

test("S1: decisions are counted by outcome", async () => {
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as { id: string };
  const { id } = (await ada.invoke(decisions.create, { workspaceId, title: "Move" })) as { id: string };
  await ada.invoke(decisions.vote, { id, vote: "approve" });
  await owner.query(
    "update team_decisions set status = 'completed', completed_at = coalesce(completed_at, now()) where id = $1",
    [id],
  );
  await ada.invoke(decisions.create, { workspaceId, title: "Stay" });
  const { decisions: made } = await work();
  expect(made).toMatchObject({ completed: 1, voted: 1, open: 1, awaiting: 1 });
  expect(await rows("decisions")).toMatchObject([{ title: "Stay" }, { title: "Move", minutes: null }]);
  expect((await work(bob)).decisions).toMatchObject({ open: 0, awaiting: 0, completed: 0 });
});

test("S1: a figure opens its completed tasks, each with its completion day", async () => {
  const { id } = (await ada.invoke(tasks.create, { title: "Sell the boat" })) as { id: string };
  await ada.invoke(tasks.create, { title: "Buy another" });
  await ada.invoke(tasks.update, { id, version: 1, status: "completed" });
  expect(await rows("tasks")).toMatchObject([
    { title: "Sell the boat", minutes: null, href: `/tasks?task=${id}` },
  ]);
  expect((await work()).definitions.tasks).toContain("completed in this time");
});
