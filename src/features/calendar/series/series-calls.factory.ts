import { afterAll, vi } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import type { EventOnWire } from "../model.ts";

export type Page = { items: EventOnWire[] };

/** A weekly standup on Mondays, unless `fields` say otherwise. */
export const create = (person: Person, fields: object) =>
  person.invoke(events.create, {
    title: "Standup",
    startTime: "2026-03-02T08:00:00Z",
    endTime: "2026-03-02T08:30:00Z",
    zone: "Europe/Berlin",
    rrule: "FREQ=WEEKLY;BYDAY=MO",
    ...fields,
  }) as Promise<EventOnWire>;

export const list = async (person: Person, from = "2026-03-01", to = "2026-04-30") =>
  (
    (await person.invoke(events.list, {
      from: `${from}T00:00:00Z`,
      to: `${to}T00:00:00Z`,
      limit: 200,
    })) as Page
  ).items;

export const timesAndTitles = async (person: Person, from?: string, to?: string) =>
  (await list(person, from, to)).map(({ title, startTime }) => `${startTime.slice(5, 16)} ${title}`);

export const at = async (person: Person, day: string) => {
  const found = (await list(person)).find(({ startTime }) => startTime.startsWith(day));
  if (!found) throw new Error(`Nothing begins on ${day}`);
  return found;
};

export const change = ({ id, version }: EventOnWire, person: Person, fields: object) =>
  person.invoke(events.update, { id, version, ...fields }) as Promise<EventOnWire>;

export async function seriesInstance() {
  vi.useFakeTimers({ now: new Date("2026-03-01T08:00:00Z"), toFake: ["Date"] });
  afterAll(() => void vi.useRealTimers());
  const jobs = { enqueue: async () => undefined, publish: async () => undefined };
  const server = await testDatabase(async () => ({ jobs }));
  const createUser = async () => server.as(await server.aUser());
  return { server, createUser };
}
