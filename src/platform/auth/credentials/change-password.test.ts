import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const server = await testDatabase();
const { owner } = server;
const { auth, sent, log } = testAuth(server);
const caller = { address: "192.0.2.1", credentials: null };
const ada = { fullName: "Ada", email: "ada@example.com", password: "correct horse" };
await auth.createAccount(ada);

test("G8: a new password ends Ada's other sessions but not the current one", async () => {
  const laptop = await auth.signIn(ada, caller);
  const phone = await auth.signIn(ada, caller);
  const actor = await actorOf(laptop.cookie);
  if (!actor) throw new Error("Ada is not signed in");
  await expect(
    auth.changePassword(actor, { current: "wrong", next: "battery staple" }, caller),
  ).rejects.toMatchObject({ code: "invalid", message: "The current password is not correct" });
  await auth.changePassword(actor, { current: ada.password, next: "battery staple" }, caller);
  expect(await actorOf(phone.cookie)).toBeNull();
  expect(await actorOf(laptop.cookie)).not.toBeNull();
  await expect(auth.signIn(ada, caller)).rejects.toThrow("Invalid login credentials");
  ada.password = "battery staple";
});

test("a forgotten password: the link works once, and every session ends", async () => {
  const { cookie } = await auth.signIn(ada, caller);
  const token = await aResetToken();
  await expect(auth.resetPassword({ token, password: "short" })).rejects.toThrow("at least 6 characters");
  await auth.resetPassword({ token, password: "new and long" });
  expect(await actorOf(cookie)).toBeNull();
  ada.password = "new and long";
  await auth.signIn(ada, caller);
  await expect(auth.resetPassword({ token, password: "again and again" })).rejects.toThrow(
    "This link is no longer valid",
  );
});

test("a requested reset puts no link into a mailbox, so an open session cannot skip the current password", async () => {
  await auth.requestPasswordReset(" ADA@example.com", caller);
  await auth.finishPendingWork();
  expect(sent).toEqual([]);
  const { rows } = await owner.query("select purpose from verifications");
  expect(rows).toEqual([]);
});

test("a reset is answered the same for an unknown address; the log names the existing account", async () => {
  const before = log.length;
  for (const email of ["eve@example.com", ada.email])
    expect(await auth.requestPasswordReset(email, caller)).toBeUndefined();
  await auth.finishPendingWork();
  expect(log.slice(before)).toMatchObject([
    { msg: "A password reset was requested", userId: await auth.findUserId(ada.email) },
  ]);
});

test("only the newest reset link works, and only for an hour", async () => {
  const older = await aResetToken();
  const newest = await aResetToken();
  await expect(auth.resetPassword({ token: older, password: "anything long" })).rejects.toThrow(
    "no longer valid",
  );
  await owner.query("update verifications set expires_at = expires_at - interval '1 hour'");
  await expect(auth.resetPassword({ token: newest, password: "anything long" })).rejects.toThrow(
    "no longer valid",
  );
});

test("a password hashed with weaker parameters is rehashed at sign-in", async () => {
  const weakHash = await hash(ada.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await owner.query("update credentials set password_hash = $1", [weakHash]);
  await auth.signIn(ada, caller);
  const { rows } = await owner.query("select password_hash from credentials");
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

async function aResetToken(): Promise<string> {
  const link = await auth.issueResetLink((await auth.findUserId(ada.email)) ?? "");
  return link.match(/^http:\/\/127\.0\.0\.1:3000\/auth#reset=([\w-]{43})$/)?.[1] ?? "";
}

const actorOf = (cookie: string) => auth.authenticate(new Headers({ cookie: cookie.split(";")[0] ?? "" }));
