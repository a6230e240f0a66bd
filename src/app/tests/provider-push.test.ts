import { createHmac } from "node:crypto";
import { Hono } from "hono";
import { afterAll, beforeEach, expect, test } from "vitest";
import "../slices.ts";
import type { z } from "zod";
import { events } from "#features/calendar/calendar-events.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import type { ConversationOnWire, MessageOnWire } from "#features/communication/model.ts";
import { connectedInstance } from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { renewPush, syncChangedResource } from "#features/integrations/jobs.ts";
import { callbackRoute } from "#features/integrations/routes.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { createLog } from "#platform/log/log.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import type { Deliver } from "#platform/testing/stand-ins/push-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";

const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
const { server, standIn, enqueued, aConnected, atEnd } = await connectedInstance([
  slack.api,
  graph.api,
  google.api,
]);
afterAll(atEnd);
const { services, owner, aUser } = server;
const admin = await aUser({ roles: ["admin"] });

const log = createLog("silent");
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
callbackRoute(app, { services, log });
const deliver: Deliver = async (address, given) => {
  const answer = await app.request(address, { method: "POST", ...given });
  const type = answer.headers.get("content-type") ?? "";
  return { status: answer.status, type, body: await answer.text() };
};

const configure = (appUrl: string, slackSigningSecret: string | null = null) =>
  services.systemSettings.save(admin, {
    version: services.systemSettings.current.version,
    fields: { appUrl },
    secrets: { slackSigningSecret },
  });
const isReachable = () => configure("https://adjutant.example.com", "signing secret");

beforeEach(async () => {
  for (const each of [slack, graph, google]) each.clear();
  Object.assign(standIn.behaviour, { isRevoked: false, status: null, retryAfter: null, invalidAnswer: null });
  for (const each of [google.watches, graph.subscriptions]) each.state.deliver = deliver;
  enqueued.length = 0;
  await configure("");
});

/** Runs the jobs that push notifications enqueued; returns their number. */
async function work(): Promise<number> {
  const syncJobs = enqueued.splice(0).filter(({ job }) => job === syncChangedResource.name);
  for (const { payload } of syncJobs)
    await syncChangedResource.run(services, payload as z.output<typeof syncChangedResource.payload>);
  return syncJobs.length;
}
type Ada = Awaited<ReturnType<typeof aConnected>>;
const titles = async (ada: Ada) => {
  const asked = { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" };
  return ((await ada.invoke(events.list, asked)) as { items: { title: string }[] }).items.map(
    ({ title }) => title,
  );
};
const almostOver = () =>
  owner.query(
    "update push_channels set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' + interval '1 minute'",
  );
const at = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00Z`, timeZone: "UTC" });

test("a Google Calendar push syncs the change at once; channels are renewed and end with the connection", async () => {
  const ada = await aConnected("google_calendar");
  await ada.sync();
  expect([google.watches.open.size, (await ada.row()).hasPush]).toEqual([0, false]);
  await isReachable();
  await ada.sync();
  expect([google.watches.open.size, (await ada.row()).hasPush]).toEqual([1, true]);
  google.put({ id: "board", summary: "Board", start: at(8), end: at(9) });
  expect(await google.watches.notify("primary@example.com")).toEqual([204]);
  expect(await google.watches.notify("primary@example.com")).toEqual([204]);
  expect(new Set(enqueued.map(({ key }) => key)).size).toBe(1);
  await work();
  expect(await titles(ada)).toEqual(["Board"]);
  expect((await ada.runs())[0]).toMatchObject({ isAutomatic: true, count: 1 });
  const runs = (await ada.runs()).length;
  await google.watches.notify("primary@example.com");
  expect(await work()).toBe(1);
  expect(await ada.runs()).toHaveLength(runs);

  const [before] = [...google.watches.open.keys()];
  await almostOver();
  await renewPush.run(services, {});
  expect(google.watches.open.size).toBe(1);
  expect([...google.watches.open.keys()]).not.toContain(before);
  expect(await google.watches.notify("primary@example.com", { "x-goog-channel-token": "made up" })).toEqual([
    404,
  ]);
  await ada.invoke(integrations.disconnect, { provider: "google_calendar" });
  expect(google.watches.open.size).toBe(0);
});

test("Microsoft Graph validates the address and pushes with its state; subscriptions are renewed or recreated", async () => {
  await isReachable();
  const ada = await reconnected("outlook_calendar");
  await ada.sync();
  const resource = "/me/calendars/main/events";
  const [opened] = [...graph.subscriptions.open.values()];
  expect(opened).toMatchObject({
    resource,
    notificationUrl: "https://adjutant.example.com/webhooks/microsoft",
  });
  graph.put({ id: "board", subject: "Board", start: at(8), end: at(9) });
  expect(await graph.subscriptions.notify(resource, { clientState: "made up" })).toEqual([404]);
  expect(await work()).toBe(0);
  expect(await graph.subscriptions.notify(resource)).toEqual([202]);
  expect(await work()).toBe(1);
  expect(await titles(ada)).toEqual(["Board"]);

  const until = opened?.expirationDateTime ?? "";
  await almostOver();
  await renewPush.run(services, {});
  expect([...graph.subscriptions.open.values()][0]?.expirationDateTime.localeCompare(until)).toBe(1);
  graph.subscriptions.open.clear();
  await almostOver();
  await renewPush.run(services, {});
  expect(graph.subscriptions.open.size).toBe(1);
  const { version } = await ada.row();
  await ada.invoke(integrations.update, { provider: "outlook_calendar", autoSync: false, version });
  expect(await graph.subscriptions.notify(resource)).toEqual([404]);
  await ada.invoke(integrations.disconnect, { provider: "outlook_calendar" });
  expect(graph.subscriptions.open.size).toBe(0);
});

test("Teams pushes chats and channels, each alone; if refused, everything is polled as before", async () => {
  await isReachable();
  graph.chats.set("19:board", { topic: "Board", messages: [] });
  graph.teams.set("t1", {
    name: "Lattice",
    channels: new Map([["19:general", { name: "General", roots: [] }]]),
  });
  graph.postInChat("19:board", "Are you there?");
  graph.subscriptions.state.deliver = null;
  const ada = await reconnected("teams");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await ada.row()).hasPush).toBe(false);
  graph.subscriptions.state.deliver = deliver;
  await ada.sync();
  const resources = ["/chats/19%3Aboard/messages", "/teams/t1/channels/19%3Ageneral/messages"];
  expect([...graph.subscriptions.open.values()].map(({ resource }) => resource).toSorted()).toEqual(
    resources,
  );
  graph.postInChat("19:board", "Hello?");
  graph.postInChannel("t1", "19:general", "Launch");
  await graph.subscriptions.notify(resources[1] ?? "");
  await work();
  expect(await words(ada, "Lattice · General")).toEqual(["Launch"]);
  expect(await words(ada, "Board")).toEqual(["Are you there?"]);
});

test("signed Slack events update new, changed and deleted messages of any age; unsigned events do nothing", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  const longAgo = (days: number) => (Date.now() / 1000 - days * 86_400).toFixed(6);
  const [old, older] = [longAgo(30), longAgo(40)];
  for (const ts of [older, old]) slack.post("C1", `Said at ${ts}`, { ts });
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 2 });
  await isReachable();
  expect((await ada.row()).hasPush).toBe(true);
  const pushEvent = (event: object, { secret = "signing secret", age = 0 } = {}) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - age);
    const body = JSON.stringify({ type: "event_callback", team_id: "T1", event });
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    const headers = { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
    return deliver("/webhooks/slack", { headers, body }).then(({ status }) => status);
  };
  slack.edit("C1", old, "Said otherwise");
  slack.remove("C1", older);
  const changed = { type: "message", subtype: "message_changed", channel: "C1", message: { ts: old } };
  expect(await pushEvent(changed, { secret: "guessed" })).toBe(400);
  expect(await pushEvent(changed, { age: 400 })).toBe(400);
  expect(await pushEvent({ ...changed, channel: "C2" })).toBe(200);
  expect(await work()).toBe(0);
  expect(await pushEvent(changed)).toBe(200);
  expect(
    await pushEvent({ type: "message", subtype: "message_deleted", channel: "C1", deleted_ts: older }),
  ).toBe(200);
  const ts = slack.post("C1", "New");
  expect(await pushEvent({ type: "message", channel: "C1", ts })).toBe(200);
  expect(await work()).toBe(3);
  expect(await words(ada, "#board")).toEqual(["Said otherwise", "New"]);
  const body = JSON.stringify({ type: "url_verification", challenge: "word" });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac("sha256", "signing secret").update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
  expect((await deliver("/webhooks/slack", { headers, body })).body).toBe('{"challenge":"word"}');
  await configure("https://adjutant.example.com");
  expect(await pushEvent(changed)).toBe(404);
});

test("no push channel is opened for a local address or one without https", async () => {
  const ada = await aConnected("google_calendar");
  for (const address of ["http://adjutant.example.com", "https://192.168.1.10", "https://adjutant.local"]) {
    await configure(address);
    await ada.sync();
    expect(google.watches.open.size).toBe(0);
  }
});

async function words(ada: Ada, name: string): Promise<string[]> {
  const { items } = (await ada.invoke(conversations.list)) as { items: ConversationOnWire[] };
  const id = items.find((conversation) => conversation.name === name)?.id;
  const page = (await ada.invoke(messages.list, { conversationId: id })) as { items: MessageOnWire[] };
  return page.items.toReversed().map(({ content }) => content);
}

/** Connected under the address that is registered with the stand-in, and reachable at another from then on. */
async function reconnected(provider: "outlook_calendar" | "teams"): Promise<Ada> {
  await configure("");
  const ada = await aConnected(provider);
  await isReachable();
  return ada;
}
