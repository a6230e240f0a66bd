import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { PLAN_DEFAULTS } from "./model.ts";
import { planSettings } from "./plan-settings.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser());
const get = () => ada.invoke(planSettings.get, {});
const save = (fields: object) => ada.invoke(planSettings.save, fields);

test("how a person wants to be planned is saved, compared with other windows, and undone", async () => {
  expect(await get()).toEqual(PLAN_DEFAULTS);
  const settings = {
    ...PLAN_DEFAULTS,
    focus: [{ from: 480, to: 660 }],
    mostMeetingMinutes: 240,
    movesByItself: true,
  };
  expect(await save(settings)).toEqual({ ...settings, version: 1 });
  await expect(save({ ...settings, pauseMinutes: 10 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { ...settings, version: 1 } },
  });
  expect(await save({ ...settings, pauseMinutes: 10, version: 1 })).toMatchObject({
    pauseMinutes: 10,
    version: 2,
  });
  await undoLastAction(server, ada, planSettings);
  expect(await get()).toEqual({ ...settings, version: 3 });
  const bob = server.as(await server.aUser());
  expect(await bob.invoke(planSettings.get, {})).toEqual(PLAN_DEFAULTS);
});

test("hours that end before they begin, and more minutes than a day has, are refused with the field", async () => {
  const { version } = (await get()) as { version: number };
  for (const [fields, field] of [
    [{ breaks: [{ from: 780, to: 720 }] }, "breaks.0.to"],
    [{ focus: [{ from: 0, to: 1441 }] }, "focus.0.to"],
    [{ mostPlannedMinutes: 1441 }, "mostPlannedMinutes"],
    [{ pauseMinutes: -1 }, "pauseMinutes"],
  ] as const)
    await expect(save({ ...PLAN_DEFAULTS, version, ...fields })).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { [field]: expect.any(String) } },
    });
});
