import { beforeEach, expect, test } from "vitest";
import { calendarFiles } from "#features/calendar/calendar-files.ts";
import { anEvent } from "#features/calendar/factory.ts";
import { events } from "#features/calendar/tables.ts";
import { mailAccounts } from "#features/email/account-tables.ts";
import { anAccount } from "#features/email/factory.ts";
import { profile } from "#features/settings/profile.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "./dashboard.ts";
import type { FirstSteps } from "./first-steps.ts";

const { aUser, as, owner } = await testDatabase();

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

const stepsOf = async (person: Person, state: string) => {
  const { steps } = (await person.invoke(dashboard.firstSteps)) as FirstSteps;
  return steps.filter((each) => each.state === state).map(({ step }) => step);
};

test("a new account has six steps before it, in the order in which they help", async () => {
  expect(await stepsOf(ada, "open")).toEqual(["mail", "calendar", "timeZone", "import", "invite", "phone"]);
});

test("a step is done by what is there: an account, an event, a clock, a file, an invitation, a phone", async () => {
  const { userId } = ada;
  await ada.run(async ({ db }) => {
    await db.insert(mailAccounts).values(anAccount({ userId }));
    await db.insert(events).values(anEvent({ userId, startTime: new Date() }));
  });
  await ada.invoke(profile.adoptClock, { timeZone: "Europe/Berlin", hourCycle: "h23", firstWeekday: 1 });
  expect(await stepsOf(ada, "done")).toEqual(["mail", "calendar", "timeZone"]);
  await ada.invoke(calendarFiles.import, { text: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n" });
  const { id } = (await ada.invoke(workspaces.create, { name: "Board" })) as { id: string };
  expect(await stepsOf(ada, "open")).toEqual(["invite", "phone"]);
  await ada.invoke(invitations.create, { workspaceId: id, email: "clara@lattice.example" });
  await owner.query(
    `insert into sessions (user_id, token_hash, expires_at, user_agent)
     values ($1, 'of a phone', now() + interval '1 day', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')`,
    [userId],
  );
  expect(await stepsOf(ada, "open")).toEqual([]);
  expect(await stepsOf(bob, "done")).toEqual([]);
});

test("a workspace of one is no team; somebody in it is", async () => {
  expect(await ada.invoke(dashboard.firstSteps)).toMatchObject({ canInvite: false });
  const { id } = (await ada.invoke(workspaces.create, { name: "Board" })) as { id: string };
  expect(await stepsOf(ada, "open")).toContain("invite");
  expect(await ada.invoke(dashboard.firstSteps)).toMatchObject({ canInvite: true });
  await owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, 'member', 'active')",
    [id, bob.userId],
  );
  for (const person of [ada, bob]) expect(await stepsOf(person, "done")).toEqual(["invite"]);
});

test("a skipped step is skipped on every device until it is taken back, and done once it is done", async () => {
  await ada.invoke(profile.setFirstSteps, { isDone: false, skipped: ["import", "timeZone"] });
  expect(await stepsOf(ada, "skipped")).toEqual(["timeZone", "import"]);
  expect(await stepsOf(bob, "skipped")).toEqual([]);
  await ada.invoke(profile.adoptClock, { timeZone: "UTC", hourCycle: "h23", firstWeekday: 1 });
  expect(await stepsOf(ada, "done")).toEqual(["timeZone"]);
  await ada.invoke(profile.setFirstSteps, { isDone: false, skipped: [] });
  expect(await stepsOf(ada, "skipped")).toEqual([]);
});

test("the sample workspace does no step, and its workspaces take no invitation", async () => {
  const { timeZone: _, ...before } = await stateOf(ada);
  await ada.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });
  expect(await stateOf(ada)).toMatchObject(before);
  await ada.run(({ db }) => db.insert(events).values(anEvent({ userId: ada.userId, startTime: new Date() })));
  expect(await stepsOf(ada, "done")).toContain("calendar");
});

async function stateOf(person: Person): Promise<Record<string, unknown>> {
  const { steps, canInvite } = (await person.invoke(dashboard.firstSteps)) as FirstSteps;
  return { canInvite, ...Object.fromEntries(steps.map(({ step, state }) => [step, state])) };
}
