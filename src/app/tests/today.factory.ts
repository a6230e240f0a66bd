import { anEvent } from "#features/calendar/factory.ts";
import { events } from "#features/calendar/tables.ts";
import { readToday } from "#features/daily-ops/today/today.ts";
import type { DayPart, Today } from "#features/daily-ops/today-model.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { formatClock } from "#platform/time/format-in-zone.ts";
import { instantOf } from "#platform/time/wall-clock.ts";

export async function personIn(
  { as, aUser }: TestDatabase,
  timezone: string,
  fullName = "Ada",
): Promise<Person> {
  const person = as(await aUser({ fullName }));
  await person.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, timezone });
  return person;
}

/** `at("2027-03-04", "Europe/Berlin")("9:30")` */
export const clockOf = (date: string, timeZone: string) => (time: string) => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf({ year, month, day, hour, minute }, timeZone);
};

export const addEvents = (person: Person, ...added: Omit<Parameters<typeof anEvent>[0], "userId">[]) =>
  person.run(({ db }) =>
    db
      .insert(events)
      .values(added.map((fields) => anEvent({ ...fields, userId: person.userId })))
      .returning({ id: events.id }),
  );

export const todayAt = (person: Person, now: Date, date?: string): Promise<Today> =>
  person.run((context) => readToday(Object.assign(context, { now }), date));

/** '9:00-10:00 Board, tentative' */
export function lineOf({ parts, timeZone }: Pick<Today, "parts" | "timeZone">): string[] {
  const time = (at: Date) => formatClock(at, { timeZone, hourCycle: "h23" });
  return parts.map((part) =>
    part.kind === "event" && part.isAllDay
      ? `all day ${part.title}`
      : `${time(part.from)}-${time(part.to)} ${nameOf(part)}`,
  );
}

function nameOf(part: DayPart): string {
  if (part.kind === "free") return "free";
  if (part.kind === "leave") return `leave for ${part.title}`;
  return `${part.title}${part.isTentative ? ", tentative" : ""}${part.overlaps.length > 0 ? ", overlaps" : ""}`;
}
