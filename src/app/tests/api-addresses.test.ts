import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
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
  const weekly = async () => {
    const rule = { rrule: "FREQ=WEEKLY;COUNT=3", zone: "UTC" };
    const times = { startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" };
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
});
