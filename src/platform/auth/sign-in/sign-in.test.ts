import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Caller } from "../auth-settings.ts";
import { tokenHash } from "../credentials/token.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { owner } = server;
const { auth } = testAuth(server);

const password = "correct horse";
const fromHome: Caller = { address: "192.0.2.1", credentials: { cookie: null, userAgent: "Firefox" } };

test("AUTH-01: Ada signs up, is signed in immediately, and signs in again with email and password", async () => {
  const { session } = await auth.signUp({ fullName: "Ada", email: "Ada@Example.com ", password }, fromHome);
  expect(await actorOf(session?.cookie)).toMatchObject({ email: "ada@example.com", fullName: "Ada" });
  const again = await auth.signIn({ email: " ADA@example.com", password }, fromHome);
  expect(await actorOf(again.cookie)).toMatchObject({ userId: session?.userId, via: "session" });
});

test("AUTH-22: sign-in requires both fields", async () => {
  await expect(auth.signIn({ email: " ", password }, fromHome)).rejects.toMatchObject({
    code: "invalid",
    message: "Please fill in all fields",
  });
});

test("AUTH-23, AUTH-25: sign-up requires every field, then the length", async () => {
  const bob = { fullName: "Bob", email: "bob@example.com", password: "12345" };
  await expect(auth.signUp({ ...bob, fullName: "" }, fromHome)).rejects.toThrow("Please fill in all fields");
  await expect(auth.signUp(bob, fromHome)).rejects.toThrow("Password must be at least 6 characters");
  await expect(auth.signUp({ ...bob, password: "x".repeat(129) }, fromHome)).rejects.toThrow(
    "Password must be at most 128 characters",
  );
  const { userId } = await auth.signUp({ ...bob, password: "123456" }, fromHome);
  expect(userId).toEqual(expect.any(String));
});

test("AUTH-27: a wrong password and an unknown address are refused the same", async () => {
  const refusal = { code: "unauthenticated", message: "Invalid login credentials" };
  await expect(auth.signIn({ email: "ada@example.com", password: "wrong" }, fromHome)).rejects.toMatchObject(
    refusal,
  );
  await expect(auth.signIn({ email: "eve@example.com", password }, fromHome)).rejects.toMatchObject(refusal);
});

test("AUTH-28: where confirmation is required, sign-in needs it first", async () => {
  const { auth: strict, sent } = testAuth(server, { requireEmailConfirmation: true }, undefined, () => true);
  const carol = { fullName: "Carol", email: "carol@example.com", password };
  const { session } = await strict.signUp(carol, fromHome);
  expect(session).toBeNull();
  await expect(strict.signIn(carol, fromHome)).rejects.toMatchObject({
    code: "forbidden",
    message: "Email not confirmed",
  });
  const token = sent[0]?.body.match(/#confirm=(\S+)/)?.[1] ?? "";
  await strict.confirmEmail(token);
  expect(await strict.signIn(carol, fromHome)).toMatchObject({ cookie: expect.any(String) });
  await expect(strict.confirmEmail(token)).rejects.toThrow("This link is no longer valid");
});

test("AUTH-31: an address can be registered once, case-insensitively", async () => {
  await expect(
    auth.signUp({ fullName: "Ada", email: "ADA@EXAMPLE.COM", password }, fromHome),
  ).rejects.toMatchObject({ code: "conflict", message: "User already registered" });
});

test("AUTH-33: a new account is sent a confirmation message", async () => {
  const { auth: other, sent } = testAuth(server);
  const { userId } = await other.signUp({ fullName: "Dan", email: "dan@example.com", password }, fromHome);
  expect(sent).toMatchObject([{ userId, to: "dan@example.com", subject: "Confirm your email address" }]);
});

test("AUTH-37: tables hold no usable token and no password", async () => {
  const { cookie } = await auth.signIn({ email: "ada@example.com", password }, fromHome);
  const token = cookie.match(/=([^;]+)/)?.[1] ?? "";
  const { rows } = await owner.query(
    `select row_to_json(sessions)::text as dump from sessions union all
     select row_to_json(credentials)::text from credentials union all
     select row_to_json(verifications)::text from verifications`,
  );
  const dump = rows.map((row) => row.dump).join("\n");
  expect(dump).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(dump).not.toContain(token);
  expect(dump).not.toContain(password);
});

test("AUTH-37: the cookie is HttpOnly, and __Host- over https", async () => {
  const plain = await auth.signIn({ email: "ada@example.com", password }, fromHome);
  expect(plain.cookie).toMatch(/^adjutant=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const { auth: secure } = testAuth(server, { publicUrl: "https://adjutant.example.com" });
  const { cookie } = await secure.signIn({ email: "ada@example.com", password }, fromHome);
  expect(cookie).toMatch(
    /^__Host-adjutant=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("D5: a session id planted before sign-in is never adopted", async () => {
  const planted = "A".repeat(43);
  const caller = { ...fromHome, credentials: { cookie: `adjutant=${planted}`, userAgent: null } };
  const { cookie } = await auth.signIn({ email: "ada@example.com", password }, caller);
  expect(cookie).not.toContain(planted);
  expect(await actorOf(`adjutant=${planted}`)).toBeNull();
});

test("D5: session ids are stored only as hashes", async () => {
  const { cookie } = await auth.signIn({ email: "ada@example.com", password }, fromHome);
  const [, id = ""] = pair(cookie).split("=");
  expect(id.length).toBeGreaterThan(40);
  const { rows } = await owner.query("select to_jsonb(s)::text as row from sessions s");
  const written = rows.map(({ row }) => row).join("\n");
  for (const encoded of [id, Buffer.from(id).toString("hex"), Buffer.from(id, "base64url").toString("hex")])
    expect(written).not.toContain(encoded);
  expect(written).toContain(tokenHash(id));
});

test("D5: signing in again in the same browser ends the previous session", async () => {
  const first = await auth.signIn({ email: "ada@example.com", password }, fromHome);
  const caller = { ...fromHome, credentials: { cookie: pair(first.cookie), userAgent: null } };
  await auth.signIn({ email: "ada@example.com", password }, caller);
  expect(await actorOf(first.cookie)).toBeNull();
});

test("D5: a person has at most 20 sessions; the oldest are ended", async () => {
  const { session } = await auth.signUp({ fullName: "Fay", email: "fay@example.com", password }, fromHome);
  const later = await Promise.all(
    Array.from({ length: 20 }, () => auth.signIn({ email: "fay@example.com", password }, fromHome)),
  );
  const { rows } = await owner.query("select count(*)::int from sessions where user_id = $1", [
    session?.userId,
  ]);
  expect(rows).toEqual([{ count: 20 }]);
  expect(await actorOf(session?.cookie)).toBeNull();
  expect(await actorOf(later.at(-1)?.cookie)).not.toBeNull();
});

test("AUTH-38: a used session is extended, but never beyond its absolute end", async () => {
  const { cookie, sessionId } = await auth.signIn({ email: "ada@example.com", password }, fromHome);
  const age = (created: number, expires: number) =>
    owner.query(
      `update sessions set created_at = now() - make_interval(days => $2), renewed_at = now() - interval '25 hours',
              expires_at = now() - interval '1 second' + make_interval(days => $3) where id = $1`,
      [sessionId, created, expires],
    );
  const daysLeft = async () => {
    const { rows } = await owner.query(
      "select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where id = $1",
      [sessionId],
    );
    return rows[0]?.days;
  };
  await age(2, 5);
  expect(await actorOf(cookie)).not.toBeNull();
  expect(await daysLeft()).toBe(7);
  await age(28, 1);
  expect(await actorOf(cookie)).not.toBeNull();
  expect(await daysLeft()).toBe(2);
  await age(2, 0);
  expect(await actorOf(cookie)).toBeNull();
});

const pair = (cookie: string) => cookie.split(";")[0] ?? "";

async function actorOf(cookie = "") {
  return auth.authenticate(new Headers({ cookie: `theme=dark; ${pair(cookie)}` }));
}

test("S4: only an administrator's own session begins to view as another person", async () => {
  const [grace, ada] = [await server.aUser({ roles: ["admin"] }), await server.aUser()];
  const asked = { userId: ada.userId, reason: "Ada asked" };
  const key = { ...grace, via: "api_key" as const, credentialId: randomUUID() };
  const viewing = {
    ...grace,
    via: "session" as const,
    credentialId: randomUUID(),
    impersonatedBy: ada.userId,
  };
  for (const actor of [key, viewing])
    await expect(auth.impersonate(actor, asked, fromHome)).rejects.toThrow(
      "This can only be started from your own session",
    );
});
