import { expect, test } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { admin } from "./slice.ts";

// ROLE-08, ROLE-12 (decision 22): who may do what in the admin area, checked on the server for every capability of it.

const server = await testDatabase();
const { as, aUser, services, owner } = server;
const capabilities = restRoutes(registryOf([admin])).map(({ capability, input }) => ({
  name: capability.name,
  capability,
  input: sampleInput(input),
}));
const forAdmins = capabilities.filter(({ capability }) => capability.definition.access === "admin");

test("ADMIN-08, ROLE-08: all of this slice is for administrators except own role checks and the instance name", () => {
  expect(capabilities.filter((each) => !forAdmins.includes(each)).map(({ name }) => name)).toEqual([
    "system.get",
    "roleChecks.own",
    "impersonation.end",
    "analyticsConsent.get",
    "analyticsConsent.set",
    "analyticsConsent.view",
  ]);
});

test.for(forAdmins)("ROLE-08: $name refuses signed-out callers", async ({ capability, input }) => {
  const signedOut = { actor: null, requestId: "matrix", address: null };
  await expect(invoke(services, capability, input, signedOut)).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test.for(
  forAdmins.flatMap((each) => [
    { ...each, role: "user" as const },
    { ...each, role: "moderator" as const },
  ]),
)("ROLE-10, ROLE-12: $name refuses a $role, and records it", async ({ capability, input, role }) => {
  const eve = as(await aUser({ roles: [role] }));
  await expect(eve.invoke(capability, input)).rejects.toMatchObject({ code: "forbidden" });
  const { rows } = await owner.query("select capability, outcome from audit_log where user_id = $1", [
    eve.userId,
  ]);
  expect(rows).toEqual([{ capability: capability.name, outcome: "refused" }]);
});

test.for(forAdmins)("ROLE-08: $name admits an administrator", async ({ capability, input }) => {
  const boss = as(await aUser({ roles: ["admin"] }));
  const answer = await boss.invoke(capability, input).then(
    () => "done",
    (error) => error.message,
  );
  expect(answer).not.toBe("You do not have permission to do this");
});

test("ROLE-11: a workspace admin is not an administrator of the instance", async () => {
  const eve = as(await aUser());
  await owner.query(
    `with founded as (insert into workspaces (name, created_by) values ('Aldermoor', $1) returning id)
     insert into workspace_members (workspace_id, user_id, role, state) select id, $1, 'admin', 'active' from founded`,
    [eve.userId],
  );
  for (const { capability, input } of forAdmins)
    await expect(eve.invoke(capability, input)).rejects.toMatchObject({ code: "forbidden" });
});

test.for([
  "admin_counters()",
  "admin_users(null, null, null, 10)",
  "admin_contacts(null, null, null, 10)",
  "admin_conversations(null, 10)",
  "admin_delete_contact(gen_random_uuid())",
  "admin_restore_contact(gen_random_uuid())",
  "admin_delete_conversation(gen_random_uuid())",
  "admin_restore_conversation(gen_random_uuid())",
])("ROLE-08: the database itself refuses %s to anybody but administrators", async (call) => {
  const eve = as(await aUser({ roles: ["moderator"] }));
  const attempt = eve.run(({ db }) => db.execute(`select * from ${call}`));
  await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("ROLE-08: a session that has just lost its role is refused by the database, whatever the server cached", async () => {
  const demoted = as(await aUser({ roles: ["admin"] }));
  await owner.query("update user_roles set role = 'user' where user_id = $1", [demoted.userId]);
  const { capability } = forAdmins.find(({ name }) => name === "adminUsers.list") ?? {};
  await expect(demoted.invoke(capability as AnyCapability)).rejects.toThrow();
});
