import { afterAll, expect, test, vi } from "vitest";
import { attention } from "#features/attention/attention.ts";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { bookings } from "#features/calendar/bookings.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { freeTimes } from "#features/calendar/free-times.ts";
import { emails } from "#features/email/emails.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { PLAN_DEFAULTS } from "../model.ts";
import { plan } from "../plan.ts";
import { planSettings } from "../plan-settings.ts";
import { anAsker, invitedTo } from "../what-if/what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
type Asker = Awaited<ReturnType<typeof anAsker>>;

const defend = (ada: Asker) =>
  ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, defendsFocus: "propose" });
const DAY = { from: "2026-12-02T00:00:00Z", to: "2026-12-03T00:00:00Z" };
const at = (time: string) => `2026-12-02T${time}:00Z`;
const NEEDS_ACTION =
  "update events set participants = jsonb_set(participants, '{0,status}', '\"needs-action\"') where id = $1";

/** An invitation of Olga that nobody answered yet. */
async function asked(ada: Asker, title: string, from: string, to: string) {
  const event = await invitedTo(server, ada, title, at(from), at(to));
  await server.owner.query(NEEDS_ACTION, [event.id]);
  return event;
}

type Item = { kind: string; title: string; reason: string; acts: string[] };
const needsOf = async (ada: Asker) =>
  (
    (await ada.person.invoke(attention.list, { timeZone: "Europe/Berlin", shown: "open" })) as {
      items: Item[];
    }
  ).items;

test("issue 27: a booking page offers no focus hours once they are defended, and does not say why", async () => {
  const ada = await anAsker(server, "Ada");
  const slug = `ada-${ada.person.userId.slice(0, 8)}`;
  await ada.person.invoke(bookingPages.create, { slug, title: "Half an hour" });
  const slots = async () =>
    (
      (await invoke(
        server.services,
        bookings.slots as AnyCapability,
        { slug, ...DAY, token: null },
        {
          ...{ actor: null, requestId: "visit", address: "192.0.2.1" },
        },
      )) as { items: string[] }
    ).items.map((time) => time.slice(11, 16));
  expect((await slots())[0]).toBe("08:00");
  await defend(ada);
  expect((await slots())[0]).toBe("10:00");
  const hours = { workingDays: [1, 2], workFrom: 600, workTo: 1020, secondTimeZone: null, version: 0 };
  const wednesday = { weekday: 3, from: 480, to: 600 };
  await ada.person.invoke(calendarSettings.save, { ...hours, otherHours: [wednesday] });
  expect([...new Set(await slots())].toSorted().at(-1)).toBe("07:30");
  await ada.person.invoke(calendarSettings.save, {
    ...{ ...hours, workingDays: [3], workFrom: 540, otherHours: [], version: 1 },
  });
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, version: 1 });
  expect((await slots())[0]).toBe("08:00");
});

test("issue 27: who looks for a time sees a colleague's defended hours as busy, as any event, and only theirs", async () => {
  const [ada, bob, eve] = [
    await anAsker(server, "Ada"),
    await anAsker(server, "Bob"),
    await anAsker(server, "Eve"),
  ];
  const { rows } = await server.owner.query(
    "insert into workspaces (name, created_by) values ('Board', $1) returning id",
    [ada.person.userId],
  );
  for (const { person } of [ada, bob])
    await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      rows[0].id,
      person.userId,
    ]);
  await defend(bob);
  await defend(eve);
  const found = (await ada.person.invoke(freeTimes.find, {
    ...{ userIds: [bob.person.userId], minutes: 60, ...DAY },
  })) as { suggestions: { startTime: string }[]; people: { userId: string; busy: object[] }[] };
  expect(found.suggestions[0]?.startTime).toBe("2026-12-02T10:00:00.000Z");
  expect(found.people.map(({ busy }) => busy)).toEqual([
    [],
    [{ startTime: "2026-12-02T08:00:00.000Z", endTime: "2026-12-02T10:00:00.000Z" }],
  ]);
  // Asked directly, as the signed-in role, the hours of others are not there.
  const { rows: others } = await ada.person.run(({ db }) =>
    db.execute(
      `select * from defended_times('${eve.person.userId}', 'Europe/Berlin', '${DAY.from}', '${DAY.to}')`,
    ),
  );
  expect(others).toEqual([]);
});

test("issue 27: an invitation in defended hours needs the person with its reason; a quarter of an hour counts, ten minutes do not", async () => {
  const ada = await anAsker(server, "Ada");
  await asked(ada, "Board", "09:00", "10:00");
  await asked(ada, "Edge", "09:45", "10:30");
  await asked(ada, "Late", "09:50", "10:30");
  expect((await needsOf(ada)).map(({ kind }) => kind)).toEqual(["invitation", "invitation", "invitation"]);
  await defend(ada);
  const items = await needsOf(ada);
  expect(items.map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual([
    "focus Board",
    "focus Edge",
    "invitation Late",
  ]);
  expect(items.find(({ title }) => title === "Board")).toMatchObject({
    reason: "In your focus hours, and not answered yet",
    acts: expect.arrayContaining(["answer", "propose"]),
  });
});

type Clash = { clash: { minutes: number; times: { startTime: string }[] } | null };

test("issue 27: another time is proposed by a draft with the two nearest free times outside of the focus hours", async () => {
  const ada = await anAsker(server, "Ada");
  await defend(ada);
  const board = await asked(ada, "Board", "08:30", "09:30");
  await ada.event("Dentist", at("10:00"), at("11:00"));
  const clash = (eventId: string) => ada.person.invoke(plan.focusClash, { eventId }) as Promise<Clash>;
  expect(await clash(board.id)).toMatchObject({ clash: { minutes: 60 } });
  const proposed = (await ada.person.invoke(plan.proposeOtherTimes, { eventId: board.id })) as {
    emailId: string;
    times: object[];
  };
  // Not in the break at noon, and not where the dentist is.
  expect(proposed.times).toEqual([
    { startTime: at("12:00").replace("Z", ".000Z"), endTime: at("13:00").replace("Z", ".000Z") },
    { startTime: at("13:00").replace("Z", ".000Z"), endTime: at("14:00").replace("Z", ".000Z") },
  ]);
  expect((await clash(board.id)).clash?.times).toEqual(proposed.times);
  const draft = (await ada.person.invoke(emails.get, { id: proposed.emailId })) as Record<string, unknown>;
  expect(draft).toMatchObject({ status: "draft", subject: "Another time: Board" });
  expect(draft.body).toContain("Could we find another time for “Board” (Wed, Dec 2, 09:30)?");
  expect(draft.body).not.toMatch(/focus/i);
  expect((await ada.calendar()).find(({ id }) => id === board.id)).toMatchObject({
    startTime: board.startTime,
    participants: [{ status: "needs-action" }],
  });
  await undoLastAction(server, ada.person, plan, emails);
  const drafts = (await ada.person.invoke(emails.list, { status: "draft" })) as { items: object[] };
  expect(drafts.items).toEqual([]);
});

test("issue 27: nothing is proposed where hours are not defended, for own events, or for events of others", async () => {
  const ada = await anAsker(server, "Ada");
  const bob = await anAsker(server, "Bob");
  const board = await asked(ada, "Board", "08:30", "09:30");
  const own = await ada.event("Own", at("08:30"), at("09:30"));
  const refused = (eventId: string) =>
    expect(ada.person.invoke(plan.proposeOtherTimes, { eventId })).rejects.toMatchObject({
      code: "conflict",
    });
  await refused(board.id);
  await defend(ada);
  await defend(bob);
  await refused(own.id);
  expect(await ada.person.invoke(plan.focusClash, { eventId: own.id })).toEqual({ clash: null });
  for (const capability of [plan.focusClash, plan.proposeOtherTimes])
    await expect(bob.person.invoke(capability, { eventId: board.id })).rejects.toMatchObject({
      code: "not_found",
    });
});

test("issue 27: a week is reviewed with its focus hours: had, lost to meetings and defended, each with its events", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.event("Review", at("09:30"), at("10:30"), { attendees: ["bob@x.example"] });
  // Nobody else is named: who organizes it takes part.
  await invitedTo(server, ada, "Call", at("10:00"), at("10:30"), { attendees: [] });
  const board = await invitedTo(server, ada, "Board", at("08:00"), at("08:30"));
  await server.owner.query(NEEDS_ACTION.replace("needs-action", "declined"), [board.id]);
  const review = (await ada.person.invoke(plan.review, { from: "2026-11-30" })) as {
    focus: object;
    meetings: { title: string }[];
  };
  expect(review.meetings.map(({ title }) => title)).toEqual(["Review", "Call"]);
  expect(review.focus).toMatchObject({
    ...{ hadMinutes: 600, lostMinutes: 30, defendedMinutes: 30 },
    lost: [{ title: "Review", minutes: 30 }],
    defended: [{ eventId: board.id, title: "Board", minutes: 30 }],
  });
});
