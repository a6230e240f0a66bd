import { expect, test } from "vitest";
import { calendarSettings } from "#features/calendar/tables.ts";
import { leaveTimes } from "#features/daily-ops/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { addEvents, clockOf, lineOf, personIn, todayAt } from "./today.factory.ts";

const server = await testDatabase();
const BERLIN = "Europe/Berlin";
/** A Thursday. */
const DATE = "2027-03-04";
const on = clockOf(DATE, BERLIN);
const HOUR = 3_600_000;

/** Of a lunch at one o'clock, half an hour before it. */
const addLeaveTime = ({ userId, run }: Person, eventId = "") =>
  run(({ db }) =>
    db.insert(leaveTimes).values({
      ...{ userId, eventId, title: "Lunch", startsAt: on("13:00"), leaveAt: on("12:30") },
      ...{ origin: "Office", destination: "Kantstr. 1, Berlin", minutes: 20, bufferMinutes: 10 },
      lastUpdated: on("8:00"),
    }),
  );

test("an empty working day is one stretch of free time within the working hours; a day off has none", async () => {
  const ada = await personIn(server, BERLIN);
  const day = await todayAt(ada, on("8:00"));
  expect(lineOf(day)).toEqual(["09:00-17:00 free"]);
  expect(day).toMatchObject({ date: DATE, today: DATE, isWorkingDay: true, from: on("0:00"), people: [] });
  expect(day).toMatchObject({ first: [], owed: { me: { open: 0, items: [] }, them: { open: 0 } } });
  const saturday = await todayAt(ada, on("8:00"), "2027-03-06");
  expect(saturday).toMatchObject({ date: "2027-03-06", today: DATE, isWorkingDay: false, parts: [] });
});

test("a full day is in order of time, with tentative and declined ones, free gaps of half an hour, and the time to leave", async () => {
  const ada = await personIn(server, BERLIN);
  const invited = (status: "accepted" | "tentative" | "declined" | "needs-action") => ({
    organizer: "Clara@Lattice.example",
    participants: [
      {
        address: "clara@lattice.example",
        name: "Clara Voss",
        role: "chair" as const,
        status: "accepted" as const,
      },
      { address: ada.email, name: "Ada", role: "required" as const, status },
    ],
    attendees: ["clara@lattice.example", ada.email, "The auditor"],
  });
  const [, lunch] = await addEvents(
    ada,
    { title: "Board", startTime: on("9:00"), endTime: on("10:15"), ...invited("accepted") },
    { title: "Lunch", startTime: on("13:00"), endTime: on("14:00"), location: "Kantstr. 1, Berlin" },
    { title: "Off", startTime: on("11:00"), status: "cancelled" },
    { title: "No", startTime: on("11:00"), ...invited("declined") },
    { title: "Perhaps", startTime: on("15:00"), ...invited("needs-action") },
    { title: "Focus", startTime: on("10:30"), transparency: "transparent" },
    { title: "Yesterday", startTime: new Date(on("9:00").getTime() - 24 * HOUR) },
  );
  await addLeaveTime(ada, lunch?.id);
  const day = await todayAt(ada, on("8:00"));
  expect(lineOf(day)).toEqual([
    "09:00-10:15 Board",
    "10:15-12:30 free",
    "10:30-11:30 Focus",
    "12:30-13:00 leave for Lunch",
    "13:00-14:00 Lunch",
    "14:00-15:00 free",
    "15:00-16:00 Perhaps, tentative",
    "16:00-17:00 free",
  ]);
  expect(day.parts[0]).toMatchObject({
    people: [
      { address: "clara@lattice.example", name: "Clara Voss" },
      { address: null, name: "The auditor" },
    ],
  });
  expect(day.parts[3]).toMatchObject({ minutes: 20, origin: "Office", reading: "simulated" });
  const onTheWay = lineOf(await todayAt(ada, on("12:40")));
  expect(onTheWay).not.toContain("12:30-13:00 leave for Lunch");
  expect(onTheWay).toContain("10:15-12:30 free");
});

test("a time to leave that was calculated for another time of its event is not shown", async () => {
  const ada = await personIn(server, BERLIN);
  const [lunch] = await addEvents(ada, { title: "Lunch", startTime: on("13:00") });
  await addLeaveTime(ada, lunch?.id);
  expect(lineOf(await todayAt(ada, on("8:00")))).toContain("12:30-13:00 leave for Lunch");
  await server.owner.query("update events set start_time = $2, end_time = $3 where id = $1", [
    lunch?.id,
    on("12:00"),
    on("13:00"),
  ]);
  expect(lineOf(await todayAt(ada, on("8:00")))).toContain("09:00-12:00 free");
});

test("on a terrible day overlaps are marked at both, and what reaches over midnight belongs to the day", async () => {
  const ada = await personIn(server, BERLIN);
  await addEvents(
    ada,
    { title: "Night train", startTime: new Date(on("22:00").getTime() - 24 * HOUR), endTime: on("6:00") },
    { title: "Board", startTime: on("9:00"), endTime: on("12:00") },
    { title: "Bank", startTime: on("9:00"), endTime: on("10:00") },
    { title: "Call", startTime: on("11:30"), endTime: on("12:30") },
    { title: "Next to it", startTime: on("12:30"), endTime: on("16:45") },
    { title: "Dinner", startTime: on("21:00"), endTime: on("25:30") },
  );
  const day = await todayAt(ada, on("8:00"));
  expect(lineOf(day)).toEqual([
    "22:00-06:00 Night train",
    "09:00-12:00 Board, overlaps",
    "09:00-10:00 Bank, overlaps",
    "11:30-12:30 Call, overlaps",
    "12:30-16:45 Next to it",
    "21:00-01:30 Dinner",
  ]);
  const overlaps = day.parts.map((part) => (part.kind === "event" ? part.overlaps.length : 0));
  expect(overlaps).toEqual([0, 2, 1, 1, 0, 0]);
});

test("all-day events come first, take no hours, and keep their date in every zone", async () => {
  const ada = await personIn(server, "Pacific/Auckland");
  const utc = (date: string) => new Date(`${date}T00:00:00Z`);
  await addEvents(
    ada,
    { title: "Fair", isAllDay: true, startTime: utc("2027-02-20"), endTime: utc("2027-03-05") },
    { title: "Over", isAllDay: true, startTime: utc("2027-03-03"), endTime: utc(DATE) },
    { title: "Birthday", isAllDay: true, startTime: utc(DATE), endTime: utc("2027-03-05") },
    { title: "Tomorrow", isAllDay: true, startTime: utc("2027-03-05"), endTime: utc("2027-03-06") },
  );
  const day = await todayAt(ada, clockOf(DATE, "Pacific/Auckland")("7:00"));
  expect(lineOf(day)).toEqual(["all day Fair", "all day Birthday", "09:00-17:00 free"]);
  expect(day.parts[0]).toMatchObject({ from: day.from, to: day.to });
});

test("days on which clocks change have 23 and 25 hours, and working hours of the clock", async () => {
  const ada = await personIn(server, BERLIN);
  await ada.run(({ db }) =>
    db.insert(calendarSettings).values({ userId: ada.userId, workingDays: [0], workFrom: 60, workTo: 300 }),
  );
  const hours = async (date: string) => {
    const { from, to, parts } = await todayAt(ada, on("8:00"), date);
    const free = parts.map((part) => (part.kind === "free" ? part.minutes / 60 : null));
    return { day: (to.getTime() - from.getTime()) / HOUR, free };
  };
  expect(await hours("2027-03-28")).toEqual({ day: 23, free: [3] });
  expect(await hours("2027-10-31")).toEqual({ day: 25, free: [5] });
});

test("a weekday with other working hours has these", async () => {
  const ada = await personIn(server, BERLIN);
  const otherHours = [{ weekday: 4, from: 480, to: 780 }];
  await ada.run(({ db }) => db.insert(calendarSettings).values({ userId: ada.userId, otherHours }));
  expect(lineOf(await todayAt(ada, on("7:00")))).toEqual(["08:00-13:00 free"]);
});

test("in the evening the day is still that of the person's clock, and what is over stays on the line", async () => {
  const ada = await personIn(server, "America/Los_Angeles");
  const there = clockOf(DATE, "America/Los_Angeles");
  await addEvents(ada, { title: "Review", startTime: there("16:00"), endTime: there("17:30") });
  // Already the 5th in UTC.
  const day = await todayAt(ada, there("22:30"));
  expect(day).toMatchObject({ date: DATE, today: DATE, first: [] });
  expect(lineOf(day)).toEqual(["09:00-16:00 free", "16:00-17:30 Review"]);
});

test("a person sees the events of nobody else", async () => {
  const ada = await personIn(server, BERLIN);
  const bob = await personIn(server, BERLIN, "Bob");
  await addEvents(ada, { title: "Board", startTime: on("9:00") });
  expect(lineOf(await todayAt(bob, on("8:00")))).toEqual(["09:00-17:00 free"]);
});
