import { afterAll, beforeEach, expect, test } from "vitest";
import "../slices.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { connectedInstance, integrationsOf } from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { syncDueIntegrations } from "#features/integrations/jobs.ts";
import type { DataKind, Provider } from "#features/integrations/model.ts";
import type { Paging } from "#platform/testing/paging.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";

const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
const { server, standIn, enqueued, aConnected, atEnd } = await connectedInstance([
  slack.api,
  graph.api,
  google.api,
]);
afterAll(atEnd);

beforeEach(() => {
  for (const each of [slack, graph, google]) each.clear();
  standIn.clearFaults();
});

const at = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00Z`, timeZone: "UTC" });
const person = { id: "c1", displayName: "Clara Voss" };
/** One object to import. */
const ADD_ONE: Record<Provider, () => unknown> = {
  gmail: () => google.people.push({ id: "c1", resourceName: "people/c1", names: [person] }),
  outlook: () => graph.contacts.push(person),
  google_calendar: () => google.put({ id: "board", summary: "Board", start: at(8), end: at(9) }),
  outlook_calendar: () => graph.put({ id: "board", subject: "Board", start: at(8), end: at(9) }),
  slack: () => {
    slack.channels.set("C1", { name: "board", messages: [] });
    return slack.post("C1", "Who is in?");
  },
  teams: () => {
    graph.chats.set("19:board", { topic: "Board", messages: [] });
    return graph.postInChat("19:board", "Who is in?");
  },
};
const MORE: Partial<Record<Provider, DataKind[]>> = { gmail: ["contacts"], outlook: ["contacts"] };

test.each(Object.keys(ADD_ONE) as Provider[])(
  "G16: %s with invalid answers, failures or rate limits loses nothing, reports it, and is not retried early",
  async (provider) => {
    ADD_ONE[provider]();
    const ada = await aConnected(provider, MORE[provider]);
    const other = await anotherConnection(ada, provider);
    const faults = [
      ...["<h1>secret</h1>", '{"items": [', '{"value": 7, "ok": true}', "null"].map((invalidAnswer) => ({
        invalidAnswer,
      })),
      { status: 500 },
      { status: 503 },
    ];
    for (const fault of faults) {
      standIn.clearFaults();
      Object.assign(standIn.behaviour, fault);
      expect(await ada.sync()).toEqual({ error: expect.stringMatching(/sent an unexpected response/) });
      expect(await ada.row()).toMatchObject({ status: "connected", syncState: "waiting", syncDone: 0 });
    }
    // Automatic retries have growing pauses, up to about an hour.
    const { waitUntil } = await ada.row();
    const pause = Date.parse(waitUntil ?? "") - Date.now();
    expect(Math.round(pause / 3_600_000)).toBe(1);
    await syncDueIntegrations.run(server.services, {});
    expect(JSON.stringify(enqueued)).not.toContain(ada.userId);
    standIn.clearFaults();
    Object.assign(standIn.behaviour, { status: 429, retryAfter: "90" });
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("is limiting requests") });
    standIn.clearFaults();
    const asked = standIn.calls.length;
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("in 2 minutes") });
    expect(standIn.calls).toHaveLength(asked);
    await server.owner.query("update integrations set wait_until = null where user_id = $1", [ada.userId]);

    standIn.expireAccess();
    const before = standIn.calls.length;
    expect(await ada.sync()).toEqual({ count: 1 });
    expect(standIn.calls.slice(before).filter((call) => /token|oauth\.v2/.test(call))).toHaveLength(1);
    expect(await ada.sync()).toEqual({ count: 0 });
    standIn.behaviour.isRevoked = true;
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("Please connect again") });
    expect(await ada.row()).toMatchObject({ status: "error", syncState: "needs_you" });
    const runs = await ada.runs();
    expect(runs.filter(({ isSuccessful }) => isSuccessful)).toHaveLength(2);
    expect(runs).toHaveLength(faults.length + 4);
    expect(JSON.stringify(runs)).not.toContain("secret");
    await ada.invoke(integrations.disconnect, { provider });
    expect(await ada.row()).toMatchObject({ status: "disconnected" });
    expect(await other.row()).toEqual(other.before);
  },
);

/** A second connection of the person, which nothing that happens to the first one may change. */
async function anotherConnection(ada: Ada, provider: Provider) {
  const other: Provider = provider === "slack" ? "gmail" : "slack";
  await integrationsOf(ada, standIn).connect(other);
  const row = async () => {
    const mine = "select * from integrations where user_id = $1 and provider = $2";
    return (await server.owner.query(mine, [ada.userId, other])).rows;
  };
  await server.owner.query("update integrations set auto_sync = false where user_id = $1 and provider = $2", [
    ada.userId,
    other,
  ]);
  return { row, before: await row() };
}

type Ada = Awaited<ReturnType<typeof aConnected>>;
type Page = { items: { id: string }[] };
const range = { from: "2027-02-01T00:00:00Z", to: "2027-04-01T00:00:00Z", limit: 100 };
const eventsOf = async (ada: Ada) => ((await ada.invoke(events.list, range)) as Page).items;
const contactsOf = async (ada: Ada) => ((await ada.invoke(contacts.list)) as Page).items;
async function messagesOf(ada: Ada) {
  const found = ((await ada.invoke(conversations.list)) as Page).items;
  const pages = found.map(({ id }) => ada.invoke(messages.list, { conversationId: id }) as Promise<Page>);
  return (await Promise.all(pages)).flatMap(({ items }) => items);
}

type ImportCase = { put(nth: number): unknown; spoil(): unknown; had(ada: Ada): Promise<unknown[]> };
const NONSENSE = { dateTime: "never" };

/** Five objects to import, one that cannot be read, and those that the person has. */
const CASES: Record<Provider, ImportCase> = {
  gmail: {
    put: (nth) =>
      google.people.push({
        ...{ id: `c${nth}`, resourceName: `people/c${nth}` },
        names: [{ displayName: `Clara ${nth}` }],
      }),
    spoil: () => google.people.push({ id: "c6", resourceName: "people/c6", names: "Clara" }),
    had: contactsOf,
  },
  outlook: {
    put: (nth) => graph.contacts.push({ id: `c${nth}`, displayName: `Clara ${nth}` }),
    spoil: () => graph.contacts.push({ id: "c6", displayName: { deep: [Number.NaN, null] } }),
    had: contactsOf,
  },
  google_calendar: {
    put: (nth) => google.put({ id: `event${nth}`, summary: `No. ${nth}`, start: at(nth), end: at(nth + 1) }),
    spoil: () => google.put({ id: "event6", start: NONSENSE, end: NONSENSE }),
    had: eventsOf,
  },
  outlook_calendar: {
    put: (nth) => graph.put({ id: `event${nth}`, subject: `No. ${nth}`, start: at(nth), end: at(nth + 1) }),
    spoil: () => graph.put({ id: "event6", subject: "Never", start: NONSENSE, end: null }),
    had: eventsOf,
  },
  slack: {
    put: (nth) => {
      if (nth === 1) for (const name of ["C1", "C2", "C3"]) slack.channels.set(name, { name, messages: [] });
      return slack.post("C1", `Word ${nth}`);
    },
    spoil: () => slack.post("C1", 7 as never),
    had: messagesOf,
  },
  teams: {
    put: (nth) => {
      if (nth === 1) graph.chats.set("19:board", { topic: "Board", messages: [] });
      return graph.postInChat("19:board", `Word ${nth}`);
    },
    spoil: () => graph.chats.get("19:board")?.messages.push(BROKEN),
    had: messagesOf,
  },
};

/** Nested more deeply than any real message. */
const BROKEN = JSON.parse(
  `{"id":"6","createdDateTime":"never","lastModifiedDateTime":"2027-03-02T00:00:00.000Z","body":${"[".repeat(1000)}${"]".repeat(1000)}}`,
) as never;

test.each(Object.keys(CASES) as Provider[])(
  "G16: overlapping or repeated pages of %s duplicate nothing; a page loop is an error; bad items are quarantined",
  async (provider) => {
    const { put, spoil, had } = CASES[provider];
    const paging = (mode: Paging) =>
      [slack, graph, google].forEach(
        ({ behaviour }) => void Object.assign(behaviour, { pageSize: 2, paging: mode }),
      );
    for (const nth of [1, 2, 3, 4, 5]) put(nth);
    for (const mode of ["overlapping", "twice"] as const) {
      paging(mode);
      const ada = await aConnected(provider, MORE[provider]);
      expect(await ada.sync()).toEqual({ count: 5 });
      expect(await had(ada)).toHaveLength(5);
      expect(await ada.sync()).toEqual({ count: 0 });
      expect(await had(ada)).toHaveLength(5);
    }
    paging("stuck");
    const ada = await aConnected(provider, MORE[provider]);
    const asked = standIn.calls.length;
    expect(await ada.sync()).toEqual({ error: expect.stringMatching(/sent an unexpected response/) });
    expect(standIn.calls.length - asked).toBeLessThan(10);
    expect(await ada.row()).toMatchObject({ status: "connected", syncState: "waiting" });
    paging("right");
    spoil();
    expect(await ada.sync()).toEqual({ count: expect.any(Number) });
    expect((await ada.runs())[0]).toMatchObject({ quarantined: 1 });
    expect(await had(ada)).toHaveLength(5);
    const counts = (await ada.runs()).map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  },
);

test.each(Object.keys(CASES) as Provider[])(
  "G16: %s that breaks off at any of its answers loses nothing and duplicates nothing",
  async (provider) => {
    const { put, had } = CASES[provider];
    for (const { behaviour } of [slack, graph, google]) behaviour.pageSize = 2;
    for (const nth of [1, 2, 3, 4, 5]) put(nth);
    const ada = await aConnected(provider, MORE[provider]);
    const troubles = ["cut", "half", "packed", "moved"] as const;
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      const fault = troubles[runs % troubles.length];
      Object.assign(standIn.behaviour, { transportFault: fault, faultAfter: runs });
      isDone = "count" in ((await ada.sync()) as object);
    }
    expect(runs).toBeGreaterThan(3);
    expect(await had(ada)).toHaveLength(5);
    const counts = (await ada.runs()).map(({ count }) => Number(count));
    expect(counts).toHaveLength(runs);
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  },
);

test.each([
  ["google_calendar", google],
  ["outlook_calendar", graph],
] as const)(
  "G16: an event sent to %s exists there once, whichever answer breaks off",
  async (provider, service) => {
    const ada = await aConnected(provider);
    await ada.sync();
    const owned = (await ada.invoke(calendars.list)) as { items: { id: string; kind: string }[] };
    const calendarId = owned.items.find(({ kind }) => kind !== "local")?.id;
    const times = { startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z", zone: "UTC" };
    await ada.invoke(events.create, { title: "Board", calendarId, ...times });
    const troubles = ["half", "cut", "packed"] as const;
    for (let runs = 0, isDone = false; !isDone; runs += 1) {
      Object.assign(standIn.behaviour, {
        transportFault: troubles[runs % troubles.length],
        faultAfter: runs,
      });
      isDone = "count" in ((await ada.sync()) as object);
    }
    expect(service.all()).toHaveLength(1);
    expect(await eventsOf(ada)).toHaveLength(1);
    expect(await ada.sync()).toEqual({ count: 0 });
    expect(await eventsOf(ada)).toEqual([expect.objectContaining({ title: "Board", syncState: null })]);
  },
);
