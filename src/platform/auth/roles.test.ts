import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { profiles, userRoles } from "./tables.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async () => ({ jobs }));
const emptyHouse = await testDatabase();
const { owner, as, aUser } = house;
const { auth } = testAuth(house, { limits: generous(), isLoopbackOnly: () => true });
const caller = { address: "127.0.0.1", credentials: null, isLocal: true };
const person = (name: string) => ({
  fullName: name,
  email: `${name.toLowerCase()}@example.com`,
  password: "correct horse",
});

test("decision 4: of 20 people who sign up at once on a fresh instance exactly one is an administrator", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Racer${index}`);
  await Promise.all(names.map((name) => auth.signUp(person(name), caller)));
  const { rows } = await owner.query(
    "select role, count(*)::int from user_roles group by role order by role",
  );
  expect(rows).toEqual([
    { role: "admin", count: 1 },
    { role: "user", count: 19 },
  ]);
});

test("ROLE-01: user_roles decides, and profiles.role follows it", async () => {
  const { userId } = await auth.createAccount(person("Grace"));
  expect(await roleInProfile(userId)).toBe("user");
  await auth.setRole(userId, "moderator");
  expect(await roleInProfile(userId)).toBe("moderator");
  await auth.setRole(userId, "admin");
  expect(await roleInProfile(userId)).toBe("admin");
});

test("ROLE-02, ROLE-03: ADMIN_EMAIL names an administrator once the address is proven, is logged, and redirects once", async () => {
  const settings = { adminEmail: "boss@example.com", limits: generous() };
  const named = testAuth(house, settings, undefined, () => true);
  const { session } = await named.auth.signUp(person("Boss"), caller);
  const headers = new Headers({ cookie: session?.cookie.split(";")[0] ?? "" });
  expect((await named.auth.authenticate(headers))?.roles).toEqual(["user"]);
  await named.auth.confirmEmail(/#confirm=(\S+)/.exec(named.sent[0]?.body ?? "")?.[1] ?? "");
  expect((await named.auth.authenticate(headers))?.roles).toEqual(expect.arrayContaining(["admin"]));
  const { cookie } = await named.auth.signIn(person("Boss"), caller);
  const boss = await named.auth.authenticate(new Headers({ cookie: cookie.split(";")[0] ?? "" }));
  expect(boss?.roles).toContain("admin");
  expect(named.log).toMatchObject([
    { msg: "The administrator named by ADMIN_EMAIL signed in", userId: boss?.userId },
  ]);
  if (!boss) throw new Error("Nobody is signed in");
  expect(await named.auth.consumeRedirect(boss)).toBe(true);
  expect(await named.auth.consumeRedirect(boss)).toBe(false);
  await expect(named.auth.setRole(boss.userId, "user")).rejects.toThrow(/ADMIN_EMAIL/);
});

test("ROLE-02: an account that was there before ADMIN_EMAIL named it is an administrator", async () => {
  const { userId } = await auth.createAccount(person("Early"));
  const named = testAuth(house, { adminEmail: "early@example.com", limits: generous() });
  await named.auth.signIn(person("Early"), caller);
  expect(await roleInProfile(userId)).toBe("admin");
});

test("decision 4: with ADMIN_EMAIL the first account is not an administrator, and nobody else redirects", async () => {
  const named = testAuth(emptyHouse, { adminEmail: "boss@example.com" });
  expect(await named.auth.hasAccounts()).toBe(false);
  const { session } = await named.auth.signUp(person("First"), caller);
  expect(await named.auth.hasAccounts()).toBe(true);
  expect(await named.auth.findUserId("FIRST@example.com")).toBe(session?.userId);
  const first = await named.auth.authenticate(new Headers({ cookie: session?.cookie.split(";")[0] ?? "" }));
  expect(first?.roles).toEqual(["user"]);
  if (!first) throw new Error("Nobody is signed in");
  expect(await named.auth.consumeRedirect(first)).toBe(false);
});

test("ROLE-10: a change of role holds on the very next request", async () => {
  const { session } = await auth.signUp(person("Heidi"), caller);
  const headers = new Headers({ cookie: session?.cookie.split(";")[0] ?? "" });
  expect((await auth.authenticate(headers))?.roles).toEqual(["user"]);
  await auth.setRole(session?.userId ?? "", "admin");
  expect((await auth.authenticate(headers))?.roles).toEqual(["admin"]);
});

test("parallel demotions leave an administrator", async () => {
  const { rows } = await owner.query("select user_id from user_roles where role = 'admin'");
  const demoted = await Promise.allSettled(rows.map((row) => auth.setRole(row.user_id, "user")));
  expect(demoted.filter((each) => each.status === "rejected")).toMatchObject([
    { reason: { code: "conflict", message: "At least one administrator must remain" } },
  ]);
});

test("ROLE-01: nobody writes their own role, in either place, nor their mirrored address", async () => {
  const ivan = as(await aUser({ fullName: "Ivan" }));
  const mine = eq(profiles.userId, ivan.userId);
  for (const change of [{ role: "admin" as const }, { email: "boss@example.com" }])
    await expect(ivan.run(({ db }) => db.update(profiles).set(change).where(mine))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  await expect(
    ivan.run(({ db }) => db.insert(userRoles).values({ userId: ivan.userId, role: "admin" })),
  ).rejects.toMatchObject({ cause: { code: "42501" } });
  expect(await ivan.run(({ db }) => db.select({ role: userRoles.role }).from(userRoles))).toEqual([
    { role: "user" },
  ]);
});

test("D2: the app role reads no hash and no table of sign-in", async () => {
  for (const query of [
    "select token_hash from sessions",
    "select key_hash from api_keys",
    "select * from credentials",
    "select * from verifications",
    "select * from attempts",
    "select * from known_sources",
    "select * from known_devices",
  ])
    await expect(house.database.pool.query(query)).rejects.toThrow("permission denied");
});

async function roleInProfile(userId: string) {
  const { rows } = await owner.query("select role from profiles where user_id = $1", [userId]);
  return rows[0]?.role;
}

function generous() {
  const many = 1_000_000;
  return {
    signInFailuresPerAccount: many,
    signInFailuresPerSource: many,
    signInFailuresGlobal: many,
    signUpsPerSource: many,
  };
}
