import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { aTestServer } from "../factory.ts";

// What may be part of an address: ids, dates and choices, but no text of people.

const { address, aUser, as } = await aTestServer();
const ada = as(await aUser());
const input = { name: "Program", scopes: ["read", "write", "destroy"] };
const { key } = (await ada.invoke(apiKeys.create, input)) as { key: string };

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

test("reads that take text accept it in a body, and in an address as before", async () => {
  await ada.invoke(tasks.create, { title: "Write the offer" });
  await ada.invoke(tasks.create, { title: "Call Bob" });
  const titles = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title);
  expect(titles(await call("POST", "/tasks/list", { text: "offer" }))).toEqual(["Write the offer"]);
  expect(titles(await call("GET", "/tasks?text=offer"))).toEqual(["Write the offer"]);
  const found = await call("POST", "/search/query", { text: "offer" });
  expect(found).toMatchObject({ status: 200, body: { results: [{ title: "Write the offer" }] } });
  expect(await call("GET", "/search/query?text=offer")).toEqual(found);
});

test("a read with a body needs no more than a key that reads", async () => {
  const readOnly = { name: "Reader", scopes: ["read"] };
  const { key: reader } = (await ada.invoke(apiKeys.create, readOnly)) as { key: string };
  const headers = { authorization: `Bearer ${reader}` };
  const ask = (path: string) => fetch(`${address}/api/v1${path}`, { method: "POST", headers, body: "{}" });
  expect((await ask("/tasks/list")).status).toBe(200);
  expect((await ask("/tasks")).status).toBe(403);
});

test("a deletion takes its choices as parameters, and in a body as before", async () => {
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const weekly = async () => {
    const rule = { rrule: "FREQ=WEEKLY;COUNT=3", zone: "UTC" };
    const times = { startTime: `${nextMonth}T09:00:00Z`, endTime: `${nextMonth}T10:00:00Z` };
    await ada.invoke(events.create, { title: "Review", ...times, ...rule });
    return ((await ada.invoke(events.list, { text: "Review" })) as { items: EventOnWire[] }).items;
  };
  const [first] = await weekly();
  expect(await call("DELETE", `/events/${first?.id}?scope=all`)).toMatchObject({ status: 200 });
  const [second, ...others] = await weekly();
  expect(others).toHaveLength(2);
  expect(await call("DELETE", `/events/${second?.id}`, { scope: "this" })).toMatchObject({ status: 200 });
  const left = (await ada.invoke(events.list, { text: "Review" })) as { items: EventOnWire[] };
  expect(left.items).toHaveLength(2);
  expect(await call("DELETE", `/events/${others[0]?.id}?scope=some`)).toMatchObject({ status: 400 });
  expect(await call("DELETE", `/events/${others[0]?.id}?colour=red`)).toMatchObject({ status: 400 });
});

test("a read with a body takes nothing from its address", async () => {
  const refused = await call("POST", "/tasks/list?limit=1", { text: "offer" });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: "invalid" } } });
});

test("lists and null are read from an address where null is possible too", async () => {
  const made = (contactName: string) =>
    ada.invoke(contacts.create, { contactName }) as Promise<{ id: string }>;
  const [clara, bob] = [await made("Clara Voss"), await made("Bob Marsh")];
  await made("Eve Stone");
  const exported = (query: string) => call("GET", `/contact-cards/export?${query}`);
  expect(await exported(`ids=${clara.id}`)).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await exported(`ids=${clara.id}&ids=${bob.id}`)).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await exported("ids=null&version=null")).toMatchObject({ status: 200, body: { count: 3 } });
  expect(await exported("ids=none")).toMatchObject({ status: 400 });
});

test("a read for anyone needs no key and no Origin, and a booking needs the Origin of the instance", async () => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${address}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const [from, to] = ["2035-03-05T00:00:00Z", "2035-03-06T00:00:00Z"];
  const slots = { slug: "no-such-page", from, to };
  expect((await post("/bookings/slots", slots)).status).toBe(404);
  expect((await post("/bookings/slots", slots, { origin: "https://evil.example" })).status).toBe(403);
  const token = "x".repeat(40);
  expect((await post("/bookings/cancel", { token })).status).toBe(403);
  expect((await post("/bookings/cancel", { token }, { origin: address })).status).toBe(404);
  expect((await post("/tasks/list", {})).status).toBe(403);
});
