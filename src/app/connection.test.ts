import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import "./slices.ts";
import {
  connectedInstance,
  type IntegrationsApi,
  integrationsOf,
  REGISTERED,
} from "#features/integrations/factory.ts";
import { integrations } from "#features/integrations/integrations.ts";
import { NOT_CONFIGURED } from "#features/integrations/model.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/stand-ins/slack-stand-in.ts";
import type { Person } from "#platform/testing/test-database.ts";

const { server, standIn, register, atEnd } = await connectedInstance([
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

test("decision 12, INT-21: without a registration Connect shows what the administrator must set up", async () => {
  await register("", null);
  const answer = await ada.invoke(integrations.connect, { provider: "gmail" });
  expect(answer).toEqual({
    error: NOT_CONFIGURED,
    setup: {
      system: "Google",
      registerAt: expect.stringContaining("console.cloud.google.com"),
      redirectUri: REGISTERED.redirectUri,
    },
  });
  expect((await api.one("gmail")).isConfigured).toBe(false);
  const forSlack = (await ada.invoke(integrations.connect, { provider: "slack" })) as {
    setup: { manifest: string };
  };
  expect(JSON.parse(forSlack.setup.manifest)).toMatchObject({
    oauth_config: {
      redirect_urls: [REGISTERED.redirectUri],
      scopes: { user: expect.arrayContaining(["channels:history", "chat:write"]) },
    },
    settings: { token_rotation_enabled: true },
  });
  await register();
});

test.each([
  ["gmail", "ada@example.com"],
  ["google_calendar", "ada@example.com"],
  ["outlook", "ada@example.com"],
  ["outlook_calendar", "ada@example.com"],
  ["teams", "ada@example.com"],
  ["slack", "ada at Aldermoor"],
] as const)(
  "D37, MINT-14: %s is connected by code flow with PKCE and shows its account name",
  async (provider, name) => {
    const { oauthUrl } = await api.begin(provider);
    const query = new URL(oauthUrl).searchParams;
    expect(query.get("redirect_uri")).toBe(REGISTERED.redirectUri);
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(query.get("state")).toMatch(/^[\w-]{43}$/);
    expect(await api.finish(await standIn.visit(oauthUrl))).toEqual({
      provider,
      flow: "window",
      error: null,
    });
    expect(await api.one(provider)).toMatchObject({
      status: "connected",
      accountName: name,
      autoSync: true,
      lastError: null,
    });
  },
);

test("D36: neither tokens nor the PKCE verifier can be read in the database", async () => {
  const { oauthUrl } = await api.begin("gmail");
  const pending = await owner.query("select * from connection_requests");
  expect(pending.rows).toHaveLength(1);
  expect(JSON.stringify(pending.rows)).not.toContain(new URL(oauthUrl).searchParams.get("state"));
  await api.finish(await standIn.visit(oauthUrl));
  const { rows } = await owner.query("select * from integrations where user_id = $1", [ada.userId]);
  expect(rows[0].tokens).toMatch(/^v1\./);
  expect(JSON.stringify(rows)).not.toMatch(/access-|refresh-/);
  expect(JSON.stringify(await api.list())).not.toContain("v1.");
});

test("D37: a state works once", async () => {
  const answer = await standIn.visit((await api.begin("gmail")).oauthUrl);
  await api.finish(answer);
  await expect(api.finish(answer)).rejects.toMatchObject({ code: "invalid" });
});

test("D37: a state is valid only in the session that requested it", async () => {
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

test("D37: a state expires after ten minutes", async () => {
  const answer = await standIn.visit((await api.begin("gmail")).oauthUrl);
  await owner.query("update connection_requests set expires_at = expires_at - interval '10 minutes'");
  await expect(api.finish(answer)).rejects.toMatchObject({ code: "invalid" });
});

test("D37: an unknown state and a state replaced by a newer attempt are rejected", async () => {
  await expect(api.finish({ state: "made up", code: "x" })).rejects.toMatchObject({ code: "invalid" });
  const first = await standIn.visit((await api.begin("gmail")).oauthUrl);
  await api.begin("gmail");
  await expect(api.finish(first)).rejects.toMatchObject({ code: "invalid" });
});

test("INT-12: denied consent is shown on the card, and nothing is connected", async () => {
  const answer = await standIn.visit((await api.begin("gmail")).oauthUrl, "Deny");
  const error = "You did not allow the connection at Google.";
  expect(await api.finish(answer)).toMatchObject({ provider: "gmail", error });
  expect(await api.one("gmail")).toMatchObject({ status: "disconnected", lastError: error });
});

test("D37: a response from another issuer connects nothing", async () => {
  const answer = await standIn.visit((await api.begin("gmail")).oauthUrl);
  const forged = { ...answer, iss: "https://evil.example" };
  expect(await api.finish(forged)).toMatchObject({
    error: expect.stringContaining("did not come from Google"),
  });
  expect((await api.one("gmail")).status).toBe("disconnected");
});

test("D37: the provider rejects a code with a wrong verifier, and a used code", async () => {
  const stolen = await standIn.visit((await api.begin("gmail")).oauthUrl);
  const own = await standIn.visit((await api.begin("outlook")).oauthUrl);
  const mixed = { ...own, code: stolen.code ?? "" };
  expect(await api.finish(mixed)).toMatchObject({
    error: "Microsoft rejected the sign-in. Please connect again.",
  });
  const again = await standIn.visit((await api.begin("slack")).oauthUrl);
  expect(await api.finish(again)).toMatchObject({ error: null });
  const replayed = await api.begin("slack");
  const state = new URL(replayed.oauthUrl).searchParams.get("state") ?? "";
  expect(await api.finish({ ...again, state })).toMatchObject({
    error: "Slack rejected the sign-in. Please connect again.",
  });
  expect((await api.one("slack")).status).toBe("connected");
});

test("D9: a provider's error text never reaches the screen", async () => {
  const answer = await standIn.visit((await api.begin("gmail")).oauthUrl);
  standIn.behaviour.status = 500;
  const { error } = (await api.finish(answer)) as { error: string };
  expect(error).toBe("Google sent an unexpected response. Please try again later.");
});

test("D18: a provider address inside the network is not requested", async () => {
  const { state, code } = await standIn.visit((await api.begin("gmail")).oauthUrl);
  const { config } = services;
  services.config = { ...config, providers: { ...config.providers, googleUrl: "http://10.0.0.1" } };
  const answer = await api.finish({ state, code });
  services.config = config;
  expect(answer).toMatchObject({ error: expect.stringContaining("ALLOWED_LOCAL_NETWORKS") });
});

test("INT-15: contacts are a separate choice, and only the chosen scopes are requested", async () => {
  const scopesOf = ({ oauthUrl }: { oauthUrl: string }) => new URL(oauthUrl).searchParams.get("scope");
  expect(scopesOf(await api.begin("gmail"))).toBe("openid email https://mail.google.com/");
  await api.connect("gmail");
  const { version } = await api.one("gmail");
  await ada.invoke(integrations.update, { provider: "gmail", importOptions: { contacts: true }, version });
  expect((await api.one("gmail")).dataKinds).toEqual([
    { kind: "mail", isOn: true, isAllowed: true },
    { kind: "contacts", isOn: true, isAllowed: false },
  ]);
  const again = (await ada.invoke(integrations.connect, { provider: "gmail", dataKinds: ["contacts"] })) as {
    oauthUrl: string;
  };
  expect(scopesOf(again)).toContain("contacts.readonly");
  expect(new URL(again.oauthUrl).searchParams.get("login_hint")).toBe("ada@example.com");
  await api.finish(await standIn.visit(again.oauthUrl));
  expect((await api.one("gmail")).dataKinds[1]).toEqual({ kind: "contacts", isOn: true, isAllowed: true });
});

test("INT-15: the expiry of a sign-in is announced, and refreshing the token does not hide it", async () => {
  expect((await api.one("gmail")).endsAt).toBeNull();
  Object.assign(standIn.behaviour, { signInEndsIn: 3 * 86_400, expiresIn: 60 });
  await api.connect("gmail");
  const { endsAt } = await api.one("gmail");
  expect(Math.round((Date.parse(endsAt ?? "") - Date.now()) / 86_400_000)).toBe(3);
  standIn.behaviour.signInEndsIn = null;
  await api.sync("gmail");
  expect((await api.one("gmail")).endsAt).toBe(endsAt);
  await api.connect("outlook");
  expect((await api.one("outlook")).endsAt).toBeNull();
});

test("DATA-09, DATA-29: an integration has the specified fields; an unknown status means disconnected", async () => {
  await api.connect("outlook_calendar");
  const { rows } = await owner.query(
    "select id, user_id, provider, type, status, account_name, auto_sync, last_sync, last_error, created_at from integrations where user_id = $1",
    [ada.userId],
  );
  expect(rows).toEqual([
    expect.objectContaining({ user_id: ada.userId, provider: "outlook_calendar", type: "calendar" }),
  ]);
  await owner.query("update integrations set status = 'paused' where user_id = $1", [ada.userId]);
  expect((await api.one("outlook_calendar")).status).toBe("disconnected");
});

test("D37, INT-15: disconnect revokes at the provider and deletes the tokens here; the history stays", async () => {
  await api.connect("gmail");
  await api.sync("gmail");
  expect(await ada.invoke(integrations.disconnect, { provider: "gmail" })).toEqual({ isRevoked: true });
  expect(standIn.calls).toContain("POST /revoke");
  expect(await api.one("gmail")).toMatchObject({ status: "disconnected", accountName: null });
  const { rows } = await owner.query("select tokens from integrations where user_id = $1", [ada.userId]);
  expect(rows).toEqual([{ tokens: null }]);
  expect(await api.stats()).toMatchObject([{ totalSyncs: 1 }]);
  await expect(ada.invoke(integrations.disconnect, { provider: "gmail" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("disconnect also works if the provider cannot revoke or does not answer, and says so", async () => {
  await api.connect("teams");
  expect(await ada.invoke(integrations.disconnect, { provider: "teams" })).toEqual({ isRevoked: false });
  await api.connect("slack");
  standIn.behaviour.status = 500;
  expect(await ada.invoke(integrations.disconnect, { provider: "slack" })).toEqual({ isRevoked: false });
  expect((await api.one("slack")).status).toBe("disconnected");
});
