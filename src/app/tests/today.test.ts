import { expect, test } from "vitest";
import { aCommitment } from "#features/commitments/factory.ts";
import { commitments } from "#features/commitments/tables.ts";
import { today } from "#features/daily-ops/today/today.ts";
import type { Today } from "#features/daily-ops/today-model.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { roundTripsOf } from "#platform/testing/round-trips.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { addEvents, clockOf, personIn, todayAt } from "./today.factory.ts";

const server = await testDatabase();
const BERLIN = "Europe/Berlin";
const DATE = "2027-03-04";
const on = clockOf(DATE, BERLIN);
const CLARA = "clara@lattice.example";

const addTasks = async (person: Person, ...added: [title: string, due: Date, priority?: string][]) => {
  for (const [title, due, priority = "medium"] of added)
    await person.invoke(tasks.create, { title, dueDate: due.toISOString(), priority });
};
const owe = (person: Person, ...added: Partial<typeof commitments.$inferInsert>[]) =>
  person.run(({ db }) =>
    db
      .insert(commitments)
      .values(
        added.map((fields) =>
          aCommitment({ userId: person.userId, saidAt: on("0:00"), sourceKind: "own", ...fields }),
        ),
      ),
  );
const why = ({ first }: Today) => Object.fromEntries(first.map(({ title, why }) => [title, why]));

test("what is due before the next free time comes before what may wait, with the reason", async () => {
  const ada = await personIn(server, BERLIN);
  await addEvents(
    ada,
    { title: "Board", startTime: on("9:00"), endTime: on("13:00") },
    { title: "Audit", startTime: on("14:00"), endTime: on("17:00") },
  );
  await addTasks(
    ada,
    ["Overdue", new Date("2027-03-01T10:00:00Z")],
    ["Sign the lease", on("12:00")],
    ["Call the bank", on("0:00"), "low"],
    ["Pay the bill", on("16:30")],
    ["Next week", new Date("2027-03-11T10:00:00Z")],
  );
  const morning = await todayAt(ada, on("8:00"));
  expect(morning.first.map(({ title, dayPoints }) => [title, dayPoints])).toEqual([
    ["Sign the lease", 30],
    ["Pay the bill", 10],
    ["Overdue", 0],
  ]);
  expect(why(morning)).toEqual({
    "Sign the lease": [
      "This task is due today",
      "It is due at 12:00, before your next free time",
      "Your only free time left today is 13:00 to 14:00",
    ],
    "Pay the bill": ["This task is due today", "Your only free time left today is 13:00 to 14:00"],
    Overdue: ["This task is overdue"],
  });
  // At half past one there is free time, though none after it.
  expect(why(await todayAt(ada, on("13:30")))["Pay the bill"]).toEqual([
    "This task is due today",
    "Your free time today ends at 14:00",
  ]);
  expect(why(await todayAt(ada, on("14:30")))["Pay the bill"]).toEqual([
    "This task is due today",
    "It is due at 16:30, and you have no free time before",
  ]);
  expect((await todayAt(ada, on("8:00"), "2027-03-05")).first).toEqual([]);
});

test("of free time nothing is claimed after the working hours and on a day off", async () => {
  const ada = await personIn(server, BERLIN);
  const sunday = clockOf("2027-03-07", BERLIN);
  await addTasks(ada, ["Sign the lease", on("20:00")], ["Pay the bill", sunday("20:00")]);
  const reasons = [await todayAt(ada, on("18:00")), await todayAt(ada, sunday("10:00"))].flatMap(
    ({ first }) => first.flatMap(({ why }) => why),
  );
  expect(reasons).toContain("This task is due today");
  expect(reasons.join()).not.toContain("free time");
});

test("what is open with somebody whom the person meets later comes first, and no longer after the meeting", async () => {
  const ada = await personIn(server, BERLIN);
  await addEvents(ada, { title: "Lattice", startTime: on("15:00"), attendees: ["Clara@Lattice.example"] });
  await owe(ada, { what: "send the figures", due: on("18:00"), hasTime: true });
  await addTasks(ada, ["Water the plants", on("0:00")]);
  const before = await todayAt(ada, on("8:00"));
  expect(before.first[0]).toMatchObject({ title: "send the figures", dayPoints: 15 });
  expect(before.first[0]?.why.at(-1)).toBe("You meet Clara@Lattice.example at 15:00");
  expect(
    Object.values(why(await todayAt(ada, on("16:30"))))
      .flat()
      .join(),
  ).not.toContain("You meet");
});

test("conflicts and invitations that have begun are no first things", async () => {
  const ada = await personIn(server, BERLIN);
  await addEvents(ada, { title: "Board", startTime: on("10:00") }, { title: "Bank", startTime: on("10:30") });
  expect(why(await todayAt(ada, on("8:00")))).toEqual({
    Bank: ["It takes place at the same time as “Board”", "It begins at 10:30 today"],
  });
  expect((await todayAt(ada, on("10:40"))).first).toEqual([]);
});

test("what the person owes and is owed is counted, with the three most pressing of each", async () => {
  const ada = await personIn(server, BERLIN);
  const due = (day: number) => new Date(on("12:00").getTime() + day * 86_400_000);
  await owe(
    ada,
    { what: "later", due: due(9) },
    { what: "late", due: due(-1) },
    { what: "some day" },
    { what: "soon", due: due(1) },
    { what: "perhaps", state: "proposed" },
    { what: "their part", owedBy: "them", due: due(-2), quote: "You will have it on Tuesday." },
  );
  const { owed } = await todayAt(ada, on("8:00"));
  expect(owed.me).toMatchObject({ open: 4, late: 1 });
  expect(owed.me.items.map(({ what }) => what)).toEqual(["late", "soon", "later"]);
  expect(owed.them).toMatchObject({
    open: 1,
    late: 1,
    items: [{ what: "their part", party: CLARA, quote: "You will have it on Tuesday.", isLate: true }],
  });
});

test("people met today come with what is open in both directions and their unread mail", async () => {
  const ada = await personIn(server, BERLIN);
  await ada.run(({ db }) =>
    db.insert(emails).values([
      anEmail({
        userId: ada.userId,
        sender: `Clara Voss <${CLARA}>`,
        subject: "Older",
        createdAt: on("6:00"),
      }),
      anEmail({
        userId: ada.userId,
        sender: `Clara Voss <${CLARA}>`,
        subject: "Lease",
        createdAt: on("7:00"),
      }),
      anEmail({
        userId: ada.userId,
        sender: "dora@lattice.example",
        subject: "Other",
        createdAt: on("7:00"),
      }),
    ]),
  );
  await owe(
    ada,
    { what: "send the figures" },
    { what: "sign it", owedBy: "them" },
    { what: "review it", kind: "request", party: "dora@lattice.example" },
  );
  await addEvents(
    ada,
    { title: "Early", startTime: on("7:00"), attendees: [CLARA] },
    { title: "Lattice", startTime: on("15:00"), attendees: [CLARA, ada.email, "Emil"] },
  );
  const { people } = await todayAt(ada, on("9:00"));
  expect(people).toMatchObject([
    {
      address: CLARA,
      event: { title: "Lattice" },
      owedByMe: [{ what: "send the figures" }],
      owedByThem: [{ what: "sign it" }],
      unread: { count: 2, subject: "Lease" },
    },
    { address: null, name: "Emil", owedByMe: [], owedByThem: [], unread: null },
  ]);
});

test("whom the person still meets comes before a large morning, and a time before a note at the day", async () => {
  const ada = await personIn(server, BERLIN);
  const day = { startTime: new Date(`${DATE}T00:00:00Z`), endTime: new Date("2027-03-05T00:00:00Z") };
  await addEvents(
    ada,
    {
      title: "All hands",
      startTime: on("7:00"),
      attendees: Array.from({ length: 20 }, (_, at) => `guest${at}@lattice.example`),
    },
    { title: "Fair", ...day, isAllDay: true, attendees: [CLARA, "Emil"] },
    { title: "Lattice", startTime: on("15:00"), attendees: [CLARA] },
  );
  const { people } = await todayAt(ada, on("9:00"));
  expect(people).toHaveLength(20);
  expect(people.slice(0, 3).map(({ name, event }) => [name, event.title])).toEqual([
    [CLARA, "Lattice"],
    ["Emil", "Fair"],
    ["guest0@lattice.example", "All hands"],
  ]);
});

test("one call answers it all in a dozen round trips, however full the day is", async () => {
  const ada = await personIn(server, BERLIN);
  await addEvents(
    ada,
    ...Array.from({ length: 60 }, (_, at) => ({
      title: `Event ${at}`,
      startTime: new Date(Date.now() + at * 60_000),
      attendees: [`guest${at}@lattice.example`],
    })),
  );
  await owe(ada, ...Array.from({ length: 50 }, (_, at) => ({ party: `guest${at}@lattice.example` })));
  const { trips } = await roundTripsOf(() => ada.invoke(today.get, {}));
  expect(trips).toBeLessThanOrEqual(16);
});
