import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { dailyOpsSettings } from "./daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "./model.ts";
import { profile } from "./profile.ts";

const house = await testDatabase();
const { aUser, as, owner } = house;
const someone = async () => as(await aUser());

test("SET-33, SET-34, SET-35: until something is saved it is 08:00, UTC and everything on", async () => {
  expect(await (await someone()).invoke(dailyOpsSettings.get)).toEqual({
    briefingTime: "08:00",
    timezone: "UTC",
    briefingEnabled: true,
    newsEnabled: true,
    weatherEnabled: true,
    trafficEnabled: true,
    voiceCommandsEnabled: true,
    smartNotificationsEnabled: true,
    leaveBuffer: 10,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    speakResults: false,
    version: 0,
  });
});

test("until something is saved the day follows the zone of the profile", async () => {
  const ada = await someone();
  await ada.invoke(profile.update, { timeZone: "Asia/Kolkata", version: 1 });
  expect(await ada.invoke(dailyOpsSettings.get)).toMatchObject({ timezone: "Asia/Kolkata", version: 0 });
});

test("SET-36, SET-39, DAILY-12, DATA-27: the whole object is saved into the one row of its person", async () => {
  const [ada, bob] = [await someone(), await someone()];
  const wanted = {
    ...DAILY_OPS_DEFAULTS,
    briefingTime: "06:45",
    timezone: "Europe/Berlin",
    newsEnabled: false,
  };
  expect(await ada.invoke(dailyOpsSettings.save, wanted)).toEqual({ ...wanted, version: 1 });
  expect(await ada.invoke(dailyOpsSettings.save, { ...wanted, newsEnabled: true, version: 1 })).toMatchObject(
    {
      newsEnabled: true,
      version: 2,
    },
  );
  expect(await bob.invoke(dailyOpsSettings.get)).toEqual(DAILY_OPS_DEFAULTS);
  const { rows } = await owner.query("select * from daily_operations_settings where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toMatchObject([{ briefing_time: "06:45", timezone: "Europe/Berlin", news_enabled: true }]);
});

test("a change can be taken back, and one from an older window is told what is stored", async () => {
  const ada = await someone();
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, trafficEnabled: false });
  for (const version of [0, 2])
    await expect(ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, version })).rejects.toMatchObject(
      {
        code: "conflict",
        details: { current: { trafficEnabled: false, version: 1 } },
      },
    );
  await undoLastAction(house, ada, dailyOpsSettings);
  expect(await ada.invoke(dailyOpsSettings.get)).toMatchObject({ trafficEnabled: true, version: 2 });
});

test("times and zones that do not exist are refused", async () => {
  const ada = await someone();
  for (const wrong of [{ briefingTime: "24:00" }, { briefingTime: "8:00" }, { timezone: "Mars/Olympus" }])
    await expect(
      ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, ...wrong }),
    ).rejects.toMatchObject({ code: "invalid" });
});

test("only a change of time, zone or switch moves the moment from which briefings are due", async () => {
  const ada = await someone();
  const scheduledAt = async () => {
    const { rows } = await owner.query(
      "select scheduled_at from daily_operations_settings where user_id = $1",
      [ada.userId],
    );
    return rows[0].scheduled_at.getTime();
  };
  await ada.invoke(dailyOpsSettings.save, DAILY_OPS_DEFAULTS);
  const first = await scheduledAt();
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, newsEnabled: false, version: 1 });
  expect(await scheduledAt()).toBe(first);
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, briefingTime: "07:00", version: 2 });
  expect(await scheduledAt()).toBeGreaterThan(first);
});
