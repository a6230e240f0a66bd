import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import "./slices.ts";
import { getAccessToken } from "#features/integrations/connections/refresh-access-token.ts";
import { connectionContextFor } from "#features/integrations/connections/token-store.ts";
import { connectedInstance, type IntegrationsApi, integrationsOf } from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { withClient } from "#platform/database/connection.ts";
import { resealSecrets } from "#platform/secrets/reseal-secrets.ts";
import { createSecrets, keyId } from "#platform/secrets/secrets.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";
import type { Person } from "#platform/testing/test-database.ts";

const { server, standIn, published, atEnd } = await connectedInstance([
  slackStandIn().api,
  microsoftStandIn().api,
]);
afterAll(atEnd);
const { as, aUser, owner, services } = server;
let ada: Person;
let api: IntegrationsApi;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  api = integrationsOf(ada, standIn);
  standIn.clearFaults();
});

test("an expired access token is refreshed; the provider's new refresh token is stored", async () => {
  standIn.behaviour.expiresIn = 60;
  await api.connect("gmail");
  for (const _round of [1, 2, 3]) expect(await api.sync("gmail")).toMatchObject({ count: 0 });
});

test("an access token rejected before its expiry costs one refresh", async () => {
  await api.connect("slack");
  standIn.expireAccess();
  const before = standIn.calls.length;
  expect(await api.sync("slack")).toMatchObject({ count: 0 });
  expect(standIn.calls.slice(before)).toEqual([
    "POST /api/auth.test",
    "POST /api/oauth.v2.access",
    "POST /api/auth.test",
    "GET /api/users.conversations",
  ]);
});

test("G16: 20 concurrent syncs refresh the token once", async () => {
  standIn.behaviour.expiresIn = 60;
  await api.connect("gmail");
  standIn.behaviour.expiresIn = 3600;
  const before = standIn.calls.length;
  await Promise.all(Array.from({ length: 20 }, () => api.sync("gmail")));
  expect(standIn.calls.slice(before).filter((call) => call === "POST /token")).toHaveLength(1);
});

test("G16: a hundred concurrent refreshes make one token request, also from two processes", async () => {
  await api.connect("slack");
  standIn.behaviour.expiresIn = 60;
  await api.connect("gmail");
  standIn.behaviour.expiresIn = 3600;
  const connection = connectionContextFor(services, ada.userId);
  const before = standIn.calls.length;
  const [first, ...others] = await Promise.all(
    Array.from({ length: 100 }, () => getAccessToken(connection, "gmail")),
  );
  expect(new Set(others.map(({ accessToken }) => accessToken))).toEqual(new Set([first?.accessToken]));
  expect(standIn.calls.slice(before)).toEqual(["POST /token"]);
  // While another process holds the lease nobody else requests a token; its result is used.
  await owner.query(
    "update integrations set refreshing_until = now() + interval '20 s' where user_id = $1 and provider = 'gmail'",
    [ada.userId],
  );
  const waiting = getAccessToken(connection, "gmail", { stale: first?.accessToken });
  await owner.query("update integrations set refreshing_until = null where user_id = $1", [ada.userId]);
  expect((await waiting).accessToken).not.toBe(first?.accessToken);
});

test("D37: a disconnect during a refresh leaves no valid token", async () => {
  standIn.behaviour.expiresIn = 60;
  await api.connect("gmail");
  standIn.behaviour.hold = Promise.withResolvers<void>();
  const [asked, others] = [standIn.calls.length, standIn.tokensAlive() - 1];
  const refresh = getAccessToken(connectionContextFor(services, ada.userId), "gmail").catch(
    (error: Error) => error.message,
  );
  await expect.poll(() => standIn.calls.slice(asked)).toEqual(["POST /token"]);
  const disconnected = ada.invoke(integrations.disconnect, { provider: "gmail" });
  await expect.poll(() => standIn.calls.slice(asked)).toContain("POST /revoke");
  standIn.behaviour.hold.resolve();
  standIn.behaviour.hold = null;
  await disconnected;
  expect(await refresh).toBe("This account was disconnected.");
  expect(standIn.calls.slice(asked).filter((call) => call === "POST /revoke")).toHaveLength(2);
  expect(standIn.tokensAlive()).toBe(others);
  expect((await api.one("gmail")).status).toBe("disconnected");
  expect(published.at(-1)).toMatchObject({ fact: "integrations.disconnected", payload: { keepData: true } });
});

test("D36, G21: tokens are sealed again with the newest master key, and still open", async () => {
  await api.connect("gmail");
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const { secrets } = services;
  const sealedWith = async (keys: Buffer[], act: () => Promise<unknown>) => {
    services.secrets = createSecrets(keys);
    await act().finally(() => {
      services.secrets = secrets;
    });
  };
  await sealedWith([older], async () => api.connect("outlook"));
  await sealedWith([newer, older], () =>
    withClient(server.connection("owner"), (client) => resealSecrets(client, services.secrets)),
  );
  const { rows } = await owner.query(
    "select tokens from integrations where user_id = $1 and provider = 'outlook'",
    [ada.userId],
  );
  expect(rows[0].tokens).toContain(keyId(newer));
  await sealedWith([newer], async () => expect(await api.sync("outlook")).toEqual({ count: 0 }));
  expect(await api.sync("gmail")).toEqual({ count: 0 });
});

test("Microsoft's mail servers get their own token", async () => {
  await api.connect("outlook");
  const connection = connectionContextFor(services, ada.userId);
  const [forApi, forMail] = [
    await getAccessToken(connection, "outlook"),
    await getAccessToken(connection, "outlook", { audience: "mail" }),
  ];
  expect(forMail.accessToken).not.toBe(forApi.accessToken);
  expect(standIn.scopeOf(forMail.accessToken)).toContain("https://outlook.office.com/IMAP.AccessAsUser.All");
  expect(await getAccessToken(connection, "outlook", { audience: "mail" })).toEqual(forMail);
});

test("G21: with a lost master key a connection asks to be reconnected", async () => {
  await api.connect("gmail");
  await owner.query("update integrations set tokens = 'v1.00000000.' || repeat('A', 60) where user_id = $1", [
    ada.userId,
  ]);
  expect(await api.sync("gmail")).toEqual({ error: expect.stringContaining("master key 00000000") });
  expect((await api.one("gmail")).status).toBe("error");
});
