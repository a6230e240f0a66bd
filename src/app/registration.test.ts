import { expect, test } from "vitest";
import { session } from "#features/settings/session.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { SignUpPolicy } from "#platform/auth/auth-settings.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

// Who may create an account: open, by invitation or closed, and for which domains.

let policy: SignUpPolicy = { mode: "open", domains: [] };
const server = await testDatabase();
const { services, owner, aUser, as } = server;
services.auth = testAuth(server, { registration: () => policy, isLoopbackOnly: () => false }).auth;

const signUp = (email: string, invitation?: string) =>
  testClient(services).call(session.signUp, {
    fullName: "Bob",
    email,
    password: "correct horse",
    ...(invitation !== undefined && { invitation }),
  });
const SIGNED_IN = { signedIn: true };
const refused = (message: string) => ({ code: "forbidden", message: expect.stringContaining(message) });

/** The token of the link that the inviter sees. */
async function invited(email: string): Promise<string> {
  const ada = as(await aUser({ fullName: "Ada" }));
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Leadership" })) as { id: string };
  const { link } = (await ada.invoke(invitations.create, { workspaceId, email })) as { link: string };
  return link.replace("/invitation#", "");
}

const addressStateOf = async (email: string) =>
  (await owner.query("select address_state, address_reason from users where email = $1", [email])).rows;

test("open: anybody, unproven; with domains, only their addresses", async () => {
  policy = { mode: "open", domains: [] };
  expect(await signUp("anna@elsewhere.example")).toEqual(SIGNED_IN);
  expect(await addressStateOf("anna@elsewhere.example")).toEqual([
    { address_state: "unproven", address_reason: null },
  ]);
  policy = { mode: "open", domains: ["house.example", "desk.example"] };
  expect(await signUp("bob@House.example")).toEqual(SIGNED_IN);
  for (const email of [
    "bob@elsewhere.example",
    "bob@sub.house.example",
    "bob@nothouse.example",
    "bob@house.example.org",
    '"bob@house.example"@evil.example',
  ])
    await expect(signUp(email)).rejects.toThrow();
  await expect(signUp("bob@elsewhere.example")).rejects.toMatchObject(
    refused("only addresses at house.example, desk.example"),
  );
});

test("with domains an invitation is for any address", async () => {
  policy = { mode: "open", domains: ["house.example"] };
  expect(await signUp("carol@elsewhere.example", await invited("carol@elsewhere.example"))).toEqual(
    SIGNED_IN,
  );
});

test("by invitation: nobody without one; with one its address, vouched for by the inviter", async () => {
  policy = { mode: "invitation", domains: [] };
  await expect(signUp("dan@example.com")).rejects.toMatchObject(refused("by invitation"));
  const token = await invited("dan@example.com");
  await expect(signUp("eve@example.com", token)).rejects.toMatchObject(refused("another address"));
  for (const wrongToken of ["", "x".repeat(43)])
    await expect(signUp("dan@example.com", wrongToken)).rejects.toMatchObject(refused("no longer open"));
  expect(await signUp("dan@example.com", token)).toEqual(SIGNED_IN);
  expect(await addressStateOf("dan@example.com")).toEqual([
    { address_state: "vouched", address_reason: "invitation_link" },
  ]);
});

test("by invitation: a withdrawn or expired one is refused", async () => {
  policy = { mode: "invitation", domains: [] };
  for (const change of ["revoked_at = now()", "expires_at = now() - interval '1 second' - interval '1 second'"]) {
    const email = `frank.${change.length}@example.com`;
    const token = await invited(email);
    await owner.query(`update team_invitations set ${change} where invited_email = $1`, [email]);
    await expect(signUp(email, token)).rejects.toMatchObject(refused("no longer open"));
  }
});

test("by invitation: an inviter whose own address does not count creates an account but does not vouch", async () => {
  policy = { mode: "invitation", domains: [] };
  const token = await invited("grace@example.com");
  await owner.query(
    `update users set address_state = 'unproven', address_reason = null
      where id = (select invited_by from team_invitations where invited_email = 'grace@example.com')`,
  );
  expect(await signUp("grace@example.com", token)).toEqual(SIGNED_IN);
  expect(await addressStateOf("grace@example.com")).toEqual([
    { address_state: "unproven", address_reason: null },
  ]);
});

test("closed: nobody, not even with an invitation", async () => {
  policy = { mode: "closed", domains: [] };
  await expect(signUp("heidi@example.com")).rejects.toMatchObject(refused("no new accounts"));
  await expect(signUp("heidi@example.com", await invited("heidi@example.com"))).rejects.toMatchObject(
    refused("no new accounts"),
  );
  expect(await addressStateOf("heidi@example.com")).toEqual([]);
});

test("the sign-up page shows the same", async () => {
  policy = { mode: "invitation", domains: ["house.example"] };
  expect(await testClient(services).call(session.registration)).toEqual({
    mode: "invitation",
    domains: ["house.example"],
    hasNoAccounts: false,
  });
});
