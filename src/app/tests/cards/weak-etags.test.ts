import { expect, test } from "vitest";
import "../../slices.ts";
import { calendarAccounts } from "#features/calendar/calendar-accounts.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { syncCalendars } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { httpRelay, type Intercepted } from "#platform/testing/servers/http-relay.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { connectedAda } from "./factory.ts";

// A server that has only weak ETags, which no If-Match matches (RFC 9110, 13.1.1).

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const server = await addressBookServer(["people"]);

/** `act` runs once, ahead of the next request to write the card. */
async function connected() {
  const asked: Intercepted[] = [];
  const next: { act?: (() => Promise<void>) | undefined; at?: string } = {};
  const before = async (request: Intercepted) => {
    asked.push(request);
    const { act } = next;
    if (!act || request.method !== next.at || !/\.(vcf|ics)$/.test(request.path)) return undefined;
    next.act = undefined;
    await act();
    return undefined;
  };
  const relay = await httpRelay(server.signIn.serverUrl, before, [], true);
  const writes = () => asked.filter(({ method }) => method === "PUT").length;
  return { relay, next, writes, ...(await connectedAda(app, server, relay)) };
}

const putClara = (name: string, ...lines: string[]) =>
  server.put("people/clara", "UID:c", `FN:${name}`, `N:${name.replace(/(.*) (.*)/, "$2;$1")};;;`, ...lines);
const readClara = () => server.read("people/clara");

test("a changed contact is written once, and again when it is changed again", async () => {
  await putClara("Clara Voss", "X-PET:Cat");
  const { sync, change, find, writes } = await connected();
  await change("Clara Voss", { contactPhone: "+49 40 1" });
  await sync();
  expect(await readClara()).toEqual(expect.arrayContaining(["TEL:+49 40 1", "X-PET:Cat"]));
  await change("Clara Voss", { contactPhone: "+49 40 2" });
  await sync();
  await sync();
  expect(await readClara()).toContain("TEL:+49 40 2");
  expect(await find("Clara Voss")).toMatchObject({ cardState: "synced" });
  expect(writes()).toBe(2);
});

test("a card that another client changed is merged, not overwritten", async () => {
  await putClara("Clara Voss");
  const { sync, change, find, next } = await connected();
  await change("Clara Voss", { contactPhone: "+49 40 1" });
  // After the sync has read what changed, and before the ETag is read again to write.
  Object.assign(next, { at: "PROPFIND", act: () => putClara("Clara Voss", "ORG:Oak") });
  await sync();
  expect(next.act).toBeUndefined();
  expect(await readClara()).toEqual(expect.arrayContaining(["ORG:Oak", "TEL:+49 40 1"]));
  expect(await find("Clara Voss")).toMatchObject({ organization: "Oak", cardState: "synced" });
});

test("a deleted contact is removed there, unless it was changed there; a change wins over a deletion", async () => {
  await putClara("Clara Voss");
  const { ada, sync, find, change, next } = await connected();
  await ada.invoke(contacts.delete, { id: (await find("Clara Voss")).id });
  Object.assign(next, { at: "PROPFIND", act: () => putClara("Clara Kant") });
  await sync();
  expect(await find("Clara Kant")).toMatchObject({ deletedAt: null });
  expect(await readClara()).toContain("FN:Clara Kant");
  await ada.invoke(contacts.delete, { id: (await find("Clara Kant")).id });
  await sync();
  expect(await readClara()).toBeNull();

  await putClara("Clara Voss");
  await sync();
  await change("Clara Voss", { contactPhone: "+49 40 1" });
  Object.assign(next, { at: "PROPFIND", act: () => server.remove("people/clara") });
  await sync();
  expect(next.act).toBeUndefined();
  expect(await find("Clara Voss")).toMatchObject({ contactPhone: "+49 40 1", cardState: "synced" });
  expect(await readClara()).toContain("TEL:+49 40 1");
});

test("a changed event is written as well", async () => {
  const { relay, ada, next } = await connected();
  const uid = "plans@phone";
  const lines = ["SUMMARY:Plans", "DTSTART:20270301T090000Z", "DTEND:20270301T100000Z", "X-PET:Cat"];
  const text = (...changed: string[]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", "BEGIN:VEVENT", `UID:${uid}`]
      .concat(["DTSTAMP:20260101T000000Z", ...lines, ...changed, "END:VEVENT", "END:VCALENDAR", ""])
      .join("\r\n");
  const put = async (...changed: string[]) => {
    const type = { "content-type": "text/calendar" };
    expect((await server.request("PUT", "/ada/work/plans.ics", text(...changed), type)).ok).toBe(true);
  };
  const read = async () => (await server.request("GET", "/ada/work/plans.ics")).text();
  await put();
  await ada.invoke(calendarAccounts.connect, {
    ...{ name: "Office", serverUrl: relay, username: "ada", password: "secret" },
  });
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; name: string }[] };
  const calendarId = items.find(({ name }) => name === "Work")?.id ?? "";
  const sync = () => syncCalendars.run(app.services, { calendarId });
  const event = async () => {
    const range = { from: "2027-02-01T00:00:00Z", to: "2027-04-01T00:00:00Z", limit: 100 };
    const found = (await ada.invoke(events.list, range)) as { items: EventOnWire[] };
    const [first] = found.items;
    if (!first) throw new Error("No event");
    return first;
  };
  await sync();
  const change = async (fields: object) => {
    const { id, version } = await event();
    await ada.invoke(events.update, { id, version, ...fields });
  };
  await change({ title: "Plans for May" });
  await sync();
  expect(await read()).toContain("SUMMARY:Plans for May");
  expect(await read()).toContain("X-PET:Cat");
  await change({ title: "Plans for June" });
  Object.assign(next, { at: "PROPFIND", act: () => put("LOCATION:Room 4") });
  await sync();
  await sync();
  expect(await read()).toContain("LOCATION:Room 4");
});
