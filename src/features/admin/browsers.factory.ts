import type { Services } from "#platform/capability/services.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

/** Somebody with a fresh sign-in, for what only a browser may do. */
export async function aBrowser(services: Services, name: string, role: "user" | "moderator" | "admin") {
  const email = `${name}@example.com`;
  const { auth } = services;
  const client = testClient(services);
  const { userId } = await auth.createAccount({ fullName: name, email, password: "correct horse" });
  await auth.setRole(userId, role);
  const signedIn = await auth.signIn(
    { email, password: "correct horse" },
    { address: null, credentials: null },
  );
  client.cookie = signedIn.cookie.split(";")[0] ?? null;
  return Object.assign(client, { userId });
}

/** Limits that no test reaches. */
const many = 1_000_000;
const limits = {
  signInFailuresPerAccount: many,
  signInFailuresPerSource: many,
  signInFailuresGlobal: many,
  signUpsPerSource: many,
};

/** An instance with sign-in, and its administrator. */
export async function adminInstance() {
  const server = await testDatabase(async (database) => ({ auth: testAuth(database, { limits }).auth }));
  const { as, aUser, owner } = server;
  const boss = as(await aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
  const lastAudit = async () =>
    (await owner.query("select * from audit_log order by at desc, id limit 1")).rows[0];
  return { server, limits, boss, lastAudit };
}
