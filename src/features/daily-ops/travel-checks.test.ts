import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { locations } from "#features/settings/locations.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { TrafficProvider } from "./model.ts";
import { ReadingError } from "./providers/json-requester.ts";
import { checkTravel, travelChecks } from "./travel-checks.ts";

// A warning if the time between two events is too short for the travel between their places.

const { aUser, as } = await testDatabase();
const OFFICE = { name: "Office", address: "Alexanderplatz 1, Berlin", latitude: 52.52, longitude: 13.41 };
const HARBOUR = { name: "Harbour", address: "Am Sandtorkai 1, Hamburg", latitude: 53.54, longitude: 9.98 };
const at = (hour: number, minute = 0) => new Date(Date.UTC(2027, 2, 1, hour, minute)).toISOString();

async function ada() {
  const person = as(await aUser({ fullName: "Ada" }));
  for (const place of [OFFICE, HARBOUR])
    await person.invoke(locations.create, { ...place, locationType: "work", isPrimary: place === OFFICE });
  const meet = async (title: string, location: string | null, startTime: string, endTime: string) =>
    (await person.invoke(events.create, { title, location, startTime, endTime })) as EventOnWire;
  const check = async (location: string, startTime: string, endTime: string, eventId?: string) =>
    (
      (await person.invoke(travelChecks.check, { location, startTime, endTime, eventId })) as {
        items: object[];
      }
    ).items;
  return { person, meet, check };
}

test("a place that cannot be reached in time from the previous event or to the next one gives a warning", async () => {
  const { meet, check } = await ada();
  const board = await meet("Board", "Office", at(9), at(10));
  const lunch = await meet("Lunch", OFFICE.address, at(12, 30), at(13));
  await meet("Call", null, at(10), at(10, 15));
  expect(await check("harbour", at(10, 30), at(12))).toEqual([
    expect.objectContaining({ eventId: board.id, title: "Board", isBefore: true, minutesBetween: 30 }),
    expect.objectContaining({ eventId: lunch.id, title: "Lunch", isBefore: false, minutesBetween: 30 }),
  ]);
  expect(await check("Office", at(10, 30), at(12))).toEqual([]);
  expect(await check("Room 4", at(10, 30), at(12))).toEqual([]);
  expect(await check("Harbour", at(17, 30), at(18))).toEqual([]);
  // An event does not conflict with itself.
  expect(await check("Harbour", at(12, 30), at(13), lunch.id)).toMatchObject([{ title: "Board" }]);
});

test("a routing service is used for addresses; if it does not answer, nothing is estimated", async () => {
  const { person, meet } = await ada();
  await meet("Board", "Kantstr. 1, Berlin", at(9), at(10));
  const plan = {
    startTime: new Date(at(10, 30)),
    endTime: new Date(at(12)),
    location: "Goethestr. 5, Potsdam",
    eventId: null,
  };
  const asked: string[] = [];
  const service: TrafficProvider = {
    readTraffic: async (from, to) => {
      asked.push(`${from.address} to ${to.address}`);
      return { currentDuration: 45, normalDuration: 40, kind: "live", note: null };
    },
  };
  expect(await person.run((context) => checkTravel(context, plan, service))).toMatchObject([
    { title: "Board", minutes: 45, minutesBetween: 30, kind: "live" },
  ]);
  expect(asked).toEqual(["Kantstr. 1, Berlin to Goethestr. 5, Potsdam"]);
  const silent: TrafficProvider = { readTraffic: () => Promise.reject(new ReadingError("No answer")) };
  expect(await person.run((context) => checkTravel(context, plan, silent))).toEqual([]);
});
