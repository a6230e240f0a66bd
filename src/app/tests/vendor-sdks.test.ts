import { calendar } from "@googleapis/calendar";
import { Client, HTTPMessageHandler } from "@microsoft/microsoft-graph-client";
import { ErrorCode, LogLevel, WebClient } from "@slack/web-api";
import { afterAll, beforeEach, expect, test } from "vitest";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { oauthStandIn } from "#platform/testing/stand-ins/oauth-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";

/** The vendors' own clients work with our stand-ins, so that these do not drift towards what our client expects. */
const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
const registered = {
  clientId: "adjutant",
  clientSecret: "secret",
  redirectUri: "http://127.0.0.1:3000/back",
};
const standIn = await oauthStandIn(registered, [slack.api, graph.api, google.api]);
afterAll(() => standIn.close());

let token = "";
beforeEach(() => {
  for (const each of [slack, graph, google]) each.clear();
  token = standIn.aToken();
});

const at = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00Z`, timeZone: "Europe/Berlin" });
const utc = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00.0000000`, timeZone: "UTC" });
/** The error of a refused request. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: { code?: unknown; status?: unknown; statusCode?: unknown; data?: unknown }) => error,
  );

test("@slack/web-api pages through channels and history, reads threads, posts into them and gets refusals", async () => {
  slack.channels.set("C1", { name: "board", messages: [] });
  slack.channels.set("C2", { name: "launch", messages: [] });
  const plan = slack.post("C1", "The plan");
  for (const words of ["One", "Two"]) slack.post("C1", words, { thread_ts: plan });
  slack.post("C1", "Next");
  slack.edit("C1", plan, "The better plan");
  slack.behaviour.pageSize = 1;
  const client = new WebClient(token, {
    ...{ slackApiUrl: `${standIn.url}/api/`, logLevel: LogLevel.ERROR, retryConfig: { retries: 0 } },
  });
  expect(await client.auth.test()).toMatchObject({ ok: true, user_id: "U1", team_id: "T1" });
  const names: (string | undefined)[] = [];
  for await (const page of client.paginate("users.conversations", { limit: 1 }))
    for (const { name } of (page as { channels?: { name?: string }[] }).channels ?? []) names.push(name);
  expect(names).toEqual(["board", "launch"]);
  const { messages } = await client.conversations.history({ channel: "C1", limit: 1 });
  expect(messages).toMatchObject([{ type: "message", text: "Next", user: "U2" }]);
  const one = { channel: "C1", oldest: plan, latest: plan, inclusive: true, limit: 1 };
  const [parent] = (await client.conversations.history(one)).messages ?? [];
  expect(parent).toMatchObject({ text: "The better plan", reply_count: 2, edited: { user: "U2" } });
  slack.behaviour.pageSize = 200;
  await client.chat.postMessage({ channel: "C1", text: "Three", thread_ts: plan });
  const thread = await client.conversations.replies({ channel: "C1", ts: plan });
  expect(thread.messages?.map(({ text }) => text)).toEqual(["The better plan", "One", "Two", "Three"]);
  expect(await refusal(client.conversations.history({ channel: "C9" }))).toMatchObject({
    code: ErrorCode.PlatformError,
    data: { ok: false, error: "channel_not_found" },
  });
  const unauthorized = new WebClient("made up", {
    slackApiUrl: `${standIn.url}/api/`,
    logLevel: LogLevel.ERROR,
  });
  expect(await refusal(unauthorized.users.list({}))).toMatchObject({ data: { error: "invalid_auth" } });
});

test("@googleapis/calendar lists, pages with tokens, updates with versions, watches, and gets 410 and 412", async () => {
  const client = calendar({
    version: "v3",
    rootUrl: `${standIn.url}/`,
    headers: { authorization: `Bearer ${token}` },
    retry: false,
  });
  const calendarId = "primary@example.com";
  const { data: calendars } = await client.calendarList.list();
  expect(calendars.items).toMatchObject([{ id: calendarId, accessRole: "owner" }]);
  const made = await client.events.insert({
    calendarId,
    requestBody: { id: "board", summary: "Board", start: at(8), end: at(9) },
  });
  google.put({ id: "other", summary: "Other", start: at(8), end: at(9) });
  const first = await client.events.list({ calendarId, maxResults: 1 });
  expect([first.data.items?.length, first.data.nextSyncToken]).toEqual([1, undefined]);
  const last = await client.events.list({
    calendarId,
    maxResults: 1,
    pageToken: first.data.nextPageToken ?? "",
  });
  const syncToken = last.data.nextSyncToken ?? "";
  const over = (etag: string) =>
    client.events.patch(
      { calendarId, eventId: "board", requestBody: { summary: "Board and council" } },
      { headers: { "if-match": etag } },
    );
  expect((await over(made.data.etag ?? "")).data).toMatchObject({
    summary: "Board and council",
    status: "confirmed",
  });
  expect(await refusal(over(made.data.etag ?? ""))).toMatchObject({ status: 412 });
  await client.events.delete({ calendarId, eventId: "other" });
  const { data: changes } = await client.events.list({ calendarId, syncToken });
  expect(changes.items).toMatchObject([
    { summary: "Board and council" },
    { summary: "Other", status: "cancelled" },
  ]);
  const watch = { id: "watch-1", type: "web_hook", address: "https://adjutant.example.com/x", token: "word" };
  const { data: channel } = await client.events.watch({ calendarId, requestBody: watch });
  expect(Number(channel.expiration)).toBeGreaterThan(Date.now());
  await client.channels.stop({ requestBody: { id: "watch-1", resourceId: channel.resourceId ?? "" } });
  google.expireTokens();
  expect(await refusal(client.events.list({ calendarId, syncToken }))).toMatchObject({ status: 410 });
});

test("@microsoft/microsoft-graph-client follows deltas, writes with If-Match, subscribes, and gets 410 and 412", async () => {
  // Its own middleware sends tokens only over https: the header is set here, the rest of the client is unchanged.
  const client = Client.initWithMiddleware({
    ...{ baseUrl: `${standIn.url}/`, defaultVersion: "v1.0", middleware: new HTTPMessageHandler() },
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  });
  const rest = (link: string) => link.slice(`${standIn.url}/v1.0`.length);
  for (const id of ["one", "two"]) graph.put({ id, subject: id, start: utc(8), end: utc(9) });
  graph.behaviour.pageSize = 1;
  const delta = "/me/calendars/main/calendarView/delta";
  const window = { startDateTime: "2027-01-01T00:00:00Z", endDateTime: "2028-01-01T00:00:00Z" };
  const first = await client.api(delta).query(window).get();
  const last = await client.api(rest(first["@odata.nextLink"])).get();
  expect([...first.value, ...last.value].map(({ subject }: { subject: string }) => subject)).toEqual([
    "one",
    "two",
  ]);
  const over = (etag: string) =>
    client.api("/me/events/one").header("if-match", etag).patch({ subject: "One, moved" });
  const etag = first.value[0]["@odata.etag"];
  expect(await over(etag)).toMatchObject({ subject: "One, moved" });
  expect(await refusal(over(etag))).toMatchObject({ statusCode: 412, code: "ErrorIrresolvableConflict" });
  await client.api("/me/events/two").delete();
  graph.behaviour.pageSize = 200;
  const changes = await client.api(rest(last["@odata.deltaLink"])).get();
  expect(changes.value).toMatchObject([
    { subject: "One, moved" },
    { id: "two", "@removed": { reason: "deleted" } },
  ]);
  graph.teams.set("t1", { name: "Lattice", channels: new Map([["c1", { name: "General", roots: [] }]]) });
  graph.postInChannel("t1", "c1", "Launch");
  await client.api("/teams/t1/channels/c1/messages").post({ body: { content: "From the client" } });
  const page = await client.api("/teams/t1/channels/c1/messages/delta").expand("replies").get();
  expect(page.value).toMatchObject([
    { body: { content: "Launch" } },
    { body: { content: "From the client" } },
  ]);
  graph.subscriptions.state.deliver = async (address) => ({
    ...{ status: 200, type: "text/plain;charset=UTF-8" },
    body: new URL(address).searchParams.get("validationToken") ?? "",
  });
  const subscription = await client.api("/subscriptions").post({
    ...{ changeType: "updated", notificationUrl: "https://adjutant.example.com/x", clientState: "word" },
    ...{ resource: "/chats/1/messages", expirationDateTime: new Date(Date.now() + 3_000_000).toISOString() },
  });
  expect(subscription).toMatchObject({ resource: "/chats/1/messages" });
  await client.api(`/subscriptions/${subscription.id}`).delete();
  graph.expireTokens();
  expect(await refusal(client.api(rest(changes["@odata.deltaLink"])).get())).toMatchObject({
    statusCode: 410,
  });
});
