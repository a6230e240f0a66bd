import { expect, test } from "vitest";
import { profile } from "#features/settings/profile.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { today } from "./today.ts";

const { aUser, as, owner } = await testDatabase();

test("a new account sees its day on the clock of its browser at once, and later on its own", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await owner.query("update profiles set hour_cycle = null, time_zone = 'UTC' where user_id = $1", [
    eve.userId,
  ]);
  const inTokyo = () => eve.invoke(today.get, { timeZone: "Asia/Tokyo" });
  expect(await inTokyo()).toMatchObject({ timeZone: "Asia/Tokyo" });
  expect(await eve.invoke(today.get, {})).toMatchObject({ timeZone: "UTC" });
  await eve.invoke(profile.adoptClock, { timeZone: "UTC", hourCycle: "h23", firstWeekday: 1 });
  expect(await inTokyo()).toMatchObject({ timeZone: "UTC" });
});
