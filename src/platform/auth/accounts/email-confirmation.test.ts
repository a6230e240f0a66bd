import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { AuthSettings } from "../auth-settings.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const password = "correct horse";

let people = 0;
/** What a new account is sent, and its person. */
async function welcome({ settings = {}, sendsMail = false, isLocal = false }: Case) {
  const { auth, sent } = testAuth(server, settings, undefined, () => sendsMail);
  people += 1;
  const caller = { address: "127.0.0.1", credentials: null, isLocal };
  const { session } = await auth.signUp(
    { fullName: "Ada", email: `ada.${people}@example.com`, password },
    caller,
  );
  const headers = new Headers({ cookie: session?.cookie.split(";")[0] ?? "" });
  return { auth, sent, caller, actor: await auth.authenticate(headers) };
}
type Case = { settings?: Partial<AuthSettings>; sendsMail?: boolean; isLocal?: boolean };

test.each([
  ["with a mail server a link is sent", { sendsMail: true }, /#confirm=[\w-]{43}/],
  ["on a machine that nobody else reaches nothing waits", onOwnMachine(), /on this machine everything works/],
  ["elsewhere the message says what waits until then", {}, /whoever runs it can vouch for your address/],
] as const)("%s", async (_name, given, words) => {
  const { sent } = await welcome(given);
  expect(sent).toMatchObject([{ subject: "Confirm your email address", body: expect.stringMatching(words) }]);
  expect(sent[0]?.body).not.toContain("confirmed already");
});

test("whoever was vouched for is told that nothing waits", async () => {
  const { auth, sent } = testAuth(server);
  const token = (await auth.issueSetUpLink()).split("#setup=")[1] ?? "";
  await auth.setUp(
    { fullName: "Grace", email: "grace@example.com", password, token },
    { address: "192.0.2.1", credentials: null },
  );
  expect(sent).toMatchObject([{ body: expect.stringContaining("your address has been vouched for") }]);
});

test("without a mail server no link is sent on request; with one the link proves the address, once", async () => {
  const without = await welcome({});
  if (!without.actor) throw new Error("Nobody is signed in");
  await expect(without.auth.requestEmailConfirmation(without.actor, without.caller)).rejects.toMatchObject({
    code: "conflict",
    message: "No mail server is set up here, so no link can be sent",
  });
  expect(without.sent).toHaveLength(1);
  const ada = await welcome({ sendsMail: true });
  if (!ada.actor) throw new Error("Nobody is signed in");
  await ada.auth.requestEmailConfirmation(ada.actor, ada.caller);
  const token = /#confirm=(\S+)/.exec(ada.sent[1]?.body ?? "")?.[1] ?? "";
  expect(await ada.auth.confirmEmail(token)).toEqual({ userId: ada.actor.userId });
  await expect(ada.auth.confirmEmail(token)).rejects.toMatchObject({ code: "invalid" });
});

test("expired tokens are deleted with the next sign-in, others stay", async () => {
  const { auth, actor, caller } = await welcome({ sendsMail: true });
  const other = await welcome({ sendsMail: true });
  if (!actor || !other.actor) throw new Error("Nobody is signed in");
  await server.owner.query(
    "update verifications set expires_at = now() - interval '1 s' where user_id = $1",
    [actor.userId],
  );
  await auth.signIn({ email: actor.email, password }, caller);
  await auth.finishPendingWork();
  const { rows } = await server.owner.query("select user_id from verifications where user_id = any($1)", [
    [actor.userId, other.actor.userId],
  ]);
  expect(rows).toEqual([{ user_id: other.actor.userId }]);
});

function onOwnMachine(): Case {
  return { settings: { isLoopbackOnly: () => true }, isLocal: true };
}
