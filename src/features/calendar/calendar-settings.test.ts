import { expect, test } from "vitest";
import { takeBack } from "#platform/testing/take-back.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarSettings } from "./calendar-settings.ts";

const house = await testDatabase();
const ada = house.as(await house.aUser());
const get = () => ada.invoke(calendarSettings.get, {});
const save = (fields: object) => ada.invoke(calendarSettings.save, fields);
const DEFAULTS = {
  firstWeekday: null,
  workingDays: [1, 2, 3, 4, 5],
  workFrom: 540,
  workTo: 1020,
  secondTimeZone: null,
  version: 0,
};

test("a person's week, working hours and second zone are kept, and can be taken back", async () => {
  expect(await get()).toEqual(DEFAULTS);
  const wanted = { ...DEFAULTS, firstWeekday: 0, workingDays: [4, 1, 4], secondTimeZone: "Asia/Kolkata" };
  const saved = { ...wanted, workingDays: [1, 4], version: 1 };
  expect(await save(wanted)).toEqual(saved);
  await expect(save({ ...wanted, workFrom: 480 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: saved },
  });
  expect(await save({ ...saved, workFrom: 480 })).toMatchObject({ workFrom: 480, version: 2 });
  await takeBack(house, ada, calendarSettings);
  expect(await get()).toEqual({ ...saved, version: 3 });
});

test("what no week can be is refused", async () => {
  const { version } = (await get()) as { version: number };
  for (const fields of [
    { workTo: 540 },
    { workTo: 1441 },
    { firstWeekday: 7 },
    { workingDays: [7] },
    { secondTimeZone: "Atlantis/Capital" },
  ])
    await expect(save({ ...DEFAULTS, version, ...fields })).rejects.toMatchObject({ code: "invalid" });
});
