import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import "./slices.ts";
import { incomingWebhooks } from "#features/integrations/incoming-webhooks.ts";
import { deliverWebhooks } from "#features/integrations/webhooks/deliver-webhooks.ts";
import { receiveWebhook } from "#features/integrations/webhooks/receive-webhook.ts";
import { webhooks } from "#features/integrations/webhooks.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const { services, owner } = app;

type ReceivedRequest = { headers: Record<string, string | undefined>; body: string };
const received: ReceivedRequest[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  received.push({ headers: request.headers as ReceivedRequest["headers"], body: await text(request) });
  response.writeHead(status).end("internal details");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`;
afterAll(() => void server.close());

type Delivery = {
  id: string;
  event: string;
  state: string;
  attempts: number;
  status: number | null;
  error: string | null;
};
let ada: Person;
beforeEach(async () => {
  received.length = 0;
  status = 200;
  ada = app.as(await app.aUser({ fullName: "Ada" }));
});

const make = async (resources = ["tasks"], address = url) =>
  (await ada.invoke(webhooks.create, { name: "Desk", url: address, resources })) as {
    id: string;
    secret: string;
  };
const deliver = () => deliverWebhooks.run(services, {});
const deliveriesOf = async (id: string) =>
  ((await ada.invoke(webhooks.deliveries, { id })) as { items: Delivery[] }).items;
const due = () =>
  owner.query(
    "update webhook_deliveries set due_at = now() - interval '1 second' - interval '1 s' where state = 'queued'",
  );

test("a change is delivered with a Standard Webhooks signature, and without the content of the record", async () => {
  const { id, secret } = await make();
  const { id: taskId } = (await ada.invoke(tasks.create, { title: "Secret plan" })) as { id: string };
  await due();
  await deliver();
  const [first] = received.filter(({ body }) => body.includes(taskId));
  if (!first) throw new Error("Nothing came");
  expect(JSON.parse(first.body)).toMatchObject({
    type: "tasks.changed",
    data: { resource: "tasks", ids: [taskId] },
  });
  expect(first.body).not.toContain("Secret plan");
  const signedText = `${first.headers["webhook-id"]}.${first.headers["webhook-timestamp"]}.${first.body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  expect(first.headers["webhook-signature"]).toBe(
    `v1,${createHmac("sha256", key).update(signedText).digest("base64")}`,
  );
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: "done", status: 200, attempts: 1 });
  const { rows } = await owner.query("select secret from webhooks where id = $1", [id]);
  expect(rows[0].secret).toMatch(/^v1\./);
});

test("only subscribed events of one's own are delivered, and none while it is paused", async () => {
  const { id } = await make(["projects"]);
  await ada.invoke(tasks.create, { title: "Mine" });
  const bob = app.as(await app.aUser({ fullName: "Bob" }));
  await bob.invoke(tasks.create, { title: "His" });
  const { items } = (await ada.invoke(webhooks.list)) as { items: { version: number }[] };
  await ada.invoke(webhooks.update, {
    id,
    resources: ["tasks"],
    isActive: false,
    version: items[0]?.version,
  });
  await ada.invoke(tasks.create, { title: "Paused" });
  expect((await deliveriesOf(id)).filter(({ event }) => event.startsWith("tasks"))).toEqual([]);
});

test("a removed webhook cannot be changed, and gets no deliveries until it is restored", async () => {
  const { id } = await make(["tasks"]);
  const { items } = (await ada.invoke(webhooks.list)) as { items: { id: string; version: number }[] };
  const version = items.find((webhook) => webhook.id === id)?.version ?? 0;
  await ada.invoke(webhooks.delete, { id });
  for (const change of [{ name: "Again" }, { isActive: true }])
    await expect(ada.invoke(webhooks.update, { id, version, ...change })).rejects.toMatchObject({
      code: "not_found",
    });
  const before = (await deliveriesOf(id)).length;
  await ada.invoke(tasks.create, { title: "Unheard" });
  expect(await deliveriesOf(id)).toHaveLength(before);
});

test("a failed delivery is retried under the same id, finally fails, and can be redelivered", async () => {
  const { id } = await make();
  status = 503;
  await ada.invoke(webhooks.test, { id });
  for (let round = 1; round <= 8; round += 1) {
    await due();
    await deliver();
    expect((await deliveriesOf(id))[0]).toMatchObject({
      attempts: round,
      status: 503,
      error: "The receiver responded with status 503.",
    });
  }
  const [given] = await deliveriesOf(id);
  expect(given?.state).toBe("failed");
  const ownDeliveries = () => received.filter(({ headers }) => headers["webhook-id"] === given?.id);
  expect(ownDeliveries()).toHaveLength(8);
  expect(JSON.stringify(await deliveriesOf(id))).not.toContain("internal details");
  await due();
  await deliver();
  expect(ownDeliveries()).toHaveLength(8);
  status = 204;
  await ada.invoke(webhooks.redeliver, { deliveryId: given?.id });
  await deliver();
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["done", "failed"]);
});

test.for([301, 302, 304, 307, 308])("a response of %d is a failed delivery", async (redirect) => {
  const { id } = await make();
  status = redirect;
  await ada.invoke(webhooks.test, { id });
  await due();
  await deliver();
  expect((await deliveriesOf(id))[0]).toMatchObject({
    state: "queued",
    status: redirect,
    error: `The receiver responded with status ${redirect}.`,
  });
});

test("410 disables a webhook; an interrupted delivery is sent again", async () => {
  const { id } = await make();
  await ada.invoke(webhooks.test, { id });
  await owner.query(
    "update webhook_deliveries set state = 'sending', lease_until = now() - interval '1 s', attempts = 1 where webhook_id = $1",
    [id],
  );
  status = 410;
  await deliver();
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: "failed", attempts: 2 });
  const { items } = (await ada.invoke(webhooks.list)) as { items: object[] };
  expect(items).toEqual([
    expect.objectContaining({ isActive: false, lastError: "The receiver responded with status 410." }),
  ]);
});

test("D18: an internal address is not called, and an invalid one is refused at once", async () => {
  const { id } = await make(["tasks"], "http://10.0.0.1/hook");
  await ada.invoke(webhooks.test, { id });
  await deliver();
  expect((await deliveriesOf(id))[0]).toMatchObject({
    state: "queued",
    error: expect.stringContaining("ALLOWED_LOCAL_NETWORKS"),
  });
  for (const address of ["file:///etc/passwd", "ftp://example.com", "https://u:p@example.com", "nonsense"])
    await expect(make(["tasks"], address)).rejects.toMatchObject({ code: "invalid" });
});

type Made = { id: string; address: string; secret: string | null };
const open = async (input: object = {}) =>
  (await ada.invoke(incomingWebhooks.create, { name: "Monitor", creates: "task", ...input })) as Made;
const postWebhook = ({ address }: Made, body: unknown, headers: Record<string, string> = {}) =>
  receiveWebhook(services, {
    token: address.split("/").at(-1) ?? "",
    body: typeof body === "string" ? body : JSON.stringify(body),
    id: headers["webhook-id"],
    timestamp: headers["webhook-timestamp"],
    signature: headers["webhook-signature"],
  });
const titles = async () =>
  ((await ada.invoke(tasks.list)) as { items: { title: string }[] }).items.map(({ title }) => title);

test("an incoming webhook creates a task by its secret URL, once per id; a closed one accepts nothing", async () => {
  const hook = await open();
  await postWebhook(hook, { title: "Server is down", description: "since nine" }, { "webhook-id": "a1" });
  await postWebhook(hook, { title: "Server is down" }, { "webhook-id": "a1" });
  expect(await titles()).toEqual(["Server is down"]);
  const { items } = (await ada.invoke(incomingWebhooks.deliveries, { id: hook.id })) as { items: unknown[] };
  expect(items).toHaveLength(1);
  for (const garbage of ["", "{", "[]", '{"title": 7}', '{"title": "  "}', "null"])
    await expect(postWebhook(hook, garbage)).rejects.toMatchObject({ code: "invalid" });
  await ada.invoke(incomingWebhooks.delete, { id: hook.id });
  await expect(postWebhook(hook, { title: "Late" })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(incomingWebhooks.restore, { id: hook.id });
  const { items: listed } = (await ada.invoke(incomingWebhooks.list)) as { items: object[] };
  expect(JSON.stringify(listed)).not.toContain(hook.address.split("/").at(-1));
  await expect(postWebhook({ ...hook, address: "/nobody" }, { title: "x" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("with a secret, unsigned, wrongly signed and old requests are refused", async () => {
  const hook = await open({ isSigned: true, creates: "notice" });
  const body = JSON.stringify({ title: "Paid" });
  const sign = (seconds: number, secret = hook.secret ?? "") => {
    const at = String(Math.floor(Date.now() / 1000) - seconds);
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signature = createHmac("sha256", key).update(`m1.${at}.${body}`).digest("base64");
    return { "webhook-id": "m1", "webhook-timestamp": at, "webhook-signature": `v1,${signature}` };
  };
  for (const headers of [{}, sign(0, "whsec_AAAA"), sign(3600), { ...sign(0), "webhook-id": "m2" }])
    await expect(postWebhook(hook, body, headers)).rejects.toMatchObject({ code: "forbidden" });
  await postWebhook(hook, body, sign(0));
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toEqual([{ title: "Paid" }]);
});

test("an incoming webhook has a rate limit", async () => {
  const hook = await open();
  await owner.query(
    "insert into webhook_deliveries (user_id, webhook_id, direction, event, payload) select $1, $2, 'in', 'task', '{}' from generate_series(1, 60)",
    [ada.userId, hook.id],
  );
  await expect(postWebhook(hook, { title: "One more" })).rejects.toMatchObject({ code: "rate_limited" });
});
