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
const { house, standIn, wanted, aConnected, atEnd } = await connectedInstance([
  slack.api,
  graph.api,
  google.api,
]);
afterAll(atEnd);
const { services, owner, aUser } = house;
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

const settle = (appUrl: string, slackSigningSecret: string | null = null) =>
  services.systemSettings.save(admin, {
    version: services.systemSettings.current.version,
    fields: { appUrl },
    secrets: { slackSigningSecret },
  });
const isReachable = () => settle("https://adjutant.example.com", "signing secret");

beforeEach(async () => {
  for (const each of [slack, graph, google]) each.clear();
  Object.assign(standIn.mood, { isRevoked: false, status: null, retryAfter: null, invalidAnswer: null });
  for (const each of [google.watches, graph.subscriptions]) each.state.deliver = deliver;
  wanted.length = 0;
  await settle("");
});

/** Runs the jobs that push notifications enqueued; returns their number. */
async function work(): Promise<number> {
  const told = wanted.splice(0).filter(({ job }) => job === syncChangedResource.name);
  for (const { payload } of told)
    await syncChangedResource.run(services, payload as z.output<typeof syncChangedResource.payload>);
  return told.length;
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
    "update push_channels set created_at = now() - interval '2 days', expires_at = now() + interval '1 minute'",
  );
const at = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00Z`, timeZone: "UTC" });

test("Google Calendar tells of a change, which comes at once; its channels are renewed and end with the connection", async () => {
  const ada = await aConnected("google_calendar");
  await ada.sync();
  expect([google.watches.open.size, (await ada.row()).isTold]).toEqual([0, false]);
  await isReachable();
  await ada.sync();
  expect([google.watches.open.size, (await ada.row()).isTold]).toEqual([1, true]);
  google.put({ id: "board", summary: "Board", start: at(8), end: at(9) });
  expect(await google.watches.tell("primary@example.com")).toEqual([204]);
  expect(await google.watches.tell("primary@example.com")).toEqual([204]);
  expect(new Set(wanted.map(({ key }) => key)).size).toBe(1);
  await work();
  expect(await titles(ada)).toEqual(["Board"]);
  expect((await ada.runs())[0]).toMatchObject({ isAutomatic: true, count: 1 });
  const runs = (await ada.runs()).length;
  await google.watches.tell("primary@example.com");
  expect(await work()).toBe(1);
  expect(await ada.runs()).toHaveLength(runs);

  const [before] = [...google.watches.open.keys()];
  await almostOver();
  await renewPush.run(services, {});
  expect(google.watches.open.size).toBe(1);
  expect([...google.watches.open.keys()]).not.toContain(before);
  expect(await google.watches.tell("primary@example.com", { "x-goog-channel-token": "made up" })).toEqual([
    404,
  ]);
  await ada.invoke(integrations.disconnect, { provider: "google_calendar" });
  expect(google.watches.open.size).toBe(0);
});

test("Microsoft Graph tries the address, tells with the state it was given, and is prolonged; what it forgot is opened anew", async () => {
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
  expect(await graph.subscriptions.tell(resource, { clientState: "made up" })).toEqual([404]);
  expect(await work()).toBe(0);
  expect(await graph.subscriptions.tell(resource)).toEqual([202]);
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
  expect(await graph.subscriptions.tell(resource)).toEqual([404]);
  await ada.invoke(integrations.disconnect, { provider: "outlook_calendar" });
  expect(graph.subscriptions.open.size).toBe(0);
});

test("Teams tells of chats and channels, each alone; where it is refused everything is asked for as before", async () => {
  await isReachable();
  graph.chats.set("19:board", { topic: "Board", messages: [] });
  graph.teams.set("t1", {
    name: "Lattice",
    channels: new Map([["19:general", { name: "General", roots: [] }]]),
  });
  graph.say("19:board", "Are you there?");
  graph.subscriptions.state.deliver = null;
  const ada = await reconnected("teams");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect((await ada.row()).isTold).toBe(false);
  graph.subscriptions.state.deliver = deliver;
  await ada.sync();
  const resources = ["/chats/19%3Aboard/messages", "/teams/t1/channels/19%3Ageneral/messages"];
  expect([...graph.subscriptions.open.values()].map(({ resource }) => resource).toSorted()).toEqual(
    resources,
  );
  graph.say("19:board", "Hello?");
  graph.tell("t1", "19:general", "Launch");
  await graph.subscriptions.tell(resources[1] ?? "");
  await work();
  expect(await words(ada, "Lattice · General")).toEqual(["Launch"]);
  expect(await words(ada, "Board")).toEqual(["Are you there?"]);
});

test("Slack tells, signed, of what is new, changed and deleted, however old it is; what is not signed makes nothing happen", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  const longAgo = (days: number) => (Date.now() / 1000 - days * 86_400).toFixed(6);
  const [old, older] = [longAgo(30), longAgo(40)];
  for (const ts of [older, old]) slack.say("C1", `Said at ${ts}`, { ts });
  const ada = await aConnected("slack");
  expect(await ada.sync()).toEqual({ count: 2 });
  await isReachable();
  expect((await ada.row()).isTold).toBe(true);
  const tell = (event: object, { secret = "signing secret", age = 0 } = {}) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - age);
    const body = JSON.stringify({ type: "event_callback", team_id: "T1", event });
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    const headers = { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
    return deliver("/webhooks/slack", { headers, body }).then(({ status }) => status);
  };
  slack.edit("C1", old, "Said otherwise");
  slack.remove("C1", older);
  const changed = { type: "message", subtype: "message_changed", channel: "C1", message: { ts: old } };
  expect(await tell(changed, { secret: "guessed" })).toBe(400);
  expect(await tell(changed, { age: 400 })).toBe(400);
  expect(await tell({ ...changed, channel: "C2" })).toBe(200);
  expect(await work()).toBe(0);
  expect(await tell(changed)).toBe(200);
  expect(await tell({ type: "message", subtype: "message_deleted", channel: "C1", deleted_ts: older })).toBe(
    200,
  );
  const ts = slack.say("C1", "New");
  expect(await tell({ type: "message", channel: "C1", ts })).toBe(200);
  expect(await work()).toBe(3);
  expect(await words(ada, "#board")).toEqual(["Said otherwise", "New"]);
  const body = JSON.stringify({ type: "url_verification", challenge: "word" });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac("sha256", "signing secret").update(`v0:${timestamp}:${body}`).digest("hex");
  const headers = { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
  expect((await deliver("/webhooks/slack", { headers, body })).body).toBe('{"challenge":"word"}');
  await settle("https://adjutant.example.com");
  expect(await tell(changed)).toBe(404);
});

test("an address of this house or without https is nobody's to tell", async () => {
  const ada = await aConnected("google_calendar");
  for (const address of ["http://adjutant.example.com", "https://192.168.1.10", "https://adjutant.local"]) {
    await settle(address);
    await ada.sync();
    expect(google.watches.open.size).toBe(0);
  }
});

async function words(ada: Ada, name: string): Promise<string[]> {
  const { items } = (await ada.invoke(conversations.list)) as { items: ConversationOnWire[] };
  const id = items.find((talk) => talk.name === name)?.id;
  const page = (await ada.invoke(messages.list, { conversationId: id })) as { items: MessageOnWire[] };
  return page.items.toReversed().map(({ content }) => content);
}

/** Connected under the address that is registered with the stand-in, and reachable at another from then on. */
async function reconnected(provider: "outlook_calendar" | "teams"): Promise<Ada> {
  await settle("");
  const ada = await aConnected(provider);
  await isReachable();
  return ada;
}
