import { expect, test } from "vitest";
import { softwarePasskey } from "#platform/testing/stand-ins/software-passkey.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { passkeys } from "./passkeys.ts";
import { secondFactor } from "./second-factor.ts";
import { session } from "./session.ts";

const ORIGIN = "https://desk.example.com";
const server = await testDatabase(async (database) => ({
  auth: testAuth(database, { publicUrl: ORIGIN }).auth,
}));
const { services, owner } = server;

type Browser = ReturnType<typeof testClient>;
type ListedPasskey = { id: string; name: string; lastUsedAt: string | null };

let people = 0;
async function signUp() {
  people += 1;
  const person = { email: `ada.${people}@example.com`, password: "longenough" };
  const browser = testClient(services);
  await browser.call(session.signUp, { fullName: "Ada", ...person });
  return { ...person, browser };
}

const prepare = (browser: Browser) =>
  browser.call<{ step: string; challenge: string }>(passkeys.prepare, { password: "longenough" });

async function withPasskey(name = "Phone") {
  const ada = await signUp();
  const device = softwarePasskey({ origin: ORIGIN });
  const { step, challenge } = await prepare(ada.browser);
  const added = await ada.browser.call<ListedPasskey>(passkeys.add, {
    step,
    name,
    key: device.create({ challenge }),
  });
  return { ...ada, device, added };
}

const beginSignIn = (browser: Browser) =>
  browser.call<{ step: string; challenge: string }>(session.startPasskeySignIn);
const listed = async (browser: Browser) =>
  (await browser.call<{ items: ListedPasskey[] }>(passkeys.list)).items;

test("a passkey is created after the password, named, listed, and signs in without password or code", async () => {
  const ada = await withPasskey("  ");
  expect(ada.added).toMatchObject({ name: "Passkey", lastUsedAt: null });
  await ada.browser.call(passkeys.rename, { id: ada.added.id, name: "Ada's phone" });
  const elsewhere = testClient(services);
  const { step, challenge } = await beginSignIn(elsewhere);
  expect(
    await elsewhere.call(session.completePasskeySignIn, { step, proof: ada.device.use({ challenge }) }),
  ).toEqual({ signedIn: true });
  expect(await elsewhere.currentActor()).toMatchObject({ email: ada.email });
  expect(await listed(ada.browser)).toMatchObject([
    { id: ada.added.id, name: "Ada's phone", lastUsedAt: expect.any(String) },
  ]);
});

test("it replaces password and code if sign-in asks for a code", async () => {
  const ada = await withPasskey();
  await owner.query(
    "insert into totp_secrets (user_id, sealed, confirmed_at) select id, 'sealed', now() from users where email = $1",
    [ada.email],
  );
  expect(await ada.browser.call(secondFactor.get)).toMatchObject({ isOn: true });
  const elsewhere = testClient(services);
  const { step, challenge } = await beginSignIn(elsewhere);
  await elsewhere.call(session.completePasskeySignIn, { step, proof: ada.device.use({ challenge }) });
  expect(await elsewhere.currentActor()).toMatchObject({ email: ada.email });
});

test("only this device, challenge, address and owner's verification sign in, and a challenge works once", async () => {
  const ada = await withPasskey();
  const otherPasskey = softwarePasskey({ origin: ORIGIN });
  const refused = async (proofOf: (challenge: string) => object, challengeOverride?: string) => {
    const browser = testClient(services);
    const { step, challenge } = await beginSignIn(browser);
    await expect(
      browser.call(session.completePasskeySignIn, { step, proof: proofOf(challenge) }),
    ).rejects.toMatchObject({ code: "invalid", ...(challengeOverride && { message: challengeOverride }) });
    expect(await browser.currentActor()).toBeNull();
    return { browser, step, challenge };
  };
  const { browser, step, challenge } = await refused((challenge) => ({
    ...otherPasskey.use({ challenge }),
    credentialId: ada.device.credentialId,
  }));
  await expect(
    browser.call(session.completePasskeySignIn, { step, proof: ada.device.use({ challenge }) }),
  ).rejects.toMatchObject({ message: "This took too long. Please start again." });
  await refused(
    (challenge) => otherPasskey.use({ challenge }),
    "This passkey is not registered here. It may have been removed.",
  );
  await refused(() => ada.device.use({ challenge: "another" }));
  await refused((challenge) => ada.device.use({ challenge, origin: "https://desk.example.org" }));
  await refused((challenge) => ada.device.use({ challenge, name: "example.com" }));
  await refused((challenge) => ada.device.use({ challenge, isVerified: false }));
  await refused((challenge) => ({ ...ada.device.use({ challenge }), authenticatorData: "AAAA" }));
});

test("a cloned authenticator with an old signature counter is refused", async () => {
  const ada = await withPasskey();
  const enter = async (counter: number): Promise<void> => {
    const browser = testClient(services);
    const { step, challenge } = await beginSignIn(browser);
    await browser.call(session.completePasskeySignIn, {
      step,
      proof: ada.device.use({ challenge, counter }),
    });
  };
  await enter(7);
  await expect(enter(7)).rejects.toMatchObject({ code: "invalid" });
  await enter(8);
});

test("a wrong password, a foreign challenge, a duplicate or an invalid key create nothing", async () => {
  const [ada, bob] = [await withPasskey(), await signUp()];
  await expect(bob.browser.call(passkeys.prepare, { password: "a wrong one" })).rejects.toMatchObject({
    details: { fields: { password: "The password is not correct" } },
  });
  const add = async (browser: Browser, key: (challenge: string) => object, from = browser) => {
    const { step, challenge } = await prepare(from);
    return browser.call(passkeys.add, { step, name: "Laptop", key: key(challenge) });
  };
  const device = softwarePasskey({ origin: ORIGIN });
  await expect(
    add(bob.browser, (challenge) => device.create({ challenge }), ada.browser),
  ).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(add(bob.browser, () => device.create({ challenge: "another" }))).rejects.toMatchObject({
    message: "This passkey was not accepted. Please try again.",
  });
  await expect(
    add(bob.browser, (challenge) => ({ ...device.create({ challenge }), attestationObject: "_w" })),
  ).rejects.toMatchObject({ code: "invalid" });
  await expect(add(bob.browser, (challenge) => ada.device.create({ challenge }))).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await listed(bob.browser)).toEqual([]);
  expect(await listed(ada.browser)).toHaveLength(1);
});

test("a key with an attestation certificate is refused, however well it is signed", async () => {
  const { browser } = await signUp();
  const device = softwarePasskey({ origin: ORIGIN });
  const add = async (isAttested: boolean) => {
    const { step, challenge } = await prepare(browser);
    return browser.call(passkeys.add, {
      step,
      name: "Laptop",
      key: device.create({ challenge, isAttested }),
    });
  };
  await expect(add(true)).rejects.toMatchObject({
    message: "This passkey was not accepted. Please try again.",
  });
  expect(await listed(browser)).toEqual([]);
  expect(await add(false)).toMatchObject({ name: "Laptop" });
  expect(await listed(browser)).toHaveLength(1);
});

test("a removed passkey no longer signs in; removal needs the password; a suspended account is refused", async () => {
  const ada = await withPasskey();
  const { id } = ada.added;
  await expect(ada.browser.call(passkeys.remove, { id, password: "a wrong one" })).rejects.toMatchObject({
    code: "invalid",
  });
  const enter = async (): Promise<void> => {
    const browser = testClient(services);
    const { step, challenge } = await beginSignIn(browser);
    await browser.call(session.completePasskeySignIn, { step, proof: ada.device.use({ challenge }) });
  };
  await owner.query("update users set suspended_at = now() where email = $1", [ada.email]);
  await expect(enter()).rejects.toMatchObject({ code: "forbidden" });
  await owner.query("update users set suspended_at = null where email = $1", [ada.email]);
  await enter();
  await ada.browser.call(passkeys.remove, { id, password: ada.password });
  await expect(enter()).rejects.toMatchObject({ code: "invalid" });
  expect(await listed(ada.browser)).toEqual([]);
});
