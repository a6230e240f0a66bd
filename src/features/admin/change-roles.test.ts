import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { adminCounters } from "./admin-counters.ts";
import { adminUsers } from "./admin-users.ts";
import { aBrowser, adminInstance } from "./browsers.factory.ts";
import { roleChecks } from "./role-checks.ts";

const { server, limits, boss, lastAudit } = await adminInstance();
const { as, aUser, owner, services } = server;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Builder" }));

const rolesOf = async (userId: string) =>
  (await owner.query("select role from user_roles where user_id = $1", [userId])).rows.map(
    ({ role }) => role,
  );

test("ADMIN-09, ADMIN-10, ADMIN-14, ROLE-10: a new role replaces the old one from the next request", async () => {
  const [admin, eve] = [await aBrowser(services, "Chief", "admin"), await aBrowser(services, "Eve", "user")];
  for (const role of ["moderator", "admin", "user"] as const) {
    expect(await admin.call(adminUsers.setRole, { id: eve.userId, role })).toEqual({ id: eve.userId, role });
    expect(await rolesOf(eve.userId)).toEqual([role]);
    expect((await eve.currentActor())?.roles).toEqual([role]);
  }
  expect(await lastAudit()).toMatchObject({
    capability: "adminUsers.setRole",
    user_id: admin.userId,
    record_ids: [eve.userId],
    outcome: "done",
  });
  const { rows } = await owner.query(
    "select count(*)::int from announcements where user_id = $1 and resource = 'session'",
    [eve.userId],
  );
  expect(rows[0].count).toBe(3);
});

test("ROLE-08: own role changes only while another administrator exists; the role of ADMIN_EMAIL always stays", async () => {
  const lonely = await testDatabase(async (database) => ({
    auth: testAuth(database, { limits, adminEmail: "boss@example.com" }).auth,
  }));
  const account = { fullName: "Boss", email: "boss@example.com", password: "correct horse" };
  const caller = { address: null, credentials: null };
  const client = testClient(lonely.services);
  const { userId } = await lonely.services.auth.createAccount(account);
  client.cookie = (await lonely.services.auth.signIn(account, caller)).cookie.split(";")[0] ?? null;
  await expect(client.call(adminUsers.setRole, { id: userId, role: "user" })).rejects.toThrow(/ADMIN_EMAIL/);

  const [first, second] = [
    await aBrowser(services, "First", "admin"),
    await aBrowser(services, "Second", "admin"),
  ];
  expect(await first.call(adminUsers.setRole, { id: first.userId, role: "user" })).toMatchObject({
    role: "user",
  });
  await expect(first.call(adminUsers.setRole, { id: second.userId, role: "user" })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("G3: of 50 administrators who demote each other concurrently at least one remains", async () => {
  const server = await testDatabase(async (database) => ({ auth: testAuth(database, { limits }).auth }));
  const { auth } = server.services;
  const people = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const actor = await server.aUser({ roles: ["admin"] });
      const { rows } = await server.owner.query(
        `insert into sessions (user_id, token_hash, expires_at)
         values ($1, gen_random_uuid()::text, now() + interval '1 day') returning id`,
        [actor.userId],
      );
      return server.as({ ...actor, credentialId: rows[0].id });
    }),
  );
  const demotions = people.map((person, index) =>
    person.invoke(adminUsers.setRole, { id: people[(index + 1) % 50]?.userId, role: "user" }),
  );
  const refused = (await Promise.allSettled(demotions)).filter(({ status }) => status === "rejected");
  const { rows } = await server.owner.query("select count(*)::int from user_roles where role = 'admin'");
  expect(rows[0].count).toBeGreaterThan(0);
  expect(refused).toHaveLength(rows[0].count);
  await auth.finishPendingWork();
});

test("security.md §2: roles are changed only with a recent sign-in, never by an API key", async () => {
  const admin = await aBrowser(services, "Tired", "admin");
  await owner.query("update sessions set created_at = now() - interval '13 hours' where user_id = $1", [
    admin.userId,
  ]);
  await expect(admin.call(adminUsers.setRole, { id: ada.userId, role: "admin" })).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("sign out and in again"),
  });
  expect(await rolesOf(ada.userId)).toEqual(["user"]);
  await expect(
    as({ ...boss, via: "api_key" }).invoke(adminUsers.setRole, { id: ada.userId, role: "admin" }),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("DEBUG-02, DEBUG-09, DEBUG-10, DEBUG-11 (decision 22): everybody sees their own role checks and nobody else's", async () => {
  expect(await ada.invoke(roleChecks.own)).toEqual({
    userId: ada.userId,
    email: ada.email,
    userRoles: ["user"],
    profileRole: "user",
    hasRoleAdmin: false,
    isCurrentUserAdmin: false,
    sessionRoles: ["user"],
  });
  expect(await boss.invoke(roleChecks.own)).toMatchObject({ hasRoleAdmin: true, isCurrentUserAdmin: true });
  const asked = async (person: Person, about: Person) =>
    (await person.run(({ db }) => db.execute(`select has_role('${about.userId}', 'admin') as it`))).rows[0]
      ?.it;
  expect(await asked(ada, boss)).toBe(false);
  expect(await asked(boss, boss)).toBe(true);
});

test("ROLE-02: the account that ADMIN_EMAIL names between two of its requests is an administrator in the database", async () => {
  const eve = await aBrowser(services, "Renamed", "user");
  const { auth: restarted } = testAuth(server, { limits, adminEmail: "renamed@example.com" });
  await restarted.authenticate(new Headers({ cookie: eve.cookie ?? "" }));
  expect(await rolesOf(eve.userId)).toEqual(expect.arrayContaining(["admin"]));
});

test("ROLE-09: the check reads user_roles alone; the profile only mirrors it", async () => {
  await owner.query("update profiles set role = 'admin' where user_id = $1", [bob.userId]);
  expect(await bob.invoke(roleChecks.own)).toMatchObject({ profileRole: "admin", isCurrentUserAdmin: false });
  await expect(bob.invoke(adminCounters.get)).rejects.toMatchObject({ code: "forbidden" });
});
