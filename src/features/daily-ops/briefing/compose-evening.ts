import { attention } from "#features/attention/attention.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { dayInZone, instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { Evening } from "../evening-model.ts";
import { chooseFirst } from "../today/choose-first.ts";
import { readDay } from "../today/read-day.ts";
import { readPeople } from "../today/read-people.ts";
import { formatEvening } from "./format-evening.ts";
import { readEvening } from "./read-evening.ts";
import { type BriefingDay, briefingDay } from "./read-facts.ts";

/** The day of now on the clock of Daily Operations, and the one after it. */
export async function currentDays(context: SignedIn): Promise<[BriefingDay, BriefingDay]> {
  const { timezone: timeZone } = await dailyOpsSettings.get(context, {});
  const clock = { ...(await ownClock(context)), timeZone };
  const today = briefingDay(dayInZone(context.now, timeZone), clock);
  return [today, briefingDay(dayInZone(today.to, timeZone), clock)];
}

/** The day as it ends, in English like a briefing; empty before the working hours end. */
export const composeEvening = (context: SignedIn): Promise<Evening> =>
  inLanguage("en", async () => {
    const [today, tomorrow] = await currentDays(context);
    const { workTo } = await calendarSettings.get(context, {});
    const from = instantOf(
      { ...wallClock(today.from, today.timeZone), hour: 0, minute: workTo },
      today.timeZone,
    );
    const isTime = context.now >= from;
    if (!isTime) return { date: today.date, from, isTime, lines: [], left: [] };
    const facts = await readEvening(context, today);
    const lines = formatEvening(facts, await readTomorrow(context, tomorrow), tomorrow);
    return { date: today.date, from, isTime, lines, left: facts.left };
  });

/** As the next day will begin, as far as it is known. */
async function readTomorrow(context: SignedIn, tomorrow: BriefingDay) {
  const ahead: SignedIn = Object.create(context, { now: { value: tomorrow.from } });
  const line = await readDay(ahead, tomorrow);
  const people = await readPeople(ahead, line);
  const { items } = await attention.list(ahead, { timeZone: tomorrow.timeZone, limit: 500 });
  return { parts: line.parts, first: chooseFirst(items, line, people, { now: ahead.now, clock: tomorrow }) };
}
