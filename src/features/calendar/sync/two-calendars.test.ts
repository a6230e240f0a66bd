import { beforeEach, expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";
import { vevent } from "./caldav-server.factory.ts";

// Two calendars of one account, with events alike: what happens in one leaves the other as it is.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });
const named = (name: string) =>
  `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`;
await server.request("MKCALENDAR", "/ada/home/", named("Home"));

type Name = "work" | "home";
const NAMES: readonly Name[] = ["work", "home"];
const START = ["DTSTART:20270301T090000Z", "DTEND:20270301T100000Z"];
const ACCOUNT = { name: "Office", serverUrl: server.url, username: "ada", password: "secret" };
const MARCH = { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z", limit: 100 };

const put = (name: Name, title: string, ...lines: string[]) =>
  server.request("PUT", `/ada/${name}/board.ics`, vevent("board", ...START, `SUMMARY:${title}`, ...lines), {
    "content-type": "text/calendar",
  });
const onServer = async (name: Name) => {
  const answer = await server.request("GET", `/ada/${name}/board.ics`);
  return /SUMMARY:(.*)\r/.exec(answer.ok ? await answer.text() : "")?.[1] ?? null;
};

let ada: Person;
let ids: Record<Name, string>;

const sync = (name: Name) => syncCalendars.run(testDb.services as never, { calendarId: ids[name] });
async function found(name: Name): Promise<EventOnWire | undefined> {
  const { items } = (await ada.invoke(events.list, MARCH)) as { items: EventOnWire[] };
  return items.find(({ calendarId }) => calendarId === ids[name]);
}
async function change(name: Name, title: string): Promise<void> {
  const event = await found(name);
  await ada.invoke(events.update, { id: event?.id, version: event?.version, title });
}

beforeEach(async () => {
  ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
  for (const name of NAMES) await put(name, `Board of ${name}`);
  await ada.invoke(calendarAccounts.connect, ACCOUNT);
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; name: string }[] };
  const idOf = (name: string) => items.find((each) => each.name === name)?.id ?? "";
  ids = { work: idOf("Work"), home: idOf("Home") };
  for (const name of NAMES) await sync(name);
  for (const name of NAMES) expect(await found(name)).toMatchObject({ title: `Board of ${name}` });
});

test("a change waits for the sync of its own calendar", async () => {
  await change("home", "Changed");
  await sync("work");
  expect(await found("home")).toMatchObject({ title: "Changed", syncState: "pending" });
  expect(await onServer("home")).toBe("Board of home");
  await sync("home");
  expect(await found("home")).toMatchObject({ syncState: null });
  expect([await onServer("home"), await onServer("work")]).toEqual(["Changed", "Board of work"]);
});

test("what the server deleted is deleted in its own calendar", async () => {
  await server.request("DELETE", "/ada/home/board.ics");
  for (const name of NAMES) await sync(name);
  expect(await found("home")).toBeUndefined();
  expect(await found("work")).toMatchObject({ title: "Board of work", syncState: null });
});

test("what the server deleted while it was changed here is created there again, in its own calendar", async () => {
  await change("home", "Changed");
  await change("work", "Also changed");
  await server.request("DELETE", "/ada/home/board.ics");
  for (const _ of ["noticed", "created"]) await sync("home");
  expect(await found("home")).toMatchObject({ title: "Changed", syncState: null });
  expect(await onServer("home")).toBe("Changed");
  expect(await found("work")).toMatchObject({ title: "Also changed", syncState: "pending" });
  expect(await onServer("work")).toBe("Board of work");
});

test.each(["local", "remote"] as const)("a conflict is resolved as '%s' for its own event", async (side) => {
  for (const name of NAMES) {
    await change(name, `Mine of ${name}`);
    await put(name, `Theirs of ${name}`);
    await sync(name);
    expect(await found(name)).toMatchObject({ syncState: "conflict" });
  }
  await ada.invoke(events.resolve, { id: (await found("home"))?.id, keep: side });
  expect(await found("work")).toMatchObject({ title: "Mine of work", syncState: "conflict" });
  for (const name of NAMES) await sync(name);
  const chosen = side === "local" ? "Mine of home" : "Theirs of home";
  expect(await found("home")).toMatchObject({ title: chosen, syncState: null });
  expect(await onServer("home")).toBe(chosen);
  expect(await found("work")).toMatchObject({ title: "Mine of work", syncState: "conflict" });
  expect(await onServer("work")).toBe("Theirs of work");
});

test("an account is checked with its own password", async () => {
  const wrong = "update calendar_accounts set username = 'nobody' where user_id = $1";
  await testDb.owner.query(wrong, [ada.userId]);
  await ada.invoke(calendarAccounts.connect, { ...ACCOUNT, name: "Second" });
  const { items } = (await ada.invoke(calendarAccounts.list)) as { items: { id: string; name: string }[] };
  const lastStep = async (account: string) => {
    const id = items.find(({ name }) => name === account)?.id;
    const { steps } = (await ada.invoke(calendarAccounts.recheck, { id })) as { steps: { isOk: boolean }[] };
    return steps.at(-1);
  };
  expect(await lastStep("Office")).toMatchObject({ step: "sign-in", isOk: false });
  expect(await lastStep("Second")).toMatchObject({ step: "calendars", isOk: true });
});
