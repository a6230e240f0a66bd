import { z } from "zod";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItem } from "#features/attention/model.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { type BriefingDay, briefingDay } from "../briefing/read-facts.ts";
import { CalendarDay } from "../model.ts";
import { MAX_OWED, Today } from "../today-model.ts";
import { chooseFirst } from "./choose-first.ts";
import { readDay } from "./read-day.ts";
import { readPeople } from "./read-people.ts";

export const today = resource("today", {
  get: read({
    summary:
      "Get a day of yours, by default today: events and free time in order, what to do first, what is owed, whom you meet",
    input: z.strictObject({ date: CalendarDay.optional() }),
    output: Today,
    access: "user",
    run: (context, { date }) => readToday(context, date),
  }),
});

/** The day on the clock of Daily Operations; `date` is one of its calendar, by default today. */
export async function readToday(context: SignedIn, date?: string): Promise<Today> {
  const { timezone } = await dailyOpsSettings.get(context, {});
  const clock = { ...(await ownClock(context)), timeZone: timezone };
  return readDayOf(context, briefingDay(date ?? dayInZone(context.now, timezone), clock));
}

/** `items`: the attention list of today, if it has been read already. */
export async function readDayOf(
  context: SignedIn,
  day: BriefingDay,
  items?: readonly AttentionItem[],
): Promise<Today> {
  const { now } = context;
  const { timeZone: timezone } = day;
  const present = dayInZone(now, timezone);
  const work = await readDay(context, day);
  const { workEnds: _, ...line } = work;
  const people = await readPeople(context, line);
  const isToday = line.date === present;
  const open = isToday ? (items ?? (await readAttention(context, timezone)).items) : [];
  return {
    ...line,
    today: present,
    first: chooseFirst(open, work, people, { now, clock: day }),
    owed: await readOwed(context),
    people,
  };
}

/** All that needs the person. */
export const readAttention = (context: SignedIn, timeZone: string) =>
  attention.list(context, { timeZone, limit: 500 });

async function readOwed(context: SignedIn): Promise<Today["owed"]> {
  const counts = await commitments.counts(context, {});
  const pressing = async (owedBy: "me" | "them") => {
    const { open, late } = counts[owedBy];
    const { items } = open
      ? await commitments.list(context, { owedBy, states: ["open"], limit: MAX_OWED })
      : { items: [] };
    return { open, late, items };
  };
  return { me: await pressing("me"), them: await pressing("them") };
}
