import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Caller } from "../auth-settings.ts";

const server = await testDatabase();
const { owner } = server;
const CLOSED = { mode: "closed" as const, domains: [] };
const { auth } = testAuth(server, { adminEmail: "grace@example.com", registration: () => CLOSED });

const fromAfar: Caller = { address: "203.0.113.9", credentials: { cookie: null, userAgent: "Firefox" } };
const NO_LONGER = { code: "invalid", message: expect.stringContaining("no longer valid") };

const account = (email: string) => ({ fullName: "Grace", email, password: "correct horse" });
const newToken = async () => (await auth.issueSetUpLink()).split("#setup=")[1] ?? "";
const addressOf = async (email: string) => {
  const { rows } = await owner.query(
    "select address_state, address_reason, role from users join profiles on user_id = id where users.email = $1",
    [email],
  );
  return rows;
};

test("the token is in the URL fragment, and only its hash is stored", async () => {
  const link = await auth.issueSetUpLink();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/auth#setup=[\w-]{43}$/);
  const { rows } = await owner.query("select row_to_json(l)::text as stored from set_up_links l");
  expect(rows).toHaveLength(1);
  expect(rows[0].stored).not.toContain(link.split("#setup=")[1]);
});

test("it creates an administrator with a vouched address, also where registration is closed, once", async () => {
  const token = await newToken();
  await auth.checkSetUpLink(token);
  const { session } = await auth.setUp({ ...account("Ada@example.com "), token }, fromAfar);
  expect(session).toMatchObject({ cookie: expect.any(String) });
  expect(await addressOf("ada@example.com")).toEqual([
    { address_state: "vouched", address_reason: "set_up_link", role: "admin" },
  ]);
  await expect(auth.checkSetUpLink(token)).rejects.toMatchObject(NO_LONGER);
  await expect(auth.setUp({ ...account("eve@example.com"), token }, fromAfar)).rejects.toMatchObject(
    NO_LONGER,
  );
  expect(await addressOf("eve@example.com")).toEqual([]);
});

test("of two concurrent uses one account is created", async () => {
  const token = await newToken();
  const answers = await Promise.allSettled(
    ["bob@example.com", "carol@example.com"].map((email) =>
      auth.setUp({ ...account(email), token }, fromAfar),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a newer link replaces the previous one", async () => {
  const [first, second] = [await newToken(), await newToken()];
  await expect(auth.checkSetUpLink(first)).rejects.toMatchObject(NO_LONGER);
  await auth.checkSetUpLink(second);
});

test("after a day it is no longer valid", async () => {
  const token = await newToken();
  const { rows } = await owner.query(
    "select expires_at - created_at = interval '24 hours' as is_a_day from set_up_links",
  );
  expect(rows).toEqual([{ is_a_day: true }]);
  await owner.query("update set_up_links set expires_at = now() - interval '1 second' - interval '1 second'");
  await expect(auth.setUp({ ...account("dan@example.com"), token }, fromAfar)).rejects.toMatchObject(
    NO_LONGER,
  );
});

test("invalid account data leaves the link usable", async () => {
  const token = await newToken();
  await expect(auth.setUp({ ...account("ada@example.com"), token }, fromAfar)).rejects.toThrow();
  await expect(
    auth.setUp({ ...account("erin@example.com"), password: "short", token }, fromAfar),
  ).rejects.toThrow("Password must be at least 6 characters");
  await expect(auth.setUp({ ...account("no address"), token }, fromAfar)).rejects.toThrow();
  await auth.setUp({ ...account("erin@example.com"), token }, fromAfar);
});

test("a guessed token is refused", async () => {
  for (const token of ["", "setup", "x".repeat(43), "' or true --"])
    await expect(auth.checkSetUpLink(token)).rejects.toMatchObject(NO_LONGER);
});
