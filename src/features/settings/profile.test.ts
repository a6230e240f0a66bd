import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { profile } from "./profile.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada", email: "ada@example.com" }));

test("decision 6: the form of address is 'Executive' until Ada changes it", async () => {
  expect(await ada.invoke(profile.get)).toMatchObject({ fullName: "Ada", address: "Executive", version: 1 });
  const changes = { address: "Countess", timeZone: "Europe/London", version: 1 };
  expect(await ada.invoke(profile.update, changes)).toMatchObject({
    fullName: "Ada",
    address: "Countess",
    timeZone: "Europe/London",
    version: 2,
  });
});

test("a change from an older window returns what changed meanwhile", async () => {
  await expect(ada.invoke(profile.update, { fullName: "A.", version: 1 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { address: "Countess", version: 2 } },
  });
});

test("a role or an email address cannot be set through the profile", async () => {
  for (const extra of [{ role: "admin" }, { email: "boss@example.com" }, { userId: ada.userId }])
    await expect(ada.invoke(profile.update, { version: 2, ...extra })).rejects.toMatchObject({
      code: "invalid",
    });
});

test("an unknown time zone, an offset in its place and a blank name are refused", async () => {
  for (const timeZone of ["Mars/Olympus", "+05:30", "Factory"])
    await expect(ada.invoke(profile.update, { timeZone, version: 2 })).rejects.toThrow(
      "Please choose a time zone from the list",
    );
  await expect(ada.invoke(profile.update, { fullName: "  ", version: 2 })).rejects.toThrow(
    "Please enter your name",
  );
});

test("decision 30: a language is one of those that there are, or that of the browser", async () => {
  for (const language of ["xx", "EN", ""])
    await expect(ada.invoke(profile.update, { language, version: 2 })).rejects.toMatchObject({
      code: "invalid",
    });
  expect(await ada.invoke(profile.get)).toMatchObject({ language: null, version: 2 });
});

test("decision 6: the first steps are shown until they are done, and again on request", async () => {
  expect(await ada.invoke(profile.get)).toMatchObject({ firstStepsAt: null });
  await ada.invoke(profile.setFirstSteps, { isDone: true });
  expect(await ada.invoke(profile.get)).toMatchObject({ firstStepsAt: expect.any(String), version: 2 });
  await ada.invoke(profile.setFirstSteps, { isDone: false });
  expect(await ada.invoke(profile.get)).toMatchObject({ firstStepsAt: null });
  const unknown = { isDone: false, skipped: ["holiday" as "mail"] };
  await expect(ada.invoke(profile.setFirstSteps, unknown)).rejects.toMatchObject({ code: "invalid" });
});

test("only a page of the list can be the start page", async () => {
  await expect(
    ada.invoke(profile.update, { startPage: "https://example.com" as "/", version: 2 }),
  ).rejects.toMatchObject({ code: "invalid" });
  expect(await ada.invoke(profile.update, { startPage: "/email", version: 2 })).toMatchObject({
    startPage: "/email",
  });
});
