import { expect, test } from "vitest";
import { testClient } from "#platform/testing/test-client.ts";
import { adminAccounts } from "./admin-accounts.ts";
import { operationsInstance } from "./operations.factory.ts";

const { server, boss } = await operationsInstance();
const { as, aUser, owner, services } = server;
const ada = as(await aUser({ fullName: "Ada" }));

type Listed = { items: { id: string; suspendedAt: string | null; sessions: number }[] };

const account = async (email: string) =>
  ((await boss.invoke(adminAccounts.list, { text: email })) as Listed).items[0];

test("S4: an account is invited, sets a password by the link, is suspended for a reason and reactivated", async () => {
  const invited = { email: "Carol@example.com", fullName: "Carol" };
  const { id, link } = (await boss.invoke(adminAccounts.invite, invited)) as { id: string; link: string };
  await expect(boss.invoke(adminAccounts.invite, invited)).rejects.toMatchObject({ code: "conflict" });
  const [, token = ""] = link.split("#reset=");
  await services.auth.resetPassword({ token, password: "correct horse" });
  const enter = () =>
    services.auth.signIn(
      { email: invited.email, password: "correct horse" },
      { address: null, credentials: null },
    );
  const carol = testClient(services);
  carol.cookie = (await enter()).cookie.split(";")[0] ?? null;
  expect(await carol.currentActor()).toMatchObject({ userId: id });
  expect((await account("carol@example.com"))?.sessions).toBe(1);
  await boss.invoke(adminAccounts.suspend, { id, reason: "Left the company" });
  expect(await carol.currentActor()).toBeNull();
  await expect(enter()).rejects.toMatchObject({
    message: "This account is suspended. Please ask an administrator.",
  });
  const { rows } = await owner.query(
    "select reason from audit_log where capability = 'adminAccounts.suspend'",
  );
  expect(rows).toEqual([{ reason: "Left the company" }]);
  await boss.invoke(adminAccounts.reactivate, { id });
  await enter();
  expect(await boss.invoke(adminAccounts.endSessions, { id })).toEqual({ id, ended: 1 });
  expect(await boss.invoke(adminAccounts.createResetLink, { id })).toMatchObject({
    link: expect.stringContaining("#reset="),
  });
});

test("S4: a reset link for another administrator needs a recent sign-in; for others or oneself it does not", async () => {
  const password = "correct horse";
  const email = "margaret@example.com";
  await services.auth.createAccount({ fullName: "Margaret", email, password });
  const id = (await services.auth.findUserId(email)) ?? "";
  await services.auth.setRole(id, "admin");
  const browser = testClient(services);
  const signedIn = await services.auth.signIn({ email, password }, { address: null, credentials: null });
  browser.cookie = signedIn.cookie.split(";")[0] ?? null;
  const makeLink = (of: string) => browser.call(adminAccounts.createResetLink, { id: of });
  await makeLink(boss.userId);
  await owner.query("update sessions set created_at = now() - interval '13 hours' where id = $1", [
    signedIn.sessionId,
  ]);
  await expect(makeLink(boss.userId)).rejects.toMatchObject({
    code: "forbidden",
    message:
      "Links to accounts of administrators can be made within 12 hours of a sign-in. Please sign out and in again.",
  });
  await makeLink(ada.userId);
  await makeLink(id);
});

test("ROLE-01: nobody suspends themselves or the last administrator", async () => {
  const other = as(await aUser({ roles: ["admin"] }));
  const suspend = (id: string) => other.invoke(adminAccounts.suspend, { id, reason: "No" });
  await expect(suspend(other.userId)).rejects.toMatchObject({ code: "conflict" });
  await owner.query("delete from user_roles where role = 'admin' and user_id <> all($1)", [
    [boss.userId, other.userId],
  ]);
  await suspend(boss.userId);
  await owner.query("update users set suspended_at = now() where id = $1", [other.userId]);
  await owner.query("update users set suspended_at = null where id = $1", [boss.userId]);
  await expect(services.auth.setSuspended(boss.userId, true, other)).rejects.toMatchObject({
    message: "At least one administrator must remain",
  });
});
