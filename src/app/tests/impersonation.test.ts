import { expect, test } from "vitest";
import { adminUsers } from "#features/admin/admin-users.ts";
import { impersonation } from "#features/admin/impersonation.ts";
import { notifyOfImpersonation, sendToChannel } from "#features/admin/jobs.ts";
import { session } from "#features/settings/session.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { AppError } from "#platform/capability/errors.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type TestClient, testClient } from "#platform/testing/test-client.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";

const many = 1_000_000;
const limits = {
  signInFailuresPerAccount: many,
  signInFailuresPerSource: many,
  signInFailuresGlobal: many,
  signUpsPerSource: many,
};
const server = await testDatabase(async (given) => {
  const { auth } = testAuth(given, { limits });
  const parts = { ...given.services, auth, owner: given.connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [sendToChannel, notifyOfImpersonation]);
  given.atEnd(() => jobs.stop());
  return { auth, jobs };
});
const { services, owner } = server;
const PASSWORD = "correct horse";

/** Somebody with an account of this role, signed in in a browser. */
async function aBrowser(
  fullName: string,
  role: "user" | "moderator" | "admin",
): Promise<TestClient & { userId: string }> {
  const email = `${fullName.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const { userId } = await services.auth.createAccount({ email, fullName, password: PASSWORD });
  await owner.query("insert into user_roles (user_id, role) values ($1, $2) on conflict do nothing", [
    userId,
    role,
  ]);
  if (role !== "admin")
    await owner.query("delete from user_roles where user_id = $1 and role <> $2", [userId, role]);
  const client = testClient(services);
  const signedIn = await services.auth.signIn(
    { email, password: PASSWORD },
    { address: null, credentials: null },
  );
  client.cookie = signedIn.cookie.split(";")[0] ?? null;
  return Object.assign(client, { userId });
}

const grace = await aBrowser("Grace Hopper", "admin");
const ada = await aBrowser("Ada Lovelace", "user");
const REASON = "Ada asked why her list is empty";
const impersonate = (at: TestClient, id: string) => at.call(impersonation.start, { id, reason: REASON });

test("S4: an administrator views as Ada for a reason, sees her data, changes nothing and returns", async () => {
  await ada.call(tasks.create, { title: "Write the notes on the engine" });
  await impersonate(grace, ada.userId);
  expect(await grace.currentActor()).toMatchObject({
    userId: ada.userId,
    impersonatedBy: grace.userId,
    scopes: ["read"],
  });
  expect(await grace.call(session.current)).toMatchObject({
    user: { fullName: "Ada Lovelace" },
    isAdmin: false,
    impersonation: { by: "Grace Hopper", reason: REASON, until: expect.any(String) },
  });
  expect(await grace.call(tasks.list)).toMatchObject({ items: [{ title: "Write the notes on the engine" }] });
  await expect(grace.call(tasks.create, { title: "Mine" })).rejects.toMatchObject({
    code: "forbidden",
    message: "You are viewing as another person, so you cannot change anything",
  });
  await expect(grace.call(adminUsers.list)).rejects.toMatchObject({ code: "forbidden" });
  await expect(impersonate(grace, ada.userId)).rejects.toMatchObject({ code: "forbidden" });
  expect(await grace.call(impersonation.end)).toEqual({ isRestored: true });
  expect(await grace.call(session.current)).toMatchObject({
    user: { fullName: "Grace Hopper" },
    isAdmin: true,
  });
  expect(await ada.call(session.current)).not.toHaveProperty("impersonation");
  await expect(grace.call(impersonation.end)).rejects.toMatchObject({ code: "conflict" });
});

test("S4, D38: the audit log records the reason, and every view under both names", async () => {
  const { rows } = await owner.query(
    "select capability, outcome, user_id, impersonated_by, reason from audit_log where impersonated_by = $1 or capability = 'impersonation.start' order by at",
    [grace.userId],
  );
  expect(rows[0]).toMatchObject({ capability: "impersonation.start", user_id: grace.userId, reason: REASON });
  expect(rows).toContainEqual(
    expect.objectContaining({ capability: "tasks.list", user_id: ada.userId, impersonated_by: grace.userId }),
  );
  expect(rows.map(({ capability }) => capability)).toContain("impersonation.end");
});

test("S4: Ada is notified who viewed and why", async () => {
  const notices = async () =>
    (await owner.query("select title, message from smart_notifications where user_id = $1", [ada.userId]))
      .rows;
  await expect.poll(notices, { timeout: 40_000, interval: 50 }).toEqual([
    {
      title: "An administrator viewed your account",
      message: expect.stringMatching(/^Grace Hopper saw .* Reason: Ada asked why her list is empty$/),
    },
  ]);
});

test("S4: never another administrator, oneself, an unknown id, or without a reason; only by administrators", async () => {
  const other = await aBrowser("Charles Babbage", "admin");
  await expect(impersonate(grace, other.userId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(impersonate(grace, grace.userId)).rejects.toMatchObject({ code: "conflict" });
  await expect(impersonate(grace, crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await expect(grace.call(impersonation.start, { id: ada.userId, reason: "  " })).rejects.toMatchObject({
    code: "invalid",
  });
  const mary = await aBrowser("Mary Somerville", "moderator");
  await expect(impersonate(mary, ada.userId)).rejects.toMatchObject({ code: "forbidden" });
  await owner.query("update users set suspended_at = now() where id = $1", [mary.userId]);
  await expect(impersonate(grace, mary.userId)).rejects.toMatchObject({ code: "conflict" });
});

test("S4: an impersonation that Ada ended returns to no session", async () => {
  const credentials = { credentialId: crypto.randomUUID(), impersonatedBy: grace.userId };
  const actor = { ...server.as(await server.aUser()), ...credentials };
  expect(await services.auth.endImpersonation(actor)).toBeNull();
});

test("S4: a sign-in from yesterday is too old for it", async () => {
  await owner.query("update sessions set created_at = now() - interval '13 hours' where user_id = $1", [
    grace.userId,
  ]);
  await expect(impersonate(grace, ada.userId)).rejects.toMatchObject({
    message: "An account can be viewed within 12 hours of a sign-in. Please sign out and in again.",
  });
  await owner.query("update sessions set created_at = now() where user_id = $1", [grace.userId]);
});

test.each([
  [
    "the hour is over",
    "update sessions set expires_at = now() - interval '1 second' where impersonated_by = $1",
  ],
  ["the administrator's own session ends", "delete from sessions where user_id = $1"],
  ["the administrator loses the role", "delete from user_roles where user_id = $1 and role = 'admin'"],
  ["the administrator is suspended", "update users set suspended_at = now() where id = $1"],
])("S4, ROLE-08: it ends on the very next request when %s", async (_condition, statement) => {
  const boss = await aBrowser(`Boss ${crypto.randomUUID()}`, "admin");
  await impersonate(boss, ada.userId);
  const { rows } = await owner.query(
    "select extract(epoch from expires_at - now())::int as seconds from sessions where impersonated_by = $1",
    [boss.userId],
  );
  expect(rows[0].seconds).toBeLessThanOrEqual(3600);
  expect((await boss.currentActor())?.userId).toBe(ada.userId);
  await owner.query(statement, [boss.userId]);
  expect(await boss.currentActor()).toBeNull();
});

test("S4: it ends when the person becomes an administrator, or revokes it among their sessions", async () => {
  const eve = await aBrowser("Eve Moneypenny", "user");
  await impersonate(grace, eve.userId);
  await owner.query("update user_roles set role = 'admin' where user_id = $1", [eve.userId]);
  expect(await grace.currentActor()).toBeNull();
});

const reads = restRoutes(registry).filter(
  ({ capability: { definition } }) => definition.effect === "read" && definition.access === "user",
);
test.for(reads)(
  "S4, D38: $capability.name answers an impersonator as it answers the person, and is audited",
  async ({ capability, input }) => {
    const own = server.as(await server.aUser());
    const eyes = server.as({ ...own, impersonatedBy: grace.userId, scopes: ["read"] });
    const asked = { ...sampleInput(input), ...PLANS[capability.name] };
    const outcome = (person: Person) =>
      person.invoke(capability, asked).then(
        () => "answered",
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
    const answer = await outcome(own);
    const isSessionOnly = capability.definition.sessionOnly;
    const seen = await outcome(eyes);
    expect(seen).toBe(isSessionOnly ? "forbidden" : answer);
    const { rows } = await owner.query(
      "select from audit_log where user_id = $1 and capability = $2 and impersonated_by = $3",
      [own.userId, capability.name, grace.userId],
    );
    if (seen === "answered") expect(rows.length).toBeGreaterThan(0);
  },
);

/** Inputs with which a capability calls another one. */
const PLANS: Record<string, object> = {
  "travelChecks.check": {
    startTime: "2026-12-01T09:00:00Z",
    endTime: "2026-12-01T10:00:00Z",
    location: "12 Harbour Lane, Aldermoor",
  },
};
