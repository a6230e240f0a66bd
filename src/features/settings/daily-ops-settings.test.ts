import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { dailyOpsSettings } from "./daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "./model.ts";
import { profile } from "./profile.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const aPerson = async () => as(await aUser());

test("SET-33, SET-34, SET-35: the defaults are 08:00, UTC and everything on", async () => {
  expect(await (await aPerson()).invoke(dailyOpsSettings.get)).toEqual({
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

test("by default the day follows the time zone of the profile", async () => {
  const ada = await aPerson();
  await ada.invoke(profile.update, { timeZone: "Asia/Kolkata", version: 1 });
  expect(await ada.invoke(dailyOpsSettings.get)).toMatchObject({ timezone: "Asia/Kolkata", version: 0 });
});

test("SET-36, SET-39, DAILY-12, DATA-27: the whole object is saved into the person's single row", async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const settings = {
    ...DAILY_OPS_DEFAULTS,
    briefingTime: "06:45",
    timezone: "Europe/Berlin",
    newsEnabled: false,
  };
  expect(await ada.invoke(dailyOpsSettings.save, settings)).toEqual({ ...settings, version: 1 });
  expect(
    await ada.invoke(dailyOpsSettings.save, { ...settings, newsEnabled: true, version: 1 }),
  ).toMatchObject({
    newsEnabled: true,
    version: 2,
  });
  expect(await bob.invoke(dailyOpsSettings.get)).toEqual(DAILY_OPS_DEFAULTS);
  const { rows } = await owner.query("select * from daily_operations_settings where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toMatchObject([{ briefing_time: "06:45", timezone: "Europe/Berlin", news_enabled: true }]);
});

test("a change can be undone, and a save from an older window returns the stored settings", async () => {
  const ada = await aPerson();
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, trafficEnabled: false });
  for (const version of [0, 2])
    await expect(ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, version })).rejects.toMatchObject(
      {
        code: "conflict",
        details: { current: { trafficEnabled: false, version: 1 } },
      },
    );
  await undoLastAction(server, ada, dailyOpsSettings);
  expect(await ada.invoke(dailyOpsSettings.get)).toMatchObject({ trafficEnabled: true, version: 2 });
});

test("nonexistent times and time zones are refused", async () => {
  const ada = await aPerson();
  for (const wrong of [{ briefingTime: "24:00" }, { briefingTime: "8:00" }, { timezone: "Mars/Olympus" }])
    await expect(
      ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, ...wrong }),
    ).rejects.toMatchObject({ code: "invalid" });
});

test("only a change of time, zone or switch moves the next briefing", async () => {
  const ada = await aPerson();
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
