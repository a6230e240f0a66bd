import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Auth, Caller } from "./auth.ts";

const house = await testDatabase();
const { owner } = house;
const limits = {
  signInFailuresPerAccount: 3,
  signInFailuresPerSource: 6,
  signInFailuresGlobal: 8,
  signUpsPerSource: 4,
};
const { auth } = testAuth(house, { limits });
const password = "correct horse";

test("D7: the fourth failure of an account is refused with a time to wait, wherever it comes from", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3"])
    await expect(guess(ada, address)).rejects.toMatchObject({ code: "unauthenticated" });
  const refused = await auth.signIn({ email: ada, password }, from("198.51.100.4")).catch((error) => error);
  expect(refused).toMatchObject({
    code: "rate_limited",
    message: "Too many attempts. Please try again in 15 minutes.",
  });
  expect(refused.details.retryAfter).toBeGreaterThan(880);
});

test("D7: an address without an account is limited alike", async () => {
  await clean();
  const known = await outcomes("bob@example.com", "198.51.100.1");
  await signedUp("carol", "192.0.2.1");
  await owner.query("delete from attempts");
  expect(await outcomes("carol@example.com", "198.51.100.1")).toEqual(known);
});

test("the owner is not locked out by failures elsewhere: where Ada signed in before, her password works", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  await outcomes(ada, "198.51.100.1");
  await expect(guess(ada, "192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await auth.signIn({ email: ada, password }, from("192.0.2.1"))).toHaveProperty("cookie");
  await expect(auth.signIn({ email: ada, password }, from("192.0.2.2"))).rejects.toMatchObject({
    code: "rate_limited",
  });
});

test("the owner is not locked out for good: after 15 minutes the password works from anywhere", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  await outcomes(ada, "198.51.100.1");
  await owner.query("update attempts set at = at - interval '15 minutes'");
  expect(await auth.signIn({ email: ada, password }, from("198.51.100.1"))).toHaveProperty("cookie");
});

test("D7: one source is refused after its limit, and an IPv6 source is its /64", async () => {
  await clean();
  const failures = Array.from({ length: 6 }, (_, index) => `2001:db8:0:1::${index + 1}`);
  for (const [index, address] of failures.entries())
    await expect(guess(`nobody${index}@example.com`, address)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  await expect(guess("other@example.com", "2001:db8:0:1:ffff::9")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many attempts. Please try again in 60 minutes.",
  });
  await expect(guess("other@example.com", "2001:db8:0:2::1")).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("D7: failures everywhere together have a limit, which spares known places", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  for (let index = 0; index < 8; index += 1)
    await expect(guess(`nobody${index}@example.com`, `203.0.113.${index}`)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  await expect(guess("nobody@example.com", "203.0.113.9")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await auth.signIn({ email: ada, password }, from("192.0.2.1"))).toHaveProperty("cookie");
});

test("G9: of 20 parallel guesses no more than the limit are looked at, also across two processes", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { auth: second } = testAuth(house, { limits });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      codeOf(guess(ada, `203.0.113.${index}`, index % 2 ? auth : second)),
    ),
  );
  expect(guesses.filter((code) => code === "unauthenticated")).toHaveLength(3);
  expect(guesses.filter((code) => code === "rate_limited")).toHaveLength(17);
});

test("a right password takes its attempt back", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  for (let index = 0; index < 12; index += 1)
    await auth.signIn({ email: ada, password }, from("198.51.100.1"));
  const { rows } = await owner.query("select kind from attempts where kind = 'sign_in'");
  expect(rows).toEqual([]);
});

test("D7: one source makes a limited number of accounts in an hour", async () => {
  await clean();
  for (const name of ["a", "b", "c", "d"]) await signedUp(name, "192.0.2.1");
  await expect(signedUp("e", "192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await signedUp("e", "192.0.2.2")).toBe("e@example.com");
});

const from = (address: string): Caller => ({ address, credentials: null });

const guess = (email: string, address: string, service: Auth = auth) =>
  service.signIn({ email, password: "wrong" }, from(address));

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error) => error.code as string,
  );

async function outcomes(email: string, address: string): Promise<string[]> {
  const codes: string[] = [];
  for (let index = 0; index < 5; index += 1) codes.push(await codeOf(guess(email, address)));
  return codes;
}

async function signedUp(name: string, address: string): Promise<string> {
  const email = `${name}@example.com`;
  await auth.signUp({ fullName: name, email, password }, from(address));
  return email;
}

async function clean(): Promise<void> {
  await auth.settle();
  await owner.query("truncate users, attempts cascade");
}
