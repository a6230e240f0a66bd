import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { eventInvitations } from "../event-invitations.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";
import { vevent, withoutReports } from "./caldav-server.factory.ts";

const enqueued: unknown[] = [];
const jobs = {
  enqueue: async (...job: unknown[]) => void enqueued.push(job.at(-1), job.at(-2)),
  publish: async () => undefined,
};
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });

type Calendar = { id: string; name: string; state: string; lastError: string | null };

const put = (uid: string, ...lines: string[]) =>
  server.request("PUT", `/ada/work/${uid}.ics`, vevent(uid, ...lines), { "content-type": "text/calendar" });

const read = async (uid: string) => {
  const answer = await server.request("GET", `/ada/work/${encodeURIComponent(uid)}.ics`);
  return answer.ok ? await answer.text() : null;
};

const MARCH = { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" };

async function connected(serverUrl: string) {
  const ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
  await ada.invoke(calendarAccounts.connect, {
    name: "Office",
    serverUrl,
    username: "ada",
    password: "secret",
  });
  const { items } = (await ada.invoke(calendars.list)) as { items: Calendar[] };
  const calendar = items.find(({ name }) => name === "Work");
  if (!calendar) throw new Error("The calendar was not found");
  const sync = async () => {
    await syncCalendars.run(testDb.services as never, { calendarId: calendar.id });
    return (await ada.invoke(calendars.get, { id: calendar.id })) as Calendar;
  };
  const listEvents = async () =>
    ((await ada.invoke(events.list, { ...MARCH, limit: 100 })) as { items: EventOnWire[] }).items;
  const titled = async (title: string) => {
    const found = (await listEvents()).find((event) => event.title === title);
    if (!found) throw new Error(`No event is titled ${title}`);
    return found;
  };
  const change = ({ id, version }: EventOnWire, fields: object) =>
    ada.invoke(events.update, { id, version, ...fields });
  return { ada, calendarId: calendar.id, sync, listEvents, titled, change };
}

test.each([
  ["with the report of changes", async () => server.url],
  ["without it", () => withoutReports(server.url, testDb.atEnd)],
])("a CalDAV calendar is synced in both directions %s", async (name, urlOf) => {
  const tag = name.replaceAll(" ", "-");
  const { ada, calendarId, sync, listEvents, titled, change } = await connected(await urlOf());
  await put(`${tag}-1`, "DTSTART:20270301T090000Z", "DTEND:20270301T100000Z", `SUMMARY:${tag} board`);
  await put(
    `${tag}-2`,
    "DTSTART;TZID=Europe/Berlin:20270302T090000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=3",
    `SUMMARY:${tag} jour fixe`,
  );
  expect(await sync()).toMatchObject({ state: "ok", lastError: null });
  expect((await listEvents()).filter(({ title }) => title.startsWith(tag))).toHaveLength(4);

  // Push: created, changed, one occurrence, deleted.
  const times = { startTime: "2027-04-01T10:00:00Z", endTime: "2027-04-01T11:00:00Z" };
  const made = (await ada.invoke(events.create, { title: "From here", ...times, calendarId })) as EventOnWire;
  await change(await titled(`${tag} board`), { location: "Harbour" });
  const [first] = (await listEvents()).filter(({ title }) => title === `${tag} jour fixe`);
  if (first) await change(first, { title: `${tag} moved`, scope: "this" });
  expect((await titled("From here")).syncState).toBe("pending");
  await sync();
  expect(await read(made.uid)).toContain("SUMMARY:From here");
  expect(await read(`${tag}-1`)).toContain("LOCATION:Harbour");
  expect(await read(`${tag}-2`)).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20270302T090000/);
  expect((await titled("From here")).syncState).toBe(null);
  await ada.invoke(events.delete, { id: made.id });
  await sync();
  expect(await read(made.uid)).toBe(null);
  await ada.invoke(events.restore, { id: made.id });
  await sync();
  expect(await read(made.uid)).toContain("SUMMARY:From here");

  // Pull: changed and deleted.
  await put(
    `${tag}-1`,
    "DTSTART:20270301T120000Z",
    "DTEND:20270301T130000Z",
    `SUMMARY:${tag} board`,
    "LOCATION:Harbour",
  );
  await server.request("DELETE", `/ada/work/${tag}-2.ics`);
  await sync();
  expect(await titled(`${tag} board`)).toMatchObject({ startTime: "2027-03-01T12:00:00.000Z" });
  expect((await listEvents()).filter(({ title }) => title.startsWith(tag))).toHaveLength(1);
  for (const uid of [`${tag}-1`, made.uid]) await server.request("DELETE", `/ada/work/${uid}.ics`);
});

test("changes on both sides are merged where possible; otherwise both versions stay until the user decides", async () => {
  const { ada, sync, titled, listEvents, change } = await connected(server.url);
  const START = ["DTSTART:20270301T090000Z", "DTEND:20270301T100000Z"];
  await put("both", ...START, "SUMMARY:Both");
  await sync();
  await change(await titled("Both"), { location: "Here" });
  await put("both", ...START, "SUMMARY:Both", "DESCRIPTION:There");
  await sync();
  expect(await titled("Both")).toMatchObject({ location: "Here", description: "There", syncState: null });
  const merged = await read("both");
  expect(merged).toContain("LOCATION:Here");
  expect(merged).toContain("DESCRIPTION:There");

  for (const [side, here, there] of [
    ["local", "Mine", "Mine"],
    ["remote", "Theirs", "Theirs"],
  ] as const) {
    await put("both", ...START, "SUMMARY:Start");
    await sync();
    await change(await titled("Start"), { title: "Mine" });
    await put("both", ...START, "SUMMARY:Theirs");
    await sync();
    const conflict = await titled("Mine");
    expect(conflict.syncState).toBe("conflict");
    expect(await ada.invoke(events.remoteVersion, { id: conflict.id })).toMatchObject({
      remote: { title: "Theirs" },
    });
    expect(await read("both")).toContain("SUMMARY:Theirs");
    await ada.invoke(events.resolve, { id: conflict.id, keep: side });
    await sync();
    expect(await titled(here)).toMatchObject({ syncState: null });
    expect(await read("both")).toContain(`SUMMARY:${there}`);
  }
  // Deleted here, changed on the server: it is restored instead of being lost.
  const deleted = await titled("Theirs");
  await ada.invoke(events.delete, { id: deleted.id });
  await put("both", ...START, "SUMMARY:Changed meanwhile");
  await sync();
  expect((await listEvents())[0]).toMatchObject({ id: deleted.id, syncState: "conflict" });
  await ada.invoke(events.resolve, { id: deleted.id, keep: "remote" });
  expect(await titled("Changed meanwhile")).toMatchObject({ syncState: null });
  await expect(ada.invoke(events.resolve, { id: deleted.id, keep: "local" })).rejects.toMatchObject({
    code: "conflict",
  });
  // Changed here, deleted on the server.
  await change(await titled("Changed meanwhile"), { title: "Kept" });
  await server.request("DELETE", "/ada/work/both.ics");
  await sync();
  expect(await titled("Kept")).toMatchObject({ syncState: "pending" });
  await sync();
  expect(await titled("Kept")).toMatchObject({ syncState: null });
  expect(await read("both")).toContain("SUMMARY:Kept");
});

test("the account check reports the step that failed, and the account has the right state", async () => {
  const ada = testDb.as(await testDb.aUser());
  const check = async (fields: object) => {
    const input = { serverUrl: server.url, username: "ada", password: "secret", ...fields };
    const { steps } = (await ada.invoke(calendarAccounts.check, input)) as {
      steps: { step: string; isOk: boolean; message: string }[];
    };
    return steps.at(-1);
  };
  expect(await check({})).toMatchObject({ step: "calendars", isOk: true });
  expect(await check({ password: "wrong" })).toMatchObject({
    step: "sign-in",
    isOk: false,
    message: expect.stringContaining("app password"),
  });
  expect(await check({ serverUrl: "http://127.0.0.1:9/" })).toMatchObject({
    step: "connection",
    isOk: false,
  });
  expect(await check({ serverUrl: "http://nowhere.invalid/" })).toMatchObject({ step: "name", isOk: false });
  await expect(
    ada.invoke(calendarAccounts.connect, { name: "x", serverUrl: "ftp://x", username: "a", password: "b" }),
  ).rejects.toMatchObject({ code: "invalid" });
  const { ada: carol, calendarId, sync } = await connected(server.url);
  await carol.invoke(calendarAccounts.connect, {
    name: "Home",
    serverUrl: server.url,
    username: "ada",
    password: "secret",
  });
  await testDb.owner.query(
    "update calendar_accounts set username = 'nobody' where user_id = $1 and name = 'Office'",
    [carol.userId],
  );
  expect(await sync()).toMatchObject({ state: "auth_failed" });
  const { items: accounts } = (await carol.invoke(calendarAccounts.list)) as {
    items: { id: string; name: string; state: string }[];
  };
  const items = accounts.filter(({ name }) => name === "Office");
  expect(items).toMatchObject([{ state: "auth_failed" }]);
  expect(accounts.find(({ name }) => name === "Home")).not.toMatchObject({ state: "auth_failed" });
  expect(JSON.stringify(items)).not.toContain("secret");
  expect(await carol.invoke(calendarAccounts.recheck, { id: items[0]?.id })).toHaveProperty("steps");
  await carol.invoke(calendarAccounts.delete, { id: items[0]?.id });
  await expect(carol.invoke(calendars.get, { id: calendarId })).rejects.toMatchObject({ code: "not_found" });
});

test("sync now syncs only the requested calendar", async () => {
  const { ada, calendarId } = await connected(server.url);
  const home = { name: "Home", serverUrl: server.url, username: "ada", password: "secret" };
  await ada.invoke(calendarAccounts.connect, home);
  await testDb.owner.query("update calendars set next_sync_at = '2030-01-01' where user_id = $1", [
    ada.userId,
  ]);
  await ada.invoke(calendars.refresh, { id: calendarId });
  const { rows } = await testDb.owner.query(
    "select id from calendars where user_id = $1 and next_sync_at < '2030-01-01'",
    [ada.userId],
  );
  expect(rows).toEqual([{ id: calendarId }]);
});

test("a local change is pushed automatically", async () => {
  const { calendarId, sync, titled, change } = await connected(server.url);
  await put("pushed", "DTSTART:20270305T090000Z", "DTEND:20270305T100000Z", "SUMMARY:Before");
  await sync();
  enqueued.length = 0;
  await change(await titled("Before"), { title: "After" });
  expect(enqueued).toContainEqual({ calendarId });
});

test("a server with its own scheduling receives the guests, and nobody is invited twice", async () => {
  const { ada, calendarId, sync, titled } = await connected(server.url);
  const bob = testDb.as(await testDb.aUser({ fullName: "Bob" }));
  const times = { startTime: "2027-04-01T09:00:00Z", endTime: "2027-04-01T10:00:00Z" };
  const { id } = (await ada.invoke(events.create, {
    ...{ ...times, title: "By the server", calendarId, attendees: [bob.email] },
  })) as EventOnWire;
  const countInvitationMails = async () =>
    (
      await testDb.owner.query("select 1 from emails where user_id = $1 and calendar_method is not null", [
        ada.userId,
      ])
    ).rowCount;
  await testDb.owner.query("update calendar_accounts set has_server_scheduling = true where user_id = $1", [
    ada.userId,
  ]);
  expect(await ada.invoke(eventInvitations.send, { eventId: id })).toEqual({
    ...{ eventId: id, invitation: "sent", notSentTo: [] },
  });
  await sync();
  const { uid } = await titled("By the server");
  expect((await read(uid))?.replaceAll("\r\n ", "")).toMatch(new RegExp(`ATTENDEE;.*mailto:${bob.email}`));
  await ada.invoke(eventInvitations.cancel, { eventId: id });
  await sync();
  expect(await read(uid)).toBeNull();
  expect(await countInvitationMails()).toBe(0);
  // Without server scheduling, the product itself mails the attendees.
  await testDb.owner.query("update calendar_accounts set has_server_scheduling = false where user_id = $1", [
    ada.userId,
  ]);
  const other = (await ada.invoke(events.create, {
    ...{ ...times, title: "By mail", calendarId, attendees: [bob.email] },
  })) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: other.id });
  expect(await countInvitationMails()).toBe(1);
});

test("a series that becomes a single event on the server is listed once", async () => {
  const { sync, listEvents } = await connected(server.url);
  const times = ["DTSTART:20270301T090000Z", "DTEND:20270301T100000Z", "SUMMARY:Rehearsal"];
  await put("rehearsal", ...times, "RRULE:FREQ=WEEKLY;COUNT=3");
  await sync();
  const rehearsals = async () => (await listEvents()).filter(({ title }) => title === "Rehearsal");
  expect(await rehearsals()).toHaveLength(3);
  await put("rehearsal", ...times);
  await sync();
  expect(await rehearsals()).toHaveLength(1);
});
