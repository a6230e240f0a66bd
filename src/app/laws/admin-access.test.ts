import { expect, test } from "vitest";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";

// Access to administrators' capabilities, over every slice: nobody, users, moderators, administrators, and a user who
// has just lost the role, each in their own browser and checked at every call.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { services, owner } = server;
const forAdmins = restRoutes(registry)
  .filter(({ capability }) => capability.definition.access === "admin")
  .map(({ capability, input }) => ({ name: capability.name, capability, input: sampleInput(input) }));

async function aBrowser(fullName: string, role: "user" | "moderator" | "admin") {
  const signIn = { email: `${fullName.toLowerCase()}@example.com`, password: "correct horse" };
  const { userId } = await services.auth.createAccount({ ...signIn, fullName });
  const client = Object.assign(testClient(services), { userId });
  const { cookie } = await services.auth.signIn(signIn, { address: null, credentials: null });
  client.cookie = cookie.split(";")[0] ?? null;
  await has(userId, role);
  return client;
}

async function has(userId: string, role: "user" | "moderator" | "admin"): Promise<void> {
  await owner.query("insert into user_roles (user_id, role) values ($1, $2) on conflict do nothing", [
    userId,
    role,
  ]);
  await owner.query("delete from user_roles where user_id = $1 and role <> $2", [userId, role]);
}

await aBrowser("First", "admin");
const browsers = {
  user: await aBrowser("Ursula", "user"),
  moderator: await aBrowser("Maud", "moderator"),
  demoted: await aBrowser("Dora", "admin"),
};

test("G1: there are admin capabilities in more than one slice", () => {
  const nouns = new Set(forAdmins.map(({ name }) => name.split(".")[0]));
  expect([...nouns]).toEqual(
    expect.arrayContaining(["adminUsers", "systemSettings", "payments", "backups", "auditLog"]),
  );
});

test.for(forAdmins)(
  "ROLE-08, ROLE-12, G1: $name refuses signed-out callers, users and moderators, and records who",
  async ({ capability, input, name }) => {
    await expect(testClient(services).call(capability, input)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    for (const browser of [browsers.user, browsers.moderator]) {
      await expect(browser.call(capability, input)).rejects.toMatchObject({ code: "forbidden" });
      const { rows } = await owner.query(
        "select outcome from audit_log where user_id = $1 and capability = $2",
        [browser.userId, name],
      );
      expect(rows).toEqual([{ outcome: "refused" }]);
    }
  },
);

const NO_PERMISSION = "You do not have permission to do this";

test.for(forAdmins)(
  "G3: $name admits an administrator, and refuses on the very next request after the role is removed",
  async ({ capability, input }) => {
    const { demoted } = browsers;
    await has(demoted.userId, "admin");
    const answer = () =>
      demoted.call(capability, input).then(
        () => "done",
        (error: Error) => error.message,
      );
    expect(await answer()).not.toBe(NO_PERMISSION);
    await has(demoted.userId, "user");
    expect(await answer()).toBe(NO_PERMISSION);
  },
);
