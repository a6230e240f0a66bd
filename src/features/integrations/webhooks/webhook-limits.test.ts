import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { incomingWebhooks } from "../incoming-webhooks.ts";
import { webhooks } from "../webhooks.ts";
import { deliverWebhooks, signWebhook } from "./deliver-webhooks.ts";
import { receiveWebhook } from "./receive-webhook.ts";

// Ownership of webhooks, their limits, retries, and when they are paused.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const { services, owner, as, aUser } = await testDatabase(async () => ({ jobs }));
let status = 200;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(status).end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`;

type Hook = { id: string; version: number; secret: string; failures: number; isActive: boolean };
let ada: Person;
let bob: Person;
beforeEach(async () => {
  status = 200;
  [ada, bob] = [as(await aUser()), as(await aUser())];
});
const make = async (address = url) =>
  (await ada.invoke(webhooks.create, { name: "Desk", url: address, resources: ["tasks"] })) as Hook;
const listed = async () => ((await ada.invoke(webhooks.list)) as { items: Hook[] }).items;
const refused = (code: string) => expect.objectContaining({ code });

test("a webhook needs a web address without a password in it", async () => {
  for (const address of ["desk", "ftp://x.org/", "https://ada@x.org/", "https://:secret@x.org/"])
    await expect(make(address)).rejects.toEqual(refused("invalid"));
  expect(await make("https://x.org")).toMatchObject({ url: "https://x.org/" });
});

test("at most twenty webhooks; deleting one makes room, and it is restored once", async () => {
  const made: Hook[] = [];
  for (let count = 0; count < 20; count += 1) made.push(await make());
  await expect(make()).rejects.toEqual(refused("conflict"));
  const id = made[0]?.id;
  await ada.invoke(webhooks.delete, { id });
  await expect(ada.invoke(webhooks.delete, { id })).rejects.toEqual(refused("not_found"));
  expect(await listed()).toHaveLength(19);
  await ada.invoke(webhooks.restore, { id });
  await expect(ada.invoke(webhooks.restore, { id })).rejects.toEqual(refused("not_found"));
  expect(await listed()).toHaveLength(20);
});

test("nobody else can change, test, delete or read it; an old version changes nothing", async () => {
  const [hook, other] = [await make(), await make()];
  const { id, version } = hook;
  const { id: deliveryId } = (await ada.invoke(webhooks.test, { id })) as { id: string };
  for (const [act, input] of [
    [webhooks.update, { id, version, name: "Bob's" }],
    [webhooks.test, { id }],
    [webhooks.delete, { id }],
    [webhooks.deliveries, { id }],
    [webhooks.redeliver, { deliveryId }],
  ] as const)
    await expect(bob.invoke(act, input)).rejects.toEqual(refused("not_found"));
  await expect(ada.invoke(webhooks.update, { id, version: version + 1, name: "x" })).rejects.toMatchObject({
    ...{ code: "conflict", details: { current: { id, version } } },
  });
  await owner.query("update webhooks set failures = 3, last_error = 'x' where id = $1", [id]);
  expect(await ada.invoke(webhooks.update, { id, version, name: "Door" })).toMatchObject({
    ...{ name: "Door", resources: ["tasks"], failures: 3, lastError: "x", version: version + 1 },
  });
  expect(await ada.invoke(webhooks.update, { id, version: version + 1, isActive: true })).toMatchObject({
    ...{ name: "Door", failures: 0, lastError: null },
  });
  expect((await listed()).find((each) => each.id === other.id)).toMatchObject({ name: "Desk", version: 1 });
  await ada.invoke(webhooks.delete, { id });
  for (const [act, input] of [
    [webhooks.test, { id }],
    [webhooks.redeliver, { deliveryId }],
  ] as const)
    await expect(ada.invoke(act, input)).rejects.toEqual(refused("not_found"));
});

/** A delivery with so many failed tries, due now. */
async function aDelivery(webhookId: string, attempts = 0): Promise<string> {
  const id = randomUUID();
  await owner.query(
    `insert into webhook_deliveries (id, user_id, webhook_id, direction, event, payload, attempts, due_at)
     values ($1, $2, $3, 'out', 'test', '{}', $4, now() - interval '1 s')`,
    [id, ada.userId, webhookId, attempts],
  );
  return id;
}
const deliver = () => deliverWebhooks.run(services, {});
const stateOf = async (id: string) => {
  const { rows } = await owner.query(
    `select state, status, error, attempts, lease_until, finished_at is not null as is_settled,
       round(extract(epoch from due_at - now()) / 60)::int as minutes from webhook_deliveries where id = $1`,
    [id],
  );
  return rows[0];
};

test.each([
  [0, 1],
  [1, 5],
  [2, 30],
  [3, 120],
  [4, 360],
  [5, 720],
  [6, 1080],
])("after %d failed attempts the next failure waits %d minutes", async (attempts, minutes) => {
  const { id } = await make();
  const delivery = await aDelivery(id, attempts);
  status = 500;
  await deliver();
  expect(await stateOf(delivery)).toMatchObject({
    ...{ state: "queued", status: 500, minutes, lease_until: null, is_settled: false },
  });
  expect(await listed()).toMatchObject([{ failures: 0, isActive: true, version: 1 }]);
});

test("the eighth failure ends a delivery, ten failed deliveries in a row pause the webhook; a success resets both", async () => {
  const { id } = await make();
  const other = await make();
  await owner.query("update webhooks set failures = 8 where id = $1", [id]);
  status = 500;
  const delivery = await aDelivery(id, 7);
  await deliver();
  expect(await stateOf(delivery)).toMatchObject({ state: "failed", is_settled: true, lease_until: null });
  const now = async () => (await listed()).find((each) => each.id === id);
  expect(await now()).toMatchObject({ failures: 9, isActive: true, lastError: expect.any(String) });
  status = 299;
  const arrived = await aDelivery(id, 7);
  await deliver();
  expect(await stateOf(arrived)).toMatchObject({
    ...{ state: "done", status: 299, error: null, is_settled: true },
  });
  expect(await now()).toMatchObject({ failures: 0, lastError: null, lastDeliveredAt: expect.any(String) });
  await owner.query("update webhooks set failures = 9 where id = $1", [id]);
  status = 300;
  await aDelivery(id, 7);
  await deliver();
  expect(await now()).toMatchObject({ failures: 10, isActive: false });
  expect((await listed()).find((each) => each.id === other.id)).toMatchObject({
    ...{ failures: 0, isActive: true, lastDeliveredAt: null, version: 1 },
  });
});

test("all due deliveries are sent in one run; deliveries of a deleted webhook end", async () => {
  const { id } = await make();
  const deleted = await make();
  const waiting: string[] = [];
  for (let count = 0; count < 52; count += 1) waiting.push(await aDelivery(id));
  const lost = await aDelivery(deleted.id);
  await ada.invoke(webhooks.delete, { id: deleted.id });
  await deliver();
  const { rows } = await owner.query("select distinct state from webhook_deliveries where webhook_id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ state: "done" }]);
  expect(await stateOf(lost)).toMatchObject({ state: "failed", error: "The webhook is gone.", status: null });
});

test("an incoming request is signed over id, time and body, within five minutes", async () => {
  const hook = (await ada.invoke(incomingWebhooks.create, {
    name: "Door",
    creates: "notice",
    isSigned: true,
  })) as {
    address: string;
    secret: string;
  };
  const token = hook.address.split("/").at(-1) ?? "";
  const body = JSON.stringify({ title: "Ring" });
  const leave = (seconds: number, more: object = {}) => {
    const at = new Date(Date.now() + seconds * 1000);
    const signed = signWebhook(hook.secret, "1", body, at);
    return receiveWebhook(services, {
      ...{ token, body, id: "1", timestamp: signed["webhook-timestamp"] },
      ...{ signature: signed["webhook-signature"], ...more },
    });
  };
  const validSignature = signWebhook(hook.secret, "1", body, new Date())["webhook-signature"];
  for (const [seconds, more] of [
    [-310, {}],
    [310, {}],
    [0, { id: undefined }],
    [0, { id: "2" }],
    [0, { timestamp: undefined }],
    [0, { timestamp: "now" }],
    [0, { signature: undefined }],
    [0, { signature: "" }],
    [0, { signature: validSignature?.slice(0, -1) }],
    [0, { body: JSON.stringify({ title: "Other" }) }],
  ] as const)
    await expect(leave(seconds, more)).rejects.toEqual(refused("forbidden"));
  await expect(leave(0, { token: "other" })).rejects.toEqual(refused("not_found"));
  const notices = async () =>
    (await owner.query("select title, message from smart_notifications where user_id = $1", [ada.userId]))
      .rows;
  expect(await notices()).toEqual([]);
  const at = new Date();
  const { "webhook-signature": signature } = signWebhook(hook.secret, "1", body, at);
  await leave(0, { signature: `v1,other ${signature}`, timestamp: String(Math.floor(at.getTime() / 1000)) });
  await leave(0);
  expect(await notices()).toEqual([{ title: "Ring", message: "Sent by Door" }]);
});

test("an address accepts sixty requests a minute, whatever other addresses have accepted", async () => {
  const create = async (name: string) => {
    const input = { name, creates: "notice", isSigned: false };
    return (await ada.invoke(incomingWebhooks.create, input)) as { id: string; address: string };
  };
  const [busy, quiet] = [await create("Busy"), await create("Quiet")];
  const post = ({ address }: { address: string }) => {
    const [token = "", body] = [address.split("/").at(-1), JSON.stringify({ title: "Ring" })];
    return receiveWebhook(services, {
      token,
      body,
      id: undefined,
      timestamp: undefined,
      signature: undefined,
    });
  };
  const fill = (secondsAgo: number) =>
    owner.query(
      `insert into webhook_deliveries (user_id, webhook_id, direction, event, payload, state, created_at)
       select $1, $2, 'in', 'notice', '{}', 'done', now() - make_interval(secs => $3) from generate_series(1, 60)`,
      [ada.userId, busy.id, secondsAgo],
    );
  await fill(61);
  await post(busy);
  await fill(30);
  await expect(post(busy)).rejects.toEqual(refused("rate_limited"));
  await post(quiet);
});
