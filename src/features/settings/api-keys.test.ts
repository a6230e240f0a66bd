import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { apiKeys } from "./api-keys.ts";
import { password } from "./password.ts";
import { profile } from "./profile.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";

const server = await testDatabase();
const { services, owner } = server;
services.auth = testAuth(server).auth;

const browser = testClient(services);
await browser.call(session.signUp, { fullName: "Ada", email: "ada@example.com", password: "correct horse" });

type Made = { id: string; key: string };
const make = (input: object = {}) =>
  browser.call<Made>(apiKeys.create, { name: "Agent", scopes: ["read"], ...input });
const program = ({ key }: Made) => testClient(services, { apiKey: key });

test("a key is shown once and stored only as a hash", async () => {
  const made = await make();
  expect(made.key).toMatch(/^adj_[\w-]{43}$/);
  expect(await browser.call(apiKeys.list)).toMatchObject({
    items: [{ id: made.id, name: "Agent", lastFour: made.key.slice(-4), scopes: ["read"], lastUsedAt: null }],
  });
  const { rows } = await owner.query("select row_to_json(api_keys)::text as dump from api_keys");
  expect(rows[0].dump).not.toContain(made.key);
});

test("a repeated Idempotency-Key does not show the key again, and the key is in no table", async () => {
  const input = { name: "Twice", scopes: ["read"] };
  const made = await browser.call<Made>(apiKeys.create, input, { idempotencyKey: "k1" });
  await expect(browser.call(apiKeys.create, input, { idempotencyKey: "k1" })).rejects.toMatchObject({
    code: "conflict",
  });
  const { rows } = await owner.query("select coalesce(answer::text, '') as answer from idempotency_keys");
  expect(rows.map((row) => row.answer).join()).not.toContain(made.key);
});

test("a program acts as Ada within the scopes of its key", async () => {
  const reader = program(await make());
  expect(await reader.currentActor()).toMatchObject({
    email: "ada@example.com",
    via: "api_key",
    scopes: ["read"],
  });
  const { version } = await reader.call<{ version: number }>(profile.get);
  const change = { address: "Countess", version };
  await expect(reader.call(profile.update, change)).rejects.toMatchObject({
    code: "forbidden",
    message: "This API key does not have the scope 'write'",
  });
  const writer = program(await make({ scopes: ["read", "write"] }));
  expect(await writer.call(profile.update, change)).toMatchObject({ address: "Countess" });
});

test("no key can use sessions, keys or passwords", async () => {
  const all = program(await make({ scopes: ["read", "write", "destroy"] }));
  const { id } = await make();
  const refused = { code: "forbidden", message: "This cannot be done with an API key" };
  for (const [capability, input] of [
    [sessions.list, {}],
    [sessions.revokeOthers, {}],
    [apiKeys.list, {}],
    [apiKeys.create, { name: "Child", scopes: ["destroy"] }],
    [apiKeys.revoke, { id }],
    [password.change, { current: "correct horse", next: "battery staple" }],
  ])
    await expect(all.call(capability, input)).rejects.toMatchObject(refused);
});

test("a revoked key is refused on the very next request and is no longer listed", async () => {
  const made = await make({ name: "Short-lived" });
  expect(await program(made).currentActor()).not.toBeNull();
  await browser.call(apiKeys.revoke, { id: made.id });
  expect(await program(made).currentActor()).toBeNull();
  const { items } = await browser.call<{ items: { id: string }[] }>(apiKeys.list);
  expect(items.map(({ id }) => id)).not.toContain(made.id);
});

test("an expired key is refused, and a key with a past expiry cannot be created", async () => {
  const made = await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect(await program(made).currentActor()).not.toBeNull();
  await owner.query("update api_keys set expires_at = now() - interval '1 second' - interval '1 second' where id = $1", [made.id]);
  expect(await program(made).currentActor()).toBeNull();
  await expect(make({ expiresAt: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({ code: "invalid" });
});

test("a key records when it was last used", async () => {
  const made = await make({ name: "Busy" });
  await program(made).currentActor();
  const { items } = await browser.call<{ items: { id: string; lastUsedAt: string | null }[] }>(apiKeys.list);
  expect(items.find(({ id }) => id === made.id)?.lastUsedAt).toEqual(expect.any(String));
});

test("D8: a request with a key ignores cookies, also where the key is wrong", async () => {
  const headers = new Headers({
    cookie: browser.cookie ?? "",
    authorization: `Bearer adj_${"A".repeat(43)}`,
  });
  expect(await services.auth.authenticate(headers)).toBeNull();
});

test("Bob cannot revoke or see Ada's key", async () => {
  const made = await make({ name: "Ada's" });
  const bob = testClient(services);
  await bob.call(session.signUp, { fullName: "Bob", email: "bob@example.com", password: "correct horse" });
  await expect(bob.call(apiKeys.revoke, { id: made.id })).rejects.toMatchObject({ code: "not_found" });
  expect(await bob.call(apiKeys.list)).toEqual({ items: [] });
});
