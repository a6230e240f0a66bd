import { expect, test } from "vitest";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "./assistant.ts";

const server = await testDatabase();

test("free hours are within the working hours of that day of the week", async () => {
  const ada = server.as(await server.aUser({ fullName: "Ada" }));
  const workingDays = [0, 1, 2, 3, 4, 5, 6];
  const otherHours = workingDays.map((weekday) => ({ weekday, from: 780, to: 840 }));
  await ada.invoke(calendarSettings.save, {
    ...{ workingDays, workFrom: 600, workTo: 720, otherHours, secondTimeZone: null, version: 0 },
  });
  const { answer } = (await ada.invoke(assistant.ask, {
    ...{ text: "when am I free tomorrow?", timeZone: "Europe/Berlin" },
  })) as { answer: { content: string } };
  expect(answer.content).toBe("You are free tomorrow: 13:00 to 14:00.");
});
