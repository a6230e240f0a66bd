import { expect, test } from "vitest";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Auth } from "../auth.ts";
import type { Caller } from "../auth-settings.ts";
import { delayAfter } from "./limits.ts";

const server = await testDatabase();
const { owner } = server;
const limits = {
  signInFailuresPerAccount: 3,
  signInFailuresPerSource: 6,
  signInFailuresGlobal: 8,
  signUpsPerSource: 4,
};
const { auth } = testAuth(server, { limits });
const password = "correct horse";

test("D7: the fourth failure of an account is refused with a wait time, from any source", async () => {
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

test("D7: an address without an account is limited the same", async () => {
  await clean();
  const known = await outcomes("bob@example.com", "198.51.100.1");
  await signedUp("carol", "192.0.2.1");
  await owner.query("delete from attempts");
  expect(await outcomes("carol@example.com", "198.51.100.1")).toEqual(known);
});

test("attackers cannot lock out the owner: in a browser that Ada used before, her password works", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { deviceCookie = "" } = await auth.signIn({ email: ada, password }, from("192.0.2.1"));
  // Attackers guess from her home address, from the network she is in now, and from everywhere else.
  for (const address of ["192.0.2.1", "198.51.100.1", ...addresses(12)]) await outcomes(ada, address);
  await expect(auth.signIn({ email: ada, password }, from("192.0.2.1"))).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await auth.signIn({ email: ada, password }, from("198.51.100.1", deviceCookie))).toHaveProperty(
    "cookie",
  );
});

test("G9: a known browser has its own limit, which only a sign-in there resets", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { deviceCookie = "" } = await auth.signIn({ email: ada, password }, from("192.0.2.1"));
  const here = from("192.0.2.1", deviceCookie);
  expect(await codesOf(5, () => auth.signIn({ email: ada, password: "wrong" }, here))).toEqual([
    "unauthenticated",
    ...Array.from({ length: 4 }, () => "rate_limited"),
  ]);
  await expect(auth.signIn({ email: ada, password }, here)).rejects.toMatchObject({ code: "rate_limited" });
  await owner.query("update attempts set at = at - interval '15 minutes'");
  await auth.signIn({ email: ada, password }, here);
  await expect(auth.signIn({ email: ada, password: "wrong" }, here)).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("G9: a browser known to one account is unknown to another, and a forged token is unknown everywhere", async () => {
  await clean();
  const [ada, bob] = [await signedUp("ada", "192.0.2.1"), await signedUp("bob", "192.0.2.2")];
  const { deviceCookie = "" } = await auth.signIn({ email: bob, password }, from("192.0.2.2"));
  const forged = `adjutant-device=${"f".repeat(43)}`;
  for (const address of addresses(4)) await outcomes(ada, address);
  for (const cookie of [deviceCookie, forged])
    await expect(auth.signIn({ email: ada, password }, from("192.0.2.2", cookie))).rejects.toMatchObject({
      code: "rate_limited",
    });
  await owner.query("delete from attempts");
  const session = await auth.signIn({ email: ada, password }, from("192.0.2.2", forged));
  expect(session.deviceCookie).toMatch(
    /^adjutant-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(session.deviceCookie).not.toContain(forged);
  // A browser that two people share is known to both by one token.
  const shared = await auth.signIn({ email: ada, password }, from("192.0.2.2", deviceCookie));
  expect(shared.deviceCookie).toBe(deviceCookie);
});

test("G21: the database holds no device token", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { deviceCookie = "" } = await auth.signIn({ email: ada, password }, from("192.0.2.1"));
  const token = /=([\w-]{43});/.exec(deviceCookie)?.[1] ?? "none";
  const { rows } = await owner.query("select * from known_devices");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("the owner is not locked out permanently: after 15 minutes the password works from anywhere", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  await outcomes(ada, "198.51.100.1");
  await owner.query("update attempts set at = at - interval '15 minutes'");
  expect(await auth.signIn({ email: ada, password }, from("198.51.100.1"))).toHaveProperty("cookie");
});

test("D7: beyond half of its limit a source waits longer with each failure; an IPv6 source is its /64", async () => {
  await clean();
  const wrong = (name: string, address: string) => guess(`${name}@example.com`, address);
  for (const index of [1, 2, 3])
    await expect(wrong(`nobody${index}`, `2001:db8:0:1::${index}`)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  for (const minutes of [10, 20, 30]) {
    await expect(wrong("other", "2001:db8:0:1:ffff::9")).rejects.toMatchObject({
      code: "rate_limited",
      message: `Too many attempts. Please try again in ${minutes} minutes.`,
    });
    await owner.query("update attempts set at = at - make_interval(mins => $1)", [minutes]);
    if (minutes < 30)
      await expect(wrong(`nobody${minutes}`, "2001:db8:0:1:ffff::9")).rejects.toMatchObject({
        code: "unauthenticated",
      });
  }
  await expect(wrong("other", "2001:db8:0:2::1")).rejects.toMatchObject({ code: "unauthenticated" });
});

test("D7: 100 wrong sign-ins from one network do not lock others there out for long", () => {
  const perSource = { limit: 100, seconds: 3600 };
  const delays = Array.from({ length: 100 }, (_, failures) => delayAfter(failures, perSource));
  expect(delays.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 0));
  expect(delays.slice(50)).toEqual(delays.slice(50).toSorted((a, b) => a - b));
  // The hundredth comes when the first is an hour old, and the longest wait is two and a half minutes.
  expect(delays.reduce((all, delay) => all + delay, 0)).toBeCloseTo(3600);
  expect(Math.max(...delays)).toBeLessThan(150);
  // Per account: five at once, ten in a quarter of an hour, then one per quarter of an hour.
  const perAccount = { limit: 10, seconds: 900 };
  const atAccount = Array.from({ length: 10 }, (_, failures) => delayAfter(failures, perAccount));
  expect(atAccount).toEqual([0, 0, 0, 0, 0, 60, 120, 180, 240, 300]);
  expect(delayAfter(1000, perAccount)).toBe(900);
  expect([0, 1].map((failures) => delayAfter(failures, { limit: 1, seconds: 900 }))).toEqual([0, 900]);
});

test("D7: global failures slow all unknown browsers, and no known one", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { deviceCookie } = await auth.signIn({ email: ada, password }, from("192.0.2.1"));
  for (const [index, address] of addresses(4).entries())
    await expect(guess(`nobody${index}@example.com`, address)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  await expect(guess("nobody@example.com", "203.0.113.9")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await auth.signIn({ email: ada, password }, from("192.0.2.1", deviceCookie))).toHaveProperty(
    "cookie",
  );
});

test("G9: of 20 parallel guesses no more than the limit are checked, also across two processes", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  const { auth: second } = testAuth(server, { limits });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      codeOf(guess(ada, `203.0.113.${index}`, index % 2 ? auth : second)),
    ),
  );
  expect(guesses.filter((code) => code === "unauthenticated")).toHaveLength(3);
  expect(guesses.filter((code) => code === "rate_limited")).toHaveLength(17);
});

test("a correct password removes its attempt", async () => {
  await clean();
  const ada = await signedUp("ada", "192.0.2.1");
  for (let index = 0; index < 12; index += 1)
    await auth.signIn({ email: ada, password }, from("198.51.100.1"));
  const { rows } = await owner.query("select kind from attempts where kind = 'sign_in'");
  expect(rows).toEqual([]);
});

test("D7: one source creates a limited number of accounts per hour", async () => {
  await clean();
  for (const name of ["a", "b", "c", "d"]) await signedUp(name, "192.0.2.1");
  await expect(signedUp("e", "192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await signedUp("e", "192.0.2.2")).toBe("e@example.com");
});

const from = (address: string, cookie: string | null = null): Caller => ({
  address,
  credentials: { cookie: cookie?.split(";")[0] ?? null, userAgent: null },
});

const addresses = (many: number) => Array.from({ length: many }, (_, index) => `203.0.113.${index}`);

/** The outcomes of several attempts in a row. */
async function codesOf(many: number, attempt: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = [];
  for (let index = 0; index < many; index += 1) codes.push(await codeOf(attempt()));
  return codes;
}

const guess = (email: string, address: string, service: Auth = auth) =>
  service.signIn({ email, password: "wrong" }, from(address));

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error) => error.code as string,
  );

const outcomes = (email: string, address: string) => codesOf(5, () => guess(email, address));

async function signedUp(name: string, address: string): Promise<string> {
  const email = `${name}@example.com`;
  await auth.signUp({ fullName: name, email, password }, from(address));
  return email;
}

async function clean(): Promise<void> {
  await auth.finishPendingWork();
  await owner.query("truncate users, attempts cascade");
}

test("D7: people behind an unlisted proxy share a larger sign-up limit", async () => {
  await clean();
  const proxy = "172.18.0.2";
  const proxied = testAuth(server, { limits, callersAt: (address) => (address === proxy ? 10 : 1) });
  const signUp = (name: string, address: string) =>
    proxied.auth.signUp({ email: `${name}@proxy.example`, fullName: name, password }, from(address));
  for (const name of ["dora", "emil", "fay", "gus", "hal", "ida"]) await signUp(name, proxy);
  for (const name of ["jo", "kim", "lea", "max"]) await signUp(name, "192.0.2.77");
  await expect(signUp("nora", "192.0.2.77")).rejects.toMatchObject({ code: "rate_limited" });
});
