import { expect, test } from "vitest";
import { stepAt, totpCode } from "#platform/auth/sign-in/totp.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { secondFactor } from "./second-factor.ts";
import { session } from "./session.ts";

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { services } = server;

test("RFC 6238 appendix B: the codes of the standard, in six digits", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ] as const)
    expect(totpCode(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

let people = 0;
async function signUp() {
  people += 1;
  const person = { email: `ada.${people}@example.com`, password: "longenough" };
  const browser = testClient(services);
  await browser.call(session.signUp, { fullName: "Ada", ...person });
  return { ...person, browser };
}

async function withCodes() {
  const ada = await signUp();
  const { secret, link } = await ada.browser.call<{ secret: string; link: string }>(secondFactor.prepare, {
    password: ada.password,
  });
  expect(link).toContain(`secret=${secret}`);
  const code = (stepOffset: number) => totpCode(secret, stepAt(new Date()) + stepOffset);
  const { recoveryCodes } = await ada.browser.call<{ recoveryCodes: string[] }>(secondFactor.confirm, {
    code: code(-1),
  });
  return { ...ada, code, recoveryCodes };
}

const signIn = async (
  { email, password }: { email: string; password: string },
  code: string,
  address = "192.0.2.1",
) => {
  const browser = testClient(services, { address });
  const { secondStep } = await browser.call<{ secondStep: string }>(session.signIn, { email, password });
  expect(browser.cookie).toBeNull();
  return { browser, finish: () => browser.call(session.completeSignIn, { secondStep, code }) };
};

test("sign-in asks for the code of Ada's app after her password; each code works once", async () => {
  const ada = await withCodes();
  expect(await ada.browser.call(secondFactor.get)).toEqual({ isOn: true, codesLeft: 10 });
  const code = ada.code(0);
  const first = await signIn(ada, code);
  expect(await first.finish()).toEqual({ signedIn: true });
  expect(await first.browser.currentActor()).toMatchObject({ email: ada.email });
  await expect((await signIn(ada, code)).finish()).rejects.toMatchObject({ code: "invalid" });
  const second = await signIn(ada, ada.code(1));
  expect(await second.finish()).toEqual({ signedIn: true });
});

test("completing a sign-in ends no other: Bob's code still completes his", async () => {
  const [ada, bob] = [await withCodes(), await withCodes()];
  const [adaSignIn, bobSignIn] = [await signIn(ada, ada.code(0)), await signIn(bob, bob.code(0))];
  expect(await adaSignIn.finish()).toEqual({ signedIn: true });
  expect(await bobSignIn.finish()).toEqual({ signedIn: true });
});

test("a recovery code replaces a lost phone, once, and new codes invalidate the old", async () => {
  const ada = await withCodes();
  const [code = "", other = ""] = ada.recoveryCodes;
  expect(await (await signIn(ada, code.toLowerCase())).finish()).toEqual({ signedIn: true });
  await expect((await signIn(ada, code)).finish()).rejects.toMatchObject({ code: "invalid" });
  expect(await ada.browser.call(secondFactor.get)).toEqual({ isOn: true, codesLeft: 9 });
  await ada.browser.call(secondFactor.renewCodes, { password: ada.password });
  await expect((await signIn(ada, other)).finish()).rejects.toMatchObject({ code: "invalid" });
});

test("codes cannot be guessed: five wrong ones end a step, ten lock the account for a while", async () => {
  const ada = await withCodes();
  const { finish } = await signIn(ada, "000000");
  for (let tries = 0; tries < 5; tries += 1)
    await expect(finish()).rejects.toMatchObject({ code: "invalid" });
  await expect(finish()).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(signIn(ada, "000000")).rejects.toMatchObject({ code: "rate_limited" });
  const again = await signIn(ada, "000000", "198.51.100.6");
  for (let tries = 0; tries < 5; tries += 1)
    await expect(again.finish()).rejects.toMatchObject({ code: "invalid" });
  const otherBrowser = testClient(services, { address: "198.51.100.7" });
  await expect(
    otherBrowser.call(session.signIn, { email: ada.email, password: ada.password }),
  ).rejects.toMatchObject({ code: "rate_limited" });
});

test("changes need the password again, and without it nothing changes", async () => {
  const ada = await signUp();
  for (const capability of [secondFactor.prepare, secondFactor.remove, secondFactor.renewCodes])
    await expect(ada.browser.call(capability, { password: "a wrong one" })).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { password: "The password is not correct" } },
    });
  await expect(ada.browser.call(secondFactor.confirm, { code: "123456" })).rejects.toMatchObject({
    code: "invalid",
  });
  const { secret } = await ada.browser.call<{ secret: string }>(secondFactor.prepare, {
    password: ada.password,
  });
  const { email, password } = ada;
  expect(await testClient(services).call(session.signIn, { email, password })).toEqual({ signedIn: true });
  await ada.browser.call(secondFactor.confirm, { code: totpCode(secret, stepAt(new Date())) });
  await expect(ada.browser.call(secondFactor.prepare, { password })).rejects.toMatchObject({
    code: "conflict",
  });
  await ada.browser.call(secondFactor.remove, { password });
  expect(await testClient(services).call(session.signIn, { email, password })).toEqual({ signedIn: true });
  const { rows } = await server.owner.query("select sealed from totp_secrets");
  expect(rows.every(({ sealed }) => /^v1\./.test(sealed) && !sealed.includes(secret))).toBe(true);
});
