import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emailConfirmation } from "./email-confirmation.ts";
import { password } from "./password.ts";
import { profile } from "./profile.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { services, owner } = server;
const { auth, sent } = testAuth(server, { adminEmail: "grace@example.com" }, undefined, () => true);
services.auth = auth;
const ada = { fullName: "Ada Lovelace", email: "ada@example.com", password: "correct horse" };
const { fullName: _, ...adaSignsIn } = ada;

test("AUTH-18: nobody is signed in before sign-in", async () => {
  expect(await testClient(services).call(session.current)).toEqual({
    user: null,
    roles: [],
    isAdmin: false,
    redirectToAdmin: false,
    lastEventId: 0,
  });
});

test("AUTH-40, AUTH-42, DATA-01: Ada signs up with her full name and every screen shows it", async () => {
  const browser = testClient(services);
  expect(await browser.call(session.signUp, ada)).toEqual({ signedIn: true });
  expect(await browser.call(session.current)).toEqual({
    user: {
      id: expect.any(String),
      email: "ada@example.com",
      fullName: "Ada Lovelace",
      avatarUrl: null,
      address: "Executive",
      timeZone: "UTC",
      hourCycle: null,
      firstWeekday: null,
      density: "comfortable",
      motion: "system",
      isNew: true,
      language: null,
      emailState: "unproven",
    },
    roles: ["user"],
    isAdmin: false,
    redirectToAdmin: false,
    lastEventId: expect.any(Number),
  });
});

test("DATA-02, DATA-03: the rows of a profile and its role have the specified columns", async () => {
  const { rows } = await owner.query("select * from profiles where email = 'ada@example.com'");
  expect(rows[0]).toMatchObject({
    user_id: expect.any(String),
    role: "user",
    full_name: "Ada Lovelace",
    avatar_url: null,
    created_at: expect.any(Date),
  });
  const roles = await owner.query("select user_id, role from user_roles");
  expect(roles.rows).toEqual([{ user_id: rows[0].user_id, role: "user" }]);
});

test("AUTH-39: sign-in returns an error or nothing more than success", async () => {
  const browser = testClient(services);
  expect(await browser.call(session.signIn, adaSignsIn)).toEqual({ signedIn: true });
  await expect(browser.call(session.signIn, { ...adaSignsIn, password: "wrong" })).rejects.toThrow(
    "Invalid login credentials",
  );
  expect(await browser.currentActor()).toMatchObject({ email: "ada@example.com" });
});

test("a sign-in says which page its person wants to see first, if not the dashboard", async () => {
  const browser = testClient(services);
  await browser.call(session.signIn, adaSignsIn);
  await browser.call(profile.update, { startPage: "/calendar", version: 1 });
  const again = testClient(services);
  expect(await again.call(session.signIn, adaSignsIn)).toEqual({ signedIn: true, startPage: "/calendar" });
  await browser.call(profile.update, { startPage: "/", version: 2 });
});

test("AUTH-21: the sign-up address follows the rule of the email input type, and no other", async () => {
  const dan = { fullName: "Dan", password: "secret" };
  const browser = testClient(services);
  await expect(browser.call(session.signUp, { ...dan, email: "dan" })).rejects.toThrow(
    "Please enter a valid email address",
  );
  expect(await browser.call(session.signUp, { ...dan, email: "dan@localhost" })).toEqual({ signedIn: true });
});

test("AUTH-41: signing out ends the session on the server, and is idempotent", async () => {
  const browser = testClient(services);
  await browser.call(session.signIn, adaSignsIn);
  const copied = testClient(services);
  copied.cookie = browser.cookie;
  await browser.call(session.signOut);
  expect(browser.cookie).toBeNull();
  expect(await copied.currentActor()).toBeNull();
  expect(await browser.call(session.signOut)).toEqual({});
});

test("decision 4: ADMIN_EMAIL is redirected to /admin once per sign-in", async () => {
  const browser = testClient(services);
  const token = (await auth.issueSetUpLink()).split("#setup=")[1];
  await browser.call(session.setUp, { ...ada, email: "grace@example.com", token });
  const once = { isAdmin: true, roles: ["admin"], redirectToAdmin: true };
  expect(await browser.call(session.current)).toMatchObject(once);
  expect(await browser.call(session.current)).toMatchObject({ ...once, redirectToAdmin: false });
  await browser.call(session.signOut);
  await browser.call(session.signIn, { ...adaSignsIn, email: "grace@example.com" });
  expect(await browser.call(session.current)).toMatchObject(once);
});

test("G24: sign-up, sign-in and sign-out are in the audit log under the person's id", async () => {
  const browser = testClient(services);
  await browser.call(session.signUp, { ...ada, email: "judy@example.com" });
  const judy = await browser.currentActor();
  await browser.call(session.signOut);
  await browser.call(session.signIn, { ...adaSignsIn, email: "judy@example.com" });
  const { rows } = await owner.query(
    "select capability, via, address from audit_log where user_id = $1 order by at",
    [judy?.userId],
  );
  expect(rows.map((row) => row.capability)).toEqual(["session.signUp", "session.signOut", "session.signIn"]);
  expect(rows[0]).toMatchObject({ via: "session", address: "192.0.2.1" });
});

test("Ada lists her browsers, revokes one, and it is signed out on its very next request", async () => {
  const laptop = testClient(services);
  const phone = testClient(services, { address: "198.51.100.1" });
  for (const browser of [laptop, phone]) await browser.call(session.signIn, adaSignsIn);
  type Listed = { items: { id: string; isCurrent: boolean; address: string; userAgent: string }[] };
  const { items } = await laptop.call<Listed>(sessions.list);
  expect(items[0]).toMatchObject({ address: "198.51.100.1", userAgent: "Test browser", isCurrent: false });
  expect(items.filter((each) => each.isCurrent)).toHaveLength(1);
  await laptop.call(sessions.revoke, { id: items[0]?.id });
  expect(await phone.currentActor()).toBeNull();
  await expect(laptop.call(sessions.revoke, { id: items[0]?.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("Ada signs every other browser out and stays signed in", async () => {
  const laptop = testClient(services);
  const phone = testClient(services);
  for (const browser of [laptop, phone]) await browser.call(session.signIn, adaSignsIn);
  await laptop.call(sessions.revokeOthers);
  expect(await phone.currentActor()).toBeNull();
  expect(await laptop.call(sessions.list)).toMatchObject({ items: [{ isCurrent: true }] });
});

test("Bob cannot end or see Ada's sessions", async () => {
  const adas = testClient(services);
  await adas.call(session.signIn, adaSignsIn);
  const bobs = testClient(services);
  await bobs.call(session.signUp, { ...ada, email: "bob@example.com" });
  const id = (await adas.currentActor())?.credentialId;
  await expect(bobs.call(sessions.revoke, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await bobs.call(sessions.list)).toMatchObject({ items: [{ isCurrent: true }] });
  expect(await adas.currentActor()).not.toBeNull();
});

test("Ada changes her password, and sets a new one by link after forgetting it", async () => {
  const browser = testClient(services);
  await browser.call(session.signIn, adaSignsIn);
  await browser.call(password.change, { current: ada.password, next: "battery staple" });
  const otherBrowser = testClient(services, { address: "198.51.100.7" });
  expect(await otherBrowser.call(password.requestReset, { email: ada.email })).toEqual({});
  await auth.finishPendingWork();
  const link = await auth.issueResetLink((await browser.currentActor())?.userId ?? "");
  const token = link.split("#reset=")[1];
  await otherBrowser.call(password.reset, { token, password: "third password" });
  expect(await browser.currentActor()).toBeNull();
  await browser.call(session.signIn, { email: ada.email, password: "third password" });
});

test("decision 3: Ada asks for another confirmation message and confirms", async () => {
  const browser = testClient(services);
  await browser.call(session.signIn, { email: ada.email, password: "third password" });
  await browser.call(emailConfirmation.request);
  const token = sent.at(-1)?.body.match(/#confirm=(\S+)/)?.[1];
  await testClient(services).call(emailConfirmation.confirm, { token });
  expect(await browser.call(session.current)).toMatchObject({ user: { emailState: "proven" } });
});

test("SYS-03: a new account has the time zone of the system settings, and its links use their address", async () => {
  const instance = () => ({ appName: "Desk", origin: "https://desk.example.com", timeZone: "Asia/Tokyo" });
  const tuned = testAuth(server, { instance }, undefined, () => true);
  const { userId } = await tuned.auth.signUp(
    { ...ada, email: "kenji@example.com" },
    { address: null, credentials: null },
  );
  const { rows } = await owner.query("select time_zone from profiles where user_id = $1", [userId]);
  expect(rows).toEqual([{ time_zone: "Asia/Tokyo" }]);
  expect(tuned.sent.at(-1)?.body).toContain("https://desk.example.com/auth#confirm=");
  expect(tuned.sent.at(-1)?.body).toContain("Welcome to Desk");
});
