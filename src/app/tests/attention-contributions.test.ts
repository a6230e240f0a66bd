import "../slices.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { backups } from "#features/admin/tables.ts";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { anEvent } from "#features/calendar/factory.ts";
import { events } from "#features/calendar/tables.ts";
import { leaveTimes, trafficData } from "#features/daily-ops/tables.ts";
import { aLocation } from "#features/settings/factory.ts";
import { userLocations } from "#features/settings/tables.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistantChats, assistantMessages, assistantProposals } from "../assistant/tables.ts";

const server = await testDatabase();
const { aUser, as } = server;
const aPerson = async (fullName: string) => as(await aUser({ fullName }));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const list = async (person: Person) =>
  ((await person.invoke(attention.list, {})) as { items: AttentionItemOnWire[] }).items;

const HOME = {
  name: "Home",
  locationType: "home",
  address: "Ringstraße 1, Berlin",
  isPrimary: true,
} as const;
const OFFICE = { name: "Office", locationType: "work", address: "Hafen 2, Potsdam" } as const;

async function twoPlaces(person: Person, secondLocation: string = OFFICE.address) {
  const { userId } = person;
  return person.run(async ({ db }) => {
    await db.insert(userLocations).values([HOME, OFFICE].map((place) => aLocation({ userId, ...place })));
    const start = inHours(30);
    const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
    const made = await db
      .insert(events)
      .values([
        anEvent({ userId, title: "Breakfast", location: "home", startTime: start, endTime: at(60) }),
        anEvent({ userId, title: "Board", location: secondLocation, startTime: at(80), endTime: at(120) }),
        anEvent({
          userId,
          title: "Same place",
          location: secondLocation,
          startTime: at(125),
          endTime: at(150),
        }),
      ])
      .returning();
    return made.map(({ id, startTime }) => ({ id, startTime }));
  });
}

const aRoute = (userId: string, fields: Partial<typeof trafficData.$inferInsert>) => ({
  ...{ userId, routeName: "Home to Office", origin: HOME.address, destination: OFFICE.address },
  ...{ currentDuration: 70, normalDuration: 45, trafficCondition: "Heavy" as const, lastUpdated: new Date() },
  ...fields,
});

test("a place out of reach needs its person where the travel time is known, not where it is guessed", async () => {
  const ada = await aPerson("Ada");
  const { userId } = ada;
  const [first, second] = await twoPlaces(ada);
  expect(await list(ada)).toEqual([]);
  await ada.run(({ db }) => db.insert(trafficData).values(aRoute(userId, { kind: "estimate" })));
  expect(await list(ada)).toEqual([]);
  await ada.run(({ db }) =>
    db.update(trafficData).set({ kind: "live", origin: OFFICE.address, destination: HOME.address }),
  );
  expect(await list(ada)).toEqual([]);
  await ada.run(({ db }) =>
    db.update(trafficData).set({ origin: HOME.address, destination: OFFICE.address }),
  );
  expect(await list(ada)).toMatchObject([
    {
      id: `travel:${first?.id}+${second?.id}`,
      title: "Board",
      reason: "The way from “Breakfast” takes 45 min, and there are 20",
      href: `/calendar?event=${second?.id}`,
      due: second?.startTime.toISOString(),
      record: { kind: "event", id: second?.id },
    },
  ]);
  await ada.run(({ db }) => db.update(trafficData).set({ normalDuration: 20 }));
  expect(await list(ada)).toEqual([]);
});

test("the way is from where the person is last: what ended before a longer event does not count", async () => {
  const ada = await aPerson("Ada");
  const { userId } = ada;
  const [first, second] = await twoPlaces(ada);
  await ada.run(({ db }) =>
    db.insert(events).values(
      anEvent({
        ...{ userId, title: "Call", location: OFFICE.address },
        startTime: new Date((first?.startTime.getTime() ?? 0) + 10 * 60_000),
        endTime: new Date((first?.startTime.getTime() ?? 0) + 30 * 60_000),
      }),
    ),
  );
  await ada.run(({ db }) => db.insert(trafficData).values(aRoute(userId, { kind: "live" })));
  const found = (await list(ada)).filter(({ kind }) => kind === "travel");
  expect(found.map(({ id }) => id)).toEqual([`travel:${first?.id}+${second?.id}`]);
});

test("the time to leave from home counts for the event that it was calculated for", async () => {
  const ada = await aPerson("Ada");
  const { userId } = ada;
  const [, second] = await twoPlaces(ada, "Werft 9, Hamburg");
  const startsAt = second?.startTime ?? new Date();
  await ada.run(({ db }) =>
    db.insert(leaveTimes).values({
      ...{
        userId,
        eventId: second?.id ?? "",
        title: "Board",
        startsAt,
        origin: "Home",
        kind: "live" as const,
      },
      ...{
        destination: "Werft 9, Hamburg",
        minutes: 180,
        bufferMinutes: 5,
        leaveAt: startsAt,
        lastUpdated: new Date(),
      },
    }),
  );
  expect(await list(ada)).toMatchObject([{ kind: "travel", title: "Board" }]);
  await ada.run(({ db }) => db.update(leaveTimes).set({ startsAt: inHours(2) }));
  expect(await list(ada)).toEqual([]);
});

test("a failed, a broken and a missing verified backup need administrators, nobody else", async () => {
  const grace = as(await aUser({ fullName: "Grace", roles: ["admin"] }));
  const ada = await aPerson("Ada");
  const add = (fields: Partial<typeof backups.$inferInsert>) =>
    grace.run(({ db }) =>
      db.insert(backups).values({ fileName: "a.tar", origin: "schedule", state: "ready", ...fields }),
    );
  await add({ fileName: "new.tar" });
  expect(await list(grace)).toEqual([]);
  await add({ fileName: "old.tar", createdAt: inHours(-72) });
  expect(await list(grace)).toMatchObject([
    { id: "backup:00000000-0000-0000-0000-000000000000", title: "old.tar", href: "/admin/backups" },
  ]);
  const [before] = await list(grace);
  await grace.run(({ db }) =>
    db
      .update(backups)
      .set({ createdAt: inHours(-60) })
      .where(eq(backups.fileName, "old.tar")),
  );
  expect((await list(grace))[0]?.since).toBe(before?.since);
  const verification = {
    isValid: false,
    tables: 0,
    rows: 0,
    files: 0,
    problem: "The table tasks differs",
    seconds: 1,
  };
  await add({ fileName: "broken.tar", createdAt: inHours(-30), verifiedAt: inHours(-29), verification });
  await add({ fileName: "failed.tar", state: "failed", reason: "The disk is full", createdAt: inHours(1) });
  const found = await list(grace);
  expect(new Set(found.map(({ title, reason }) => `${title}: ${reason}`))).toEqual(
    new Set([
      "broken.tar: This backup cannot be restored: The table tasks differs",
      "failed.tar: This backup failed: The disk is full",
    ]),
  );
  expect(await list(ada)).toEqual([]);
  expect(await list(as({ ...grace, isAgent: true }))).toEqual([]);
});

test("what waits for approval needs its person, in the session that can approve it", async () => {
  const ada = as({ ...(await aUser({ fullName: "Ada" })), credentialId: "this session" });
  const { userId } = ada;
  await ada.run(async ({ db, actor }) => {
    await db.insert(agentRequests).values({
      ...{
        userId,
        credentialId: "key",
        agentName: "Claude",
        capability: "emails.send",
        input: {},
        inputHash: "0",
      },
      ...{ summary: "Send “Offer” to Clara", expiresAt: inHours(12) },
    });
    const [chat] = await db.insert(assistantChats).values({ userId, title: "Offer" }).returning();
    const [message] = await db
      .insert(assistantMessages)
      .values({ userId, chatId: chat?.id ?? "", role: "assistant", content: "Shall I?" })
      .returning();
    const proposal = (summary: string, credentialId: string | null, expiresAt: Date) => ({
      ...{ userId, messageId: message?.id ?? "", capability: "tasks.delete", input: {}, summary },
      ...{ credentialId, expiresAt },
    });
    await db.insert(assistantProposals).values([
      proposal("Delete the task", actor.credentialId, inHours(0.2)),
      proposal("By mail", "mail", inHours(20)),
      {
        ...proposal(
          "Update the given fields of a task; an outdated `version` is rejected with the current task",
          "mail",
          inHours(20),
        ),
        capability: "tasks.update",
      },
      proposal("In another session", "other", inHours(0.2)),
      proposal("Expired", actor.credentialId, inHours(-0.2)),
    ]);
  });
  const shown = async (person: Person) =>
    new Set((await list(person)).map(({ kind, title }) => `${kind}: ${title}`));
  const expected = new Set([
    "approval: Send “Offer” to Clara",
    "proposal: By mail",
    "proposal: Update a task",
  ]);
  expect(await shown(as({ ...ada, credentialId: "another" }))).toEqual(expected);
  expect(await shown(ada)).toEqual(new Set([...expected, "proposal: Delete the task"]));
  const agent = as({ ...ada, isAgent: true, credentialId: "unknown key" });
  expect(await shown(agent)).toEqual(new Set());
});
