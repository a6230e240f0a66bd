import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { withClient } from "#platform/database/connection.ts";
import { resealSecrets } from "#platform/secrets/reseal-secrets.ts";
import { createSecrets, keyId } from "#platform/secrets/secrets.ts";
import { microsoftStandIn } from "#platform/testing/microsoft-stand-in.ts";
import { oauthStandIn } from "#platform/testing/oauth-stand-in.ts";
import { slackStandIn } from "#platform/testing/slack-stand-in.ts";
import { takeBack } from "#platform/testing/take-back.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { CheckStep } from "./check-integration.ts";
import { aRun } from "./factory.ts";
import { freshAccess } from "./fresh-access.ts";
import { integrations } from "./integrations.ts";
import { syncDueIntegrations, syncOne } from "./jobs.ts";
import { deskFor } from "./keep-tokens.ts";
import { NOT_CONFIGURED, PROVIDERS, type Provider } from "./model.ts";
import { integrationSyncs } from "./tables.ts";

const registered = {
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
};
const standIn = await oauthStandIn(registered, [slackStandIn().api, microsoftStandIn().api]);
afterAll(() => standIn.close());
const told: { fact: string; payload: unknown }[] = [];
const queue = {
  enqueue: async () => undefined,
  tell: async (_db: unknown, { name }: { name: string }, payload: unknown) =>
    void told.push({ fact: name, payload }),
};
const house = await testDatabase(async () => ({
  jobs: queue,
  config: parseConfig({
    GOOGLE_BASE_URL: standIn.url,
    MICROSOFT_BASE_URL: standIn.url,
    SLACK_BASE_URL: standIn.url,
  }),
}));
const { aUser, as, owner, services } = house;
const admin = await aUser({ roles: ["admin"] });
let ada: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  Object.assign(standIn.mood, { email: "ada@example.com", isRevoked: false, status: null, expiresIn: 3600 });
  await register();
});

test("MINT-12, INT-21, INT-28: all six providers are listed, disconnected, before anything is connected", async () => {
  const { items } = await listOf(ada);
  expect(items.map(({ provider }) => provider)).toEqual([...PROVIDERS].toSorted());
  expect(items).toHaveLength(6);
  for (const item of items)
    expect(item).toMatchObject({
      id: null,
      status: "disconnected",
      accountName: null,
      lastSync: null,
      lastError: null,
      isConfigured: true,
    });
  expect(items.map(({ type }) => type)).toEqual([
    "email",
    "calendar",
    "email",
    "calendar",
    "messaging",
    "collaboration",
  ]);
});

test("MINT-13: the e-mail screen has them by provider, the other helper newest first", async () => {
  await connect("slack");
  await connect("gmail");
  const { items } = await listOf(ada);
  expect(items.map(({ provider }) => provider)).toEqual([...PROVIDERS].toSorted());
  const newest = await listOf(ada, { order: "newest" });
  expect(newest.items.slice(0, 2).map(({ provider }) => provider)).toEqual(["gmail", "slack"]);
});

test("decision 12, INT-21: without a registration Connect says what the administrator has to set up", async () => {
  await register({ clientId: "", clientSecret: null });
  const answer = await ada.invoke(integrations.connect, { provider: "gmail" });
  expect(answer).toEqual({
    error: NOT_CONFIGURED,
    setup: {
      system: "Google",
      registerAt: expect.stringContaining("console.cloud.google.com"),
      redirectUri: registered.redirectUri,
    },
  });
  expect((await one("gmail")).isConfigured).toBe(false);
  const forSlack = (await ada.invoke(integrations.connect, { provider: "slack" })) as {
    setup: { manifest: string };
  };
  expect(JSON.parse(forSlack.setup.manifest)).toMatchObject({
    oauth_config: {
      redirect_urls: [registered.redirectUri],
      scopes: { user: expect.arrayContaining(["channels:history", "chat:write"]) },
    },
    settings: { token_rotation_enabled: true },
  });
});

test.each([
  ["gmail", "ada@example.com"],
  ["google_calendar", "ada@example.com"],
  ["outlook", "ada@example.com"],
  ["outlook_calendar", "ada@example.com"],
  ["teams", "ada@example.com"],
  ["slack", "ada at Aldermoor"],
] as const)(
  "D37, MINT-14: %s is connected by code flow with PKCE, and named by its account",
  async (provider, name) => {
    const { oauthUrl } = await begin(provider);
    const query = new URL(oauthUrl).searchParams;
    expect(query.get("redirect_uri")).toBe(registered.redirectUri);
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(query.get("state")).toMatch(/^[\w-]{43}$/);
    expect(await finish(await standIn.visit(oauthUrl))).toEqual({ provider, flow: "window", error: null });
    expect(await one(provider)).toMatchObject({
      status: "connected",
      accountName: name,
      autoSync: true,
      lastError: null,
    });
  },
);

test("D36: neither tokens nor the PKCE verifier can be read in the database", async () => {
  const { oauthUrl } = await begin("gmail");
  const pending = await owner.query("select * from connection_requests");
  expect(pending.rows).toHaveLength(1);
  expect(JSON.stringify(pending.rows)).not.toContain(new URL(oauthUrl).searchParams.get("state"));
  await finish(await standIn.visit(oauthUrl));
  const { rows } = await owner.query("select * from integrations where user_id = $1", [ada.userId]);
  expect(rows[0].tokens).toMatch(/^v1\./);
  expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-/);
  expect(JSON.stringify(await listOf(ada))).not.toContain("v1.");
});

test("D37: a state works once", async () => {
  const answer = await standIn.visit((await begin("gmail")).oauthUrl);
  await finish(answer);
  await expect(finish(answer)).rejects.toMatchObject({ code: "invalid" });
});

test("D37: a state works in the session that asked only, and for nobody else", async () => {
  const sessionId = randomUUID();
  const here = as({ ...ada, credentialId: sessionId });
  const { oauthUrl } = (await here.invoke(integrations.connect, { provider: "gmail" })) as {
    oauthUrl: string;
  };
  const answer = await standIn.visit(oauthUrl);
  const bob = as(await aUser({ fullName: "Bob" }));
  for (const other of [
    bob,
    ada,
    as({ ...ada, credentialId: randomUUID() }),
    as({ ...bob, credentialId: sessionId }),
  ])
    await expect(other.invoke(integrations.finish, answer)).rejects.toMatchObject({ code: "invalid" });
  expect(await here.invoke(integrations.finish, answer)).toMatchObject({ error: null });
});

test("D37: after ten minutes a state is worthless", async () => {
  const answer = await standIn.visit((await begin("gmail")).oauthUrl);
  await owner.query("update connection_requests set expires_at = expires_at - interval '10 minutes'");
  await expect(finish(answer)).rejects.toMatchObject({ code: "invalid" });
});

test("D37: a state that nobody issued and a new attempt in between are refused", async () => {
  await expect(finish({ state: "made up", code: "x" })).rejects.toMatchObject({ code: "invalid" });
  const first = await standIn.visit((await begin("gmail")).oauthUrl);
  await begin("gmail");
  await expect(finish(first)).rejects.toMatchObject({ code: "invalid" });
});

test("INT-12: denied consent is said on the card, and nothing is connected", async () => {
  const answer = await standIn.visit((await begin("gmail")).oauthUrl, "Deny");
  const error = "You did not allow the connection at Google.";
  expect(await finish(answer)).toMatchObject({ provider: "gmail", error });
  expect(await one("gmail")).toMatchObject({ status: "disconnected", lastError: error });
});

test("D37: an answer in the name of another issuer connects nothing", async () => {
  const answer = await standIn.visit((await begin("gmail")).oauthUrl);
  const forged = { ...answer, iss: "https://evil.example" };
  expect(await finish(forged)).toMatchObject({ error: expect.stringContaining("did not come from Google") });
  expect((await one("gmail")).status).toBe("disconnected");
});

test("D37: a code whose verifier is not ours, and one that was used, are refused by the provider", async () => {
  const stolen = await standIn.visit((await begin("gmail")).oauthUrl);
  const own = await standIn.visit((await begin("outlook")).oauthUrl);
  const mixed = { ...own, code: stolen.code ?? "" };
  expect(await finish(mixed)).toMatchObject({
    error: "Microsoft refused the connection. Please connect again.",
  });
  const again = await standIn.visit((await begin("slack")).oauthUrl);
  expect(await finish(again)).toMatchObject({ error: null });
  const replayed = await begin("slack");
  const state = new URL(replayed.oauthUrl).searchParams.get("state") ?? "";
  expect(await finish({ ...again, state })).toMatchObject({
    error: "Slack refused the connection. Please connect again.",
  });
  expect((await one("slack")).status).toBe("connected");
});

test("D9: what a provider says in an error never reaches the screen", async () => {
  const answer = await standIn.visit((await begin("gmail")).oauthUrl);
  standIn.mood.status = 500;
  const { error } = (await finish(answer)) as { error: string };
  expect(error).toBe("Google did not answer as expected. Please try again later.");
});

test("D18: a provider's address inside the network is not asked", async () => {
  const { state, code } = await standIn.visit((await begin("gmail")).oauthUrl);
  const { config } = services;
  services.config = { ...config, providers: { ...config.providers, googleUrl: "http://10.0.0.1" } };
  const answer = await finish({ state, code });
  services.config = config;
  expect(answer).toMatchObject({ error: expect.stringContaining("ALLOWED_LOCAL_NETWORKS") });
});

test("MINT-15, INT-20, INT-26: sync reaches the account and counts what it stored", async () => {
  await connect("gmail");
  standIn.mood.email = "ada.lovelace@example.com";
  expect(await sync("gmail")).toEqual({ count: 0 });
  const { accountName, lastSync } = await one("gmail");
  expect(accountName).toBe("ada.lovelace@example.com");
  expect(lastSync).not.toBeNull();
  expect(await statsOf(ada)).toEqual([
    { provider: "gmail", lastSync: expect.any(String), totalSyncs: 1, successfulSyncs: 1 },
  ]);
});

test("MINT-08: what is not connected is not synced, and no run is counted", async () => {
  expect(await sync("teams")).toEqual({ error: "Microsoft Teams is not connected" });
  expect(await statsOf(ada)).toEqual([]);
});

test("an access token that ends is renewed; the provider's new refresh token is kept", async () => {
  standIn.mood.expiresIn = 60;
  await connect("gmail");
  for (const _round of [1, 2, 3]) expect(await sync("gmail")).toMatchObject({ count: 0 });
});

test("an access token that is refused before its time costs one refresh", async () => {
  await connect("slack");
  standIn.expireAccess();
  const before = standIn.calls.length;
  expect(await sync("slack")).toMatchObject({ count: 0 });
  expect(standIn.calls.slice(before)).toEqual([
    "POST /api/auth.test",
    "POST /api/oauth.v2.access",
    "POST /api/auth.test",
    "GET /api/users.conversations",
  ]);
});

test("G16: 20 synchronisations at once refresh the token once", async () => {
  standIn.mood.expiresIn = 60;
  await connect("gmail");
  standIn.mood.expiresIn = 3600;
  const before = standIn.calls.length;
  await Promise.all(Array.from({ length: 20 }, () => sync("gmail")));
  expect(standIn.calls.slice(before).filter((call) => call === "POST /token")).toHaveLength(1);
});

test("G16: a hundred refreshes at once make one token request, also where two processes ask", async () => {
  await connect("slack");
  standIn.mood.expiresIn = 60;
  await connect("gmail");
  standIn.mood.expiresIn = 3600;
  const desk = deskFor(services, ada.userId);
  const before = standIn.calls.length;
  const [first, ...others] = await Promise.all(Array.from({ length: 100 }, () => freshAccess(desk, "gmail")));
  expect(new Set(others.map(({ accessToken }) => accessToken))).toEqual(new Set([first?.accessToken]));
  expect(standIn.calls.slice(before)).toEqual(["POST /token"]);
  // Another process holds the lease: nobody asks beside it, and what it got is taken.
  await owner.query(
    "update integrations set refreshing_until = now() + interval '20 s' where user_id = $1 and provider = 'gmail'",
    [ada.userId],
  );
  const waiting = freshAccess(desk, "gmail", { stale: first?.accessToken });
  await owner.query("update integrations set refreshing_until = null where user_id = $1", [ada.userId]);
  expect((await waiting).accessToken).not.toBe(first?.accessToken);
});

test("D37: a disconnect while a refresh runs leaves no token that works", async () => {
  standIn.mood.expiresIn = 60;
  await connect("gmail");
  standIn.mood.hold = Promise.withResolvers<void>();
  const [asked, others] = [standIn.calls.length, standIn.tokensAlive() - 1];
  const refresh = freshAccess(deskFor(services, ada.userId), "gmail").catch((error: Error) => error.message);
  await expect.poll(() => standIn.calls.slice(asked)).toEqual(["POST /token"]);
  const disconnected = ada.invoke(integrations.disconnect, { provider: "gmail" });
  await expect.poll(() => standIn.calls.slice(asked)).toContain("POST /revoke");
  standIn.mood.hold.resolve();
  standIn.mood.hold = null;
  await disconnected;
  expect(await refresh).toBe("This account was disconnected.");
  expect(standIn.calls.slice(asked).filter((call) => call === "POST /revoke")).toHaveLength(2);
  expect(standIn.tokensAlive()).toBe(others);
  expect((await one("gmail")).status).toBe("disconnected");
  expect(told.at(-1)).toMatchObject({ fact: "integrations.disconnected", payload: { keepsData: true } });
});

test("D36, G21: tokens are sealed again with the newest master key, and still open", async () => {
  await connect("gmail");
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const { secrets } = services;
  const sealedWith = async (keys: Buffer[], act: () => Promise<unknown>) => {
    services.secrets = createSecrets(keys);
    await act().finally(() => {
      services.secrets = secrets;
    });
  };
  await sealedWith([older], async () => connect("outlook"));
  await sealedWith([newer, older], () =>
    withClient(house.connection("owner"), (client) => resealSecrets(client, services.secrets)),
  );
  const { rows } = await owner.query(
    "select tokens from integrations where user_id = $1 and provider = 'outlook'",
    [ada.userId],
  );
  expect(rows[0].tokens).toContain(keyId(newer));
  await sealedWith([newer], async () => expect(await sync("outlook")).toEqual({ count: 0 }));
  expect(await sync("gmail")).toEqual({ count: 0 });
});

test("429 with Retry-After: the connection waits, and is not asked before, not even by hand", async () => {
  await connect("gmail");
  standIn.mood.status = 429;
  standIn.mood.retryAfter = "120";
  expect(await sync("gmail")).toEqual({ error: "Google asks to wait a while." });
  Object.assign(standIn.mood, { status: null, retryAfter: null });
  const before = standIn.calls.length;
  expect(await sync("gmail")).toEqual({ error: expect.stringContaining("in 2 minutes") });
  expect(standIn.calls.length).toBe(before);
  expect(await one("gmail")).toMatchObject({ status: "connected", syncState: "waiting" });
  await owner.query("update integrations set wait_until = now() - interval '1 s' where user_id = $1", [
    ada.userId,
  ]);
  expect(await sync("gmail")).toEqual({ count: 0 });
  expect(await one("gmail")).toMatchObject({ syncState: "idle", lastError: null, waitUntil: null });
});

test("INT-15: a check goes step by step and stops at the fault with what mends it", async () => {
  await connect("gmail");
  const steps = async () =>
    ((await ada.invoke(integrations.check, { provider: "gmail" })) as { steps: CheckStep[] }).steps;
  expect((await steps()).map(({ name, isOk }) => [name, isOk])).toEqual([
    ["Registration", true],
    ["Google can be reached", true],
    ["Sign-in holds", true],
    ["Account answers", true],
    ["Permissions", true],
  ]);
  standIn.mood.isRevoked = true;
  expect((await steps()).at(-1)).toEqual({
    name: "Account answers",
    isOk: false,
    message: "Google refused the connection. Please connect again.",
  });
  expect(await one("gmail")).toMatchObject({ status: "error", syncState: "needs_you" });
});

test("INT-15: contacts are asked for by themselves, and only what is wanted is asked for", async () => {
  const scopesOf = ({ oauthUrl }: { oauthUrl: string }) => new URL(oauthUrl).searchParams.get("scope");
  expect(scopesOf(await begin("gmail"))).toBe("openid email https://mail.google.com/");
  await connect("gmail");
  const { version } = await one("gmail");
  await ada.invoke(integrations.update, { provider: "gmail", wishes: { contacts: true }, version });
  expect((await one("gmail")).cargo).toEqual([
    { kind: "mail", isOn: true, isAllowed: true },
    { kind: "contacts", isOn: true, isAllowed: false },
  ]);
  const again = (await ada.invoke(integrations.connect, { provider: "gmail", with: ["contacts"] })) as {
    oauthUrl: string;
  };
  expect(scopesOf(again)).toContain("contacts.readonly");
  expect(new URL(again.oauthUrl).searchParams.get("login_hint")).toBe("ada@example.com");
  await finish(await standIn.visit(again.oauthUrl));
  expect((await one("gmail")).cargo[1]).toEqual({ kind: "contacts", isOn: true, isAllowed: true });
});

test("INT-15: a sign-in that ends by itself is foretold, and renewing the access does not hide it", async () => {
  expect((await one("gmail")).endsAt).toBeNull();
  Object.assign(standIn.mood, { signInEndsIn: 3 * 86_400, expiresIn: 60 });
  await connect("gmail");
  const { endsAt } = await one("gmail");
  expect(Math.round((Date.parse(endsAt ?? "") - Date.now()) / 86_400_000)).toBe(3);
  standIn.mood.signInEndsIn = null;
  await sync("gmail");
  expect((await one("gmail")).endsAt).toBe(endsAt);
  await connect("outlook");
  expect((await one("outlook")).endsAt).toBeNull();
});

test("Microsoft's mail servers get a token of their own", async () => {
  await connect("outlook");
  const desk = deskFor(services, ada.userId);
  const [forApi, forMail] = [
    await freshAccess(desk, "outlook"),
    await freshAccess(desk, "outlook", { audience: "mail" }),
  ];
  expect(forMail.accessToken).not.toBe(forApi.accessToken);
  expect(standIn.scopeOf(forMail.accessToken)).toContain("https://outlook.office.com/IMAP.AccessAsUser.All");
  expect(await freshAccess(desk, "outlook", { audience: "mail" })).toEqual(forMail);
});

test("INT-16, INT-12: a refused sign-in is an error that asks to connect again; network trouble is not", async () => {
  await connect("gmail");
  standIn.mood.status = 503;
  const trouble = "Google did not answer as expected. Please try again later.";
  expect(await sync("gmail")).toEqual({ error: trouble });
  expect(await one("gmail")).toMatchObject({ status: "connected", lastError: trouble });
  standIn.mood.status = null;
  standIn.mood.isRevoked = true;
  expect(await sync("gmail")).toEqual({ error: "Google refused the connection. Please connect again." });
  expect((await one("gmail")).status).toBe("error");
  standIn.mood.isRevoked = false;
  await connect("gmail");
  expect(await one("gmail")).toMatchObject({ status: "connected", lastError: null });
  expect(await statsOf(ada)).toMatchObject([{ totalSyncs: 2, successfulSyncs: 0, lastSync: null }]);
});

test("G21: with a lost master key a connection asks to be made again", async () => {
  await connect("gmail");
  await owner.query("update integrations set tokens = 'v1.00000000.' || repeat('A', 60) where user_id = $1", [
    ada.userId,
  ]);
  expect(await sync("gmail")).toEqual({ error: expect.stringContaining("master key 00000000") });
  expect((await one("gmail")).status).toBe("error");
});

test("DATA-09, DATA-29: an integration has the specified fields; an unknown status means disconnected", async () => {
  await connect("outlook_calendar");
  const { rows } = await owner.query(
    "select id, user_id, provider, type, status, account_name, auto_sync, last_sync, last_error, created_at from integrations where user_id = $1",
    [ada.userId],
  );
  expect(rows).toEqual([
    expect.objectContaining({ user_id: ada.userId, provider: "outlook_calendar", type: "calendar" }),
  ]);
  await owner.query("update integrations set status = 'paused' where user_id = $1", [ada.userId]);
  expect((await one("outlook_calendar")).status).toBe("disconnected");
});

test("DATA-30, MINT-16, INT-21: statistics per provider come from the procedure, and only of oneself", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  await ada.run(({ db }) =>
    db
      .insert(integrationSyncs)
      .values([
        aRun({ userId: ada.userId, provider: "gmail" }),
        aRun({ userId: ada.userId, provider: "gmail", isSuccessful: false, error: "Slow" }),
        aRun({ userId: ada.userId, provider: "slack" }),
      ]),
  );
  expect(await statsOf(ada)).toEqual([
    { provider: "gmail", lastSync: "2026-03-01T09:00:02.000Z", totalSyncs: 2, successfulSyncs: 1 },
    { provider: "slack", lastSync: "2026-03-01T09:00:02.000Z", totalSyncs: 1, successfulSyncs: 1 },
  ]);
  expect(await statsOf(bob)).toEqual([]);
  const asBob = await bob.run(({ db }) => db.execute(`select * from get_integration_stats('${ada.userId}')`));
  expect(asBob.rows).toEqual([]);
});

test("INT-15: the runs of a provider are listed, newest first, page by page", async () => {
  await ada.run(({ db }) =>
    db.insert(integrationSyncs).values(
      [9, 10, 11].map((hour) =>
        aRun({
          userId: ada.userId,
          provider: "gmail",
          startedAt: new Date(Date.UTC(2026, 2, 1, hour)),
          finishedAt: new Date(Date.UTC(2026, 2, 1, hour, 1)),
        }),
      ),
    ),
  );
  type Page = { items: { startedAt: string }[]; nextCursor: string | null };
  const first = (await ada.invoke(integrations.runs, { provider: "gmail", limit: 2 })) as Page;
  expect(first.items.map(({ startedAt }) => startedAt.slice(11, 13))).toEqual(["11", "10"]);
  const cursor = first.nextCursor ?? "";
  const second = (await ada.invoke(integrations.runs, { provider: "gmail", limit: 2, cursor })) as Page;
  expect(second.items.map(({ startedAt }) => startedAt.slice(11, 13))).toEqual(["09"]);
  const slack = (await ada.invoke(integrations.runs, { provider: "slack" })) as Page;
  expect(slack.items).toEqual([]);
});

test("INT-15: auto sync is switched with a version, can be taken back, and needs a connection", async () => {
  await expect(
    ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version: 1 }),
  ).rejects.toMatchObject({ code: "not_found" });
  await connect("gmail");
  const { version } = await one("gmail");
  expect(
    await ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version }),
  ).toMatchObject({
    autoSync: false,
    version: version + 1,
  });
  await expect(
    ada.invoke(integrations.update, { provider: "gmail", autoSync: true, version }),
  ).rejects.toMatchObject({ code: "conflict", details: { current: { autoSync: false } } });
  await takeBack(house, ada, integrations);
  expect((await one("gmail")).autoSync).toBe(true);
});

test("INT-15: a choice that is made while a synchronisation runs meets no conflict, and its state says n of m", async () => {
  await connect("gmail");
  const { version } = await one("gmail");
  const people = Promise.withResolvers<void>();
  standIn.mood.holdApi = people;
  const running = sync("gmail");
  await expect.poll(async () => (await one("gmail")).syncState).toBe("running");
  await owner.query(
    "update integrations set sync_done = 40, sync_total = 100, sync_step = 2, sync_steps = 3 where user_id = $1",
    [ada.userId],
  );
  expect(await one("gmail")).toMatchObject({ syncDone: 40, syncTotal: 100, syncStep: 2, syncSteps: 3 });
  await ada.invoke(integrations.update, { provider: "gmail", autoSync: false, version });
  people.resolve();
  standIn.mood.holdApi = null;
  expect(await running).toEqual({ count: 0 });
  await ada.invoke(integrations.update, { provider: "gmail", autoSync: true, version: version + 1 });
  expect(await one("gmail")).toMatchObject({ syncState: "idle", version: version + 2 });
});

test("D37, INT-15: disconnect revokes there and deletes the tokens here; the history stays", async () => {
  await connect("gmail");
  await sync("gmail");
  expect(await ada.invoke(integrations.disconnect, { provider: "gmail" })).toEqual({ isRevoked: true });
  expect(standIn.calls).toContain("POST /revoke");
  expect(await one("gmail")).toMatchObject({ status: "disconnected", accountName: null });
  const { rows } = await owner.query("select tokens from integrations where user_id = $1", [ada.userId]);
  expect(rows).toEqual([{ tokens: null }]);
  expect(await statsOf(ada)).toMatchObject([{ totalSyncs: 1 }]);
  await expect(ada.invoke(integrations.disconnect, { provider: "gmail" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("disconnect works also where the provider cannot revoke or does not answer, and says so", async () => {
  await connect("teams");
  expect(await ada.invoke(integrations.disconnect, { provider: "teams" })).toEqual({ isRevoked: false });
  await connect("slack");
  standIn.mood.status = 500;
  expect(await ada.invoke(integrations.disconnect, { provider: "slack" })).toEqual({ isRevoked: false });
  expect((await one("slack")).status).toBe("disconnected");
});

test("ROLE-06, MINT-17: integrations are those of the session's person", async () => {
  await connect("gmail");
  const bob = as(await aUser({ fullName: "Bob" }));
  expect((await listOf(bob)).items.every(({ status }) => status === "disconnected")).toBe(true);
  await expect(bob.invoke(integrations.disconnect, { provider: "gmail" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await one("gmail")).status).toBe("connected");
});

test("INT-04: accounts with auto sync are synced by themselves when due, the others are left alone", async () => {
  await connect("gmail");
  await connect("outlook");
  const { version } = await one("outlook");
  await ada.invoke(integrations.update, { provider: "outlook", autoSync: false, version });
  const wanted: unknown[] = [];
  const jobs = {
    ...queue,
    enqueue: async (_db: unknown, _job: unknown, payload: unknown) => void wanted.push(payload),
  };
  await syncDueIntegrations.run({ ...services, jobs }, {});
  const mine = wanted.filter((payload) => JSON.stringify(payload).includes(ada.userId));
  expect(mine).toEqual([{ userId: ada.userId, provider: "gmail" }]);
  await syncOne.run(services, { userId: ada.userId, provider: "gmail" });
  const runs = (await ada.invoke(integrations.runs, { provider: "gmail" })) as { items: unknown[] };
  expect(runs.items).toEqual([expect.objectContaining({ isAutomatic: true, isSuccessful: true })]);
  wanted.length = 0;
  await syncDueIntegrations.run({ ...services, jobs }, {});
  expect(JSON.stringify(wanted)).not.toContain(ada.userId);
});

type Listed = {
  items: {
    provider: Provider;
    type: string;
    status: string;
    accountName: string | null;
    autoSync: boolean;
    lastSync: string | null;
    lastError: string | null;
    isConfigured: boolean;
    syncState: string;
    endsAt: string | null;
    cargo: { kind: string; isOn: boolean; isAllowed: boolean }[];
    version: number;
  }[];
};

const listOf = (person: Person, input = {}) => person.invoke(integrations.list, input) as Promise<Listed>;
const statsOf = async (person: Person) =>
  ((await person.invoke(integrations.stats)) as { items: unknown[] }).items;
const begin = (provider: Provider) =>
  ada.invoke(integrations.connect, { provider }) as Promise<{ oauthUrl: string }>;
const finish = (answer: object) => ada.invoke(integrations.finish, answer);
const sync = (provider: Provider) => ada.invoke(integrations.sync, { provider });

async function one(provider: Provider) {
  const found = (await listOf(ada)).items.find((item) => item.provider === provider);
  if (!found) throw new Error(`${provider} is not listed`);
  return found;
}

async function connect(provider: Provider): Promise<void> {
  const finished = await finish(await standIn.visit((await begin(provider)).oauthUrl));
  expect(finished).toMatchObject({ provider, error: null });
}

/** What the administrator enters on /admin/settings, for all three. */
async function register({
  clientId = registered.clientId,
  clientSecret = registered.clientSecret,
}: {
  clientId?: string;
  clientSecret?: string | null;
} = {}): Promise<void> {
  const { systemSettings } = services;
  await systemSettings.save(admin, {
    version: systemSettings.current.version,
    fields: { googleClientId: clientId, microsoftClientId: clientId, slackClientId: clientId },
    secrets: {
      googleClientSecret: clientSecret,
      microsoftClientSecret: clientSecret,
      slackClientSecret: clientSecret,
    },
  });
}
