import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#platform/capability/actor.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { AgentTokens } from "./agents.ts";
import type { Caller } from "./auth-settings.ts";

// Sign-in works beneath row-level security. Whatever state another account is in, and whatever it has stored, has no
// effect on Ada; each test gives Eve, whose rows are older, what would stop Ada or let a stranger in.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { owner } = server;
const { auth, sent } = testAuth(server, {}, undefined, () => true);
const password = "correct horse";

let people = 0;
/** A browser in which a new account has just signed up. */
async function signedUp(name: string) {
  people += 1;
  const email = `${name}.${people}@example.com`.toLowerCase();
  const caller: Caller = {
    address: `192.0.2.${people}`,
    credentials: { cookie: null, userAgent: "Firefox" },
  };
  const { session } = await auth.signUp({ fullName: name, email, password }, caller);
  const cookie = session?.cookie.split(";")[0] ?? "";
  const actor = await auth.authenticate(new Headers({ cookie }));
  if (!actor) throw new Error("Nobody is signed in");
  return { email, cookie, actor, caller, deviceCookie: session?.deviceCookie?.split(";")[0] ?? "" };
}

type Signed = Awaited<ReturnType<typeof signedUp>>;
let eve: Signed;
let ada: Signed;
beforeEach(async () => {
  eve = await signedUp("Eve");
  ada = await signedUp("Ada");
});

const administrator = async (): Promise<Actor> => {
  const admin = await signedUp("Grace");
  await auth.setRole(admin.actor.userId, "admin");
  return { ...admin.actor, roles: ["admin"] };
};

test("a suspended account keeps nobody else out", async () => {
  await auth.setSuspended(eve.actor.userId, true, await administrator());
  await expect(auth.signIn({ email: eve.email, password }, eve.caller)).rejects.toMatchObject({
    code: "forbidden",
    message: "This account is suspended. Please ask an administrator.",
  });
  const later = await signedUp("Zoe");
  expect(await auth.signIn({ email: later.email, password }, later.caller)).toHaveProperty("cookie");
});

test("a device token that the server never issued is replaced, although others have devices", async () => {
  const made = "x".repeat(eve.deviceCookie.split("=")[1]?.length ?? 0);
  const [name] = eve.deviceCookie.split("=");
  const cookie = `${name}=${made}`;
  const caller = { ...ada.caller, credentials: { cookie, userAgent: "Firefox" } };
  const { deviceCookie } = await auth.signIn({ email: ada.email, password }, caller);
  expect(deviceCookie).not.toContain(made);
  const known = { ...ada.caller, credentials: { cookie: eve.deviceCookie, userAgent: "Firefox" } };
  expect((await auth.signIn({ email: ada.email, password }, known)).deviceCookie).toContain(
    eve.deviceCookie.split("=")[1],
  );
});

const verifier = "v".repeat(43);
const redirectUri = "http://127.0.0.1:9/callback";
async function granted(actor: Actor): Promise<AgentTokens & { clientId: string }> {
  const client = await auth.agents.register({ name: "Agent", redirectUris: [redirectUri] }, null);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const grant = { clientId: client.id, redirectUri, challenge, scopes: ["read"] as const, toolGroups: null };
  const code = await auth.agents.allow(actor, grant);
  const tokens = await auth.agents.exchange({ code, clientId: client.id, redirectUri, verifier });
  return { ...tokens, clientId: client.id };
}
const liveGrants = async () => {
  const { rows } = await owner.query(
    "select user_id from api_keys where client_id is not null and revoked_at is null",
  );
  return rows.map((row) => row.user_id);
};

test("a refreshed token belongs to one grant; a wrong one ends none", async () => {
  const [evesGrant, own] = [await granted(eve.actor), await granted(ada.actor)];
  const refreshed = await auth.agents.refresh({ token: own.refreshToken, clientId: own.clientId });
  for (const [token, clientId] of [
    ["never issued", own.clientId],
    [evesGrant.refreshToken, own.clientId],
    [refreshed.refreshToken, evesGrant.clientId],
  ] as const)
    await expect(auth.agents.refresh({ token, clientId })).rejects.toMatchObject({ code: "invalid" });
  expect(await liveGrants()).toEqual(expect.arrayContaining([eve.actor.userId, ada.actor.userId]));
  const asAda = new Headers({ authorization: `Bearer ${refreshed.accessToken}` });
  expect(await auth.authenticate(asAda)).toMatchObject({ userId: ada.actor.userId, via: "api_key" });
});

test("a stolen refresh token ends its own grant only", async () => {
  const [evesGrant, own] = [await granted(eve.actor), await granted(ada.actor)];
  await auth.agents.refresh({ token: evesGrant.refreshToken, clientId: evesGrant.clientId });
  const again = { token: evesGrant.refreshToken, clientId: evesGrant.clientId };
  await expect(auth.agents.refresh(again)).rejects.toMatchObject({ code: "invalid" });
  const left = await liveGrants();
  expect(left).toContain(ada.actor.userId);
  expect(left).not.toContain(eve.actor.userId);
  await auth.agents.revoke("never issued");
  expect(await liveGrants()).toEqual(left);
  await auth.agents.revoke(own.refreshToken);
  expect(await liveGrants()).not.toContain(ada.actor.userId);
});

test("a code is exchanged with its own address, verifier and client, and each mistake is refused", async () => {
  const client = await auth.agents.register(
    { name: "Agent", redirectUris: [redirectUri, "http://127.0.0.1:8/"] },
    null,
  );
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const codeFor = () =>
    auth.agents.allow(ada.actor, {
      ...{ clientId: client.id, redirectUri, challenge, scopes: ["read"], toolGroups: null },
    });
  const right = { clientId: client.id, redirectUri, verifier };
  for (const wrong of [{ verifier: "w".repeat(43) }, { redirectUri: "http://127.0.0.1:8/" }]) {
    const exchanged = auth.agents.exchange({ ...right, ...wrong, code: await codeFor() });
    await expect(exchanged).rejects.toMatchObject({ code: "invalid" });
  }
  const late = await codeFor();
  await owner.query("update oauth_codes set expires_at = now() - interval '1 second' where user_id = $1", [
    ada.actor.userId,
  ]);
  await expect(auth.agents.exchange({ ...right, code: late })).rejects.toMatchObject({ code: "invalid" });
  const elsewhere = auth.agents.allow(ada.actor, {
    ...{ clientId: client.id, redirectUri: "http://127.0.0.1:7/", challenge },
    ...{ scopes: ["read"], toolGroups: null },
  });
  await expect(elsewhere).rejects.toMatchObject({ code: "invalid" });
  expect(await auth.agents.exchange({ ...right, code: await codeFor() })).toMatchObject({ scopes: ["read"] });
});

test("a set-up link opens nothing for who does not have it, nor when it has expired", async () => {
  const token = (await auth.issueSetUpLink()).split("#setup=")[1] ?? "";
  const refusal = { code: "invalid", message: expect.stringContaining("no longer valid") };
  await expect(auth.checkSetUpLink("x".repeat(43))).rejects.toMatchObject(refusal);
  const account = { fullName: "Mallory", email: `mallory.${people}@example.com`, password };
  await expect(auth.setUp({ ...account, token: "x".repeat(43) }, eve.caller)).rejects.toMatchObject(refusal);
  await auth.checkSetUpLink(token);
  await owner.query("update set_up_links set expires_at = now() - interval '1 second'");
  await expect(auth.checkSetUpLink(token)).rejects.toMatchObject(refusal);
});

const addPasskey = (userId: string) =>
  owner
    .query(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
       values ($1, 'Phone', gen_random_uuid()::text, 'key', 0, '{}') returning id`,
      [userId],
    )
    .then(({ rows }) => rows[0].id as string);
const passkeyNames = async ({ actor }: Signed) => (await auth.passkeys.list(actor)).map(({ name }) => name);

test("a passkey is renamed and removed by its owner, and no other is touched", async () => {
  const [evesPasskey, own] = [await addPasskey(eve.actor.userId), await addPasskey(ada.actor.userId)];
  await auth.passkeys.rename(ada.actor, own, "Laptop");
  expect([await passkeyNames(eve), await passkeyNames(ada)]).toEqual([["Phone"], ["Laptop"]]);
  await expect(auth.passkeys.rename(ada.actor, evesPasskey, "Mine")).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(auth.passkeys.remove(ada.actor, evesPasskey, password, ada.caller)).rejects.toMatchObject({
    code: "not_found",
  });
  await auth.passkeys.remove(ada.actor, own, password, ada.caller);
  expect([await passkeyNames(eve), await passkeyNames(ada)]).toEqual([["Phone"], []]);
});

test("a step of adding a passkey works for its own person and purpose only", async () => {
  const { step } = await auth.passkeys.prepare(eve.actor, password, eve.caller);
  const key = { credentialId: "a", transports: [], clientDataJson: "e30", attestationObject: "e30" };
  const tooLong = { code: "invalid", message: "This took too long. Please start again." };
  await expect(auth.passkeys.add(ada.actor, { step, name: "", key })).rejects.toMatchObject(tooLong);
  await expect(auth.passkeys.add(eve.actor, { step: "unknown", name: "", key })).rejects.toMatchObject(
    tooLong,
  );
  const proof = { credentialId: "a", clientDataJson: "e30", authenticatorData: "e30", signature: "e30" };
  await expect(auth.completePasskeySignIn({ step, proof }, eve.caller)).rejects.toMatchObject(tooLong);
  const { excludeCredentials } = await auth.passkeys.prepare(ada.actor, password, ada.caller);
  expect(excludeCredentials).toEqual([]);
});

test("a reset link to an administrator's account needs a recent sign-in, one to anybody else's does not", async () => {
  const [admin, other] = [await administrator(), await administrator()];
  await owner.query("update sessions set created_at = now() - interval '13 hours' where user_id = $1", [
    admin.userId,
  ]);
  await expect(auth.issueResetLink(other.userId, admin)).rejects.toMatchObject({ code: "forbidden" });
  expect(await auth.issueResetLink(ada.actor.userId, admin)).toContain("#reset=");
  const missing = "00000000-0000-4000-8000-000000000000";
  await expect(auth.issueResetLink(missing, admin)).rejects.toMatchObject({ code: "not_found" });
  await expect(auth.setRole(missing, "moderator")).rejects.toMatchObject({ code: "not_found" });
  await expect(auth.setSuspended(missing, true, admin)).rejects.toMatchObject({ code: "not_found" });
});

test("nobody who is not viewing as another person ends that, and a normal session has no banner", async () => {
  await expect(auth.endImpersonation(ada.actor)).rejects.toMatchObject({
    code: "conflict",
    message: "You are not viewing as another person",
  });
  expect(await auth.describeImpersonation(ada.actor)).toBeNull();
});

test("a new password ends the person's other sessions and earlier reset links, and only theirs", async () => {
  const link = await auth.issueResetLink(ada.actor.userId);
  await auth.signIn({ email: ada.email, password }, { ...ada.caller, address: "198.51.100.7" });
  await auth.changePassword(ada.actor, { current: password, next: "battery staple" }, ada.caller);
  const { rows } = await owner.query(
    "select user_id from sessions where user_id = any($1) order by user_id = $2",
    [[eve.actor.userId, ada.actor.userId], ada.actor.userId],
  );
  expect(rows.map((row) => row.user_id)).toEqual([eve.actor.userId, ada.actor.userId]);
  expect(await auth.authenticate(new Headers({ cookie: ada.cookie }))).not.toBeNull();
  const token = link.split("#reset=")[1] ?? "";
  await expect(auth.resetPassword({ token, password: "third password" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("the message of a reset goes to the account that was asked for, and says nothing about unknown addresses", async () => {
  sent.length = 0;
  await auth.requestPasswordReset(ada.email, ada.caller);
  await auth.requestPasswordReset("nobody@example.com", ada.caller);
  await auth.finishPendingWork();
  expect(sent).toMatchObject([{ userId: ada.actor.userId, to: ada.email, mailOnly: true }]);
  const token = /#reset=(\S+)/.exec(sent[0]?.body ?? "")?.[1] ?? "";
  expect(await auth.resetPassword({ token, password: "battery staple" })).toEqual({
    userId: ada.actor.userId,
  });
  const { rows } = await owner.query(
    "select id, address_reason from users where address_reason = 'reset_mail'",
  );
  expect(rows).toEqual([{ id: ada.actor.userId, address_reason: "reset_mail" }]);
  expect(await auth.signIn({ email: eve.email, password }, eve.caller)).toHaveProperty("cookie");
});

test("the sessions of one account are ended, and an address is found only where it has an account", async () => {
  expect(await auth.endSessions(eve.actor.userId)).toBe(1);
  expect(await auth.authenticate(new Headers({ cookie: eve.cookie }))).toBeNull();
  expect(await auth.authenticate(new Headers({ cookie: ada.cookie }))).not.toBeNull();
  expect(await auth.findUserId(ada.email)).toBe(ada.actor.userId);
  expect(await auth.findUserId("nobody@example.com")).toBeNull();
});

test("the use of a key is noted, a wrong key is nobody's", async () => {
  const { accessToken } = await granted(ada.actor);
  const use = (key: string) => auth.authenticate(new Headers({ authorization: `Bearer ${key}` }));
  const lastUse = async () => {
    const { rows } = await owner.query("select last_used_at from api_keys where user_id = $1", [
      ada.actor.userId,
    ]);
    return rows.map((row) => row.last_used_at);
  };
  expect(await lastUse()).toEqual([null]);
  await use(accessToken);
  const [first] = await lastUse();
  expect(first).toBeInstanceOf(Date);
  await use(accessToken);
  expect(await lastUse()).toEqual([first]);
  expect(await use(`${accessToken}x`)).toBeNull();
});

test("programs that registered an hour ago and that nobody uses are deleted, and no others", async () => {
  const register = (name: string) => auth.agents.register({ name, redirectUris: [redirectUri] }, null);
  const [idle, recent, asking] = [await register("Idle"), await register("Recent"), await register("Asking")];
  const { clientId } = await granted(ada.actor);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  await auth.agents.allow(ada.actor, {
    ...{ clientId: asking.id, redirectUri, challenge, scopes: ["read"], toolGroups: null },
  });
  await owner.query("update oauth_clients set created_at = now() - interval '61 minutes' where id <> $1", [
    recent.id,
  ]);
  await auth.agents.deleteIdleClients();
  await expect(auth.agents.client(idle.id)).rejects.toMatchObject({ code: "not_found" });
  for (const id of [recent.id, asking.id, clientId])
    expect(await auth.agents.client(id)).toMatchObject({ id });
});

test("a person has at most twenty passkeys", async () => {
  for (let count = 0; count < 19; count += 1) await addPasskey(ada.actor.userId);
  await auth.passkeys.prepare(ada.actor, password, ada.caller);
  await addPasskey(ada.actor.userId);
  await expect(auth.passkeys.prepare(ada.actor, password, ada.caller)).rejects.toMatchObject({
    code: "conflict",
    message: "A person keeps at most 20 passkeys",
  });
});
