import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { anEvent } from "#features/calendar/factory.ts";
import { events } from "#features/calendar/tables.ts";
import { aConversation } from "#features/communication/factory.ts";
import { conversationParticipants, conversations } from "#features/communication/tables.ts";
import { aBriefing } from "#features/daily-ops/factory.ts";
import { morningBriefings } from "#features/daily-ops/tables.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents } from "#features/documents/tables.ts";
import { deliverSystemMessage } from "#features/email/delivery/deliver-system-message.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { aWorkspace } from "#features/team/factory.ts";
import { workspaceMembers, workspaces } from "#features/team/tables.ts";
import { timeSavings } from "#platform/capability/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "./dashboard.ts";
import { at, figuresAt, insertTasks, NOW } from "./figures.factory.ts";
import { DEFINITIONS, FIGURES, SPECIFIED } from "./model.ts";

// Set up before the first connection, because each connection wraps the `query` that exists when it is created.
const query = vi.spyOn(pg.Client.prototype, "query");
afterAll(() => query.mockRestore());
const { aUser, as, owner } = await testDatabase();

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

test("DASH-05..07, DASH-21..29: an account without data shows the specified figures and says so", async () => {
  const figures = await figuresAt(ada, "UTC");
  expect(figures).toMatchObject({ sample: true, ...SPECIFIED });
  expect(SPECIFIED).toEqual({
    efficiency: 94,
    tasksDone: 127,
    hoursSaved: 6.5,
    cards: {
      unreadEmails: 127,
      meetings: 3,
      activeTasks: 12,
      productivity: 85,
      teamMembers: 8,
      documents: 156,
      activeChats: 5,
      briefing: "Ready",
    },
  });
});

test("decision 5: an account whose person starts empty counts from zero", async () => {
  await owner.query("update profiles set starts_empty = true where user_id = $1", [ada.userId]);
  expect(await figuresAt(ada, "UTC")).toMatchObject({
    ...{ sample: false, tasksDone: 0, efficiency: null },
    cards: { unreadEmails: 0, activeTasks: 0, briefing: "Pending" },
  });
  expect((await figuresAt(bob, "UTC")).sample).toBe(true);
});

test("a message from Adjutant itself does not mark an account as used; any other message does", async () => {
  const message = { userId: ada.userId, to: ada.email, subject: "Welcome", body: "Please confirm" };
  await ada.run(({ db }) => deliverSystemMessage(db, message));
  expect((await figuresAt(ada, "UTC")).sample).toBe(true);
  await ada.run(({ db, actor }) => db.insert(emails).values(anEmail({ userId: actor.userId })));
  expect(await figuresAt(ada, "UTC")).toMatchObject({ sample: false, cards: { unreadEmails: 2 } });
});

test("S1: every figure has a definition", () => {
  expect(Object.keys(DEFINITIONS)).toEqual([...FIGURES]);
  for (const sentence of Object.values(DEFINITIONS)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
});

test("DASH-22, DASH-07: today's meetings and saved hours follow the time zone", async () => {
  await ada.run(async ({ db, actor: { userId } }) => {
    await db
      .insert(events)
      .values([
        anEvent({ userId, startTime: at("2026-11-17T20:00:00Z") }),
        anEvent({ userId, startTime: at("2026-11-18T10:59:00Z") }),
        anEvent({ userId, startTime: at("2026-11-18T11:00:00Z") }),
        anEvent({ userId, startTime: at("2026-11-19T07:59:00Z") }),
        anEvent({ userId, startTime: at("2026-11-19T08:00:00Z") }),
        anEvent({ userId, startTime: at("2026-11-18T15:00:00Z"), deletedAt: NOW }),
      ]);
    const act = { userId, capability: "emails.compose" };
    await db.insert(timeSavings).values([
      { ...act, minutes: 90, occurredAt: at("2026-11-18T10:30:00Z") },
      { ...act, minutes: 45.5, occurredAt: at("2026-11-18T11:30:00Z") },
    ]);
  });
  // Thursday from Wednesday 11:00 UTC on; Wednesday from 08:00 UTC to Thursday 08:00 UTC.
  expect(await figuresAt(ada, "Pacific/Auckland")).toMatchObject({ hoursSaved: 0.8, cards: { meetings: 3 } });
  expect(await figuresAt(ada, "America/Los_Angeles")).toMatchObject({
    hoursSaved: 2.3,
    cards: { meetings: 3 },
  });
  expect(await figuresAt(ada, "UTC")).toMatchObject({ hoursSaved: 2.3, cards: { meetings: 2 } });
});

test("DASH-22: an all-day event is a date: it counts on that day in every zone", async () => {
  await ada.run(({ db, actor: { userId } }) => {
    const [startTime, endTime] = [at("2026-11-18T00:00:00Z"), at("2026-11-19T00:00:00Z")];
    return db.insert(events).values(anEvent({ userId, startTime, endTime, isAllDay: true }));
  });
  const noon = at("2026-11-18T12:00:00Z");
  const meetings = async (timeZone: string, now: Date) =>
    (await figuresAt(ada, timeZone, now)).cards.meetings;
  expect(await meetings("Pacific/Honolulu", at("2026-11-18T11:00:00Z"))).toBe(1);
  expect(await meetings("America/Los_Angeles", noon)).toBe(1);
  expect(await meetings("Pacific/Auckland", noon)).toBe(0);
  expect(await meetings("Pacific/Auckland", at("2026-11-17T12:00:00Z"))).toBe(1);
});

test("a day with a clock change has all its hours", async () => {
  await ada.run(({ db, actor: { userId } }) =>
    db
      .insert(events)
      .values([
        anEvent({ userId, startTime: at("2026-11-01T07:00:00Z") }),
        anEvent({ userId, startTime: at("2026-11-02T07:59:00Z") }),
        anEvent({ userId, startTime: at("2026-11-02T08:00:00Z") }),
      ]),
  );
  const figures = await figuresAt(ada, "America/Los_Angeles", at("2026-11-01T20:00:00Z"));
  expect(figures.cards.meetings).toBe(2);
});

test("DASH-21, DASH-27, DASH-28: unread, documents and chats exclude deleted, sent and archived ones", async () => {
  await ada.run(async ({ db, actor: { userId } }) => {
    await db
      .insert(emails)
      .values([
        anEmail({ userId }),
        anEmail({ userId, isRead: true }),
        anEmail({ userId, status: "draft" }),
        anEmail({ userId, deletedAt: NOW }),
      ]);
    await db.insert(documents).values([aDocument({ userId }), aDocument({ userId, deletedAt: NOW })]);
    const conversationRows = [{}, { isArchived: true }, { deletedAt: NOW }, {}].map((fields) => ({
      ...aConversation({ createdBy: userId, ...fields }),
      id: randomUUID(),
    }));
    await db.insert(conversations).values(conversationRows);
    const joined = conversationRows.map(({ id }, n) => ({
      conversationId: id,
      userId,
      leftAt: n === 3 ? NOW : null,
    }));
    await db.insert(conversationParticipants).values(joined);
  });
  expect((await figuresAt(ada, "UTC")).cards).toMatchObject({
    unreadEmails: 1,
    documents: 1,
    activeChats: 1,
  });
});

test("DASH-26: team members are the active ones of active workspaces, each counted once", async () => {
  const members = await Promise.all(["Carol", "Dan", "Eve", "Finn"].map((fullName) => aUser({ fullName })));
  const [carol, dan, eve, finn] = members.map(({ userId }) => userId);
  const spaces = [true, true, false].map((isActive) => ({
    ...aWorkspace({ createdBy: ada.userId, isActive }),
    id: randomUUID(),
  }));
  await ada.run(async ({ db, actor }) => {
    await db.insert(workspaces).values(spaces);
    await db.insert(workspaceMembers).values(
      spaces.map(({ id }) => ({
        workspaceId: id,
        userId: actor.userId,
        role: "admin" as const,
        state: "active" as const,
      })),
    );
  });
  const [first, second, inactive] = spaces.map(({ id }) => id);
  for (const [workspace, person, state] of [
    [first, carol, "active"],
    [second, carol, "active"],
    [first, dan, "invited"],
    [second, eve, "removed"],
    [inactive, finn, "active"],
  ])
    await owner.query("insert into workspace_members (workspace_id, user_id, state) values ($1, $2, $3)", [
      workspace,
      person,
      state,
    ]);
  await insertTasks(ada, {});
  expect((await figuresAt(ada, "UTC")).cards.teamMembers).toBe(2);
});

test("DASH-29: the briefing is ready when it is written, or when there is something to brief about", async () => {
  await insertTasks(ada, { status: "completed", completedAt: NOW });
  expect((await figuresAt(ada, "UTC")).cards.briefing).toBe("Pending");
  await ada.run(({ db, actor: { userId } }) =>
    db.insert(morningBriefings).values(aBriefing({ userId, briefingDate: "2026-11-18" })),
  );
  expect((await figuresAt(ada, "UTC")).cards.briefing).toBe("Ready");
  expect((await figuresAt(ada, "Pacific/Auckland")).cards.briefing).toBe("Pending");
  await insertTasks(ada, {});
  expect((await figuresAt(ada, "Pacific/Auckland")).cards.briefing).toBe("Ready");
});

test("ROLE-06: other people's rows are never counted", async () => {
  await insertTasks(ada, {});
  const before = await figuresAt(ada, "UTC");
  await insertTasks(bob, {}, { status: "completed", completedAt: NOW, dueDate: NOW });
  await bob.run(async ({ db, actor: { userId } }) => {
    await db.insert(emails).values(anEmail({ userId }));
    await db.insert(events).values(anEvent({ userId, startTime: NOW }));
    await db.insert(documents).values(aDocument({ userId }));
    await db
      .insert(timeSavings)
      .values({ userId, capability: "emails.compose", minutes: 60, occurredAt: NOW });
  });
  expect(await figuresAt(ada, "UTC")).toEqual(before);
});

test("all figures are read in one statement", async () => {
  await insertTasks(ada, {});
  await ada.run(async (context) => {
    query.mockClear();
    await dashboard.figures(context, { timeZone: "Europe/Berlin" });
    expect(query).toHaveBeenCalledTimes(1);
  });
});

test.each(["Mars/Base", "+02:00", ""])("'%s' is not a time zone", async (timeZone) => {
  await expect(ada.invoke(dashboard.figures, { timeZone })).rejects.toMatchObject({ code: "invalid" });
});
